import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview, OverviewFigures } from '../../../../../shared/contract/overview.ts';
import { billFeed } from '../../../../fixtures/bill-feed.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import {
  FIRST,
  feedOf,
  MONTHS,
  type PlainMeter,
  plainFigures,
  portfolioStore,
  readPlain,
  run,
} from './portfolio-store.ts';

let store: TestStore;
let plain: PlainMeter[];
beforeAll(async () => {
  store = await openTestStore();
  await portfolioStore(store);
  plain = await readPlain(store);
}, 60_000);
afterAll(async () => await store.dispose());

const get = (input: Partial<Parameters<typeof ask>[0]> = {}) => ask({ first: FIRST, count: MONTHS, ...input });
const ask = (input: { first: number; count: number; group?: string; measure?: string; choice?: object }) =>
  store.call('overview.get', input);

const ELECTRICITY = '0:72:1';

/** Figures as the test compares them: what is added up in another order differs in the last digits. */
function rounded(figures: OverviewFigures) {
  const few = (value: number | undefined) => (value === undefined ? undefined : Number(value.toPrecision(10)));
  return {
    of: figures.of,
    meters: figures.meters,
    total: few(figures.total),
    // The last reading of a register lasts a second.
    coverage: Number(figures.coverage.toFixed(5)),
    estimated: Number(figures.estimated.toFixed(9)),
    demandMeters: figures.demandMeters,
    peak: figures.peak && { ...figures.peak, value: few(figures.peak.value) },
    peaks: few(figures.peaks),
    base: few(figures.base),
    baseMeters: figures.baseMeters,
  };
}

describe('every number is that of a plain recomputation from the readings', () => {
  it('by measure: delivered and received, gas by the day, water by a register, bills by currency', async () => {
    const { measures } = await get();
    expect(measures.map(({ key }) => key).toSorted()).toEqual([
      '0:72:1',
      '0:72:19',
      '1:169:1',
      '2:42:1',
      'cost:124',
      'cost:840',
    ]);
    for (const measure of measures) {
      expect([measure.key, rounded(measure)]).toEqual([
        measure.key,
        rounded(plainFigures(plain, { measure: measure.key })),
      ]);
    }
    expect(measures.map(({ label, unit, currency }) => [label, unit ?? currency])).toEqual([
      ['Electricity delivered', 'kWh'],
      ['Electricity received', 'kWh'],
      ['Gas delivered', 'therm'],
      ['Water delivered', 'm3'],
      ['Cost by bills', 'USD'],
      ['Cost by bills', 'CAD'],
    ]);
  });

  it.each(['0:72:1', '0:72:19', '0:72:net', '1:169:1', '2:42:1', 'cost:840'])('by month: %s', async (measure) => {
    const { months } = await get({ measure });
    expect(months.map(({ month }) => month)).toEqual(Array.from({ length: MONTHS }, (_, i) => FIRST + i));
    for (const one of months) {
      const wanted = plainFigures(plain, { measure, months: [one.month] });
      expect([one.month, rounded(one), one.peakAt]).toEqual([one.month, rounded(wanted), wanted.peakAt]);
    }
  });

  it('by tariff, utility, tag, state and service; a meter with two tags stands in both', async () => {
    for (const measure of [ELECTRICITY, '0:72:net', 'cost:840']) {
      const { sides } = await get({ measure });
      for (const [side, bars] of Object.entries(sides)) {
        const values = new Set(
          plain.filter((one) => one.measures.has(measure)).flatMap((one) => one.sides[side] ?? []),
        );
        expect(bars.map(({ value }) => value).toSorted()).toEqual([...values].toSorted());
        for (const bar of bars) {
          const wanted = plain.filter((one) => one.sides[side]?.includes(bar.value));
          expect([side, bar.value, rounded(bar)]).toEqual([
            side,
            bar.value,
            rounded(plainFigures(wanted, { measure })),
          ]);
        }
      }
    }
    const { sides } = await get();
    expect(sides.tag.map(({ label }) => label)).toContain('North');
    expect(sides.tag.reduce((sum, { of }) => sum + of, 0)).toBe(5);
  });

  it('by meter, the largest first', async () => {
    const { largest } = await get();
    expect(largest.length).toBeGreaterThan(3);
    for (const meter of largest) {
      const wanted = plain.filter(({ id }) => id === meter.id);
      expect([meter.id, rounded(meter)]).toEqual([meter.id, rounded(plainFigures(wanted, { measure: ELECTRICITY }))]);
    }
    const totals = largest.map(({ total }) => total ?? 0);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  });

  it('by amount: each meter stands in one bar', async () => {
    const { amounts } = await get();
    const totals = plain.flatMap((one) => plainFigures([one], { measure: ELECTRICITY }).total ?? []);
    for (const { atLeast = -Infinity, below, meters } of amounts) {
      expect(meters).toBe(totals.filter((total) => total >= atLeast && total < below).length);
    }
    expect(amounts.reduce((sum, { meters }) => sum + meters, 0)).toBe(totals.length);
  });
});

describe('what is chosen in a picture', () => {
  const sum = (bars: readonly OverviewFigures[]) => bars.reduce((total, one) => total + (one.total ?? 0), 0);

  it('narrows all the others down, and not itself', async () => {
    const all = await get();
    const chosen = await get({ choice: { tariff: ['E-19'] } });
    expect(chosen.sides.tariff).toEqual(all.sides.tariff);
    const wanted = plain.filter((one) => one.sides.tariff?.includes('E-19'));
    expect(rounded(chosen.measure ?? none())).toEqual(rounded(plainFigures(wanted, { measure: ELECTRICITY })));
    for (const one of chosen.months) {
      expect(rounded(one)).toEqual(rounded(plainFigures(wanted, { measure: ELECTRICITY, months: [one.month] })));
    }
    expect(chosen.largest.map(({ id }) => id).toSorted()).toEqual(
      wanted.flatMap((one) => (one.measures.has(ELECTRICITY) ? [one.id] : [])).toSorted(),
    );
    expect(sum(chosen.sides.state)).toBeCloseTo(chosen.measure?.total ?? 0, 6);
    expect(chosen.meters).toBe(wanted.length);
  });

  it('may be months, several values, a range of amounts, and all of them at once', async () => {
    const months = [FIRST + 1, FIRST + 2];
    const some = await get({ choice: { months } });
    expect(some.months.map((one) => rounded(one))).toEqual((await get()).months.map((one) => rounded(one)));
    expect(rounded(some.measure ?? none())).toEqual(rounded(plainFigures(plain, { measure: ELECTRICITY, months })));
    const totals = plain.map((one) => plainFigures([one], { measure: ELECTRICITY }).total);
    const atLeast = totals.flatMap((total) => total ?? []).toSorted((a, b) => a - b)[2] ?? 0;
    const wanted = plain.filter(
      (one, place) =>
        (totals[place] ?? -1) >= atLeast && ['E-19', ''].some((tariff) => one.sides.tariff?.includes(tariff)),
    );
    const both = await get({ choice: { months, tariff: ['E-19', ''], amount: { atLeast } } });
    expect(rounded(both.measure ?? none())).toEqual(rounded(plainFigures(wanted, { measure: ELECTRICITY, months })));
    expect(wanted.length).toBeGreaterThan(0);
    expect(both.amounts.reduce((count, { meters }) => count + meters, 0)).toBeGreaterThan(wanted.length);
  });

  it('that nothing is left of leaves empty pictures', async () => {
    const { measure, months, largest, meters } = await get({ choice: { tag: ['nobody'] } });
    expect([measure, months, largest, meters]).toEqual([undefined, [], [], 0]);
  });
});

describe('it says', () => {
  it('which meters are in no total, and which are counted once', async () => {
    const { meters, unmeasured, unsummed, several, incompleteBills } = await get();
    expect({ meters, unmeasured, unsummed, several, incompleteBills }).toEqual({
      meters: plain.length,
      unmeasured: 1,
      unsummed: 0,
      several: 1,
      incompleteBills: 1,
    });
  });

  it('that days are not summed yet rather than less than there is', async () => {
    const other = await openTestStore();
    await other.batch({ days: 3 });
    await other.batch({ meter: '2002', days: 3 });
    await other.engine.store('w').write(async (connection) => {
      for (const table of ['day_sums', 'month_sums']) {
        await connection.run(`DELETE FROM ${table} WHERE series = (SELECT min(series) FROM series)`);
      }
      await connection.run(
        'UPDATE series SET day_clock = NULL, day_whole = NULL WHERE series = (SELECT min(series) FROM series)',
      );
    });
    const answer: Overview = await other.call('overview.get', { first: 2023 * 12 + 10, count: 1 });
    expect(answer).toMatchObject({ meters: 2, unsummed: 1, measure: { of: 2, meters: 1 } });
    await other.dispose();
  });

  it('the months of bills where there are no readings, and those of bills that are later than these', async () => {
    const other = await openTestStore();
    const month = (year: number, number: number) => year * 12 + number - 1;
    await other.batch({ days: 1 });
    expect((await other.call('overview.get', { count: 12 })).data).toEqual({ first: month(2023, 11), count: 1 });
    // A bill of January, up to the midnight with which February begins in California.
    const start = Date.UTC(2024, 0, 1, 8) / 1000;
    await other.ingest(
      billFeed([{ start, days: 31, total: 500_000, currency: 840 }], { subscription: '1001', meter: '2001' }),
    );
    await other.ingest(
      billFeed([{ start, days: 31, total: 500_000, currency: 840 }], { subscription: '1001', meter: '2002' }),
    );
    const all = await other.call('overview.get', { count: 12 });
    expect(all).toMatchObject({
      span: { first: month(2023, 2), count: 12 },
      data: { first: month(2023, 11), count: 3 },
    });
    const { id } = await other.call('groups.save', { name: 'Billed', meters: ['1001~2002'] });
    const billed = await other.call('overview.get', { count: 12, group: id });
    expect(billed).toMatchObject({ span: { first: month(2023, 2) }, data: { first: month(2024, 1), count: 1 } });
    expect(billed.measure).toMatchObject({ key: 'cost:840', meters: 1, total: 5 });
    // One of the year 2100, and one of a hundred years: neither hides the months that there are.
    const far = Date.UTC(2100, 0, 1) / 1000;
    const wrong = [
      { start: far, days: 31, total: 500_000, currency: 840 },
      { start, days: 36_500, total: 500_000, currency: 840 },
    ];
    await other.ingest(billFeed(wrong, { subscription: '1001', meter: '2003' }));
    const { data } = await other.call('overview.get', { count: 12 });
    const today = new Date();
    expect(data.first + data.count - 1).toBe(month(today.getUTCFullYear(), today.getUTCMonth() + 1));
    const none = await other.call('groups.save', { name: 'None', meters: [] });
    const empty = await other.call('overview.get', { count: 12, group: none.id });
    expect(empty).toMatchObject({ data: { first: 0, count: 0 }, measures: [] });
    await other.dispose();
  });

  it('the measure that most meters of a group have where none of them has the one that was asked for', async () => {
    const { id } = await store.call('groups.save', { name: 'Gas', meters: ['1001~2005'] });
    for (const measure of [ELECTRICITY, '0:72:net', 'cost:124', 'nothing']) {
      const { measure: shown, months } = await get({ group: id, measure });
      expect([measure, shown?.key, months.length]).toEqual([measure, '1:169:1', MONTHS]);
    }
    expect((await get({ group: id, measure: '1:169:net' })).measure?.key).toBe('1:169:net');
  });

  it('tags of a meter on whichever of its usage points they are', async () => {
    const other = await openTestStore();
    await other.batch({ days: 3 });
    await other.batch({ authorization: '1002', days: 1 });
    await other.call('tags.change', { meters: ['1002~2001'], add: ['North'] });
    await other.call('tags.change', { meters: ['1001~2001'], add: ['north', 'Pilot'] });
    const ofTag = async (tag: string) => {
      const { meters, sides } = await other.call('overview.get', { count: 12, choice: { tag: [tag] } });
      return [meters, sides.tag.map((bar) => [bar.label, bar.of])];
    };
    const tags = [
      ['North', 1],
      ['Pilot', 1],
    ];
    expect(await ofTag('north')).toEqual([1, tags]);
    await other.call('tags.change', { meters: ['1001~2001'], remove: ['north', 'Pilot'] });
    expect(await ofTag('north')).toEqual([1, [['North', 1]]]);
    expect(await ofTag('')).toEqual([0, [['North', 1]]]);
    await other.dispose();
  });

  it('no demand of a meter one of whose readings lasts much longer than the others', async () => {
    const other = await openTestStore();
    const start = Date.UTC(2023, 10, 10, 8) / 1000;
    const quarters = run(900, 192, () => 250, start);
    const long = { start: start + 192 * 900, duration: 21_600, value: 5000 };
    await other.ingest(feedOf({ meter: '2001', readings: [...quarters, long] }));
    await other.ingest(feedOf({ meter: '2002', readings: quarters }));
    const { measure } = await other.call('overview.get', { first: 2023 * 12 + 10, count: 1 });
    expect(measure).toMatchObject({ total: 101, demandMeters: 1, peaks: 1, base: 1, baseMeters: 1 });
    expect(measure?.peak).toEqual({ value: 1, usagePoint: '1001~2002' });
    await other.dispose();
  });

  it('nothing of a store without meters, and of a group only what is in it', async () => {
    const other = await openTestStore();
    expect(await other.call('overview.get', { first: FIRST, count: 1 })).toMatchObject({ meters: 0, measures: [] });
    await other.dispose();
    const { id } = await store.call('groups.save', { name: 'Two', meters: ['1001~2001', '1001~2004'] });
    const wanted = plain.filter((one) => ['1001~2001', '1001~2004'].includes(one.id));
    const { measure, meters } = await get({ group: id, measure: ELECTRICITY });
    expect(meters).toBe(2);
    expect(rounded(measure ?? none())).toEqual(rounded(plainFigures(wanted, { measure: ELECTRICITY })));
    await expect(get({ group: 'nobody' })).rejects.toMatchObject({ code: 'group_unknown' });
  });
});

it('says by whose clocks the months are, and where the meters are from', async () => {
  const { zones, sources } = await store.call('overview.origins', {});
  expect(zones.reduce((sum, { meters }) => sum + meters, 0)).toBe(plain.length);
  expect(zones.map(({ meters }) => meters)).toEqual([plain.length - 1, 1]);
  expect(zones[1]?.label).toContain('Kolkata');
  expect(sources).toEqual([
    { name: 'https://example.test', isFile: false, meters: plain.length, readAt: expect.any(Number) },
  ]);
  const { id } = await store.call('groups.save', { name: 'India', meters: ['1001~2003'] });
  expect((await store.call('overview.origins', { group: id })).zones).toEqual([zones[1]]);
  await expect(store.call('overview.origins', { group: 'nobody' })).rejects.toMatchObject({ code: 'group_unknown' });
});

function none(): never {
  throw new Error('the measure has no meters');
}
