import type { DemoState } from '#shared/contract/demo.ts';
import { formatCounted } from '../../ui/format.ts';

/** What is not as usual, in words; undefined where all is. */
export function armedWords({ faults, spent, rate, quirks }: DemoState): string | undefined {
  const on = quirks.filter((quirk) => quirk.on).length;
  const words = [
    faults.length === 0 ? undefined : `${formatCounted(faults.length, 'fault')} on`,
    rate === undefined ? undefined : 'rate limit on',
    on === 0 ? undefined : `${formatCounted(on, 'quirk')} on`,
  ].filter((word) => word !== undefined);
  if (words.length > 0) return words.join(', ');
  return spent.length === 0 ? undefined : `${formatCounted(spent.length, 'fault')} used up`;
}
