import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { type Feed, feedOf, type PlainMeter, portfolioStore, readPlain, run } from './portfolio-store.ts';

let store: TestStore;
let plain: PlainMeter[];
beforeAll(async () => {
  store = await openTestStore();
  await portfolioStore(store);
  plain = await readPlain(store);
}, 60_000);
afterAll(async () => await store.dispose());

const ELECTRICITY = '0:72:1';
const HOUR = 3600;
const few = (value: number | null | undefined) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value);

/** The sum by hours, from the readings one by one. */
function plainSum(ids: readonly string[], step: number) {
  const v = new Map<number, number>();
  const n = new Map<number, number>();
  const e = new Map<number, number>();
  const each = new Map<string, Map<number, number>>();
  for (const { id, measures } of plain.filter((one) => ids.includes(one.id))) {
    const own = new Map<number, number>();
    each.set(id, own);
    for (const { start, stop, value, estimated } of measures.get(ELECTRICITY) ?? []) {
      for (let at = Math.floor(start / step) * step; at < stop; at += step) {
        const seconds = Math.min(stop, at + step) - Math.max(start, at);
        const amount = (value * seconds) / (stop - start);
        v.set(at, (v.get(at) ?? 0) + amount);
        n.set(at, (n.get(at) ?? 0) + seconds / step);
        if (estimated) e.set(at, (e.get(at) ?? 0) + seconds / step);
        own.set(at, (own.get(at) ?? 0) + amount);
      }
    }
  }
  return { v, n, e, each };
}

it('adds quarter hours, and hours that begin at half past, to hours; says how many meters are in each', async () => {
  const ids = ['1001~2001', '1001~2002', '1001~2003'];
  const sum = await store.call('sum.profile', { meters: ids, measure: ELECTRICITY });
  const wanted = plainSum(ids, HOUR);
  expect(sum).toMatchObject({ unit: 'kWh', step: HOUR, left: 0 });
  expect(sum.v).toHaveLength(sum.n.length);
  expect(sum.v.filter((value) => value !== null)).toHaveLength(wanted.v.size);
  expect(wanted.e.size).toBeGreaterThan(0);
  for (const [place, value] of sum.v.entries()) {
    const at = sum.from + place * HOUR;
    expect(few(sum.e[place])).toBe(few(wanted.e.get(at) ?? 0));
    expect([at, few(value), few(sum.n[place])]).toEqual([
      at,
      few(wanted.v.get(at) ?? null),
      few(wanted.n.get(at) ?? 0),
    ]);
  }
});

it('names the peak of all, what each meter has of it, and how much their own peaks exceed it', async () => {
  const ids = ['1001~2001', '1001~2002', '1001~2003'];
  const sum = await store.call('sum.profile', { meters: ids, measure: ELECTRICITY });
  const wanted = plainSum(ids, HOUR);
  const [at, value] = [...wanted.v].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0, 0];
  expect([few(sum.peak?.value), few(wanted.v.get(sum.peak?.at ?? 0))]).toEqual([few(value), few(value)]);
  expect(Math.abs((sum.peak?.at ?? 0) - at)).toBeLessThan(100 * 86_400);
  for (const { id, atPeak, peak } of sum.parts) {
    const own = wanted.each.get(id) ?? new Map<number, number>();
    expect([id, few(atPeak)]).toEqual([id, few(own.get(sum.peak?.at ?? 0))]);
    expect([id, few(peak?.value)]).toEqual([id, few(Math.max(...own.values()))]);
    expect(few(own.get(peak?.at ?? 0))).toBe(few(peak?.value));
  }
  const together = sum.parts.reduce((all, { atPeak }) => all + (atPeak ?? 0), 0);
  expect(few(together)).toBe(few(value));
  const own = [...wanted.each.values()].reduce((all, values) => all + Math.max(...values.values()), 0);
  expect(few(sum.diversity)).toBe(few(own / value));
  expect(sum.diversity).toBeGreaterThan(1);
});

it('of a span adds what lies in it', async () => {
  const ids = ['1001~2001', '1001~2002'];
  const whole = await store.call('sum.profile', { meters: ids, measure: ELECTRICITY });
  const from = whole.from + 10 * 86_400;
  const part = await store.call('sum.profile', { meters: ids, measure: ELECTRICITY, from, to: from + 86_400 });
  expect([part.step, part.from, part.v.length]).toEqual([900, from, 96]);
  const place = (from - whole.from) / 900;
  expect(part.v.map(few)).toEqual(whole.v.slice(place, place + 96).map(few));
});

it('leaves out meters without equal intervals and says how many; takes a group, or all', async () => {
  const all = await store.call('sum.profile', { measure: ELECTRICITY });
  expect([all.parts.map(({ id }) => id).toSorted(), all.left]).toEqual([['1001~2001', '1001~2002', '1001~2003'], 1]);
  const { id } = await store.call('groups.save', { name: 'Pair', meters: ['1001~2001', '1001~2004', '1002~2001'] });
  const group = await store.call('sum.profile', { group: id, measure: ELECTRICITY });
  expect([group.parts.map((one) => one.id), group.left]).toEqual([['1001~2001'], 1]);
  await expect(store.call('sum.profile', { meters: ['1001~2001'], measure: ELECTRICITY })).rejects.toMatchObject({
    code: 'sum_size',
  });
});

describe('that cannot be made', () => {
  const NOTHING = '9:9:9';
  const words = (of: string) => ({ code: 'sum_size', message: `A sum is made of 2 to 500 meters; ${of}` });

  it('says of all meters that it means all', async () => {
    const { total } = await store.call('usagePoints.list', {});
    // One of them is under two authorizations.
    await expect(store.call('sum.profile', { measure: NOTHING })).rejects.toMatchObject(
      words(`of all ${total - 1} meters, none has readings of this kind.`),
    );
  });

  it.each([
    [['1001~2001'], 'of the one meter of the group, one has readings of this kind: Electricity delivered.'],
    [['1001~2001', '1001~2005'], 'of the 2 meters of the group, one has readings of this kind: Electricity delivered.'],
    [[], 'the group has none.'],
  ])('says of a group of %s that it means its meters', async (meters, said) => {
    const { id } = await store.call('groups.save', { name: `Of ${meters.length}`, meters });
    const asked = store.call('sum.profile', { group: id, measure: ELECTRICITY });
    await expect(asked).rejects.toMatchObject(words(said));
    await store.call('groups.delete', { id });
  });

  it('says that there are none rather than that none of 0 has readings', async () => {
    await expect(store.call('sum.profile', { meters: ['1001~nobody'] })).rejects.toMatchObject(
      words('none of the chosen ones is here.'),
    );
    const empty = await openTestStore();
    await expect(empty.call('sum.profile', {})).rejects.toMatchObject(words('there are none.'));
    await empty.dispose();
  });
});

describe('of meters that are named', () => {
  const GAS = ['1003~4001', '1003~4002'];
  const UNKNOWN_SERVICE = ['1003~4011', '1003~4012'];
  beforeAll(async () => {
    const gas = { authorization: '1003', service: 1, type: { uom: 169, length: HOUR, power: -2 } };
    const feed = (rest: Omit<Feed, 'readings'>) => feedOf({ ...rest, readings: run(HOUR, 48, (i) => 10 + i) });
    for (const meter of ['4001', '4002']) await store.ingest(feed({ ...gas, meter }));
    for (const meter of ['4011', '4012']) {
      const found = feed({ authorization: '1003', meter, type: { length: HOUR } });
      await store.ingest(found.replace(/<ServiceCategory>.*?<\/ServiceCategory>/, ''));
    }
  }, 60_000);

  it('says how many are not in it, also of those without such readings; a meter under two authorizations is one', async () => {
    const meters = ['1001~2001', '1002~2001', '1001~2002', '1001~2004', ...GAS];
    const sum = await store.call('sum.profile', { meters, measure: ELECTRICITY });
    expect([sum.measure, sum.label]).toEqual([ELECTRICITY, 'Electricity delivered']);
    expect([sum.parts.map(({ id }) => id).toSorted(), sum.left]).toEqual([['1001~2001', '1001~2002'], 3]);
  });

  it('adds up what most of them have where nothing is said, and answers what that is', async () => {
    const gas = await store.call('sum.profile', { meters: ['1001~2001', ...GAS] });
    expect(gas).toMatchObject({ measure: '1:169:1', label: 'Gas delivered', unit: 'therm', left: 1 });
    expect(gas.parts.map(({ id }) => id).toSorted()).toEqual(GAS);
    // Electricity and gas have as many: of equals the first by its key.
    const both = await store.call('sum.profile', { meters: ['1001~2001', '1001~2002', ...GAS] });
    expect([both.measure, both.left]).toEqual([ELECTRICITY, 2]);
  });

  it('adds up meters of which no service is known', async () => {
    const sum = await store.call('sum.profile', { meters: UNKNOWN_SERVICE });
    expect(sum).toMatchObject({ measure: ':72:1', label: 'Usage delivered', unit: 'kWh', left: 0 });
    expect(sum.v[0]).toBeCloseTo(0.02, 9);
  });

  it.each([
    [GAS, ELECTRICITY, 'of 2 chosen meters, none has readings of this kind.'],
    [['1001~2001', ...GAS], ELECTRICITY, 'of 3 chosen meters, one has readings of this kind: Electricity delivered.'],
    [
      ['1001~2001', '1001~2005'],
      undefined,
      'of 2 chosen meters, one has readings of this kind: Electricity delivered.',
    ],
    [['1001~2007'], undefined, 'of one chosen meter, none has readings that add up.'],
    [
      ['1001~2001', '1002~2001'],
      undefined,
      'of one chosen meter, one has readings of this kind: Electricity delivered.',
    ],
  ])(
    'says of how many (%s) how many have such readings (%s) where they are too few',
    async (meters, measure, words) => {
      await expect(store.call('sum.profile', { meters, ...(measure ? { measure } : {}) })).rejects.toMatchObject({
        code: 'sum_size',
        message: `A sum is made of 2 to 500 meters; ${words}`,
      });
    },
  );
});

describe('readings that do not say how long they last', () => {
  const span = (days: number, length: number, duration: number) =>
    run(
      length,
      (days * 86_400) / length,
      (i) => 100 + (i % 7),
      undefined,
      (i) => (i % 4 === 0 ? 8 : undefined),
    ).map((one) => ({ ...one, duration }));

  it.each([
    ['quarter hours', 900],
    ['two hours, by days', 7200],
  ])('are in the sum for as long as their type says: %s', async (_name, length) => {
    const other = await openTestStore();
    await other.ingest(feedOf({ meter: '2001', type: { length }, readings: span(2, length, length) }));
    await other.ingest(feedOf({ meter: '2002', type: { length }, readings: span(2, length, length) }));
    const said = await other.call('sum.profile', { measure: ELECTRICITY });
    await other.ingest(feedOf({ meter: '2003', type: { length }, readings: span(2, length, 0) }));
    await other.ingest(feedOf({ meter: '2004', type: { length }, readings: span(2, length, 0) }));
    const unsaid = await other.call('sum.profile', { meters: ['1001~2003', '1001~2004'], measure: ELECTRICITY });
    expect(said.e.some((one) => one > 0)).toBe(true);
    for (const part of ['v', 'n', 'e'] as const) expect([part, unsaid[part]]).toEqual([part, said[part]]);
    expect(unsaid).toMatchObject({ from: said.from, left: 0, peak: said.peak });
    await other.dispose();
  });

  it('a long reading that begins well before the span is in it by its share', async () => {
    const other = await openTestStore();
    const quarters = run(900, 200, () => 100);
    const begin = (quarters[0]?.start ?? 0) + 200 * 900;
    const long = { start: begin, duration: 21_600, value: 2400 };
    for (const meter of ['2001', '2002']) await other.ingest(feedOf({ meter, readings: [...quarters, long] }));
    const from = begin + 3 * HOUR;
    const sum = await other.call('sum.profile', { measure: ELECTRICITY, from, to: from + HOUR });
    expect([sum.v.map(few), sum.n]).toEqual([
      [0.2, 0.2, 0.2, 0.2],
      [2, 2, 2, 2],
    ]);
    await other.dispose();
  });
});
