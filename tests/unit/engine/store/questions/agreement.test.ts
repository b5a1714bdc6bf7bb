/**
 * What one page shows of a span agrees: totals, mean, peak and cost with what is drawn, periods with their span, coverage
 * with the holes. Held to for every series of all real files and of feeds made for it, over spans of all kinds.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartSeries, SeriesRow } from '../../../../../shared/contract/usage.ts';
import { batchFeed, ELECTRICITY, START, STEP } from '../../../../fixtures/batch-feed.ts';
import { DAY, periodFeed, periods } from '../../../../fixtures/period-feed.ts';
import { expectedRows, haveSamples, sample } from '../../reader/samples.ts';
import { openTestStore, type TestStore } from '../store-harness.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(async () => {
  await store.dispose();
});

interface Span {
  from: number;
  to: number;
}

/** A drawn reading, and how much of it lies in the span. */
interface Drawn {
  start: number;
  /** Null where only a cost was sent. */
  value: number | null;
  cost: number | null;
  share: number;
}

function shareOf(t: number, d: number, { from, to }: Span): number {
  if (d === 0) return t >= from && t < to ? 1 : 0;
  return (Math.min(t + d, to) - Math.max(t, from)) / d;
}

/** What a chart draws of a span where all readings fit, else what its halves draw: readings themselves, never a selection. */
async function drawn(series: SeriesRow, span: Span): Promise<Drawn[]> {
  const [chart] = await store.call('usage.chart', { series: [series.id], width: 500, ...span });
  if (chart === undefined) throw new Error('no chart');
  if (chart.resolution === 'm4') {
    expect(chart.t.length).toBeLessThanOrEqual(2000);
    const middle = Math.floor((span.from + span.to) / 2);
    const halves = [await drawn(series, { ...span, to: middle }), await drawn(series, { ...span, from: middle })];
    return halves.flat();
  }
  return chart.t.map((start, index) => ({
    start,
    value: chart.v[index] ?? null,
    cost: chart.c[index] ?? null,
    share: shareOf(start, chart.d[index] ?? 0, span),
  }));
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

/** Equal but for the rounding of sums. */
function same(actual: number | null | undefined, expected: number | undefined, scale: number, what: string): void {
  if (expected === undefined) expect(actual ?? undefined, what).toBeUndefined();
  else
    expect(Math.abs((actual ?? Number.NaN) - expected), `${what}: ${actual} for ${expected}`).toBeLessThanOrEqual(
      scale * 1e-9,
    );
}

async function agrees(series: SeriesRow, span: Span): Promise<void> {
  const where = `${series.label}, ${span.from} to ${span.to}`;
  const numbers = await store.call('usage.statistics', { series: series.id, ...span });
  const [chart] = await store.call('usage.chart', { series: [series.id], width: 500, ...span });
  if (chart === undefined) throw new Error('no chart');
  const everything = await drawn(series, span);
  const rows = everything.flatMap((row) => (row.value === null ? [] : [{ ...row, value: row.value }]));
  const scale = 1e-9 + sum(rows.map(({ value }) => Math.abs(value)));
  const weight = sum(rows.map(({ share }) => share));
  const amount = sum(rows.map(({ value, share }) => value * share));
  const summed = series.behaviour !== 'sample' && rows.length > 0;
  same(numbers.total, summed ? amount : undefined, scale, `total of ${where}`);
  same(numbers.mean, weight > 0 ? amount / weight : undefined, scale, `mean of ${where}`);
  const values = rows.map(({ value }) => value);
  const highest = values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : undefined;
  same(numbers.peak?.value, highest, 0, `peak of ${where}`);
  const lowest = values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : undefined;
  same(numbers.least?.value, series.behaviour === 'sample' ? lowest : undefined, 0, `least of ${where}`);
  // A picture of columns keeps the peak too.
  const shown = chart.v.flatMap((value) => value ?? []);
  same(shown.length > 0 ? shown.reduce((a, b) => Math.max(a, b)) : undefined, highest, 0, `drawn peak of ${where}`);
  if (numbers.peak)
    expect(rows.filter(({ value }) => value === highest).map(({ start }) => start)).toContain(numbers.peak.at);
  expect(numbers.count + numbers.implied, `count of ${where}`).toBe(chart.count);
  const costs = everything.flatMap(({ cost, share }) => (cost === null ? [] : [cost * share]));
  same(numbers.cost, costs.length > 0 ? sum(costs) : undefined, 1 + sum(costs.map(Math.abs)), `cost of ${where}`);
  coverageAgrees(numbers.coverage, chart, series, span, where);
  for (const step of [DAY, 30 * DAY]) {
    const steps = Math.min(500, Math.ceil((span.to - span.from) / step));
    const bounds = Array.from({ length: steps }, (_, index) => (Math.floor(span.from / step) + 1 + index) * step);
    await periodsAgree(series, span, bounds, numbers, where);
  }
}

function coverageAgrees(
  coverage: number,
  chart: ChartSeries,
  series: SeriesRow,
  { from, to }: Span,
  where: string,
): void {
  const [first = 0, end = 0] = [series.first, series.end];
  const known = Math.max(0, Math.min(end, to) - Math.max(first, from));
  const holes = sum(chart.gaps.map(([start, stop]) => Math.min(stop, to) - Math.max(start, from)));
  same(coverage, (known - holes) / (to - from), 1, `coverage of ${where}`);
  expect(coverage === 1, `complete: ${where}`).toBe(chart.gaps.length === 0 && first <= from && end >= to);
}

type Numbers = Awaited<ReturnType<typeof store.call<'usage.statistics'>>>;

async function periodsAgree(series: SeriesRow, { from, to }: Span, bounds: number[], numbers: Numbers, where: string) {
  const edges = [from, ...bounds.filter((bound) => bound > from && bound < to), to];
  const totals = await store.call('usage.totals', { series: series.id, bounds: edges });
  const known = (list: readonly (number | null)[]) => list.flatMap((value) => value ?? []);
  const scale =
    1e-9 + sum(known(totals.peak).map((value, index) => Math.abs(value) * ((totals.weight[index] ?? 0) + 1)));
  same(
    known(totals.total).length > 0 ? sum(known(totals.total)) : undefined,
    numbers.total,
    scale,
    `totals of ${where}`,
  );
  same(
    known(totals.peak).length > 0 ? Math.max(...known(totals.peak)) : undefined,
    numbers.peak?.value,
    0,
    `peaks of ${where}`,
  );
  expect(sum(totals.count), `counts of ${where}`).toBe(numbers.count);
  same(
    known(totals.cost).length > 0 ? sum(known(totals.cost)) : undefined,
    numbers.cost,
    1 + sum(known(totals.cost).map(Math.abs)),
    `costs of ${where}`,
  );
  same(sum(totals.covered) / (to - from), numbers.coverage, 1, `covered of ${where}`);
  const weight = sum(totals.weight);
  const mean = sum(totals.mean.map((value, index) => (value ?? 0) * (totals.weight[index] ?? 0))) / weight;
  same(numbers.mean, weight > 0 ? mean : undefined, scale, `means of ${where}`);
  // Zeros that are taken as sent are neither estimated nor not.
  const sent = sum(totals.sent);
  const estimated = sum(totals.estimated.map((value, index) => value * (totals.sent[index] ?? 0))) / sent;
  same(numbers.estimated, sent > 0 ? estimated : 0, 1, `estimated of ${where}`);
}

/** All, a day, a month, odd spans, spans that cut readings, spans beyond the data. */
function spansOf({ first = 0, end = 0, step }: SeriesRow): Span[] {
  const length = Math.max(end - first, 1);
  const at = (share: number) => first + Math.floor(length * share);
  const cut = Math.max(1, Math.floor(step / 3));
  return [
    { from: first, to: Math.max(end, first + 1) },
    { from: first - 5 * DAY, to: end + 5 * DAY },
    { from: first - (first % DAY), to: first - (first % DAY) + DAY },
    { from: at(0.4), to: at(0.4) + 30 * DAY },
    { from: at(0.21), to: at(0.21) + Math.max(1, Math.floor(length / 7)) },
    { from: at(0.5) + cut, to: at(0.5) + cut + Math.max(1, Math.floor(step * 2.4)) },
    { from: at(0.3) + cut, to: at(0.3) + 2 * cut },
    { from: end + DAY, to: end + 2 * DAY },
    { from: first - 3 * DAY, to: first - DAY },
  ];
}

async function allAgree(): Promise<number> {
  const all = await store.call('series.list', {});
  for (const series of all) {
    for (const span of spansOf(series)) await agrees(series, span);
    const span = { from: series.first ?? 0, to: Math.max(series.end ?? 0, (series.first ?? 0) + 1) };
    const whole = await store.call('usage.statistics', { series: series.id, ...span });
    expect(whole.count).toBe(series.count);
    same(series.sum, whole.total, 1e-9 + Math.abs(whole.total ?? 0), `the list's total of ${series.label}`);
  }
  return all.length;
}

describe.skipIf(!haveSamples)('real files (needs ../shared/samples)', () => {
  it.each(
    expectedRows()
      .filter(({ ok, readings }) => ok && readings > 0)
      .map(({ file }) => file),
  )('%s', async (file) => {
    const source = { kind: 'file', label: file } as const;
    const { session } = await store.call('ingest.begin', { source });
    await store.engine.call('ingest.chunk', { session, bytes: sample(file) });
    const read = await store.engine.call('ingest.finish', { session });
    expect(await allAgree()).toBeGreaterThan(0);
    await store.call('files.remove', { source: read.source });
  });
});

const register = ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>3');
const holed = (index: number) => (index % 50 < 7 || index % 97 === 96 ? undefined : index % 31);
const money = (index: number) => (index % 3 === 0 ? `<cost>${index * 1000}</cost>` : '');
const estimates = (index: number) => (index % 5 === 0 ? '<ReadingQuality><quality>8</quality></ReadingQuality>' : '');
const local = Array.from({ length: 200 }, (_, day) => ({
  start: START + day * DAY - (day > 69 ? 3600 : 0),
  duration: day === 69 ? 23 * 3600 : DAY,
  value: day % 11,
}));

const feeds: [string, string][] = [
  [
    'quarters of an hour with holes, costs and estimates',
    batchFeed({ days: 30, value: holed, extra: (i) => money(i) + estimates(i) }),
  ],
  ['negative and large values', batchFeed({ days: 9, value: (i) => (i % 7) * 1_000_000_007 - 3_000_000_000 })],
  ['a register', batchFeed({ days: 9, readingType: register, value: (i) => 5_000_000 + i * 10 })],
  [
    'a register with holes',
    batchFeed({ days: 9, readingType: register, value: (i) => (i % 50 < 7 ? undefined : 5_000_000 + i * i) }),
  ],
  [
    'a register that rolls over',
    batchFeed({ days: 9, readingType: register, value: (i) => (99_000 + i * 10) % 100_000 }),
  ],
  [
    'a register that was exchanged',
    batchFeed({ days: 9, readingType: register, value: (i) => (i < 400 ? 50_000 + i : i) }),
  ],
  [
    'a net register',
    batchFeed({
      days: 9,
      readingType: register.replace('<flowDirection>1', '<flowDirection>4'),
      value: (i) => 500 - i,
    }),
  ],
  [
    'what is called a register and falls',
    batchFeed({ days: 1, readingType: register, value: (i) => (i < 3 ? [210, 200, 210][i] : undefined) }),
  ],
  [
    'one reading of a register',
    batchFeed({ days: 1, readingType: register, value: (i) => (i === 0 ? 77 : undefined) }),
  ],
  [
    'samples',
    batchFeed({
      days: 9,
      readingType: ELECTRICITY.replace('<accumulationBehaviour>4', '<accumulationBehaviour>12').replace(
        '<uom>72',
        '<uom>23',
      ),
      value: (i) => i % 40,
    }),
  ],
  ['readings without a value', batchFeed({ days: 3 }).replaceAll(/<value>1[0-2]\d<\/value>/g, '')],
  [
    'readings without a value that cost something',
    batchFeed({ days: 3, extra: money }).replaceAll(/<value>1[3-5]\d<\/value>/g, ''),
  ],
  [
    'moments instead of intervals',
    batchFeed({ days: 3 }).replaceAll(`<duration>${STEP}</duration>`, '<duration>0</duration>'),
  ],
  [
    '24 months',
    periodFeed({
      readings: periods(
        START,
        [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31],
        (i) => 10 + i,
      ),
      each: 'meterReading',
    }),
  ],
  [
    'bills, one of them missing',
    periodFeed({ readings: periods(START, [28, 34, 29, 33, 30, 31], (i) => (i === 2 ? undefined : 7 * i)) }),
  ],
  ['weeks', periodFeed({ readings: periods(START, new Array<number>(60).fill(7), (i) => i) })],
  ['days of 23 and 24 hours', periodFeed({ readings: local })],
  [
    'days of 24 hours that overlap where the clock changes',
    periodFeed({ readings: local.map((day) => ({ ...day, duration: DAY })) }),
  ],
];

describe('made feeds', () => {
  it.each(feeds)('%s', async (_name, feed) => {
    const source = { kind: 'file', label: 'made' } as const;
    const { session } = await store.call('ingest.begin', { source });
    await store.engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
    const read = await store.engine.call('ingest.finish', { session });
    expect(await allAgree()).toBeGreaterThan(0);
    await store.call('files.remove', { source: read.source });
  });

  it('zeros that were left out and are taken as sent', async () => {
    await store.ingest(
      batchFeed({ days: 20, value: (i) => (i % 96 > 60 ? undefined : 5 + (i % 9)), extra: estimates }),
    );
    const [series] = await store.call('series.list', {});
    await store.call('series.setHoles', { series: series?.id ?? '', holes: 'zeros' });
    expect(await allAgree()).toBe(1);
  });
});
