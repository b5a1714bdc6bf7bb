/** Lists and totals of the program, asked again as queries of a real store: the rows and numbers of the screen's own answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizationsQuery,
  collectionsQuery,
  coverageQuery,
  eventsQuery,
  metersQuery,
  problemsQuery,
  requestsQuery,
  runsQuery,
  type ScreenQuery,
} from '../../../../renderer/ui/screen-queries.ts';
import {
  billedQuery,
  measuredOf,
  overviewQuery,
  rankingQuery,
  sumQuery,
} from '../../../../renderer/ui/total-queries.ts';
import type { EventFilter } from '../../../../shared/contract/events.ts';
import type { QueryCell } from '../../../../shared/contract/query.ts';
import { ELECTRICITY, START } from '../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../fixtures/bill-feed.ts';
import { feedOf, run } from '../../engine/store/questions/portfolio-store.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../../engine/store/store-harness.ts';

let store: TestStore;

const HOURLY = ELECTRICITY.replace('<intervalLength>900', '<intervalLength>3600');
const RECEIVED = ELECTRICITY.replace('<flowDirection>1<', '<flowDirection>19<');

beforeAll(async () => {
  store = await openTestStore();
  await store.batch({ days: 80 });
  await store.batch({ days: 70, meter: '2002', value: (index) => (index % 97 < 5 ? undefined : 100 + (index % 13)) });
  await store.batch({
    days: 20,
    meter: '2003',
    authorization: '1002',
    start: START + 86_400 * 30,
    value: (index) => index % 50,
  });
  // The same meter in another direction is in no total of what is delivered.
  await store.batch({ days: 10, meter: '2004', authorization: '1002', readingType: RECEIVED });
  await store.batch({ days: 10, meter: '2005', authorization: '1003', readingType: HOURLY, value: () => undefined });
  const write = (sql: string) => store.engine.store(WORKSPACE).write((connection) => connection.run(sql));
  await write(
    `INSERT INTO tags (kind, subject, tag, tagged_at) VALUES ('meter', '1001~2001', 'North', 0), ('meter', '1001~2002', 'Northern', 0), ('meter', '1002~2003', 'north', 0)`,
  );
  await write(
    `INSERT INTO events (seq, uid, type, ts, happened_at, arrived_at, way, late, late_us, hole, signed, deliveries, delivered, authorization_uid, meter_uid, json)
     SELECT i, 'e' || i, CASE i % 3 WHEN 0 THEN 'meter_created' ELSE 'it''s new' END, 'x', 1700006400000000 + (i * 7919 % 101) * 1000000, 1700006400000 + i * 1000,
       CASE i % 2 WHEN 0 THEN 'webhook' ELSE 'poll' END, i % 5 = 0, 0, false, i % 4 = 0, i % 3, i % 7 <> 0, '1001', 'm' || i % 4, '{"a":"Word ' || i % 6 || '"}' FROM range(60) t(i)`,
  );
  // Pages of one poll are kept from the newest down.
  await write(
    `INSERT INTO events (seq, uid, type, ts, happened_at, arrived_at, way, late, late_us, hole, signed, deliveries, delivered, authorization_uid, meter_uid, json)
     SELECT 60 + i, 'p' || i, 'meter_created', 'x', 1700006400000000 + CASE WHEN i < 5 THEN 5 + i ELSE i - 5 END, 1700006500000, 'poll', false, 0, false, false, 0, false, '1001', 'm1', '{}' FROM range(10) t(i)`,
  );
  await write(
    `INSERT INTO requests (id, call, job, started_at, method, url, status, duration_ms, attempt)
     SELECT 'r' || i, 'c' || i // 3, CASE WHEN i % 5 = 0 THEN 'sync' END, 1700006400250 + i * 1000, 'GET',
       CASE WHEN i % 7 < 3 THEN 'https://x.test/events?limit=5' ELSE 'https://x.test/Batch' END, 200, 12.5, 1 + i % 3 FROM range(90) t(i)`,
  );
  await write(
    `INSERT INTO runs BY NAME SELECT 'n' || i AS id, CASE WHEN i % 4 = 0 THEN 'collection' ELSE 'run' END AS kind, 'b' || i // 5 AS batch, true AS over,
       1700006400000 + i AS created_at, '{}' AS view, '{}' AS state, 's' AS scenario, 'u' AS utility, 'pass' AS verdict, 1700006400000 + i AS fired_at FROM range(20) t(i)`,
  );
}, 120_000);
afterAll(async () => await store.dispose());

type Answer = Record<string, QueryCell>[];

async function ask(asked: ScreenQuery | undefined, of = store): Promise<Answer> {
  if (asked === undefined) throw new Error('There is no query.');
  const { sql, values } = asked;
  // Every value has its place in the text.
  expect((await of.call('query.parameters', { sql }))?.toSorted()).toEqual(Object.keys(values).toSorted());
  const { columns, rows, more } = await of.call('query.run', { sql, parameters: values });
  expect(more).toBe(false);
  return rows.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));
}

/** First day of a month by its number. */
const monthDay = (month: number) => new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 10);

const column = (answer: Answer, name: string) => answer.map((row) => row[name]);

describe('lists', () => {
  it('of meters have their numbers, also of a tag', async () => {
    for (const tag of [undefined, 'north', 'Northern']) {
      const { rows } = await store.call('usagePoints.list', tag === undefined ? {} : { tag });
      const asked = await ask(metersQuery(tag === undefined ? {} : { tag }));
      expect(asked.map((row) => [row.usage_point, row.uid, Number(row.readings), row.bills])).toEqual(
        rows.map((row) => [row.id, row.uid, row.readings, row.bills]),
      );
      expect(rows.length).toBe(tag === undefined ? 5 : tag === 'north' ? 2 : 1);
    }
    expect(metersQuery({ group: 'g' })).toBeUndefined();
  });

  it('of authorizations have their numbers', async () => {
    const { rows } = await store.call('authorizations.list', {});
    const asked = await ask(authorizationsQuery);
    const told = asked.map((row) => [row.authorization_uid, row.meters, Number(row.readings), row.coverage]);
    expect(told.toSorted()).toEqual(
      rows.map((row) => [row.uid, row.usagePoints, row.readings, row.coverage ?? null]).toSorted(),
    );
  });

  it('of coverage have what is missing of each meter', async () => {
    const { rows } = await store.call('usagePoints.list', {});
    const asked = new Map((await ask(coverageQuery({}))).map((row) => [row.usage_point, row]));
    const known = rows.filter(({ coverage }) => coverage !== undefined);
    expect(known.length).toBeGreaterThan(3);
    expect(known.some(({ coverage }) => Number(coverage) < 1)).toBe(true);
    for (const { id, coverage } of known) expect(asked.get(id)?.coverage, id).toBeCloseTo(Number(coverage), 9);
  });

  it('of coverage have none where they are narrowed down to a group or a month', () => {
    expect(coverageQuery({ group: 'g' })).toBeUndefined();
    expect(coverageQuery({ gapsIn: 2024 * 12 })).toBeUndefined();
  });

  it('of problems have all of them', async () => {
    const { rows, total } = await store.call('problems.list', {});
    const asked = await ask(problemsQuery);
    expect(asked).toHaveLength(total);
    expect(column(asked, 'message').toSorted()).toEqual(rows.map(({ message }) => message).toSorted());
  });

  const filters: EventFilter[] = [
    {},
    { types: ["it's new"], ways: ['poll'] },
    { object: 'm1' },
    { text: 'wORD 3' },
    { from: 1_700_006_410_000, to: 1_700_006_430_500 },
    ...(['signed', 'unsigned', 'late', 'repeated', 'undelivered'] as const).map((verdict) => ({ verdict })),
  ];
  it.each(filters)('of events have those of the filter, in its order: %j', async (filter) => {
    for (const order of ['arrival', 'happened'] as const) {
      const { rows } = await store.call('events.list', { filter, order, limit: 1000 });
      expect(rows.length).toBeGreaterThan(0);
      expect(column(await ask(eventsQuery(filter, order)), 'uid')).toEqual(rows.map(({ uid }) => uid));
    }
  });
  it('of events that no view tells have none', () => {
    expect(eventsQuery({ verdict: 'hole' }, 'arrival')).toBeUndefined();
  });

  it('of requests leave out what the screen does', async () => {
    for (const polls of [false, true]) {
      for (const tries of [false, true]) {
        for (const about of [undefined, { kind: 'job', id: 'sync' }] as const) {
          const which = { polls, tries, ...(about ? { about } : {}) };
          const { rows } = await store.call('requests.list', { ...which, offset: 0, limit: 1000 });
          expect(rows.length).toBeGreaterThan(0);
          expect(
            column(await ask(requestsQuery({ polls, tries, about })), 'request_id'),
            JSON.stringify(which),
          ).toEqual(rows.map(({ id }) => id));
        }
      }
    }
  });

  it('of runs and collections have theirs', async () => {
    expect(await ask(runsQuery(undefined))).toHaveLength(15);
    expect(column(await ask(runsQuery('b1')), 'run_id')).toEqual(['n9', 'n7', 'n6', 'n5']);
    expect(await ask(collectionsQuery)).toHaveLength(5);
  });
});

describe('totals', () => {
  const delivered = { service: 0, flow: 1, uom: 72 };

  it('of the overview are those of each month', async () => {
    const overview = await store.call('overview.get', { count: 12, measure: '0:72:1' });
    const asked = await ask(overviewQuery(measuredOf(overview.measure?.key ?? '') ?? delivered, overview.span));
    const shown = overview.months.filter(({ total }) => total !== undefined && total !== 0);
    expect(shown.length).toBeGreaterThan(2);
    expect(column(asked, 'month')).toEqual(shown.map(({ month }) => monthDay(month)));
    for (const [index, { total }] of shown.entries()) expect(asked[index]?.total).toBeCloseTo(total ?? Number.NaN, 6);
    expect(measuredOf('cost:840')).toBeUndefined();
    expect(measuredOf('0:72:net')).toBeUndefined();
  });

  it('of costs by bills share each bill among the months of its meter, over changes of the clocks, too', async () => {
    const bills = await openTestStore();
    try {
      const bill = (month: number, total: number, currency?: number) => ({
        start: Date.UTC(2024, month, 9, 5) / 1000,
        days: 31,
        total: total * 100_000,
        ...(currency === undefined ? {} : { currency }),
      });
      const made = [0, 1, 2, 3, 8, 9, 10].map((month) => bill(month, 100 + month * 7));
      await bills.ingest(billFeed(made));
      await bills.ingest(billFeed([bill(2, 55), bill(9, 66)], { meter: '2002' }));
      await bills.ingest(billFeed([bill(2, 1000, 840)], { meter: '2003' }));
      await bills.call('usagePoints.setZone', { id: '1001~2001', zone: 'America/Los_Angeles' });
      await bills.call('usagePoints.setZone', { id: '1001~2002', zone: 'Asia/Kolkata' });
      for (const [key, months] of [
        ['cost:124', 9],
        ['cost:840', 2],
      ] as const) {
        const {
          measure,
          months: shown,
          span,
        } = await bills.call('overview.get', {
          first: 2024 * 12,
          count: 12,
          measure: key,
        });
        expect(measure?.key).toBe(key);
        const asked = await ask(billedQuery(measure?.currency, span), bills);
        const known = shown.filter(({ total }) => total !== undefined && total !== 0);
        expect(known).toHaveLength(months);
        expect(column(asked, 'month')).toEqual(known.map(({ month }) => monthDay(month)));
        for (const [index, { total }] of known.entries()) {
          expect(asked[index]?.total).toBeCloseTo(total ?? Number.NaN, 6);
        }
      }
    } finally {
      await bills.dispose();
    }
  });

  it.each([false, true])('of the ranking have its amounts in its order (the lowest first: %s)', async (up) => {
    const [quantity] = await store.call('ranking.quantities', {});
    const period = { from: '2023-12-05', until: '2024-01-10' };
    const { rows } = await store.call('ranking.list', {
      quantity: quantity ?? delivered,
      ...period,
      by: 'amount',
      descending: !up,
    });
    expect(rows.length).toBeGreaterThan(2);
    const asked = await ask(rankingQuery(delivered, period, up));
    expect(column(asked, 'usage_point')).toEqual(rows.map(({ id }) => id));
    for (const [index, { amount }] of rows.entries()) expect(asked[index]?.amount).toBeCloseTo(amount ?? Number.NaN, 6);
  });

  it('of a sum also where a meter is named by the usage point of another authorization', async () => {
    const twins = await openTestStore();
    try {
      await twins.batch({ days: 3, meter: '2001' });
      await twins.batch({ days: 2, meter: '2001', authorization: '1002' });
      await twins.batch({ days: 3, meter: '2002' });
      const meters = ['1002~2001', '1001~2002'];
      const sum = await twins.call('sum.profile', { measure: '0:72:1', meters });
      const to = sum.from + sum.v.length * sum.step;
      const query = sumQuery(delivered, { step: sum.step, from: sum.from, to, meters });
      const asked = await ask(query, twins);
      expect(asked.map(({ meters: count }) => Number(count))).toEqual(sum.n);
      expect(asked.map(({ total }) => total)).toEqual(sum.v.map((value) => expect.closeTo(value ?? Number.NaN, 6)));
    } finally {
      await twins.dispose();
    }
  });

  it('of a sum by hours of a clock that is half an hour off are those of each hour', async () => {
    const indian = await openTestStore();
    try {
      for (const meter of ['2001', '2002']) {
        const readings = run(3600, 72, (index) => index, Date.UTC(2024, 0, 1) / 1000 + 1800);
        await indian.ingest(feedOf({ meter, type: { length: 3600 }, readings }));
        await indian.call('usagePoints.setZone', { id: `1001~${meter}`, zone: 'Asia/Kolkata' });
      }
      const sum = await indian.call('sum.profile', { measure: '0:72:1' });
      const to = sum.from + sum.v.length * sum.step;
      const asked = await ask(sumQuery(delivered, { step: sum.step, from: sum.from, to }), indian);
      expect(sum.v).toHaveLength(72);
      expect(asked.map((row) => [Date.parse(`${String(row.start_utc).replace(' ', 'T')}Z`) / 1000, row.total])).toEqual(
        sum.v.map((value, index) => [sum.from + index * 3600, expect.closeTo(value ?? Number.NaN, 6)]),
      );
    } finally {
      await indian.dispose();
    }
  });

  it.each([undefined, ['1001~2001', '1002~2003']])('of a sum are those of each interval (%s)', async (meters) => {
    const sum = await store.call('sum.profile', { measure: '0:72:1', ...(meters ? { meters } : {}) });
    const to = sum.from + sum.v.length * sum.step;
    const asked = await ask(sumQuery(delivered, { step: sum.step, from: sum.from, to, meters }));
    const told = new Map(asked.map((row) => [Date.parse(`${String(row.start_utc).replace(' ', 'T')}Z`) / 1000, row]));
    const shown = sum.v.flatMap((value, index) => (value === null ? [] : [{ value, at: sum.from + index * sum.step }]));
    expect(told.size).toBe(shown.length);
    for (const { value, at } of shown) expect(told.get(at)?.total, String(at)).toBeCloseTo(value, 6);
  });
});
