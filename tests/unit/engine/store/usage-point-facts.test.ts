import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../../../../electron/engine/store/database.ts';
import { ESTIMATED_CODES } from '../../../../electron/engine/store/decisions.ts';
import { number, optionalText, text } from '../../../../electron/engine/store/row.ts';
import { fillFacts } from '../../../../electron/engine/store/usage-point-facts.ts';
import { batchFeed, DAY, START } from '../../../fixtures/batch-feed.ts';
import { billFeed } from '../../../fixtures/bill-feed.ts';
import { customerFeed } from '../../../fixtures/customer-feed.ts';
import { periodFeed, periods } from '../../../fixtures/period-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from './store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const points = async () => (await store.call('usagePoints.list', { limit: 10 })).rows;
const november = {
  first: new Date(START * 1000).getUTCFullYear() * 12 + new Date(START * 1000).getUTCMonth(),
  count: 1,
};

describe('a meter under two authorizations', () => {
  beforeEach(async () => {
    await store.batch({ authorization: '1001', meter: '2001', days: 2 });
    await store.batch({ authorization: '1002', meter: '2001', days: 4 });
    await store.batch({ authorization: '1003', meter: '2003', days: 2 });
  });

  it('is marked under both, and the fuller one counts', async () => {
    const rows = await points();
    expect(rows.map(({ id, twinOf, alsoUnder }) => [id, twinOf, alsoUnder])).toEqual([
      ['1001~2001', '1002~2001', ['1002']],
      ['1002~2001', undefined, ['1001']],
      ['1003~2003', undefined, undefined],
    ]);
  });

  it('counts once in the coverage of the portfolio', async () => {
    const { full, estimated, partial, missing } = await store.call('coverage.portfolio', november);
    const counted = [full, estimated, partial, missing].reduce((sum, [count = 0]) => sum + count, 0);
    expect(counted).toBe(2);
  });
});

it('a record that comes twice at once is kept once, the last one, and multiplies no meter', async () => {
  await store.batch({ authorization: '1001', meter: '2001' });
  const records = ['A', 'B'].flatMap((utility) => [
    { kind: 'meter' as const, uid: '2001', authorization: '1001', record: { utility } },
    { kind: 'authorization' as const, uid: '1001', authorization: '', record: { utility } },
  ]);
  await store.call('serviceRecords.put', { at: 1, records });
  const sort = { column: 'utility', descending: false } as const;
  const { rows, matching } = await store.call('usagePoints.list', { sort, filters: { utility: ['B'] } });
  expect([rows.length, matching]).toEqual([1, 1]);
  const [kept] = await store.engine
    .store(WORKSPACE)
    .database.reader.rows('SELECT count(*) AS count, count(DISTINCT kind) AS kinds FROM service_records');
  expect(kept).toEqual({ count: 2, kinds: 2 });
});

it('a meter is found by what the service says of it now, whichever of the two is stored first', async () => {
  const say = (uid: string, message: string) =>
    store.call('serviceRecords.put', {
      at: 1,
      records: [
        {
          kind: 'meter',
          uid,
          authorization: '1001',
          record: { notes: [{ type: 'note', msg: message, ts: '2024-09-04T08:02:15Z' }] },
        },
      ],
    });
  const found = async (search: string) =>
    (await store.call('usagePoints.list', { search, limit: 10 })).rows.map(({ uid }) => uid);
  await say('2001', 'Delayed by a storm');
  await store.batch({ meter: '2001', days: 1 });
  await store.batch({ meter: '2002', days: 1 });
  await say('2002', 'Delayed by a strike');
  expect([await found('delayed storm'), await found('delayed strike')]).toEqual([['2001'], ['2002']]);
  await say('2001', 'All is here');
  await say('2002', 'All is here');
  // More of a meter arrives after that.
  await store.batch({ meter: '2001', days: 3 });
  expect([await found('delayed'), await found('all is')]).toEqual([[], ['2001', '2002']]);
});

describe('a list of meters', () => {
  const COLUMNS = ['title', 'tariff', 'status', 'service', 'first', 'notes', 'utility'] as const;
  interface Entry {
    title: string;
    tariff: string;
    status: number;
    kind: number;
    /** Seconds east of UTC. */
    offset: number;
    updated?: string;
  }
  const point = (meter: string, { title, tariff, status, kind, offset, updated }: Entry) =>
    store.ingest(
      batchFeed({ meter, days: 1, ...(updated ? { updated } : {}) })
        .replace('<title>t</title>', `<title>${title}</title>`)
        .replaceAll('LocalTimeParameters/1', `LocalTimeParameters/${offset}`)
        .replace('<tzOffset>-28800<', `<tzOffset>${offset}<`)
        .replace(
          '<kind>0</kind></ServiceCategory>',
          `<kind>${kind}</kind></ServiceCategory><status>${status}</status>
           <ServiceDeliveryPoint><tariffProfile>${tariff}</tariffProfile></ServiceDeliveryPoint>`,
        ),
    );
  const record = (uid: string, utility: string, msg: string) =>
    store.call('serviceRecords.put', {
      at: 1,
      records: [{ kind: 'meter', uid, authorization: '1001', record: { utility, notes: [{ type: 'note', msg }] } }],
    });
  const ordered = async () =>
    Object.fromEntries(
      await Promise.all(
        COLUMNS.map(async (column) => {
          const { rows } = await store.call('usagePoints.list', { sort: { column, descending: false } });
          return [column, rows.map(({ uid }) => uid).join(' ')];
        }),
      ),
    );
  const found = async (words: readonly string[]) =>
    await Promise.all(
      words.map(async (search) => {
        const { rows } = await store.call('usagePoints.list', { search });
        return rows.map(({ uid }) => uid).join(' ');
      }),
    );
  const all = (order: string) => Object.fromEntries(COLUMNS.map((column) => [column, order]));

  beforeEach(async () => {
    await point('2001', { title: 'Alder', tariff: 'A-9', status: 0, kind: 0, offset: -28_800 });
    await point('2002', { title: 'Maple', tariff: 'A-10', status: 1, kind: 1, offset: -28_800 });
    await record('2001', 'ARC', 'Apples');
    await record('2002', 'MID', 'Melons');
  });

  it('shows, finds and orders by what usage points and their records say now, not by what they said before', async () => {
    expect(await ordered()).toEqual(all('2001 2002'));
    const updated = '2024-02-02T00:00:00Z';
    await point('2001', { title: 'Willow', tariff: 'Z-1', status: 7, kind: 2, offset: 0, updated });
    await record('2001', 'ZEN', 'Zest');
    expect(await ordered()).toEqual(all('2002 2001'));
    const [row] = await points();
    expect(row).toMatchObject({
      uid: '2001',
      title: 'Willow',
      tariff: 'Z-1',
      status: { code: 7 },
      serviceKind: { code: 2 },
      firstDay: '2023-11-15',
      service: { utility: 'ZEN', notes: [{ message: 'Zest' }] },
    });
    expect(await store.call('usagePoints.get', { id: row?.id ?? '' })).toMatchObject({ ...row });
    expect(await found(['alder', 'a-9', 'apples', 'arc'])).toEqual(['', '', '', '']);
    expect(await found(['willow', 'z-1', 'zest', 'zen'])).toEqual(['2001', '2001', '2001', '2001']);
    const { choices } = await store.call('usagePoints.summary', {});
    expect(choices.utility?.map(({ value }) => value)).toEqual(['MID', 'ZEN']);
    expect(choices.tariff?.map(({ value }) => value)).toEqual(['A-10', 'Z-1']);
  });

  it('knows the document that a usage point was described by last', async () => {
    const file = path.join(store.folder, 'a.xml');
    for (const damage of ['', '<cost>much</cost>']) {
      await writeFile(file, batchFeed({ days: 1, extra: () => damage }));
      await store.call('ingest.file', { path: file, label: 'a.xml' });
      const { rows } = await store.call('usagePoints.list', { search: 'a.xml' });
      expect(rows.map(({ problems }) => problems > 0)).toEqual([damage !== '']);
    }
  });
});

it('a meter that has another uid under each authorization is known by its number and address', async () => {
  for (const [authorization, meter] of [
    ['1001', '2001'],
    ['1002', '2002'],
  ] as const) {
    await store.batch({ authorization, meter, days: 1 });
    await store.ingest(customerFeed({ authorization, meter, street: '5 Elm', serial: 'E400' }), authorization);
  }
  const rows = await points();
  expect(rows.map(({ meterNumber, alsoUnder }) => [meterNumber, alsoUnder])).toEqual([
    ['E400', ['1002']],
    ['E400', ['1001']],
  ]);
});

it('meters of two files are not one because both are the first of their file', async () => {
  for (const name of ['a.xml', 'b.xml']) {
    const file = path.join(store.folder, name);
    await writeFile(file, batchFeed({ days: 1 }));
    await store.call('ingest.file', { path: file, label: name });
  }
  const rows = (await points()).toSorted((a, b) => (a.file ?? '').localeCompare(b.file ?? ''));
  expect(rows.map(({ file, twinOf, alsoUnder }) => [file, twinOf, alsoUnder])).toEqual([
    ['a.xml', undefined, undefined],
    ['b.xml', undefined, undefined],
  ]);
  expect((await store.call('usagePoints.list', { search: 'b.xml' })).rows).toHaveLength(1);
});

describe('a location with electricity and gas', () => {
  const feed = (serial: string | undefined, also?: { meter: string; serial?: string }) =>
    customerFeed({ authorization: '1001', meter: '2001', street: '5 Elm', serial, ...(also ? { also } : {}) });
  const gas = { meter: '2002' };
  const shown = async () =>
    (await points()).map(({ customerName, address, meterNumber }) => [customerName, address, meterNumber]);
  const ann = 'Ann 1001 of 5 Elm';

  beforeEach(async () => {
    for (const meter of ['2001', '2002']) await store.batch({ authorization: '1001', meter, days: 1 });
  });

  it('gives customer and address to both meters, and a number to neither', async () => {
    await store.ingest(feed('E1', { ...gas, serial: 'G1' }), '1001');
    expect(await shown()).toEqual([
      [ann, '5 Elm', undefined],
      [ann, '5 Elm', undefined],
    ]);
    // Nothing says that the one that was sent is of both: it may be of the electricity alone.
    await store.ingest(feed('E1', gas), '1001');
    expect((await shown()).map(([, , number]) => number)).toEqual([undefined, undefined]);
  });

  it('leaves them two meters under a second authorization, too', async () => {
    for (const authorization of ['1001', '1002']) {
      for (const meter of ['2001', '2002']) await store.batch({ authorization, meter, days: 1 });
      await store.ingest(
        customerFeed({ authorization, meter: '2001', also: gas, street: '5 Elm', serial: 'E1' }),
        authorization,
      );
    }
    expect((await points()).map(({ uid, alsoUnder }) => [uid, alsoUnder])).toEqual([
      ['2001', ['1002']],
      ['2002', ['1002']],
      ['2001', ['1001']],
      ['2002', ['1001']],
    ]);
    expect(
      (await points())
        .filter(({ twinOf }) => twinOf === undefined)
        .map(({ uid }) => uid)
        .toSorted(),
    ).toEqual(['2001', '2002']);
  });

  it('loses a meter that it names no longer', async () => {
    await store.ingest(feed(undefined, gas), '1001');
    await store.ingest(feed('E1'), '1001');
    expect(await shown()).toEqual([
      [ann, '5 Elm', 'E1'],
      [undefined, undefined, undefined],
    ]);
  });

  it('shows the customer of an authorization of which only the second meter was fetched', async () => {
    await store.ingest(feed(undefined, gas), '1001');
    await store.engine.store('w').write((connection) => connection.run("DELETE FROM usage_points WHERE uid = '2001'"));
    const kinds = (await store.call('customers.list', { authorization: '1001' })).rows.map(({ kind }) => kind);
    expect(kinds).toEqual(['Customer', 'CustomerAccount', 'CustomerAgreement', 'ServiceLocation']);
  });

  it('is read so again from a store of version 40, which kept its first meter only', async () => {
    const file = await openTestStore({ file: 'v40.duckdb' });
    try {
      for (const meter of ['2001', '2002']) await file.batch({ authorization: '1001', meter, days: 1 });
      await file.ingest(feed('E1', gas), '1001');
      const before = await file.call('usagePoints.list', {});
      expect(before.rows.map(({ address }) => address)).toEqual(['5 Elm', '5 Elm']);
      await file.engine.store('w').write(asOfVersion40);
      await file.reopen();
      expect(await file.call('usagePoints.list', {})).toEqual(before);
    } finally {
      await file.dispose();
    }
  });
});

it('what is missing of a meter is what its coverage is of: the series with the most readings', async () => {
  // Months over two years, then quarter hours of thirty days without the tenth.
  const months = periods(START - 720 * DAY, new Array<number>(24).fill(30), () => 1);
  const point = 'Subscription/1001/UsagePoint/2001';
  await store.ingest(periodFeed({ readings: months, each: 'together', point, prefix: 'm' }));
  await store.batch({ days: 30, value: (index) => (Math.floor(index / 96) === 9 ? undefined : 100) });
  const [row] = await points();
  expect(row).toMatchObject({ series: 2, missingSeconds: DAY, firstReading: START - 720 * DAY });
  expect(row?.coverage).toBeCloseTo(29 / 30, 12);
  // Zeros that were left out are not missing.
  const series = (await store.call('series.list', {})).find(({ count }) => count === 29 * 96);
  await store.call('series.setHoles', { series: series?.id ?? '', holes: 'zeros' });
  expect((await points())[0]).toMatchObject({ coverage: 1, missingSeconds: 0 });
});

describe('the facts of usage points', () => {
  const authorization = fc.constantFrom('1001', '1002', '1003');
  const meter = fc.constantFrom('2001', '2002');
  const step = fc.oneof(
    fc.record({
      authorization,
      meter,
      days: fc.integer({ min: 1, max: 3 }),
      hole: fc.boolean(),
      estimated: fc.boolean(),
    }),
    fc.record({
      authorization,
      meter,
      street: fc.constantFrom('5 Elm', '7 Oak'),
      serial: fc.constantFrom('E1', 'E2', undefined),
    }),
    fc.record({ authorization, meter, bills: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ file: fc.constantFrom('a.xml', 'b.xml'), days: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ remove: fc.constantFrom('a.xml', 'b.xml') }),
    fc.record({ zeros: fc.nat(5) }),
    fc.record({ authorization, meter, note: fc.constantFrom('Delayed', 'All is here') }),
  );

  async function take(one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    if ('hole' in one) {
      const extra = () => (one.estimated ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : '');
      await store.batch({
        ...one,
        extra,
        value: (index) => (one.hole && index % 96 > 40 && index % 96 < 50 ? undefined : index),
      });
    } else if ('street' in one) await store.ingest(customerFeed(one), one.authorization);
    else if ('note' in one) {
      const record = { utility: 'DEMO', notes: [{ type: 'note', msg: one.note }] };
      const { authorization: owner, meter: uid } = one;
      await store.call('serviceRecords.put', {
        at: 1,
        records: [{ kind: 'meter', uid, authorization: owner, record }],
      });
    } else if ('bills' in one) {
      const bills = Array.from({ length: one.bills }, (_, month) => ({ start: START + month * 30 * DAY, total: 1000 }));
      await store.ingest(billFeed(bills, { subscription: one.authorization, meter: one.meter }), one.authorization);
    } else if ('file' in one) {
      const file = path.join(store.folder, one.file);
      await writeFile(file, batchFeed({ days: one.days }));
      await store.call('ingest.file', { path: file, label: one.file });
    } else if ('remove' in one) {
      const found = (await store.call('files.stored', {})).find(({ name }) => name === one.remove);
      if (found !== undefined) await store.call('files.remove', { source: found.id });
    } else {
      const series = await store.call('series.list', {});
      const chosen = series[one.zeros % Math.max(1, series.length)];
      if (chosen !== undefined) await store.call('series.setHoles', { series: chosen.id, holes: 'zeros' });
    }
  }

  it('are what a recomputation from the rows gives, whatever came, was corrected, decided or removed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        await store.dispose();
        store = await openTestStore();
        for (const one of steps) await take(one);
        expect(await kept()).toEqual(await recomputed());
        const before = await everything();
        await filledAgain();
        expect(await everything()).toEqual(before);
      }),
      { numRuns: 15 },
    );
  });
});

it('a store that has none, as those of earlier versions, has them once it is opened', async () => {
  const file = await openTestStore({ file: 'earlier.duckdb' });
  try {
    await file.batch({
      authorization: '1001',
      meter: '2001',
      days: 2,
      parts: ['usagePoint', 'meterReading', 'blocks'],
    });
    await file.batch({ authorization: '1002', meter: '2001', days: 4, extra: () => '<cost>much</cost>' });
    const before = (await file.call('usagePoints.list', {})).rows;
    expect(before.map(({ problems }) => problems > 0)).toEqual([false, true]);
    const authorizations = (await file.call('authorizations.list', {})).rows;
    await file.engine.store('w').write((connection) => connection.run('DELETE FROM usage_point_facts'));
    await file.reopen();
    expect((await file.call('usagePoints.list', {})).rows).toEqual(before);
    expect((await file.call('authorizations.list', {})).rows).toEqual(authorizations);
  } finally {
    await file.dispose();
  }
});

it('a store of version 39, which has less of them, answers the same once it is opened', async () => {
  const file = await openTestStore({ file: 'v39.duckdb' });
  try {
    await file.batch({ authorization: '1001', meter: '2001', days: 1 });
    const record = { utility: 'DEMO', status: 'updated', notes: [{ type: 'note', msg: 'Here' }], bills: ['not shown'] };
    await file.call('serviceRecords.put', {
      at: 1,
      records: [
        { kind: 'meter', uid: '2001', authorization: '1001', record },
        { kind: 'authorization', uid: '1001', authorization: '1001', record },
      ],
    });
    const answers = async () => [
      await file.call('usagePoints.list', { search: 'here' }),
      await file.call('authorizations.list', {}),
      await file.engine.store('w').database.reader.rows('SELECT * FROM service_records ORDER BY ALL'),
    ];
    const before = await answers();
    expect(before[0]).toMatchObject({ rows: [{ service: { utility: 'DEMO', status: 'updated' } }] });
    await file.engine.store('w').write(async (connection) => {
      await asOfVersion40(connection);
      await connection.run('ALTER TABLE service_records DROP COLUMN shown');
      await connection.run('DELETE FROM schema_migrations WHERE version > 39');
    });
    await file.reopen();
    expect(await answers()).toEqual(before);
  } finally {
    await file.dispose();
  }
});

async function asOfVersion40(connection: Connection): Promise<void> {
  await connection.run('ALTER TABLE customer_entities ADD COLUMN usage_point VARCHAR');
  await connection.run('DROP TABLE location_points');
  await connection.run('DELETE FROM schema_migrations WHERE version > 40');
}

/** With what lists are searched and ordered by. */
const everything = () =>
  store.engine.store('w').database.reader.rows('SELECT * FROM usage_point_facts ORDER BY usage_point');

async function filledAgain(): Promise<void> {
  const connection = await store.engine.store('w').database.connect();
  await connection.run('DELETE FROM usage_point_facts');
  await fillFacts(connection);
  await connection.close();
}

const FACTS =
  'usage_point, customer, address, meter, series, readings, first, last, round(coverage, 9) AS coverage, missing_seconds, round(estimated, 9) AS estimated, bills, twin_of, others';

async function kept(): Promise<unknown[]> {
  const reader = store.engine.store('w').database.reader;
  const rows = await reader.rows(`SELECT ${FACTS} FROM usage_point_facts ORDER BY usage_point`);
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'bigint' ? Number(cell) : cell]),
    ),
  );
}

/** The same, from the rows that the documents left and nothing that was kept of them. */
async function recomputed(): Promise<unknown[]> {
  const reader = store.engine.store('w').database.reader;
  const [points, customers, bills, files] = await Promise.all(
    ['usage_points ORDER BY id', 'customer_entities', 'usage_summaries', `sources WHERE scope <> ''`].map((table) =>
      reader.rows(`SELECT * FROM ${table}`),
    ),
  );
  const series = await reader.rows(
    `SELECT s.usage_point, s.series, s.holes_decided, count(*) AS count, min(start) AS first, max(start) AS last, max(start + duration) AS stop,
       count(*) FILTER (quality IN (${ESTIMATED_CODES}) AND value IS NOT NULL) AS estimated,
       (SELECT coalesce(sum(stop - start), 0) FROM gaps g WHERE g.series = s.series) AS gap_seconds
     FROM series s JOIN readings r USING (series) GROUP BY ALL`,
  );
  const places = await reader.rows('SELECT * FROM location_points');
  const byId = new Map((customers ?? []).map((row) => [text(row.id), row]));
  const up = (row: { parent?: unknown } | undefined) => (row?.parent ? byId.get(String(row.parent)) : undefined);
  const of = (id: string) => {
    const mine = series.filter((one) => one.usage_point === id);
    const main = mine.toSorted((a, b) => number(b.count) - number(a.count) || number(a.series) - number(b.series))[0];
    const location = customers?.find(
      (row) =>
        row.kind === 'ServiceLocation' && places.some((one) => one.location === row.id && one.usage_point === id),
    );
    const meter = customers?.find(
      (row) =>
        row.kind === 'Meter' &&
        location !== undefined &&
        (row.parent === location.id || row.parent === location.parent),
    );
    const count = (name: string) => (mine.length === 0 ? null : mine.reduce((sum, row) => sum + number(row[name]), 0));
    const readings = count('count');
    const span = main === undefined ? 0 : number(main.stop) - number(main.first);
    const missing = main === undefined ? null : main.holes_decided === 'zeros' ? 0 : number(main.gap_seconds);
    const coverage = missing === null ? null : 1 - missing / span;
    const billed = bills?.filter((row) => row.usage_point === id).length ?? 0;
    return {
      customer: optionalText(up(up(up(location)))?.name) ?? null,
      address: optionalText(location?.address) ?? null,
      meter: optionalText(meter?.serial) ?? null,
      series: mine.length || null,
      readings,
      first: mine.length === 0 ? null : Math.min(...mine.map(({ first }) => number(first))),
      last: mine.length === 0 ? null : Math.max(...mine.map(({ last }) => number(last))),
      coverage: coverage === null ? null : Number(coverage.toFixed(9)),
      missing_seconds: missing,
      estimated: readings === null ? null : Number(((count('estimated') ?? 0) / readings).toFixed(9)),
      bills: billed || null,
    };
  };
  const all = (points ?? []).map((row) => ({ usage_point: text(row.id), ...of(text(row.id)), row }));
  const fromFile = new Set((files ?? []).map(({ source }) => number(source)));
  const known = all.filter(({ row }) => row.authorization_uid !== null && !fromFile.has(number(row.source)));
  const placeOf = (one: (typeof all)[number]) =>
    one.meter === null || one.address === null ? undefined : `${one.row.service_kind}|${one.meter}|${one.address}`;
  // One meter are those that share a uid, or a place with any of these.
  const sameUid = (uid: unknown) => known.filter(({ row }) => row.uid === uid);
  const identity = (one: (typeof all)[number]) => {
    const namesakes = sameUid(one.row.uid);
    const many = new Set(namesakes.map(({ row }) => row.authorization_uid)).size > 1;
    const places = (many ? namesakes : [one]).flatMap((other) => placeOf(other) ?? []).toSorted();
    return places.at(-1) ?? (many ? `uid ${text(one.row.uid)}` : `alone ${one.usage_point}`);
  };
  return all.map(({ row, ...facts }) => {
    const one = known.find(({ usage_point }) => usage_point === facts.usage_point);
    const same = one === undefined ? [] : known.filter((other) => identity(other) === identity(one));
    const under = [...new Set(same.map((other) => text(other.row.authorization_uid)))].toSorted();
    if (under.length < 2) return { ...facts, twin_of: null, others: null };
    const rank = (other: (typeof all)[number]) => [other.readings ?? 0, number(other.row.updated ?? 0)] as const;
    const counted = same.toSorted(
      (a, b) => rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1] || (a.usage_point < b.usage_point ? 1 : -1),
    )[0];
    return {
      ...facts,
      twin_of: counted?.usage_point === facts.usage_point ? null : counted?.usage_point,
      others: JSON.stringify(under.filter((uid) => uid !== row.authorization_uid)),
    };
  });
}
