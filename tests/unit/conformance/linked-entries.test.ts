import { describe, expect, it } from 'vitest';
import { NumberTape } from '../../../electron/conformance/growing.ts';
import { LinkedEntries, type LinkedEntry } from '../../../electron/conformance/links.ts';

function read(tape: NumberTape): number[] {
  const numbers: number[] = [];
  for (const reader = tape.reader(); reader.more; ) numbers.push(reader.next());
  return numbers;
}

describe('a tape of numbers', () => {
  it('gives back what was written, of any size and sign', () => {
    const edge = [0, 1, -1, 63, 64, -64, -65, 8191, 8192, 2 ** 31, -(2 ** 32) - 7, 2 ** 52 - 1, -(2 ** 52) + 1];
    const tape = new NumberTape();
    for (const number of edge) tape.push(number);
    expect(read(tape)).toEqual(edge);
    expect(read(new NumberTape())).toEqual([]);
  });

  it('goes on over the ends of its pieces', () => {
    const tape = new NumberTape();
    const numbers = Array.from({ length: 100_000 }, (_, i) => (i % 3 === 1 ? -i : i * i));
    for (const number of numbers) tape.push(number);
    expect(read(tape)).toEqual(numbers);
  });
});

describe('the entries of a kind', () => {
  it('keep their places and links, beyond four gigabytes too', () => {
    const entries: LinkedEntry[] = Array.from({ length: 5000 }, (_, i) => ({
      entry: i * 2 + 1,
      line: i * 7 + 3,
      offset: i * 1_300_000 + 11,
      self: i % 5 === 0 ? [] : [i * 2],
      up: [4],
      related: Array.from({ length: i === 77 ? 3000 : i % 4 }, (_one, k) => (k * 7919 + i) % 10_007),
    }));
    const kept = new LinkedEntries();
    for (const entry of entries) kept.add(entry);
    expect([...kept]).toEqual(entries);
    // It can be read again.
    expect([...kept]).toHaveLength(5000);
  });
});
