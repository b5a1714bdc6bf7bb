import v8 from 'node:v8';

/**
 * Makes the nursery of this process small. Readings stream through: a large one would only keep their garbage longer (DESIGN
 * section 7, memory). Call it before a document is read.
 */
export function keepNurserySmall(): void {
  v8.setFlagsFromString('--max-semi-space-size=2');
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  // So small a nursery is cleared in less time than it takes to wake helpers, which would take the cores from others.
  v8.setFlagsFromString('--no-parallel-scavenge');
}
