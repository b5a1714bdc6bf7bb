/** The sum of many meters as one profile. Each meter is in it with the series that its totals are made of. */
import type { CallInput } from '#shared/contract/index.ts';
import type { Summed, SumPart } from '#shared/contract/sum.ts';
import { AppError } from '#shared/errors.ts';
import { unitOf } from '#shared/espi/units.ts';
import type { SomeHandlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { ESTIMATED_CODES } from '../decisions.ts';
import { number, optionalNumber, optionalText, text } from '../row.ts';
import { among, sqlText } from '../sql-text.ts';
import { countedPoints } from './group-members.ts';
import { monthCalendar } from './month-calendar.ts';
import { measureKey, RANKED } from './overview-cells.ts';

const LEAST = 2;
const MOST = 500;
/** Three years and a bit of quarter hours. */
const MOST_STEPS = 120_000;
const YEAR = 366 * 86_400;

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
}

async function summed(
  connection: Connection,
  zone: string,
  asked: Omit<CallInput<'sum.profile'>, 'workspace'>,
): Promise<Summed> {
  const { all, added } = await meters(connection, zone, asked);
  if (all < LEAST || all > MOST) throw wrongSize(all);
  const unit = unitOf(Number(asked.measure.split(':')[1])).name;
  const step = Math.max(1, ...added.map((one) => one.step));
  const extent = {
    from: Math.min(...added.map(({ first }) => first)),
    to: Math.max(...added.map(({ lastEnd }) => lastEnd)),
  };
  if (added.length === 0) {
    return { unit, step, extent: { from: 0, to: 0 }, from: 0, v: [], n: [], e: [], parts: [], left: all };
  }
  const to = Math.ceil(Math.min(asked.to ?? extent.to, extent.to) / step);
  const from = Math.max(
    Math.floor(Math.max(asked.from ?? (asked.to ?? extent.to) - YEAR, extent.from) / step),
    to - MOST_STEPS,
  );
  const rows = await connection.rows(
    `${aligned(added, step, from, to)} SELECT b, sum(v) AS v, sum(share) AS n, coalesce(sum(share) FILTER (e), 0) AS e FROM aligned GROUP BY b ORDER BY b`,
  );
  const profile = dense(rows, from, to);
  const peak = peakOf(profile, from, step);
  const parts = await partsAtPeak(connection, added, step, from, to, peak?.at);
  const own = parts.reduce((sum, one) => sum + (one.peak?.value ?? 0), 0);
  return {
    unit,
    step,
    extent,
    from: from * step,
    ...profile,
    parts,
    left: all - added.length,
    peak,
    diversity: peak === undefined || peak.value <= 0 ? undefined : own / peak.value,
  };
}

/** How many meters are chosen, and those that can be added: with readings of the measure at equal intervals of up to a day. */
async function meters(
  connection: Connection,
  zone: string,
  { group, meters: ids, measure }: Pick<CallInput<'sum.profile'>, 'group' | 'meters' | 'measure'>,
): Promise<{ all: number; added: Added[] }> {
  const chosen =
    ids !== undefined
      ? `p.id IN (SELECT coalesce(twin_of, usage_point) FROM usage_point_facts WHERE usage_point IN ${among(ids)})`
      : await countedPoints(connection, group);
  const calendar = await monthCalendar(connection, zone, { first: 0, count: 1 }, chosen);
  if (calendar === undefined) return { all: 0, added: [] };
  const rows = await connection.rows(
    `WITH ${calendar.sql}, ${RANKED}
     SELECT r.*, s.id AS series_id, p.uid, p.title, f.meter, f.customer, s.behaviour = 'interval' AND s.grid = 'fixed' AND r.step BETWEEN 1 AND 86400 AS even
     FROM (SELECT * FROM ranked WHERE rank = 1 AND ${measureKey('flow')} = ${sqlText(measure)}) r JOIN series s USING (series) JOIN usage_points p ON p.id = r.usage_point LEFT JOIN usage_point_facts f ON f.usage_point = p.id
     ORDER BY r.usage_point`,
    calendar.parameters,
  );
  return { all: rows.length, added: rows.filter(({ even }) => even === true).map(addedOf) };
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
  };
}

/**
 * A `WITH` that ends in `aligned`: readings by `series` and interval `b` (counted in steps since 1970), `v` in the unit shown, `e` (estimated) and
 * `share`, what part of the interval it covers. A reading that reaches over a border is shared by time.
 */
function aligned(added: readonly Added[], step: number, from: number, to: number): string {
  const longest = Math.max(...added.map((one) => one.step));
  return `WITH added(series, factor) AS (VALUES ${added.map((one) => `(${one.number}, ${one.factor}::DOUBLE)`).join(', ')}),
    drawn AS (
      SELECT series, start, start + duration AS stop, amount(value, value_scale) * factor AS v, coalesce(quality IN (${ESTIMATED_CODES}), false) AS e, start // ${step} AS b0, (start + duration - 1) // ${step} AS b1
      FROM readings JOIN added USING (series)
      WHERE value IS NOT NULL AND duration > 0 AND start < ${to * step} AND start >= ${from * step - longest} AND start + duration > ${from * step}),
    aligned AS (
      SELECT series, b0 AS b, v, e, (stop - start) / ${step}::DOUBLE AS share FROM drawn WHERE b0 = b1
      UNION ALL SELECT series, b, v * (least(stop, (b + 1) * ${step}) - greatest(start, b * ${step})) / (stop - start)::DOUBLE, e,
        (least(stop, (b + 1) * ${step}) - greatest(start, b * ${step})) / ${step}::DOUBLE
      FROM (SELECT *, unnest(range(b0, b1 + 1)) AS b FROM drawn WHERE b0 <> b1) WHERE b >= ${from} AND b < ${to})`;
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

function peakOf({ v, n }: Pick<Summed, 'v' | 'n'>, from: number, step: number): Summed['peak'] {
  let best: number | undefined;
  for (const [place, value] of v.entries()) {
    if (value !== null && (best === undefined || value > (v[best] ?? 0))) best = place;
  }
  return best === undefined ? undefined : { at: (from + best) * step, value: v[best] ?? 0, meters: n[best] ?? 0 };
}

async function partsAtPeak(
  connection: Connection,
  added: readonly Added[],
  step: number,
  from: number,
  to: number,
  at: number | undefined,
): Promise<SumPart[]> {
  const rows = await connection.rows(
    `${aligned(added, step, from, to)},
     -- A reading of the coarsest interval stands alone in its interval; only finer ones are added up.
     each AS (
       SELECT series, b, v FROM aligned WHERE share = 1
       UNION ALL SELECT series, b, sum(v) FROM aligned WHERE share < 1 GROUP BY series, b)
     SELECT series, max(v) AS peak, arg_max(b, v) AS b, max(v) FILTER (b = ${at === undefined ? -1 : at / step}) AS at_peak FROM each GROUP BY series`,
  );
  const found = new Map(rows.map((row) => [number(row.series), row]));
  const parts = added.map(({ number: series, factor: _factor, first: _first, lastEnd: _lastEnd, ...part }): SumPart => {
    const row = found.get(series);
    return {
      ...part,
      atPeak: optionalNumber(row?.at_peak),
      peak: row === undefined ? undefined : { value: number(row.peak), at: number(row.b) * step },
    };
  });
  return parts.toSorted((a, b) => (b.atPeak ?? 0) - (a.atPeak ?? 0) || (a.id < b.id ? -1 : 1));
}

function wrongSize(meters: number): AppError {
  return new AppError({
    code: 'sum_size',
    message: `A sum is made of ${LEAST} to ${MOST} meters; ${meters === 1 ? 'one is' : `${meters} are`} chosen.`,
    action: 'Choose another group, or other meters.',
  });
}
