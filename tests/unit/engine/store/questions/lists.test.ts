/** Long lists: what the store answers is what a page would make of all rows, a page at a time. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { number, text } from '../../../../../electron/engine/store/row.ts';
import { scopeWords } from '../../../../../renderer/features/authorizations/authorization-words.ts';
import type { CallInput } from '../../../../../shared/contract/index.ts';
import type { AuthorizationRow, UsagePointRow } from '../../../../../shared/contract/portfolio.ts';
import { tariffName } from '../../../../../shared/espi/tariff.ts';
import { AUTHORIZATION_COLUMNS, METER_COLUMNS } from '../../../../../shared/list-columns.ts';
import { latestNote } from '../../../../../shared/service-note.ts';
import { fillPortfolio } from '../../../../fixtures/large-portfolio.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

type Value = string | number | undefined;
type MeterInput = Omit<CallInput<'usagePoints.list'>, 'workspace'>;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** As a table in the page orders values: what has none comes last, whatever the direction. */
function inOrder(values: readonly Value[], descending: boolean): boolean {
  return values.every((value, index) => {
    const before = values[index - 1];
    if (index === 0 || value === undefined) return true;
    if (before === undefined) return false;
    const compared =
      typeof before === 'number' && typeof value === 'number'
        ? before - value
        : collator.compare(String(before), String(value));
    return descending ? compared >= 0 : compared <= 0;
  });
}

const noteOf = ({ service }: Pick<UsagePointRow, 'service'>) =>
  latestNote(service)?.message ?? latestNote(service)?.type;

/** What each column shows. */
const meterValues: Record<(typeof METER_COLUMNS)[number], (row: UsagePointRow) => Value> = {
  meter: (row) => row.meterNumber ?? row.uid,
  file: (row) => row.file,
  customer: (row) => row.customerName,
  address: (row) => row.address,
  service: (row) => row.serviceKind?.label,
  tariff: (row) => tariffName(row.tariff),
  coverage: (row) => row.coverage,
  missing: (row) => row.missingSeconds,
  estimated: (row) => row.estimated,
  readings: (row) => row.readings,
  bills: (row) => row.bills,
  first: (row) => row.firstDay,
  last: (row) => row.lastDay,
  problems: (row) => row.problems,
  status: (row) => row.status?.label,
  notes: noteOf,
  utility: (row) => row.service?.utility,
  series: (row) => row.series,
  title: (row) => row.title,
  uid: (row) => row.uid,
  authorization: (row) => row.authorization,
  collecting: (row) => (COLLECTING.includes(row.uid) ? 'yes' : undefined),
};

const authorizationValues: Record<(typeof AUTHORIZATION_COLUMNS)[number], (row: AuthorizationRow) => Value> = {
  customer: (row) => row.customerName ?? row.uid,
  status: (row) => row.status.label,
  uid: (row) => row.uid,
  utility: (row) => row.service?.utility,
  services: (row) => row.services,
  tariffs: (row) => row.tariffs,
  scope: (row) => scopeWords(row.scope),
  meters: (row) => row.usagePoints,
  readings: (row) => row.readings,
  coverage: (row) => row.coverage,
  first: (row) => row.firstDay,
  last: (row) => row.lastDay,
  created: (row) => row.created,
  age: (row) => row.created && -row.created,
  expires: (row) => row.expiresAt,
  fetched: (row) => row.syncedAt,
  notes: noteOf,
  problems: (row) => row.problems,
  referral: (row) => row.service?.referrals.join(', ') || undefined,
  nickname: (row) => row.service?.nickname,
  title: (row) => row.title,
};

const COLLECTING = ['500003', '500100'];

async function filled(meters: number): Promise<TestStore> {
  const store = await openTestStore();
  const connection = await store.engine.store('w').database.connect();
  await fillPortfolio(connection, meters);
  await connection.close();
  return store;
}

describe('the lists of a portfolio', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await filled(400);
  });
  afterAll(async () => await store.dispose());

  const meters = (input: MeterInput) => store.call('usagePoints.list', { collecting: COLLECTING, ...input });
  const authorizations = (input: Omit<CallInput<'authorizations.list'>, 'workspace'>) =>
    store.call('authorizations.list', input);

  it.each(METER_COLUMNS.flatMap((column) => [false, true].map((descending) => ({ column, descending }))))(
    'meters by %o',
    async (sort) => {
      const { rows } = await meters({ sort, limit: 1000 });
      expect(rows).toHaveLength(400);
      const values = rows.map(meterValues[sort.column]);
      expect(inOrder(values, sort.descending), values.join(' | ')).toBe(true);
    },
  );

  it.each(AUTHORIZATION_COLUMNS.flatMap((column) => [false, true].map((descending) => ({ column, descending }))))(
    'authorizations by %o',
    async (sort) => {
      const { rows } = await authorizations({ sort, limit: 1000 });
      expect(rows).toHaveLength(200);
      const values = rows.map(authorizationValues[sort.column]);
      expect(inOrder(values, sort.descending), values.join(' | ')).toBe(true);
    },
  );

  it('what is missing of a meter is what the gaps of its series come to', async () => {
    const series = await store.engine
      .store('w')
      .database.reader.rows('SELECT usage_point, gap_seconds FROM series WHERE count > 0');
    const gaps = new Map(series.map((row) => [text(row.usage_point), number(row.gap_seconds)]));
    const { rows } = await meters({ limit: 1000 });
    expect(rows.map(({ id, missingSeconds }) => [id, missingSeconds])).toEqual(
      rows.map(({ id }) => [id, gaps.get(id)]),
    );
    expect(new Set(gaps.values()).size).toBeGreaterThan(10);
  });

  it('pages follow each other without a row lost or doubled, where many rows are equal', async () => {
    const sort = { column: 'service', descending: true } as const;
    const whole = (await meters({ sort, limit: 1000 })).rows.map(({ id }) => id);
    const pages: string[] = [];
    for (let offset = 0; offset < 400; offset += 37) {
      pages.push(...(await meters({ sort, offset, limit: 37 })).rows.map(({ id }) => id));
    }
    expect(pages).toEqual(whole);
    expect(new Set(whole).size).toBe(400);
    const ids = (await store.call('usagePoints.ids', { sort })).map(({ id }) => id);
    expect(ids).toEqual(whole);
    expect(await meters({ sort, offset: 400 })).toEqual({ rows: [], matching: 400, total: 400 });
  });

  it('each choice of a filter is on as many rows as it says, and a filter takes these', async () => {
    const { choices } = await store.call('usagePoints.summary', {});
    const { rows } = await meters({ limit: 1000 });
    for (const column of ['service', 'tariff', 'status', 'utility', 'file'] as const) {
      expect(choices[column]?.reduce((sum, { count }) => sum + count, 0)).toBe(400);
      for (const { value, count } of choices[column] ?? []) {
        const own = rows.filter((row) => (meterValues[column](row) ?? null) === value).map(({ id }) => id);
        const found = await meters({ filters: { [column]: [value] }, limit: 1000 });
        expect([found.matching, found.total, found.rows.map(({ id }) => id)]).toEqual([count, 400, own]);
      }
    }
    const two = await meters({ filters: { service: ['gas'], tariff: ['E-1', null] }, limit: 1000 });
    expect(two.rows.map(({ id }) => id)).toEqual(
      rows
        .filter((row) => row.serviceKind?.label === 'gas' && ['E-1', undefined].includes(tariffName(row.tariff)))
        .map(({ id }) => id),
    );
    expect((await meters({ filters: { collecting: ['yes'] } })).rows.map(({ uid }) => uid)).toEqual(COLLECTING);
    expect((await meters({ filters: { collecting: [null] } })).matching).toBe(398);
  });

  it('a row is found by each word that it shows, in any order, and by nothing else', async () => {
    const { rows } = await meters({ limit: 1000 });
    const named = [
      'meter',
      'customer',
      'address',
      'service',
      'tariff',
      'status',
      'notes',
      'utility',
      'title',
      'uid',
    ] as const;
    // What may be the beginning of a day is looked for in days, too: else every 2 would be in one.
    const shown = (row: UsagePointRow, word: string) =>
      [...named, 'authorization' as const, ...(/^\d{4}-/.test(word) ? (['first', 'last'] as const) : [])]
        .map((column) => meterValues[column](row) ?? '')
        .join('\n')
        .toLowerCase();
    for (const search of [
      'moss',
      'OAK  moss',
      'm-12',
      '2023-03-1',
      'delayed 2',
      'off',
      'town 15 gas',
      'nobody',
      'élan',
    ]) {
      const words = search.toLowerCase().split(/\s+/);
      const own = rows.filter((row) => words.every((word) => shown(row, word).includes(word)));
      expect(
        (await meters({ search, limit: 1000 })).rows.map(({ id }) => id),
        search,
      ).toEqual(own.map(({ id }) => id));
    }
    expect((await meters({ search: 'meter m-12', limit: 1000 })).matching).toBeGreaterThan(0);
  });

  it('an authorization is found by what it shows, and by its meters', async () => {
    const { rows } = await authorizations({ limit: 1000 });
    const found = async (search: string) => (await authorizations({ search, limit: 1000 })).rows.map(({ id }) => id);
    const [first] = rows;
    expect(await found(`${first?.uid} ${first?.customerName}`)).toEqual([first?.id]);
    expect(await found('revoked')).toEqual(rows.filter(({ status }) => status.label === 'Revoked').map(({ id }) => id));
    expect(await found('customer data')).toEqual(
      rows.filter(({ scope }) => scopeWords(scope)?.includes('customer data')).map(({ id }) => id),
    );
    const meter = (await meters({ limit: 1 })).rows[0];
    expect(await found(meter?.uid ?? '')).toEqual(
      rows.filter(({ uid }) => uid === meter?.authorization).map(({ id }) => id),
    );
    const ids = await store.call('authorizations.ids', { search: 'revoked' });
    expect(ids).toEqual(await found('revoked'));
  });

  it('rows that are named are answered in the order that is asked for', async () => {
    const { rows } = await meters({ limit: 1000 });
    const ids = [rows[30], rows[3], rows[200]].flatMap((row) => row?.id ?? []);
    const answer = await meters({ ids, sort: { column: 'uid', descending: true } });
    expect(answer.rows.map(({ uid }) => uid)).toEqual(['500200', '500030', '500003']);
    expect([answer.matching, answer.total]).toEqual([3, 400]);
  });
});

it('meters that nobody ordered come by authorization and uid, as people count them', async () => {
  const few = await openTestStore();
  try {
    for (const [authorization, meter] of [
      ['10', '7'],
      ['9', '12'],
      ['9', '8'],
    ] as const) {
      await few.batch({ authorization, meter, days: 1 });
    }
    const { rows } = await few.call('usagePoints.list', { limit: 10 });
    expect(rows.map(({ authorization, uid }) => `${authorization}/${uid}`)).toEqual(['9/8', '9/12', '10/7']);
    const ids = await few.call('usagePoints.ids', {});
    expect(ids.map(({ uid }) => uid)).toEqual(['8', '12', '7']);
  } finally {
    await few.dispose();
  }
});

it('of 30,000 meters no call of a screen answers more than its page', async () => {
  const store = await filled(30_000);
  try {
    const page = { limit: 100, offset: 29_950 };
    const asked = [
      await store.call('usagePoints.list', { ...page, sort: { column: 'customer', descending: true } }),
      await store.call('usagePoints.list', { limit: 100, search: 'oak' }),
      await store.call('authorizations.list', { limit: 100 }),
    ];
    expect(asked.map(({ rows, total }) => [rows.length, total])).toEqual([
      [50, 30_000],
      [100, 30_000],
      [100, 15_000],
    ]);
    const others = await Promise.all([
      store.call('usagePoints.summary', {}),
      store.call('authorizations.summary', {}),
      store.call('coverage.portfolio', { first: 2023 * 12, count: 36 }),
    ]);
    for (const answer of others) expect(JSON.stringify(answer).length).toBeLessThan(50_000);
  } finally {
    await store.dispose();
  }
});

describe('the lists of problems and of entries that hang nowhere', () => {
  it('are searched, ordered and narrowed down, a page at a time', async () => {
    const store = await openTestStore();
    try {
      await store.engine.store('w').write(async (connection) => {
        await connection.run(
          `INSERT INTO sources BY NAME SELECT i AS source, 's' || i AS id, 'file' AS kind, 'file ' || i AS label, 's' || i AS scope,
             0 AS read_at, true AS ok, 0 AS bytes FROM range(1, 12) r(i)`,
        );
        await connection.run(
          `INSERT INTO problems BY NAME SELECT 1 + i % 11 AS source, i AS ordinal, 'code_' || i % 3 AS code,
             ['error', 'warning'][1 + i % 2] AS severity, 'Reading ' || i || ' is odd' AS message, i AS line FROM range(500) r(i)`,
        );
        await connection.run(
          `INSERT INTO entries BY NAME SELECT 'e' || i AS id, i AS key_hash, 1 AS source, ['Meter', 'Customer'][1 + i % 2] AS kind, '' AS scope,
             'k' || i AS key, 'Title ' || i AS title, 'unattached' AS parent_rule, false AS implied FROM range(300) r(i)`,
        );
      });
      const first = await store.call('problems.list', { limit: 100 });
      expect([first.rows.length, first.matching, first.total]).toEqual([100, 500, 500]);
      expect(first.rows[0]).toMatchObject({ source: 'file 11' });
      const sort = { column: 'source', descending: true } as const;
      expect((await store.call('problems.list', { limit: 1, sort })).rows[0]?.source).toBe('file 11');
      const last = await store.call('problems.list', { limit: 1, offset: 499, sort });
      expect(last.rows[0]?.source).toBe('file 1');
      const errors = await store.call('problems.list', {
        search: 'reading odd 77',
        filters: { severity: ['warning'] },
      });
      expect(errors.rows.map(({ message }) => message)).toEqual(
        ['477', '377', '277', '177', '77'].map((number) => `Reading ${number} is odd`),
      );
      const choices = await store.call('problems.choices', {});
      expect(choices.code).toEqual([
        { value: 'code_0', count: 167 },
        { value: 'code_1', count: 167 },
        { value: 'code_2', count: 166 },
      ]);
      const loose = await store.call('unattached.list', {
        limit: 2,
        filters: { kind: ['Meter'] },
        sort: { column: 'title', descending: true },
      });
      expect([loose.rows.map(({ title }) => title), loose.matching, loose.total]).toEqual([
        ['Title 298', 'Title 296'],
        150,
        300,
      ]);
      // A report of a file names all of them.
      await store.engine.store('w').write((connection) =>
        connection.run(
          `INSERT INTO entries BY NAME SELECT 'm' || i AS id, 1000 + i AS key_hash, 1 AS source, 'Meter' AS kind, '' AS scope,
             'm' || i AS key, 'More ' || i AS title, 'unattached' AS parent_rule, false AS implied FROM range(10_000) r(i)`,
        ),
      );
      expect(await store.call('unattached.all', {})).toHaveLength(10_300);
    } finally {
      await store.dispose();
    }
  });
});
