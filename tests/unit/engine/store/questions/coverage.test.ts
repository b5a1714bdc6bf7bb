import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed, DAY, STEP } from '../../../../fixtures/batch-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.dispose());

/** 2024-03-01 00:00 in Los Angeles; March has a day of 23 hours there. */
const MARCH = Date.UTC(2024, 2, 1, 8) / 1000;
const MARCH_DAYS = 31;
const march = 2024 * 12 + 2;
const perDay = DAY / STEP;

async function shares(first = march - 1, count = 4) {
  const usagePoints = (await store.call('usagePoints.list', {})).rows.map(({ id }) => id);
  return await store.call('coverage.meters', { usagePoints, first, count });
}

describe('coverage by local month', () => {
  it('a whole month is whole, whatever its clock does; beside it there is nothing', async () => {
    // 743 hours: the month as it is in Los Angeles.
    const readings = (MARCH_DAYS * 24 - 1) * 4;
    await store.batch({ start: MARCH, days: MARCH_DAYS, value: (index) => (index < readings ? 250 : undefined) });
    const [meter] = await shares();
    expect(meter).toMatchObject({ there: [0, 1, 0, 0], missing: [0, 0, 0, 0], estimated: [0, 0, 0, 0] });
  });

  it('tells gaps and estimates apart, and both from the time outside of the data', async () => {
    // Ten days, of which the third is missing and the fourth estimated.
    await store.batch({
      start: MARCH,
      days: 10,
      value: (index) => (Math.floor(index / perDay) === 2 ? undefined : 250),
      extra: (index) =>
        Math.floor(index / perDay) === 3 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : '',
    });
    const [meter] = await shares(march, 1);
    const month = MARCH_DAYS * DAY - 3600;
    expect(meter?.there[0]).toBeCloseTo((9 * DAY) / month, 10);
    expect(meter?.missing[0]).toBeCloseTo(DAY / month, 10);
    expect(meter?.estimated[0]).toBeCloseTo(DAY / month, 10);
  });

  it('a hole over a month is a month of nothing; holes taken as zeros are none', async () => {
    // From midnight on: the daylight hour is gone.
    const hole = { from: MARCH_DAYS * perDay - 4, to: (MARCH_DAYS + 40) * perDay };
    await store.batch({
      start: MARCH,
      days: 100,
      value: (index) => (index >= hole.from && index < hole.to ? undefined : 250),
    });
    expect((await shares())[0]?.missing[2]).toBeCloseTo(1, 10);
    const portfolio = await store.call('coverage.portfolio', { first: march, count: 3 });
    expect(portfolio).toMatchObject({ full: [1, 0, 0], missing: [0, 1, 0], partial: [0, 0, 1], estimated: [0, 0, 0] });
    expect(portfolio.coverage[1]).toBe(0);
    const [series] = await store.call('series.list', {});
    await store.call('series.setHoles', { series: series?.id ?? '', holes: 'zeros' });
    expect((await shares())[0]).toMatchObject({ there: [0, 1, 1, 1], missing: [0, 0, 0, 0] });
  });

  it.each([
    ['in one document', 1],
    ['in two documents', 2],
  ])('readings without a value cover nothing, also the first and the last ones: %s', async (_name, documents) => {
    // Of ten days the first, the fifth and the last two have no values.
    const empty = new Set([0, 4, 8, 9]);
    const valueless = (days: ReadonlySet<number>, text: string) =>
      text.replaceAll(/<value>(\d+)<\/value>/g, (value, day: string) => (days.has(Number(day)) ? '' : value));
    const all = (day: number) => (index: number) => day + Math.floor(index / perDay);
    if (documents === 1) await store.ingest(valueless(empty, batchFeed({ start: MARCH, days: 10, value: all(0) })));
    else
      for (const day of [0, 5]) {
        const feed = batchFeed({ start: MARCH + day * DAY, days: 5, value: all(day) });
        await store.ingest(valueless(empty, feed));
      }
    const [series] = await store.call('series.list', {});
    const span = { from: MARCH, to: MARCH + 9 * DAY + DAY };
    const numbers = await store.call('usage.statistics', { series: series?.id ?? '', ...span });
    expect(numbers).toMatchObject({ count: 10 * perDay, coverage: 0.6 });
    expect(series).toMatchObject({ count: 10 * perDay, gaps: 3, quality: { missing: 4 * perDay } });
    const [meter] = await shares(march, 1);
    const month = MARCH_DAYS * DAY - 3600;
    expect(meter?.there[0]).toBeCloseTo((6 * DAY) / month, 10);
    expect(meter?.missing[0]).toBeCloseTo((4 * DAY) / month, 10);
  });

  it('a series without any value covers nothing', async () => {
    await store.ingest(batchFeed({ start: MARCH, days: 2 }).replaceAll(/<value>\d+<\/value>/g, ''));
    const [series] = await store.call('series.list', {});
    const span = { from: MARCH, to: MARCH + 2 * DAY };
    expect(await store.call('usage.statistics', { series: series?.id ?? '', ...span })).toMatchObject({ coverage: 0 });
    expect(series).toMatchObject({ gaps: 1, quality: { missing: 2 * perDay } });
    expect(series?.sum).toBeUndefined();
  });

  it('follows the zone that the user chose for the meter', async () => {
    await store.batch({ start: MARCH, days: 10 });
    const [point] = (await store.call('usagePoints.list', {})).rows;
    // In Honolulu the first two hours are still of February.
    await store.call('usagePoints.setZone', { id: point?.id ?? '', zone: 'Pacific/Honolulu' });
    const [meter] = await shares(march - 1, 2);
    expect(meter?.there[0]).toBeCloseTo((2 * 3600) / (29 * DAY), 10);
  });

  it('a portfolio counts every meter once a month, estimates and gaps apart', async () => {
    await store.batch({ meter: '2001', start: MARCH, days: 10 });
    await store.batch({ meter: '2002', start: MARCH, days: 10, value: (index) => (index === 100 ? undefined : 250) });
    await store.batch({
      meter: '2003',
      start: MARCH,
      days: 10,
      extra: (index) => (index === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : ''),
    });
    const portfolio = await store.call('coverage.portfolio', { first: march, count: 1 });
    expect(portfolio).toMatchObject({ full: [1], estimated: [1], partial: [1], missing: [0] });
    // Of the month, as everywhere: 3 meters, of which there are ten days each, less a quarter of an hour.
    const month = 3 * (MARCH_DAYS * DAY - 3600);
    expect(portfolio.coverage[0]).toBeCloseTo((30 * DAY - STEP) / month, 10);
    expect(portfolio.estimatedShare[0]).toBeCloseTo(STEP / month, 10);
    const withGaps = async (gapsIn: number) =>
      (await store.call('usagePoints.list', { gapsIn })).rows.map(({ uid }) => uid);
    expect(await withGaps(march)).toEqual(['2002']);
    expect(await withGaps(march + 1)).toEqual([]);
  });

  it('a group that has only the other usage point of a meter has that meter', async () => {
    await store.batch({ meter: '2001', start: MARCH, days: 10 });
    await store.batch({ authorization: '1002', meter: '2001', start: MARCH, days: 2 });
    const { id } = await store.call('groups.save', { name: 'One', meters: ['1002~2001'] });
    const [all, group] = [
      await store.call('coverage.portfolio', { first: march, count: 1 }),
      await store.call('coverage.portfolio', { first: march, count: 1, group: id }),
    ];
    expect(all.full).toEqual([1]);
    expect(group).toEqual(all);
  });

  it('holes that were zeros are holes again where the readings turn out to be no amounts', async () => {
    // Days 2 to 11 of thirty are not there.
    await store.batch({ start: MARCH, days: 30, value: (index) => (index >= 96 && index < 11 * 96 ? undefined : 250) });
    const [series] = await store.call('series.list', {});
    const id = series?.id ?? '';
    const { id: group } = await store.call('groups.save', {
      name: 'Whole',
      rule: { match: 'all', conditions: [{ field: 'coverage', atLeast: 0.99 }] },
    });
    const says = async () => {
      const [meter] = await shares(march, 1);
      const [row] = (await store.call('usagePoints.list', {})).rows;
      const overview = await store.call('overview.get', { first: march, count: 1 });
      const { counts } = await store.call('attention.lines', { now: (MARCH + 31 * DAY) * 1000, ahead: 0 });
      const [listed] = await store.call('series.list', {});
      return {
        taken: listed?.holes.taken,
        missing: (meter?.missing[0] ?? 0) > 0,
        listed: row?.coverage === 1,
        overview: (overview.measure?.coverage ?? 0) > 0.9,
        gaps: counts.gap,
        whole: (await store.call('usagePoints.list', { group })).matching,
      };
    };
    await store.call('series.setHoles', { series: id, holes: 'zeros' });
    const zeros = { taken: 'zeros', missing: false, listed: true, overview: true, gaps: 0, whole: 1 };
    expect(await says()).toEqual(zeros);
    await store.call('series.setBehaviour', { series: id, behaviour: 'register' });
    const gaps = { taken: 'gaps', missing: true, listed: false, overview: false, gaps: 1, whole: 0 };
    expect(await says()).toEqual(gaps);
    await store.call('series.setBehaviour', { series: id });
    expect(await says()).toEqual(zeros);
  });

  it('a store without meters has nothing to tell', async () => {
    expect(await store.call('coverage.portfolio', { first: march, count: 2 })).toMatchObject({ full: [0, 0] });
  });
});
