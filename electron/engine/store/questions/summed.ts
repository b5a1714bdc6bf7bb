/** The sum of many meters as one profile. Each meter is in it with the series that its totals are made of. */
import type { CallInput } from '#shared/contract/index.ts';
import type { Summed, SumPart } from '#shared/contract/sum.ts';
import { AppError } from '#shared/errors.ts';
import { unitOf } from '#shared/espi/units.ts';
import { groupBy } from '#shared/group.ts';
import { clockOfKey, instantOf, localTime } from '#shared/time/index.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { ESTIMATED_CODES } from '../decisions.ts';
import { LEAST_OF_DAY } from '../month-sums.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { among, sqlText } from '../sql-text.ts';
import { dayBounds, eachDay } from './day-calendar.ts';
import { countedPoints } from './group-members.ts';
import { measureWords } from './measure-words.ts';
import { monthCalendar } from './month-calendar.ts';
import { measureKey, RANKED } from './overview-cells.ts';

const LEAST = 2;
const MOST = 500;
/** Three years and a bit of quarter hours. */
const MOST_STEPS = 120_000;
const DAY = 86_400;
const YEAR = 366 * DAY;
/** Longer readings begin at a midnight, or at another hour of the day, of their meter: days are added up then. Seconds. */
const LONGEST_OF_CLOCK = 3600;

export const sumHandlers = {
  'sum.profile': async ({ workspace, ...asked }, context) => {
    const { database, zone } = context.store(workspace);
    return await summed(database.reader, zone, asked);
  },
} satisfies SomeHandlers;

/** A meter that is added. */
interface Added extends SumPart {
  number: number;
  factor: number;
  first: number;
  lastEnd: number;
  /** Seconds that its longest reading lasts; 0 where none says how long it lasts, as it may where its type does. */
  longest: number;
  /** Its holes are zeros that were left out. */
  zeros: boolean;
  /** Key of the clock of its days; empty while they are not summed. */
  dayClock: string;
}

/** The intervals of a sum, and what each meter has in them. */
interface Intervals {
  step: number;
  extent: Summed['extent'];
  /** Numbers of the first interval, and of the one behind the last. */
  from: number;
  to: number;
  startOf: (interval: number) => number;
  /** Id of a meter by whose time they are. */
  timeOf: string;
  /**
   * A `WITH` that ends in `aligned`: by `series` and interval `b`, `v` in the unit shown, `share`, what part of the interval has
   * readings, or zeros that were left out, and `e`, what part has estimated ones. Rows of a series and an interval add up.
   */
  aligned: string;
}

type Asked = Pick<CallInput<'sum.profile'>, 'group' | 'meters' | 'measure'>;
type Span = Pick<CallInput<'sum.profile'>, 'from' | 'to'>;

async function summed(
  connection: Connection,
  zone: string,
  asked: Omit<CallInput<'sum.profile'>, 'workspace'>,
): Promise<Summed> {
  const { chosen, measured, measure, added } = await meters(connection, zone, asked);
  if (measure === undefined || measured < LEAST || measured > MOST) {
    throw wrongSize({ chosen, measured, measure }, asked);
  }
  const what = { measure, label: measureWords(measure), unit: unitOf(Number(measure.split(':')[1])).name };
  const left = (asked.meters === undefined ? measured : chosen) - added.length;
  const step = Math.max(1, ...added.map((one) => one.step));
  if (added.length === 0) {
    return { ...what, step, extent: { from: 0, to: 0 }, from: 0, v: [], n: [], e: [], parts: [], left };
  }
  const byDay = step > LONGEST_OF_CLOCK;
  const intervals = byDay ? days(added, asked) : steps(added, step, asked);
  const { aligned, extent, from, to, startOf } = intervals;
  const rows = await connection.rows(
    `${aligned} SELECT b, sum(v) AS v, sum(share) AS n, sum(e) AS e FROM aligned GROUP BY b ORDER BY b`,
  );
  const profile = dense(rows, from, to);
  const peak = peakOf(profile);
  const parts = await partsAtPeak(connection, added, aligned, startOf, peak && from + peak.place);
  const own = parts.reduce((sum, one) => sum + (one.peak?.value ?? 0), 0);
  return {
    ...what,
    step: intervals.step,
    extent,
    from: startOf(from),
    ...(byDay ? { starts: Array.from({ length: to - from + 1 }, (_, place) => startOf(from + place)) } : {}),
    ...profile,
    parts,
    timeOf: intervals.timeOf,
    left,
    peak: peak && { at: startOf(from + peak.place), value: peak.value, meters: peak.meters },
    diversity: peak === undefined || peak.value <= 0 ? undefined : own / peak.value,
  };
}

/** Equal intervals of up to an hour. A reading that reaches over a border is shared by time. */
function steps(added: readonly Added[], step: number, asked: Span): Intervals {
  const extent = {
    from: Math.min(...added.map(({ first }) => first)),
    to: Math.max(...added.map(({ lastEnd }) => lastEnd)),
  };
  const end = Math.min(asked.to ?? extent.to, extent.to);
  const [usual] = mostAlike(added, ({ dayClock }) => dayClock);
  const phase = phaseOf(added, step, usual.dayClock === '' ? 0 : clockOfKey(usual.dayClock).offsetAt(end));
  const to = Math.ceil((end - phase) / step);
  const begin = Math.max(asked.from ?? (asked.to ?? extent.to) - YEAR, extent.from);
  const from = Math.max(Math.floor((begin - phase) / step), to - MOST_STEPS);
  const startOf = (interval: number) => interval * step + phase;
  return { step, extent, from, to, startOf, timeOf: usual.id, aligned: aligned(added, step, phase, from, to) };
}

/**
 * How many seconds after intervals that are counted from 1970 those of a sum begin: as the readings of most meters do, so that these stay
 * whole; else with the full hours of the clock: those of India begin at half past in UTC.
 * @param offset seconds by which the clock of most meters is ahead of UTC
 */
function phaseOf(added: readonly Added[], step: number, offset: number): number {
  const phase = ({ first }: Added) => first % step;
  const coarsest = added.filter((one) => one.step === step);
  const alike = mostAlike(coarsest, phase);
  return alike.length * 2 > added.length ? phase(alike[0]) : (step - (offset % step)) % step;
}

/** The largest group of meters that are alike, of at least one. */
function mostAlike(added: readonly Added[], like: (one: Added) => string | number): [Added, ...Added[]] {
  const [most] = [...groupBy(added, like).values()].sort((a, b) => b.length - a.length);
  return most as [Added, ...Added[]]; // a sum of no meters is answered before
}

/** Days of each meter's own time, as its totals have them; days of the calendar, counted from 1970. They begin as most meters' do. */
function days(added: readonly Added[], asked: Span): Intervals {
  const clocks = new Map(added.map(({ dayClock }) => [dayClock, clockOfKey(dayClock)]));
  const [{ id: timeOf, dayClock: most }] = mostAlike(added, ({ dayClock }) => dayClock);
  const clock = clockOfKey(most);
  const startOf = (day: number) => instantOf(clock, day * DAY);
  const dayOf = ({ dayClock }: Added, at: number) => Math.floor(localTime(clocks.get(dayClock) ?? clock, at) / DAY);
  // A midnight of another meter's time is meant as one.
  const dayNearest = (at: number) => Math.round(localTime(clock, at) / DAY);
  const first = Math.min(...added.map((one) => dayOf(one, one.first)));
  const end = Math.max(...added.map((one) => dayOf(one, one.lastEnd - 1))) + 1;
  const to = asked.to === undefined ? end : Math.min(end, dayNearest(asked.to));
  const from = Math.max(first, asked.from === undefined ? to - YEAR / DAY : dayNearest(asked.from));
  const meters = added.map(
    (one) =>
      `(${one.number}, ${one.factor}::DOUBLE, ${one.step}, ${sqlText(one.dayClock)}, ${one.zeros}, ${one.first}, ${one.lastEnd}, ${one.longest})`,
  );
  // The sums of days do not count zeros that were left out as readings: with them, all is known from the first reading to the last.
  const known = `CASE WHEN zeros THEN (least(p1, last_end) - greatest(p0, first)) / length
    WHEN step >= ${LEAST_OF_DAY} THEN least(1, weight) ELSE least(1, weight * step / length) END`;
  // Where no reading says how long it lasts, the sums of days have no seconds of those that are estimated.
  const estimated = 'CASE WHEN longest = 0 THEN estimated * step ELSE estimated_seconds END';
  return {
    step: DAY,
    extent: { from: startOf(first), to: startOf(end) },
    from,
    to,
    startOf,
    timeOf,
    aligned: `WITH added(series, factor, step, clock, zeros, first, last_end, longest) AS (VALUES ${meters.join(', ')}),
      calendar AS (${dayBounds([...clocks.keys()], eachDay({ from, until: to }))}),
      summed_days AS (
        SELECT series, day, sum(total) AS total, sum(weight) AS weight, sum(estimated) AS estimated, sum(estimated_seconds) AS estimated_seconds
        FROM day_sums WHERE series IN (SELECT series FROM added) AND day >= ${from} AND day < ${to} GROUP BY series, day),
      aligned AS (
        SELECT series, day AS b, total * factor AS v, ${known} AS share, least(1, ${estimated} / length) AS e
        FROM (SELECT d.*, a.* EXCLUDE (series), c.p0, c.p1, (c.p1 - c.p0)::DOUBLE AS length
          FROM summed_days d JOIN added a USING (series) JOIN calendar c ON c.clock = a.clock AND c.day = d.day
          WHERE d.weight > 0 OR a.zeros))`,
  };
}

interface Meters {
  /** How many there are. */
  chosen: number;
  /** How many of them have readings of the measure. */
  measured: number;
  /** The one that was asked for, or the one that most of them have; undefined where none has readings of it. */
  measure: string | undefined;
  /** Those that can be added: with such readings by equal intervals, or by days. */
  added: Added[];
}

async function meters(
  connection: Connection,
  zone: string,
  { group, meters: ids, measure: wanted }: Asked,
): Promise<Meters> {
  const condition =
    ids !== undefined
      ? `p.id IN (SELECT coalesce(twin_of, usage_point) FROM usage_point_facts WHERE usage_point IN ${among(ids)})`
      : await countedPoints(connection, group);
  const calendar = await monthCalendar(connection, zone, { first: 0, count: 1 }, condition);
  if (calendar === undefined) return { chosen: 0, measured: 0, measure: undefined, added: [] };
  const counted = await connection.row(`SELECT count(*) AS chosen FROM usage_points p WHERE ${condition}`);
  const measure =
    wanted === undefined
      ? '(SELECT measure FROM main GROUP BY measure ORDER BY count(*) DESC, measure LIMIT 1)'
      : sqlText(wanted);
  const rows = await connection.rows(
    `WITH ${calendar.sql}, ${RANKED}, main AS (SELECT *, ${measureKey('flow')} AS measure FROM ranked WHERE rank = 1)
     SELECT r.*, s.id AS series_id, s.longest, p.uid, p.title, f.meter, f.customer, s.day_clock,
       s.behaviour = 'interval' AND (s.grid = 'day' OR s.grid = 'fixed' AND r.step BETWEEN 1 AND ${DAY}) AS even
     FROM (SELECT * FROM main WHERE measure = ${measure}) r JOIN series s USING (series) JOIN usage_points p ON p.id = r.usage_point LEFT JOIN usage_point_facts f ON f.usage_point = p.id
     ORDER BY r.usage_point`,
    calendar.parameters,
  );
  const even = rows.filter((row) => row.even === true).map(addedOf);
  const byDay = even.some(({ step }) => step > LONGEST_OF_CLOCK);
  return {
    chosen: number(counted?.chosen),
    measured: rows.length,
    measure: optionalText(rows[0]?.measure),
    added: byDay ? even.filter(({ dayClock }) => dayClock !== '') : even,
  };
}

function addedOf(row: Row): Added {
  return {
    id: text(row.usage_point),
    uid: text(row.uid),
    meterNumber: optionalText(row.meter),
    title: optionalText(row.title),
    customerName: optionalText(row.customer),
    series: text(row.series_id),
    step: number(row.step),
    number: number(row.series),
    factor: number(row.factor),
    first: number(row.first),
    lastEnd: number(row.last_end),
    longest: optionalNumber(row.longest) ?? 0,
    zeros: row.zeros === true,
    dayClock: optionalText(row.day_clock) ?? '',
  };
}

/** @param phase when intervals begin, seconds after those that are counted from 1970; `drawn` is counted so, too */
function aligned(added: readonly Added[], step: number, phase: number, from: number, to: number): string {
  const longest = Math.max(...added.map((one) => Math.max(one.step, one.longest)));
  const [begin, end] = [from * step + phase, to * step + phase];
  const meters = added.map((one) => `(${one.number}, ${one.factor}::DOUBLE, ${one.step}, ${one.zeros})`);
  // A reading that does not say how long it lasts lasts a step. A hole of zeros that were left out is drawn as one reading of nothing.
  return `WITH added(series, factor, step, zeros) AS (VALUES ${meters.join(', ')}),
    sent AS (
      SELECT series, start - ${phase} AS since, start - ${phase} + seconds AS stop, amount(value, value_scale) * factor AS v, coalesce(quality IN (${ESTIMATED_CODES}), false) AS e
      FROM (SELECT *, CASE WHEN duration = 0 THEN step ELSE duration END AS seconds FROM readings JOIN added USING (series)
        WHERE value IS NOT NULL AND start < ${end} AND start >= ${begin - longest})
      WHERE start + seconds > ${begin}),
    left_out AS (
      SELECT series, greatest(start, ${begin}) - ${phase} AS since, least(stop, ${end}) - ${phase} AS stop, 0 AS v, false AS e
      FROM gaps JOIN added USING (series) WHERE zeros AND start < ${end} AND stop > ${begin}),
    drawn AS (
      SELECT *, since // ${step} AS b0, (stop - 1) // ${step} AS b1 FROM (FROM sent UNION ALL FROM left_out)),
    aligned AS (
      SELECT series, b, v, share, CASE WHEN e THEN share ELSE 0 END AS e FROM (
        SELECT series, b0 AS b, v, e, (stop - since) / ${step}::DOUBLE AS share FROM drawn WHERE b0 = b1
        UNION ALL SELECT series, b, v * (least(stop, (b + 1) * ${step}) - greatest(since, b * ${step})) / (stop - since)::DOUBLE, e,
          (least(stop, (b + 1) * ${step}) - greatest(since, b * ${step})) / ${step}::DOUBLE
        FROM (SELECT *, unnest(range(b0, b1 + 1)) AS b FROM drawn WHERE b0 <> b1) WHERE b >= ${from} AND b < ${to}))`;
}

function dense(rows: readonly Row[], from: number, to: number): Pick<Summed, 'v' | 'n' | 'e'> {
  const v = new Array<number | null>(Math.max(0, to - from)).fill(null);
  const n = new Array<number>(v.length).fill(0);
  const e = new Array<number>(v.length).fill(0);
  for (const row of rows) {
    const place = number(row.b) - from;
    v[place] = optionalNumber(row.v) ?? null;
    n[place] = number(row.n);
    e[place] = number(row.e);
  }
  return { v, n, e };
}

function peakOf({ v, n }: Pick<Summed, 'v' | 'n'>): { place: number; value: number; meters: number } | undefined {
  let best: number | undefined;
  for (const [place, value] of v.entries()) {
    if (value !== null && (best === undefined || value > (v[best] ?? 0))) best = place;
  }
  return best === undefined ? undefined : { place: best, value: v[best] ?? 0, meters: n[best] ?? 0 };
}

/** @param peak number of the interval in which the sum peaks */
async function partsAtPeak(
  connection: Connection,
  added: readonly Added[],
  sql: string,
  startOf: Intervals['startOf'],
  peak: number | undefined,
): Promise<SumPart[]> {
  const rows = await connection.rows(
    `${sql},
     -- A reading of the coarsest interval stands alone in its interval; only finer ones are added up.
     each AS (
       SELECT series, b, v FROM aligned WHERE share = 1
       UNION ALL SELECT series, b, sum(v) FROM aligned WHERE share < 1 GROUP BY series, b)
     SELECT series, max(v) AS peak, arg_max(b, v) AS b, max(v) FILTER (b = ${peak ?? 'NULL'}) AS at_peak FROM each GROUP BY series`,
  );
  const found = new Map(rows.map((row) => [number(row.series), row]));
  const parts = added.map((one): SumPart => {
    const row = found.get(one.number);
    const {
      number: _number,
      factor: _factor,
      first: _first,
      lastEnd: _lastEnd,
      longest: _longest,
      zeros: _zeros,
      dayClock: _dayClock,
      ...part
    } = one;
    return {
      ...part,
      atPeak: optionalNumber(row?.at_peak),
      peak: row === undefined ? undefined : { value: number(row.peak), at: startOf(number(row.b)) },
    };
  });
  return parts.toSorted((a, b) => (b.atPeak ?? 0) - (a.atPeak ?? 0) || (a.id < b.id ? -1 : 1));
}

function wrongSize({ chosen, measured, measure }: Omit<Meters, 'added'>, asked: Asked): AppError {
  const have = measured === 0 ? 'none has' : measured === 1 ? 'one has' : `${measured} have`;
  const missing = asked.measure === undefined ? 'that add up' : 'of this kind';
  const readings = measure === undefined ? missing : `of this kind: ${measureWords(measure)}`;
  const found = chosen === 0 ? noMeters(asked) : `of ${someMeters(chosen, asked)}, ${have} readings ${readings}`;
  return new AppError({
    code: 'sum_size',
    message: `A sum is made of ${LEAST} to ${MOST} meters; ${found}.`,
    action: 'Choose another group, or other meters. A meter under two authorizations counts once.',
  });
}

function noMeters({ group, meters }: Asked): string {
  if (meters !== undefined) return 'none of the chosen ones is here';
  return group === undefined ? 'there are none' : 'the group has none';
}

function someMeters(count: number, { group, meters }: Asked): string {
  if (meters !== undefined) return count === 1 ? 'one chosen meter' : `${count} chosen meters`;
  if (group !== undefined) return count === 1 ? 'the one meter of the group' : `the ${count} meters of the group`;
  return count === 1 ? 'the only meter' : `all ${count} meters`;
}
