/** Registers that roll over and are exchanged: what every screen says of them, against a plain recomputation from what was sent. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockOfZone, localPeriods } from '../../../../../shared/time/index.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';
import { feedOf, type Sent } from './portfolio-store.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => await store.dispose());

/** 2023-10-10 00:00 in Los Angeles; the clocks change in November. */
const BEGIN = Date.UTC(2023, 9, 10, 7) / 1000;
const STEP = 21_600;
const FIRST = 2023 * 12 + 9;
const CLOCK = clockOfZone('America/Los_Angeles');
const WATER = { uom: 42, accumulation: 3, length: 0 };

interface Piece {
  start: number;
  stop: number;
  /** Undefined where nobody knows. */
  amount: number | undefined;
}

/** What is used between readings, by the rule as it stands in docs/store.md. */
function piecesOf(readings: readonly Sent[]): Piece[] {
  const steps = readings.slice(1).map((now, place) => {
    const before = readings[place] ?? now;
    return { start: before.start, stop: now.start, before: before.value, after: now.value };
  });
  const rate = (amount: number, { start, stop }: { start: number; stop: number }) => amount / (stop - start);
  const fastest = Math.max(0, ...steps.map((one) => rate(one.after - one.before, one)));
  return steps.map(({ before, after, ...when }) => {
    if (!(before > 0 && after < before / 2)) return { ...when, amount: after - before };
    const width = 10 ** String(before).length;
    const over = after - before + width;
    const believed = before >= 9000 && before >= 0.9 * width && after <= 0.1 * width && rate(over, when) <= 2 * fastest;
    return { ...when, amount: believed ? over : undefined };
  });
}

/** Holes between readings that the register tells the amount of, and the steps that it tells nothing of. */
function gapsOf(pieces: readonly Piece[]): [number, number][] {
  return pieces.flatMap(({ start, stop, amount }): [number, number][] => {
    if (amount === undefined) return [[start, stop]];
    return stop - start >= 1.5 * STEP ? [[start + STEP, stop]] : [];
  });
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const within = (from: number, to: number, start: number, stop: number) =>
  Math.max(0, Math.min(to, stop) - Math.max(from, start));

/** Every screen says this of a meter. */
async function expectAgreement(meter: string, readings: readonly Sent[]) {
  const point = `1001~${meter}`;
  const pieces = piecesOf(readings);
  const gaps = gapsOf(pieces);
  const [from, to] = [readings[0]?.start ?? 0, (readings.at(-1)?.start ?? 0) + 1];
  const missingIn = (low: number, high: number) => sum(gaps.map(([start, stop]) => within(low, high, start, stop)));
  const coveredIn = (low: number, high: number) => within(low, high, from, to) - missingIn(low, high);
  const totalIn = (low: number, high: number) =>
    sum(pieces.map(({ start, stop, amount = 0 }) => (amount * within(low, high, start, stop)) / (stop - start)));

  const series = await store.series(point);
  expect(series).toMatchObject({ behaviour: 'register', gaps: gaps.length, unit: 'm3' });
  expect(series.sum).toBeCloseTo(totalIn(from, to), 6);
  const statistics = await store.call('usage.statistics', { series: series.id, from, to });
  expect(statistics.total).toBeCloseTo(totalIn(from, to), 6);
  expect(statistics.coverage).toBeCloseTo(coveredIn(from, to) / (to - from), 9);
  const [chart] = await store.call('usage.chart', { series: [series.id], width: 500, from, to });
  expect(chart?.gaps).toEqual(gaps);
  expect(sum(chart?.v.map((value) => value ?? 0) ?? [])).toBeCloseTo(totalIn(from, to), 6);

  const months = localPeriods(CLOCK, BEGIN, to, 'month');
  const bounds = [...months.map(({ start }) => start), months.at(-1)?.end ?? to];
  const totals = await store.call('usage.totals', { series: series.id, bounds });
  const [shares] = await store.call('coverage.meters', { usagePoints: [point], first: FIRST, count: months.length });
  const { id: group } = await store.call('groups.save', { name: `Of ${meter}`, meters: [point] });
  const overview = await store.call('overview.get', { group, first: FIRST, count: months.length });
  for (const [place, { start, end, label }] of months.entries()) {
    const covered = coveredIn(start, end);
    const share = covered / (end - start);
    expect([label, totals.total[place] ?? 0]).toEqual([label, expect.closeTo(totalIn(start, end), 6)]);
    expect([label, totals.covered[place]]).toEqual([label, covered]);
    expect([label, shares?.there[place]]).toEqual([label, expect.closeTo(share, 9)]);
    expect([label, shares?.missing[place]]).toEqual([label, expect.closeTo(missingIn(start, end) / (end - start), 9)]);
    const month = overview.months[place];
    expect([label, month?.total ?? 0, month?.coverage]).toEqual([
      label,
      expect.closeTo(totalIn(start, end), 6),
      expect.closeTo(share, 9),
    ]);
  }

  const [p0, p1] = [months[0]?.start ?? 0, months[0]?.end ?? 0];
  const { rows } = await store.call('ranking.list', {
    quantity: { service: 2, flow: 1, uom: 42 },
    group,
    by: 'missing',
    descending: true,
    from: '2023-10-01',
    until: '2023-10-31',
  });
  expect(rows[0]?.missing).toBeCloseTo(1 - coveredIn(p0, p1) / (p1 - p0), 9);
  expect(rows[0]?.amount ?? 0).toBeCloseTo(totalIn(p0, p1), 6);

  await store.call('attention.setThresholds', {
    thresholds: { silentDays: 3650, billDays: 3650, gapDays: 0, estimatedShare: 1, expiryDays: 0, withinDays: 3650 },
  });
  const now = to * 1000;
  const { rows: lines } = await store.call('attention.lines', { group, kind: 'gap', now, ahead: now - Date.now() });
  expect(lines).toEqual(
    gaps.length === 0
      ? []
      : [
          expect.objectContaining({
            since: Math.min(...gaps.map(([start]) => start)),
            count: gaps.length,
            longest: Math.max(...gaps.map(([start, stop]) => stop - start)),
          }),
        ],
  );
}

/** What happens in six hours: the register counts on, its reading is left out, or there is another meter that shows so much. */
type Move = { by: number } | { to: number } | 'left out';

function readingsOf(at: number, moves: readonly Move[]): Sent[] {
  const readings: Sent[] = [{ start: BEGIN, duration: 0, value: at }];
  let value = at;
  for (const [place, move] of moves.entries()) {
    if (move === 'left out') continue;
    value = 'by' in move ? (value + move.by) % 100_000 : move.to;
    readings.push({ start: BEGIN + (place + 1) * STEP, duration: 0, value });
  }
  return readings;
}

let meters = 0;
async function put(readings: readonly Sent[]): Promise<string> {
  const meter = String(3000 + meters++);
  await store.ingest(feedOf({ meter, service: 2, type: WATER, readings }));
  return meter;
}

describe('a register that begins anew: total, picture, coverage and every list agree', () => {
  const on = (count: number): Move[] => Array.from({ length: count }, (_, place) => ({ by: 10 + (place % 7) }));

  it('exchanged: the step is missing, and said to be', async () => {
    const readings = readingsOf(50_000, [...on(60), { to: 3 }, ...on(60)]);
    const meter = await put(readings);
    await expectAgreement(meter, readings);
    const { gaps } = await store.series(`1001~${meter}`);
    expect(gaps).toBe(1);
  });

  it('rolled over: the step is counted', async () => {
    const readings = readingsOf(99_500, on(120));
    const meter = await put(readings);
    await expectAgreement(meter, readings);
    expect(await store.series(`1001~${meter}`)).toMatchObject({
      gaps: 0,
      sum: sum(on(120).map((one) => (one as { by: number }).by)),
    });
  });

  it('whatever its readings are, and whether they come at once or night by night', async () => {
    const move = fc.oneof(
      { weight: 30, arbitrary: fc.record({ by: fc.integer({ min: 0, max: 60 }) }) },
      { weight: 2, arbitrary: fc.constant<Move>('left out') },
      { weight: 1, arbitrary: fc.record({ to: fc.integer({ min: 0, max: 40_000 }) }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 98_500, max: 99_900 }),
        // Forty steps that count before all else, so that it is a register.
        fc.array(move, { minLength: 40, maxLength: 150 }),
        fc.integer({ min: 25, max: 60 }),
        async (at, moves, cut) => {
          const readings = readingsOf(at, [...on(40), ...moves]);
          const meter = await put(readings.slice(0, cut));
          await store.ingest(
            feedOf({ meter, service: 2, type: WATER, readings: readings.slice(cut) }).replaceAll(
              'IntervalBlock/',
              'IntervalBlock/late',
            ),
          );
          await expectAgreement(meter, readings);
        },
      ),
      { numRuns: 6 },
    );
  }, 60_000);
});

it('what the user takes for amounts has no such gaps, and has them again as a register', async () => {
  const readings = readingsOf(50_000, [...Array.from({ length: 40 }, () => ({ by: 10 })), { to: 3 }, { by: 10 }]);
  const meter = await put(readings);
  const { id } = await store.series(`1001~${meter}`);
  const gaps = async () => (await store.series(`1001~${meter}`)).gaps;
  await store.call('series.setBehaviour', { series: id, behaviour: 'interval' });
  expect(await gaps()).toBe(0);
  await store.call('series.setBehaviour', { series: id, behaviour: undefined });
  expect(await gaps()).toBe(1);
  await expectAgreement(meter, readings);
});
