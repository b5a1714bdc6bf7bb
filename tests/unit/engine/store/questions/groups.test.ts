import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countedIds } from '../../../../../electron/engine/store/questions/group-members.ts';
import { number, text } from '../../../../../electron/engine/store/row.ts';
import type { GroupCondition, GroupRule } from '../../../../../shared/contract/groups.ts';
import { batchFeed, DAY, ELECTRICITY, type FeedOptions } from '../../../../fixtures/batch-feed.ts';
import { customerFeed } from '../../../../fixtures/customer-feed.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../store-harness.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(async () => await store.dispose());

const rule = (...conditions: GroupCondition[]): GroupRule => ({ match: 'all', conditions });
const uids = async (group: string | GroupRule) => {
  if (typeof group === 'string') return (await store.call('groups.meters', { group })).map(({ uid }) => uid);
  const { id } = await store.call('groups.save', { name: 'of a rule', rule: group });
  const found = (await store.call('groups.meters', { group: id })).map(({ uid }) => uid);
  expect((await store.call('groups.count', { rule: group })).meters).toBe(found.length);
  await store.call('groups.delete', { id });
  return found;
};
const reader = () => store.engine.store(WORKSPACE).database.reader;

/** Three meters: 2001 whole, 2002 with a hole of half a day, 2003 of which nothing but its name is known. */
async function meters() {
  await store.batch({ meter: '2001', days: 40 });
  await store.batch({ meter: '2002', days: 40, value: (index) => (index >= 96 && index < 144 ? undefined : 200) });
  await store.batch({ meter: '2003', parts: ['usagePoint'] });
  await store.ingest(customerFeed({ authorization: '1001', meter: '2001', street: '5 Elm', serial: 'E400' }));
  await store.call('serviceRecords.put', {
    at: 1,
    records: [
      { kind: 'authorization', uid: '1001', authorization: '', record: { utility: 'NORTH' } },
      { kind: 'meter', uid: '2002', authorization: '1001', record: { utility: 'SOUTH' } },
    ],
  });
  const tariff = (uid: string, name: string) =>
    store.engine
      .store(WORKSPACE)
      .write((connection) => connection.run('UPDATE usage_points SET tariff = ? WHERE uid = ?', [name, uid]));
  await tariff('2001', 'E-19');
  await tariff('2002', 'E-1');
  await store.call('tags.change', { meters: ['1001~2001', '1001~2003'], add: ['North'] });
}

describe('a rule', () => {
  beforeEach(meters);

  it.each<[GroupCondition, string[]]>([
    [{ field: 'service', is: [0] }, ['2001', '2002', '2003']],
    [{ field: 'service', is: [1] }, []],
    [{ field: 'tariff', is: ['E-19', 'E-20'] }, ['2001']],
    // Of 2003 the tariff is not known.
    [{ field: 'tariff', is: ['E-19'], not: true }, ['2002']],
    [{ field: 'utility', is: ['NORTH'] }, ['2001', '2003']],
    [{ field: 'tag', is: ['north'] }, ['2001', '2003']],
    [{ field: 'tag', is: ['North'], not: true }, ['2002']],
    [{ field: 'place', contains: 'ELM' }, ['2001']],
    [{ field: 'customer', contains: "o'b" }, []],
    [{ field: 'coverage', below: 1 }, ['2002']],
    [{ field: 'coverage', atLeast: 1 }, ['2001']],
    [{ field: 'estimated', below: 0.5 }, ['2001', '2002']],
  ])('%j', async (condition, expected) => {
    expect(await uids(rule(condition))).toEqual(expected);
  });

  it('wants all of its conditions, or any', async () => {
    const both: GroupCondition[] = [
      { field: 'tariff', is: ['E-1'] },
      { field: 'tag', is: ['North'] },
    ];
    expect(await uids({ match: 'all', conditions: both })).toEqual([]);
    expect(await uids({ match: 'any', conditions: both })).toEqual(['2001', '2002', '2003']);
  });

  it('by size goes by the amount of a year, recomputed here from the readings', async () => {
    const [row] = await reader().rows(
      `SELECT sum(amount(r.value, r.value_scale)) / 1000 AS kwh, count(*) * 900 AS seconds FROM readings r JOIN series s USING (series)
       WHERE s.usage_point = '1001~2002'`,
    );
    const size = (number(row?.kwh) * 365 * DAY) / number(row?.seconds);
    const choices = await store.call('groups.choices', {});
    expect(choices.sizes).toEqual([
      { uom: 72, label: 'kWh', meters: 2, least: expect.any(Number), most: expect.any(Number) },
    ]);
    const sizes = [choices.sizes[0]?.least ?? 0, choices.sizes[0]?.most ?? 0];
    expect(sizes.some((one) => Math.abs(one - size) < 1e-6)).toBe(true);
    expect(await uids(rule({ field: 'size', uom: 72, atLeast: size - 0.001, below: size + 0.001 }))).toEqual(['2002']);
    expect(await uids(rule({ field: 'size', uom: 42, atLeast: 0 }))).toEqual([]);
  });

  it('offers what there is', async () => {
    expect(await store.call('groups.choices', {})).toMatchObject({
      services: [{ code: 0, label: 'electricity', meters: 3 }],
      tariffs: [
        { name: 'E-1', meters: 1 },
        { name: 'E-19', meters: 1 },
      ],
      utilities: [
        { name: 'NORTH', meters: 2 },
        { name: 'SOUTH', meters: 1 },
      ],
    });
  });
});

it('what rules can name is counted by meters: one that two authorizations give counts once', async () => {
  await store.batch({ meter: '2001', days: 40 });
  await store.batch({ meter: '2001', authorization: '1002', days: 35 });
  await store.batch({ meter: '2002', days: 40 });
  await store.engine.store(WORKSPACE).write((connection) => connection.run("UPDATE usage_points SET tariff = 'E-19'"));
  await store.call('serviceRecords.put', {
    at: 1,
    records: ['1001', '1002'].map((uid) => ({
      ...{ kind: 'authorization' as const, uid, authorization: '' },
      record: { utility: 'NORTH' },
    })),
  });
  expect(await store.call('groups.choices', {})).toMatchObject({
    services: [{ meters: 2 }],
    tariffs: [{ name: 'E-19', meters: 2 }],
    utilities: [{ name: 'NORTH', meters: 2 }],
    sizes: [{ uom: 72, meters: 2 }],
  });
});

it('the size of a year never adds two series, and says nothing of a received one, a register, or a few days', async () => {
  const batch = (meter: string, options: FeedOptions) =>
    store.ingest(
      batchFeed({ meter, days: 30, value: () => 1000, ...options }).replaceAll('ReadingType/7', `ReadingType/${meter}`),
    );
  await batch('1', {});
  await batch('2', { readingType: ELECTRICITY.replace('<flowDirection>1', '<flowDirection>19') });
  await batch('3', { days: 5 });
  await batch('4', {
    value: (index) => index * 100,
    readingType: ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3'),
  });
  expect(await uids(rule({ field: 'size', uom: 72, atLeast: 0 }))).toEqual(['1']);
  // 4 kWh an hour.
  expect((await store.call('groups.choices', {})).sizes[0]?.most).toBeCloseTo(4 * 24 * 365, 6);
});

describe('a group', () => {
  beforeEach(meters);

  it('by hand is made, changed, renamed and deleted', async () => {
    const { id } = await store.call('groups.save', { name: 'Pilot', meters: ['1001~2001', '1001~2002', 'gone'] });
    expect(await store.call('groups.list', {})).toEqual([{ id, name: 'Pilot', rule: undefined, meters: 2, absent: 1 }]);
    await store.call('groups.change', { id, add: ['1001~2003', '1001~2001'], remove: ['1001~2002', 'gone'] });
    expect(await uids(id)).toEqual(['2001', '2003']);
    // Without meters: they stay.
    await store.call('groups.save', { id, name: 'Pilots' });
    expect(await uids('pilots')).toEqual(['2001', '2003']);
    await expect(store.call('groups.save', { name: 'PILOTS' })).rejects.toMatchObject({ code: 'group_name_taken' });
    await store.call('groups.delete', { id });
    expect(await store.call('groups.list', {})).toEqual([]);
    await expect(uids(id)).rejects.toMatchObject({ code: 'group_unknown' });
  });

  it('by rule follows what it asks for, and takes none by hand', async () => {
    const { id } = await store.call('groups.save', { name: 'North', rule: rule({ field: 'tag', is: ['North'] }) });
    expect(await uids(id)).toEqual(['2001', '2003']);
    await store.call('tags.change', { meters: ['1001~2002'], add: ['North'] });
    expect((await store.call('groups.list', {}))[0]).toMatchObject({ meters: 3, absent: 0 });
    await expect(store.call('groups.change', { id, add: ['1001~2001'] })).rejects.toMatchObject({
      code: 'group_by_rule',
    });
  });

  it('narrows the list of meters and an export', async () => {
    const { id } = await store.call('groups.save', { name: 'One', meters: ['1001~2002'] });
    const list = await store.call('usagePoints.list', { group: id });
    expect([list.matching, list.rows.map(({ uid }) => uid)]).toEqual([1, ['2002']]);
    const about = { program: 'p', version: '1', workspace: 'w' };
    const written = await store.call('export.run', {
      folder: `${store.folder}/out`,
      format: 'csv',
      selection: { group: 'one' },
      about,
    });
    const row = await reader().row(
      `SELECT count(*) AS n FROM readings JOIN series USING (series) WHERE usage_point = '1001~2002'`,
    );
    expect([written.meters, written.readings]).toEqual([1, number(row?.n)]);
    await expect(
      store.call('export.run', { folder: `${store.folder}/none`, format: 'csv', selection: { group: 'two' }, about }),
    ).rejects.toMatchObject({ code: 'group_unknown' });
  });

  it('lists many groups with one look at what they ask for, each as it has on its own', async () => {
    const rules: GroupRule[] = [
      rule({ field: 'tag', is: ['North'] }),
      rule({ field: 'size', uom: 72, atLeast: 1 }),
      rule({ field: 'utility', is: ['NORTH'] }, { field: 'coverage', atLeast: 0.5 }),
    ];
    for (const [index, one] of rules.entries()) await store.call('groups.save', { name: `G${index}`, rule: one });
    const counted = (await store.call('groups.list', {})).map(({ meters }) => meters);
    const alone: number[] = [];
    for (const one of rules) alone.push((await uids(one)).length);
    expect(counted).toEqual(alone);
  });
});

it('a meter that two authorizations give counts once in a group', async () => {
  await store.batch({ authorization: '1001', meter: '2001', days: 2 });
  await store.batch({ authorization: '1002', meter: '2001', days: 1 });
  const { id } = await store.call('groups.save', { name: 'All', rule: rule({ field: 'service', is: [0] }) });
  expect(await uids(id)).toEqual(['2001', '2001']);
  expect((await store.call('groups.list', {}))[0]?.meters).toBe(1);
  const rows = await reader().rows(`SELECT id FROM usage_points WHERE id IN ${await countedIds(reader(), id)}`);
  expect(rows.map((row) => text(row.id))).toEqual(['1001~2001']);
});

it('a tag of an authorization that came in a file reaches its meters, as one of a service does', async () => {
  const authorization =
    '<entry><id>urn:a</id><link rel="self" href="https://example.test/espi/1_1/resource/Authorization/1001"/><content><Authorization xmlns="http://naesb.org/espi"><status>1</status></Authorization></content></entry></feed>';
  const file = path.join(store.folder, 'a.xml');
  await writeFile(file, batchFeed({ days: 1 }).replace('</feed>', authorization));
  await store.call('ingest.file', { path: file, label: 'a.xml' });
  const [row] = (await store.call('authorizations.list', {})).rows;
  expect([row?.uid, row?.id === row?.uid]).toEqual(['1001', false]);
  await store.call('tags.change', { authorizations: [row?.id ?? ''], add: ['North'] });
  expect(await uids(rule({ field: 'tag', is: ['north'] }))).toEqual(['2001']);
});
