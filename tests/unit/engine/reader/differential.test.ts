import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect } from './collect.ts';
import { feedText } from './feeds.ts';
import { referenceReadings } from './reference.ts';
import { expectedRows, haveSamples, sample } from './samples.ts';

describe('the fast path and the exact path', () => {
  it('give the same for any feed, and the readings of an independent parser', async () => {
    await fc.assert(
      fc.asyncProperty(feedText, fc.integer({ min: 1, max: 400 }), async (text, chunk) => {
        const fast = await collect(text, chunk);
        const exact = await collect(text, 65_536, { fastPath: false });
        expect(fast).toEqual(exact);
        expect(
          fast.rows.map(({ block, start, duration, value, cost }) => ({ block, start, duration, value, cost })),
        ).toEqual(
          referenceReadings(text).map((reading) => ({
            ...reading,
            value: reading.value?.toString(),
            cost: reading.cost?.toString(),
          })),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('give the same for every border between two chunks', async () => {
    const texts = fc
      .sample(feedText, { numRuns: 6, seed: 6 })
      .sort((a, b) => a.length - b.length)
      .slice(1, 4);
    for (const text of texts) {
      const whole = await collect(text);
      const bytes = Buffer.from(text);
      for (let border = 1; border < bytes.length; border += 1) {
        const halves = await collectHalves(bytes, border);
        expect(halves, `cut at byte ${border}`).toEqual(whole);
      }
    }
  });

  it.skipIf(!haveSamples)('give the same for all real files (needs ../shared/samples)', async () => {
    for (const { file, ok } of expectedRows()) {
      if (!ok) continue;
      const bytes = sample(file);
      const fast = await collect(bytes, 7919);
      const exact = await collect(bytes, 1 << 20, { fastPath: false });
      expect(fast, file).toEqual(exact);
      if (bytes.length < 30_000) expect(await collect(bytes, 1), `${file} byte by byte`).toEqual(exact);
    }
  });
});

async function collectHalves(bytes: Uint8Array, border: number): ReturnType<typeof collect> {
  // A chunk size of `border` cuts there first, and again at its multiples.
  return collect(bytes, border);
}
