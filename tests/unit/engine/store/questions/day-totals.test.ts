import { afterEach, beforeEach, expect, it } from 'vitest';
import { clockOfZone, localPeriods, type Period } from '../../../../../shared/time/index.ts';
import { DAY, ELECTRICITY } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const AUTUMN = Date.UTC(2024, 9, 28, 7) / 1000;
const PACIFIC = clockOfZone('America/Los_Angeles');

function boundsOf(period: Period, from: number, to: number): number[] {
  const periods = localPeriods(PACIFIC, from, to, period);
  return [...periods.map(({ start }) => start), periods.at(-1)?.end ?? to];
}

const write = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.run(sql));

/** The answer as it is made of days, and as it is made of readings. */
async function bothWays(series: string, bounds: readonly number[]) {
  const ofDays = await store.call('usage.totals', { series, bounds: [...bounds] });
  await write('UPDATE series SET day_whole = false');
  const ofReadings = await store.call('usage.totals', { series, bounds: [...bounds] });
  await write('UPDATE series SET day_whole = true');
  return { ofDays, ofReadings };
}

it('says of days, weeks, months and years what their readings say: gaps, estimates, costs, daylight saving and all', async () => {
  await store.batch({
    start: AUTUMN + 3 * 3600,
    days: 12,
    value: (index) => (index > 300 && index < 460 ? undefined : (index * 31) % 64),
    extra: (index) =>
      `${index % 7 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''}<cost>${index}</cost>`,
  });
  // The last day goes on in another document.
  await store.batch({ start: AUTUMN + 12 * DAY + 3 * 3600, days: 2 });
  const [series] = await store.call('series.list', {});
  for (const period of ['day', 'week', 'month', 'year'] as const) {
    const bounds = boundsOf(period, AUTUMN - 3 * DAY, AUTUMN + 20 * DAY);
    const { ofDays, ofReadings } = await bothWays(series?.id ?? '', bounds);
    expect(ofDays).toEqual(ofReadings);
    expect(ofDays.covered.some((seconds) => seconds > 0)).toBe(true);
  }
});

it('reads the readings where periods begin at other times than the meter’s days', async () => {
  await store.batch({ start: AUTUMN, days: 3, value: (index) => index });
  // What is asked there is wrong on purpose, so that it shows who answered.
  await write('UPDATE day_sums SET total = 0');
  const [series] = await store.call('series.list', {});
  const hours = await store.call('usage.totals', { series: series?.id ?? '', bounds: [AUTUMN + 3600, AUTUMN + 7200] });
  expect(hours.total).toEqual([(4 + 5 + 6 + 7) / 1000]);
  const day = await store.call('usage.totals', { series: series?.id ?? '', bounds: [AUTUMN, AUTUMN + DAY] });
  expect(day.total).toEqual([0]);
});

it('says the mean of what cannot be summed', async () => {
  const temperature = ELECTRICITY.replace('<uom>72', '<uom>23')
    .replace('<commodity>1', '<commodity>0')
    .replace('<kind>12', '<kind>46');
  await store.batch({ start: AUTUMN, days: 3, value: (index) => (index % 96) / 4, readingType: temperature });
  const [series] = await store.call('series.list', {});
  const { ofDays, ofReadings } = await bothWays(series?.id ?? '', boundsOf('day', AUTUMN, AUTUMN + 3 * DAY));
  expect(ofDays).toEqual(ofReadings);
  expect(ofDays.total).toEqual([null, null, null]);
});
