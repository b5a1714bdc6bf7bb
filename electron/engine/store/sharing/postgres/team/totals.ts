/** Amounts of all meters of a server by month, and by tariff. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { TeamMeasure } from '#shared/contract/team.ts';
import { monthOf } from '../../../month-sums.ts';
import type { Server } from '../server.ts';
import { measured, monthCells, monthDate } from './cells.ts';
import { COUNTED } from './twins.ts';

type Totals = CallOutput<'team.totals'>;
type Asked = Omit<CallInput<'team.totals'>, 'workspace' | 'token'>;
type Figures = Totals['months'][number];

/** Columns of figures over rows with `total`, `known`, `length`, `covered`, `estimated`, `unknown` and `unplaced` of a meter. */
const FIGURES = `count(*)::integer AS of, count(*) FILTER (WHERE known)::integer AS meters, sum(total) AS total,
  coalesce(sum(covered) FILTER (WHERE known) / nullif(sum(length) FILTER (WHERE known AND covered IS NOT NULL), 0), 0)::float8 AS coverage,
  coalesce(sum(estimated) FILTER (WHERE known) / nullif(sum(covered) FILTER (WHERE known), 0), 0)::float8 AS estimated,
  count(*) FILTER (WHERE known AND unknown)::integer AS unknown, count(*) FILTER (WHERE known AND covered IS NULL)::integer AS unplaced`;

/** A month of a meter. */
const MONTH = `SELECT usage_point, key, tariff, part, month_readings IS NOT NULL AS known, value AS total, length, covered, estimated,
    month_readings IS NOT NULL AND value IS NULL AS unknown FROM cells`;
/** All of its months: the coverage is not known where that of one of them is not. */
const ALL = `SELECT usage_point, key, tariff, bool_or(known) AS known, sum(total) AS total, sum(length) AS length,
    CASE WHEN bool_and(covered IS NOT NULL) THEN sum(covered) END AS covered, CASE WHEN bool_and(covered IS NOT NULL) THEN sum(estimated) END AS estimated,
    bool_or(unknown) AS unknown FROM by_month GROUP BY usage_point, key, tariff`;

interface FigureRow {
  [name: string]: unknown;
  of: number;
  meters: number;
  total: number | null;
  coverage: number;
  estimated: number;
  unknown: number;
  unplaced: number;
}

interface MeasureRow {
  [name: string]: unknown;
  key: string;
  service: string | null;
  what: string;
  unit: string;
  first: string;
  last: string;
}

export async function totals(server: Server, { first, count, measure, tariff }: Asked): Promise<Totals> {
  const known = await server.rows<MeasureRow>(
    `WITH ${measured()} SELECT key, min(service) AS service, min(what) AS what, unit, min(first) AS first, percentile_disc(0.5) WITHIN GROUP (ORDER BY last_end) AS last
     FROM main GROUP BY key, unit ORDER BY count(*) DESC, key`,
  );
  const newest = Math.max(0, ...known.map(({ last }) => monthOf(Number(last) - 1)));
  const span = { first: first ?? Math.max(0, newest - count + 1), count };
  const chosen = known.find(({ key }) => key === measure) ?? known[0];
  const cells = `WITH ${measured()}, ${monthCells(monthDate(span.first), count)}, by_month AS (${MONTH})`;
  const all = await server.rows<FigureRow & { key: string }>(
    `${cells}, whole AS (${ALL}) SELECT key, ${FIGURES} FROM whole GROUP BY key`,
  );
  const figuresOfKey = new Map(all.map((row) => [row.key, row]));
  const measures = known.map((row): TeamMeasure => measureOf(row, figuresOfKey.get(row.key)));
  const unmeasured = await server.rows<{ meters: number }>(
    `WITH ${measured()} SELECT (SELECT count(*) FROM v1.meters m WHERE NOT EXISTS (SELECT FROM main s WHERE s.usage_point = m.usage_point)
       AND ${COUNTED})::integer AS meters`,
  );
  const empty = { span, measures, months: [], tariffs: [], unmeasured: unmeasured[0]?.meters ?? 0 };
  if (chosen === undefined) return empty;
  const ofKey = `WITH ${measured()}, ${monthCells(monthDate(span.first), count)}, by_month AS (${MONTH} WHERE key = $1)`;
  const values = tariff === undefined ? [chosen.key] : [chosen.key, tariff];
  const only = tariff === undefined ? 'true' : 'tariff IS NOT DISTINCT FROM $2';
  const months = await server.rows<FigureRow & { part: number }>(
    `${ofKey} SELECT part, ${FIGURES} FROM by_month WHERE ${only} GROUP BY part ORDER BY part`,
    values,
  );
  const tariffs = await server.rows<FigureRow & { value: string | null }>(
    `${ofKey}, whole AS (${ALL}) SELECT tariff AS value, ${FIGURES} FROM whole GROUP BY tariff ORDER BY total DESC NULLS LAST, tariff`,
    [chosen.key],
  );
  return {
    ...empty,
    measure: measures[known.indexOf(chosen)],
    months: months.map((row) => ({ ...figuresOf(row), month: span.first + row.part })),
    tariffs: tariffs.map((row) => ({ ...figuresOf(row), value: row.value })),
  };
}

function measureOf(row: MeasureRow, figures: FigureRow | undefined): TeamMeasure {
  const [first, last] = [monthOf(Number(row.first)), monthOf(Number(row.last) - 1)];
  return {
    ...figuresOf(figures),
    key: row.key,
    ...(row.service === null ? {} : { service: row.service }),
    label: row.what,
    unit: row.unit,
    first,
    count: last - first + 1,
  };
}

/** Peaks and base loads are not among what a server adds up. */
function figuresOf(row: FigureRow | undefined): Omit<Figures, 'month'> {
  const { of = 0, meters = 0, total = null, coverage = 0, estimated = 0, unknown = 0, unplaced = 0 } = row ?? {};
  const base = { demandMeters: 0, baseMeters: 0 };
  return { of, meters, ...(total === null ? {} : { total }), coverage, estimated, unknown, unplaced, ...base };
}
