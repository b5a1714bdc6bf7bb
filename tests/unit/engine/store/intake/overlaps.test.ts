import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore } from '../store-harness.ts';

const SLOTS = 5;

it('of each time the reading of the newest block stays, of equally new ones that of the latest, whatever came first', async () => {
  const block = fc.record({
    day: fc.integer({ min: 1, max: 3 }),
    slots: fc.uniqueArray(fc.integer({ min: 0, max: SLOTS - 1 }), { minLength: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 4 }), async (blocks) => {
      const store = await openTestStore();
      const winners = new Map<number, { day: number; value: number }>();
      for (const [index, { day, slots }] of blocks.entries()) {
        const value = index + 1;
        await store.batch({
          days: 1,
          blocks: `${index}-`,
          updated: `2024-01-0${day}T00:00:00Z`,
          value: (slot) => (slots.includes(slot) ? value * 1_000 : undefined),
        });
        for (const slot of slots) if (day >= (winners.get(slot)?.day ?? 0)) winners.set(slot, { day, value });
      }
      const series = await store.series('1001~2001');
      const { rows } = await store.call('usage.readings', { series: series.id, ...ALWAYS, limit: 100 });
      const expected = [...winners].sort(([a], [b]) => a - b).map(([slot, { value }]) => [START + slot * STEP, value]);
      expect(rows.map(({ start, value }) => [start, value])).toEqual(expected);
      expect(series.duplicates).toBe(blocks.reduce((sum, { slots }) => sum + slots.length, 0) - winners.size);
      await store.dispose();
    }),
    { numRuns: 8 },
  );
});

it('a block that reaches partly into a better one gives way where it does, and nowhere else', async () => {
  const store = await openTestStore();
  await store.batch({ days: 1, updated: '2024-01-02T00:00:00Z', value: (index) => (index < 6 ? 1_000 : undefined) });
  // Half a step later: it reaches into two readings of the other.
  await store.batch({
    days: 1,
    start: START + STEP * 2.5,
    blocks: 'late-',
    updated: '2024-01-03T00:00:00Z',
    value: (index) => (index === 0 ? 5_000 : undefined),
  });
  const series = await store.series('1001~2001');
  const { rows } = await store.call('usage.readings', { series: series.id, from: START, to: START + DAY, limit: 100 });
  expect(rows.map(({ start, value }) => [(start - START) / STEP, value])).toEqual([
    [0, 1],
    [1, 1],
    [2.5, 5],
    [4, 1],
    [5, 1],
  ]);
  expect(series.duplicates).toBe(2);
  await store.dispose();
});
