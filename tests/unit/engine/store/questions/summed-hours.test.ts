/** Sums by the hour where full hours of the clock are no full hours of UTC. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clockOfZone, localTime } from '../../../../../shared/time/index.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { feedOf, run } from './portfolio-store.ts';

const HOUR = 3600;
/** Full hours in UTC. */
const BEGIN = Date.UTC(2024, 2, 30) / 1000;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

/** Meters in zones, of which each has readings of so many seconds from a full hour of its clock on: 1, 2, 3, and so on. */
async function meters(step: number, zones: readonly string[]): Promise<string[]> {
  for (const [place, zone] of zones.entries()) {
    const begin = BEGIN - (localTime(clockOfZone(zone), BEGIN) % HOUR);
    const readings = run(step, (20 * 24 * HOUR) / step, (index) => index + 1, begin);
    await store.ingest(feedOf({ meter: `700${place}`, type: { length: step }, readings }));
    await store.call('usagePoints.setZone', { id: `1001~700${place}`, zone });
  }
  return zones.map((_, place) => `1001~700${place}`);
}

describe('a sum of meters', () => {
  it.each([
    ['Asia/Kolkata', HOUR],
    // The clocks go back on April 7.
    ['Australia/Adelaide', HOUR],
    ['Asia/Kathmandu', HOUR],
    ['Asia/Kathmandu', 1800],
    ['America/New_York', HOUR],
  ])('in %s by %d seconds has a whole reading of each in every interval', async (zone, step) => {
    const ids = await meters(step, [zone, zone]);
    const sum = await store.call('sum.profile', { meters: ids });
    expect(localTime(clockOfZone(zone), sum.from) % step).toBe(0);
    expect([sum.step, sum.v.length, new Set(sum.n)]).toEqual([step, (20 * 24 * HOUR) / step, new Set([2])]);
    expect(sum.v.slice(0, 3).map((value) => Number(value?.toPrecision(9)))).toEqual([0.002, 0.004, 0.006]);
    const from = sum.from + 5 * step;
    const part = await store.call('sum.profile', { meters: ids, from: from + 60, to: from + 10 * step - 60 });
    expect([part.from, part.v]).toEqual([from, sum.v.slice(5, 15)]);
  });

  it('whose readings begin at full hours of UTC has them whole, also where it is shown half an hour off', async () => {
    for (const meter of ['7000', '7001']) {
      await store.ingest(
        feedOf({ meter, type: { length: HOUR }, readings: run(HOUR, 48, (index) => index + 1, BEGIN) }),
      );
      await store.call('usagePoints.setZone', { id: `1001~${meter}`, zone: 'Asia/Kolkata' });
    }
    const sum = await store.call('sum.profile', { meters: ['1001~7000', '1001~7001'] });
    expect([sum.from, sum.v.length]).toEqual([BEGIN, 48]);
    expect(sum.v.slice(0, 3).map((value) => Number(value?.toPrecision(9)))).toEqual([0.002, 0.004, 0.006]);
  });

  it('in several zones goes by the one of most of them, by whose time it is shown', async () => {
    const ids = await meters(HOUR, ['America/New_York', 'Asia/Kolkata', 'Asia/Kolkata']);
    const sum = await store.call('sum.profile', { meters: ids });
    expect(localTime(clockOfZone('Asia/Kolkata'), sum.from) % HOUR).toBe(0);
    expect(sum.timeOf).toBe('1001~7001');
  });
});
