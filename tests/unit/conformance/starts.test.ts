import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinkNumbers } from '../../../electron/conformance/link-numbers.ts';
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

  it('knows which times came, as long as none did twice', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -40, max: 40 })), (list) => {
        const starts = startsOf(list);
        for (let time = -41; time <= 41; time++) expect(starts.has(time), String(time)).toBe(list.includes(time));
      }),
      { numRuns: 1000 },
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
