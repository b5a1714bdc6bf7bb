import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkNumbers } from '../../../electron/conformance/link-numbers.ts';
import { LinkedEntries } from '../../../electron/conformance/links.ts';
import { Starts } from '../../../electron/conformance/starts.ts';

/** Times close together, so that many orders and repetitions come up. */
const times = fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 40 });

function startsOf(list: readonly number[]): Starts {
  const starts = new Starts();
  for (const time of list) starts.add(time);
  return starts;
}

describe('Starts', () => {
  it('knows whether a time came twice, in whichever order they come', () => {
    fc.assert(
      fc.property(times, (list) => {
        expect(startsOf(list).repeated).toBe(new Set(list).size < list.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('knows which times came, in one list or several, also where some did twice', () => {
    fc.assert(
      fc.property(times, times, (list, other) => {
        const starts = startsOf(list);
        starts.addAll(startsOf(other));
        const all = [...list, ...other];
        for (let time = -41; time <= 41; time++) expect(starts.has(time), String(time)).toBe(all.includes(time));
        expect([...starts].toSorted((a, b) => a - b)).toEqual([...new Set(all)].toSorted((a, b) => a - b));
      }),
      { numRuns: 2000 },
    );
  });

  it('knows it of several lists together', () => {
    fc.assert(
      fc.property(fc.array(times, { maxLength: 6 }), (lists) => {
        const all = new Starts();
        for (const list of lists) all.addAll(startsOf(list));
        const together = lists.flat();
        expect(all.repeated).toBe(new Set(together).size < together.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds a day that comes again among years of days that came in falling order', () => {
    const day = (number: number) => startsOf(Array.from({ length: 96 }, (_, i) => number * 86_400 + i * 900));
    const all = new Starts();
    for (let number = 3000; number > 0; number--) all.addAll(day(number));
    expect(all.repeated).toBe(false);
    all.addAll(day(1500));
    expect(all.repeated).toBe(true);
  });
});

describe('LinkNumbers', () => {
  it('gives equal texts equal numbers and different ones different numbers', () => {
    const numbers = new LinkNumbers();
    const texts = Array.from({ length: 20_000 }, (_, i) => `/espi/1_1/resource/UsagePoint/${i % 15_000}`);
    const found = texts.map((text) => numbers.of(text));
    expect(numbers.size).toBe(15_000);
    expect(found.slice(15_000)).toEqual(found.slice(0, 5000));
    expect(new Set(found).size).toBe(15_000);
  });
});

describe('LinkedEntries', () => {
  it('gives back what was put in, of entries with a thousand links and behind gigabytes, too', () => {
    const many = Array.from({ length: 3000 }, (_, i) => i * 7);
    const entries = [
      { entry: 1, line: 3, offset: 100, self: [1], up: [2], related: [] },
      { entry: 2, line: 9, offset: 3_000_000_000, self: [], up: [], related: many },
      { entry: 9, line: 2_000_000, offset: 5_500_000_000, self: [4, 5], up: [], related: [1, 2, 3] },
      ...Array.from({ length: 20_000 }, (_, i) => ({
        entry: 10 + i,
        line: 2_000_001 + i,
        offset: 5_500_000_001 + i,
        self: [i],
        up: [i, i],
        related: [],
      })),
    ];
    const kept = new LinkedEntries();
    for (const entry of entries) kept.add(entry);
    expect([...kept]).toEqual(entries);
  });
});
