import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, DAY, ELECTRICITY, START, STEP } from '../../../fixtures/batch-feed.ts';
import { ALWAYS, openTestStore, type TestStore } from './store-harness.ts';

const POINT = '1001~2001';
/** A solar system: it feeds in from the 20th to the 79th quarter of each day, and says nothing at night. */
const SOLAR = ELECTRICITY.replace('<flowDirection>1', '<flowDirection>19');
const atDay = (index: number) => (index % 96 >= 20 && index % 96 < 80 ? 100 : undefined);

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => {
  await store.dispose();
});

const series = () => store.series(POINT);

describe('zeros that were left out', () => {
  beforeEach(async () => {
    await store.batch({ days: 20, readingType: SOLAR, value: atDay });
  });

  it('are suggested, with the reason, and stay gaps until the user decides', async () => {
    const row = await series();
    expect(row.gaps).toBe(19);
    expect(row.holes).toMatchObject({
      taken: 'gaps',
      by: 'detected',
      suggested: 'zeros',
      holes: 19,
      readings: 19 * 36,
    });
    expect(row.holes.reason).toContain('solar');
    const statistics = await store.call('usage.statistics', { series: row.id, ...ALWAYS });
    expect(statistics).toMatchObject({ count: 1200, implied: 0, mean: 0.1 });
    expect(statistics.coverage).toBeLessThan(0.7);
  });

  it('once decided, are zeros marked as implied in chart, statistics, totals and coverage', async () => {
    const { id } = await series();
    await store.call('series.setHoles', { series: id, holes: 'zeros' });
    const row = await series();
    expect(row).toMatchObject({ gaps: 0, count: 1200, sum: 120, holes: { taken: 'zeros', by: 'user' } });
    const statistics = await store.call('usage.statistics', { series: id, ...ALWAYS });
    expect(statistics).toMatchObject({ count: 1200, implied: 684, total: 120, base: 0 });
    const within = { from: row.first ?? 0, to: row.end ?? 0 };
    expect((await store.call('usage.statistics', { series: id, ...within })).coverage).toBe(1);
    expect(statistics.mean).toBeCloseTo(120 / 1884);
    const night = { from: START + 80 * STEP, to: START + DAY + 20 * STEP };
    const [chart] = await store.call('usage.chart', { series: [id], width: 500, ...night });
    expect(chart).toMatchObject({ gaps: [], count: 36, qualities: ['implied'] });
    expect(chart?.t).toEqual(Array.from({ length: 36 }, (_, index) => night.from + index * STEP));
    expect(chart?.v.every((value) => value === 0)).toBe(true);
    const bounds = [START + DAY, START + 2 * DAY];
    expect(await store.call('usage.totals', { series: id, bounds })).toMatchObject({
      total: [6],
      count: [60],
      implied: [36],
      covered: [DAY],
    });
    expect((await store.call('usagePoints.get', { id: POINT })).coverage).toBe(1);
    const coarse = await store.call('usage.chart', { series: [id], width: 10, ...ALWAYS });
    expect(coarse[0]?.t.length).toBeLessThanOrEqual(2000);
  });

  it('never show as readings in the table, and can be taken back', async () => {
    const { id } = await series();
    await store.call('series.setHoles', { series: id, holes: 'zeros' });
    expect((await store.call('usage.readings', { series: id, ...ALWAYS })).matching).toBe(1200);
    await store.call('series.setHoles', { series: id });
    expect(await series()).toMatchObject({ gaps: 19, holes: { taken: 'gaps', by: 'detected' } });
  });

  it('the decision holds when more of the series comes', async () => {
    const { id } = await series();
    await store.call('series.setHoles', { series: id, holes: 'zeros' });
    await store.batch({ days: 30, readingType: SOLAR, value: atDay, updated: '2024-03-01T00:00:00Z' });
    expect(await series()).toMatchObject({ id, gaps: 0, holes: { taken: 'zeros', by: 'user', holes: 29 } });
  });

  it('a register cannot have any', async () => {
    const { id } = await series();
    await store.call('series.setBehaviour', { series: id, behaviour: 'register' });
    await expect(store.call('series.setHoles', { series: id, holes: 'zeros' })).rejects.toMatchObject({
      code: 'holes_not_zeros',
    });
  });
});

it('the days that holes are counted by are those of the meter, not of UTC', async () => {
  // Every second night there is a hole from 21:00 to 03:00 in California: all local days have one, half of those of UTC.
  const SIXTEEN_HOURS = 64; // START is 16:00 there
  const value = (index: number) => {
    const day = Math.floor((index + SIXTEEN_HOURS) / 96);
    const quarter = (index + SIXTEEN_HOURS) % 96;
    return (day % 2 === 0 ? quarter >= 84 : quarter < 12) ? undefined : 100;
  };
  await store.batch({ days: 20, value });
  const row = await series();
  expect(row.gaps).toBe(10);
  expect(row.holes).toMatchObject({ suggested: 'zeros', taken: 'gaps' });
});

it('holes beside zeros that were sent are gaps', async () => {
  await store.batch({ days: 20, value: (index) => (index % 96 < 30 ? undefined : index % 96 < 40 ? 0 : 100) });
  expect((await series()).holes).toMatchObject({ suggested: 'gaps', taken: 'gaps' });
});

it('quality classes are those of the standard: projected and derived readings have their own', async () => {
  const codes: Record<number, number> = { 0: 12, 1: 11, 2: 9 };
  const extra = (index: number) =>
    codes[index] === undefined ? '' : `<ReadingQuality><quality>${codes[index]}</quality></ReadingQuality>`;
  await store.batch({ days: 1, extra });
  const row = await series();
  expect(row.quality).toEqual({ valid: 93, forecast: 1, derived: 1, estimated: 1 });
  // A projection is no measurement either.
  expect(row.estimated).toBe(2);
});

describe('the zone of a meter', () => {
  it('is its own until the user chooses one, and again when the choice is taken back', async () => {
    await store.batch({ days: 1 });
    const localTime = async () => (await store.call('usagePoints.get', { id: POINT })).localTime;
    expect((await localTime()).source).toBe('meter');
    await store.call('usagePoints.setZone', { id: POINT, zone: 'Asia/Kathmandu' });
    expect(await localTime()).toMatchObject({ source: 'user', zone: 'Asia/Kathmandu', label: 'Asia/Kathmandu' });
    // Reading the meter anew does not take the choice away.
    await store.batch({ days: 2, updated: '2024-03-01T00:00:00Z' });
    expect((await localTime()).source).toBe('user');
    await store.call('usagePoints.setZone', { id: POINT });
    expect((await localTime()).source).toBe('meter');
  });

  it('must be one that there is, of a meter that there is', async () => {
    await store.batch({ days: 1 });
    await expect(store.call('usagePoints.setZone', { id: POINT, zone: 'Mars/Olympus' })).rejects.toMatchObject({
      code: 'zone_unknown',
    });
    await expect(store.call('usagePoints.setZone', { id: 'x', zone: 'UTC' })).rejects.toMatchObject({
      code: 'usage_point_unknown',
    });
  });
});

describe('the scale of money', () => {
  const BASE = 'https://example.test/DataCustodian/espi/1_1/resource';
  const bill = `<entry><id>urn:uuid:9</id><link rel="self" href="${BASE}/Subscription/1001/UsagePoint/2001/UsageSummary/1"/><link rel="up" href="${BASE}/Subscription/1001/UsagePoint/2001/UsageSummary"/><title>t</title><content><UsageSummary xmlns="http://naesb.org/espi"><billingPeriod><duration>2592000</duration><start>${START}</start></billingPeriod><billLastPeriod>12345000</billLastPeriod><costAdditionalDetailLastPeriod><amount>12345000</amount><note>Energy</note></costAdditionalDetailLastPeriod><currency>840</currency><overallConsumptionLastPeriod><powerOfTenMultiplier>0</powerOfTenMultiplier><uom>72</uom><value>600000</value></overallConsumptionLastPeriod><statusTimeStamp>${START}</statusTimeStamp></UsageSummary></content><updated>2024-01-02T00:00:00Z</updated></entry>`;
  const feed = (updated?: string) =>
    batchFeed({ days: 1, ...(updated === undefined ? {} : { updated }) }).replace('</feed>', `${bill}</feed>`);

  it('is detected, can be chosen for a meter, survives a new fetch, and can be taken back', async () => {
    await store.ingest(feed());
    const list = async () => (await store.call('bills.list', { usagePoint: POINT }))[0];
    expect(await list()).toMatchObject({ total: 123.45, moneyScale: 100_000, moneyScaleBy: 'detected' });
    await store.call('bills.setMoneyScale', { usagePoint: POINT, scale: 1000 });
    const chosen = { total: 12_345, moneyScale: 1000, lineScale: 1000, moneyScaleBy: 'user' };
    expect(await list()).toMatchObject({ ...chosen, items: [{ note: 'Energy', amount: 12_345 }] });
    await store.ingest(feed('2024-03-01T00:00:00Z').replaceAll('2024-01-02T00:00:00Z', '2024-03-02T00:00:00Z'));
    expect(await list()).toMatchObject({ ...chosen, items: [{ amount: 12_345 }] });
    await store.call('bills.setMoneyScale', { usagePoint: POINT });
    expect(await list()).toMatchObject({ total: 123.45, moneyScaleBy: 'detected', items: [{ amount: 123.45 }] });
  });
});
