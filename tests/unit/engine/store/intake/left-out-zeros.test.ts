import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

/** Midnight of the meters' local time, eight hours behind UTC. */
const MIDNIGHT = START + 8 * 3600;
const DAYS = 10;
/** What ten days of readings are taken for; `value` by quarter hour and day. */
async function suggested(value: (slot: number, day: number) => number | undefined, start = MIDNIGHT) {
  await store.batch({ start, days: DAYS, value: (index) => value(index % 96, Math.floor(index / 96)) });
  return (await store.series('1001~2001')).holes.suggested;
}
const isNight = (slot: number) => slot < 28 || slot >= 72;

describe('the holes of a series', () => {
  it('are zeros that were left out where nearly every day has them and no reading is zero', async () => {
    expect(await suggested((slot) => (isNight(slot) ? undefined : 500))).toBe('zeros');
  });

  it('are missing data where zeros are sent', async () => {
    expect(await suggested((slot) => (isNight(slot) ? undefined : slot === 40 ? 0 : 500))).toBe('gaps');
  });

  it('are missing data where zero is nothing special', async () => {
    expect(await suggested((slot) => (isNight(slot) ? undefined : slot - 50 || 1))).toBe('gaps');
  });

  it('are missing data where they are few', async () => {
    expect(await suggested((slot) => (slot === 40 ? undefined : 500))).toBe('gaps');
    expect(await suggested((slot, day) => (day < 3 && isNight(slot) ? undefined : 500))).toBe('gaps');
  });

  it('are missing data where whole days are missing, as the meter counts days', async () => {
    expect(await suggested((_slot, day) => (day % 2 === 1 ? undefined : 500))).toBe('gaps');
  });

  it('that begin and end within the meter’s days are in each of them, whatever days UTC has', async () => {
    // From noon to noon: every second one is missing, and so half of every local day.
    expect(await suggested((_slot, day) => (day % 2 === 1 ? undefined : 500), MIDNIGHT + 12 * 3600)).toBe('zeros');
  });

  it('are looked at again when more comes', async () => {
    expect(await suggested((slot) => (isNight(slot) ? undefined : 500))).toBe('zeros');
    await store.batch({ start: MIDNIGHT, days: 1, blocks: 'night-', value: (slot) => (slot === 0 ? 0 : undefined) });
    expect((await store.series('1001~2001')).holes.suggested).toBe('gaps');
  });
});
