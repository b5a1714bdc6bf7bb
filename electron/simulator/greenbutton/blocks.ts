/** IntervalBlocks: one a local day (a billing period in bill-level segments), made as they are asked for. */
import { billOf } from '../world/bills.ts';
import { correctedAt, correctedReadings, finalReadings } from '../world/corrections.ts';
import { coveredWithin } from '../world/coverage.ts';
import type { Series } from '../world/profiles.ts';
import {
  costOf,
  type DayReadings,
  dayReadings,
  type Mark,
  MISSING,
  QUALITY_OF_MARK,
  type Source,
  sourceOf,
} from '../world/readings.ts';
import type { Tou } from '../world/tariffs.ts';
import type { MeterModel, Millis, Seconds } from '../world/types.ts';
import { localDay, midnight } from '../world/zones.ts';
import type { Entry, Writing } from './atom.ts';
import { type BatchFilter, NO_FILTER, wantsPeriod, wantsUpdated } from './filters.ts';
import { paths } from './paths.ts';
import { inOrder, money, type Quirks } from './quirks.ts';
import { billLevelBills, type Segment } from './segments.ts';
import { interval } from './xml.ts';

/** What the blocks of one answer share. */
export interface BlockContext {
  readonly seed: number;
  readonly now: Millis;
  readonly writing: Writing;
}

/** Ids count the days (periods) of the segment from 000001, whether or not each has data: they stay when more arrives. */
function blockUid(position: number): string {
  return String(position + 1).padStart(6, '0');
}

/** The blocks of a segment that a filter lets through, in the custodian's order. */
export function* blocksOf(context: BlockContext, segment: Segment, filter: BatchFilter = NO_FILTER): Generator<Entry> {
  if (segment.level === 'bill') {
    yield* billBlocks(context, segment, filter);
    return;
  }
  const source = sourceOf(context.seed, segment.meter.model);
  const first = localDay(source.zone, segment.from);
  const last = localDay(source.zone, segment.to - 1);
  const newestFirst = context.writing.quirks.has('newest-first');
  for (let step = 0; step <= last - first; step += 1) {
    const day = newestFirst ? last - step : first + step;
    const block = dayBlock(context, segment, source, day, blockUid(day - first), filter);
    if (block) yield block;
  }
}

/** One block by its uid, or null. */
export function findBlock(context: BlockContext, segment: Segment, uid: string): Entry | null {
  if (!/^\d{6}$/.test(uid) || uid === '000000') return null;
  if (segment.level === 'bill') {
    for (const block of billBlocks(context, segment, NO_FILTER)) if (block.self.endsWith(`/${uid}`)) return block;
    return null;
  }
  const source = sourceOf(context.seed, segment.meter.model);
  const day = localDay(source.zone, segment.from) + Number(uid) - 1;
  if (day > localDay(source.zone, segment.to - 1)) return null;
  return dayBlock(context, segment, source, day, uid, NO_FILTER);
}

function dayBlock(
  context: BlockContext,
  segment: Segment,
  source: Source,
  day: number,
  uid: string,
  filter: BatchFilter,
): Entry | null {
  const start = midnight(source.zone, day);
  const end = midnight(source.zone, day + 1);
  if (end * 1000 <= filter.publishedMin || start * 1000 >= filter.publishedMax) return null;
  const covered = coveredWithin(segment.meter.coverage.intervals, start, end);
  if (!covered || !wantsUpdated(filter, covered.updatedAt)) return null;
  const readings = readingsAt(source, day, context.writing.quirks, covered.updatedAt);
  const written = writeReadings(source, segment, readings, covered.spans, filter, context.writing.quirks);
  if (!written) return null;
  return blockEntry(segment, uid, {
    body: interval('interval', written.from, written.to) + written.text,
    published: written.to * 1000,
    updated: covered.updatedAt,
  });
}

/** A day as it was told at an instant: without a correction that came later. Registers are right from the start. */
function readingsAt(source: Source, day: number, quirks: Quirks, toldAt: Millis): DayReadings {
  const readings = dayReadings(source, day);
  const since = correctedAt(source, day);
  if (since === null || (toldAt < since * 1000 && !quirks.has('registers'))) return readings;
  return correctedReadings(source, readings);
}

function blockEntry(segment: Segment, uid: string, data: Pick<Entry, 'body' | 'published' | 'updated'>): Entry {
  return {
    entity: 'IntervalBlock',
    space: 'espi',
    self: `${paths.blocks(segment)}/${uid}`,
    up: paths.blocks(segment),
    related: [{ path: paths.meterReading(segment), type: 'espi-entry/MeterReading' }],
    ...data,
  };
}

/** The IntervalReadings of a day that are there, covered and asked for; null when none is. */
function writeReadings(
  source: Source,
  segment: Segment,
  readings: DayReadings,
  spans: readonly { from: Seconds; to: Seconds }[],
  filter: BatchFilter,
  quirks: Quirks,
): { text: string; from: Seconds; to: Seconds } | null {
  const values = readings.values[segment.series.quantity];
  if (!values) return null;
  const withCost = segment.series.quantity === 'forward';
  const isTemperature = segment.series.quantity === 'temperature';
  const texts: string[] = [];
  let from = 0;
  let to = 0;
  let register = quirks.has('registers') ? registerAt(source, segment.series.quantity, readings.day) : 0;
  for (let i = 0; i < readings.count; i += 1) {
    const start = readings.start + i * readings.length;
    const value = values[i] ?? 0;
    register += value;
    const mark = (readings.marks[i] ?? 0) as Mark; // marks holds only what marksOf wrote
    if (mark === MISSING || !isWithin(spans, start, start + readings.length)) continue;
    if (!wantsPeriod(filter, start, start + readings.length)) continue;
    if (texts.length === 0) from = start;
    to = start + readings.length;
    const tou = (readings.tou[i] ?? 0) as Tou; // tou holds only what touOfDay gave
    texts.push(
      `<IntervalReading>${withCost ? `<cost>${money(quirks, costOf(source, value, tou))}</cost>` : ''}${
        mark === 0 ? '' : `<ReadingQuality><quality>${QUALITY_OF_MARK[mark]}</quality></ReadingQuality>`
      }<timePeriod><duration>${readings.length}</duration><start>${start}</start></timePeriod><value>${
        quirks.has('registers') && !isTemperature ? register : value
      }</value>${tou === 0 || isTemperature ? '' : `<tou>${tou}</tou>`}</IntervalReading>\n`,
    );
  }
  if (texts.length === 0) return null;
  if (quirks.has('newest-first')) texts.reverse();
  return { text: texts.join(''), from, to };
}

/** Where the register of a series stood at the start of the day asked for last; the next day asked is mostly a neighbour. */
const registers = new WeakMap<MeterModel, Map<string, { day: number; total: number }>>();

/** The register at the start of a day, for the quirk: all that flowed since a fixed day, missing readings included. */
function registerAt(source: Source, quantity: Series['quantity'], day: number): number {
  const known = registers.get(source.model) ?? new Map<string, { day: number; total: number }>();
  registers.set(source.model, known);
  const state = known.get(quantity) ?? { day: localDay(source.zone, source.model.historyStart), total: 1_000_000 };
  while (state.day < day) state.total += sumOfDay(source, quantity, state.day++);
  while (state.day > day) state.total -= sumOfDay(source, quantity, --state.day);
  known.set(quantity, state);
  return state.total;
}

function sumOfDay(source: Source, quantity: Series['quantity'], day: number): number {
  return finalReadings(source, day).values[quantity]?.reduce((sum, value) => sum + value, 0) ?? 0;
}

function isWithin(spans: readonly { from: Seconds; to: Seconds }[], from: Seconds, to: Seconds): boolean {
  for (const span of spans) if (from >= span.from && to <= span.to) return true;
  return false;
}

function* billBlocks(context: BlockContext, segment: Segment, filter: BatchFilter): Generator<Entry> {
  const { seed, now, writing } = context;
  for (const { period, addedAt } of inOrder(writing.quirks, billLevelBills(seed, segment.meter, now))) {
    if (!wantsPeriod(filter, period.from, period.to) || !wantsUpdated(filter, addedAt)) continue;
    const bill = billOf(seed, segment.meter.model, period);
    const reading =
      `<IntervalReading><cost>${money(writing.quirks, bill.total)}</cost>` +
      `${interval('timePeriod', period.from, period.to)}<value>${bill.consumed}</value></IntervalReading>`;
    yield blockEntry(segment, blockUid(period.index), {
      body: interval('interval', period.from, period.to) + reading,
      published: period.to * 1000,
      updated: addedAt,
    });
  }
}
