/** The meters of a server: a page of their list, and what of them is here. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { TeamMeter } from '#shared/contract/team.ts';
import { MOST_CHOICES, type TEAM_COLUMNS, type TEAM_FILTERS } from '#shared/list-columns.ts';
import { markOf } from '../pull/meter.ts';
import type { PulledMeter } from '../pull/pulled.ts';
import type { Server } from '../server.ts';
import { WORDS } from './words.ts';

type Asked = Omit<CallInput<'team.meters'>, 'workspace' | 'token'>;
type Column = (typeof TEAM_COLUMNS)[number];
type Filter = (typeof TEAM_FILTERS)[number];

/** What a column shows, in SQL over {@link LISTED}. */
const COLUMNS: Readonly<Record<Column, string>> = {
  meter: 'coalesce(m.meter_number, m.uid)',
  state: 'm.state',
  customer: 'm.customer',
  address: 'm.address',
  service: 'm.service',
  tariff: 'm.tariff',
  coverage: 'm.coverage',
  readings: 'm.readings',
  first: 'm.first_utc',
  last: 'm.last_utc',
  publisher: 'm.publisher_name',
  published: 'm.ended_at',
  title: 'm.title',
  uid: 'm.uid',
  id: 'm.usage_point',
};

/**
 * CTE `listed`: all meters. Of those that were taken ($1 their ids, $2 what was there then) whether the server has something else now; $3 are the
 * workspace's own.
 */
const LISTED = `fullest AS (SELECT DISTINCT ON (usage_point) usage_point, coverage FROM v1.coverage ORDER BY usage_point, readings DESC, series_id),
  listed AS (SELECT m.usage_point, m.uid, m.meter_number, m.title, m.customer, m.address, m.service, m.tariff, coalesce(m.readings, 0) AS readings, m.first_utc, m.last_utc,
      f.coverage, p.name AS publisher_name, p.ended_at,
      CASE WHEN o.usage_point IS NOT NULL THEN 'own' WHEN h.usage_point IS NULL THEN NULL WHEN h.mark = (${markOf('ARRAY[m.usage_point] || ARRAY(SELECT n.series_id FROM v1.series n WHERE n.usage_point = m.usage_point)')}) THEN 'here' ELSE 'newer' END AS state
    FROM v1.meters m LEFT JOIN meterscope_pull.publishers p ON p.publisher = m.publisher LEFT JOIN fullest f ON f.usage_point = m.usage_point
    LEFT JOIN unnest($1::text[], $2::text[]) AS h(usage_point, mark) ON h.usage_point = m.usage_point
    LEFT JOIN unnest($3::text[]) AS o(usage_point) ON o.usage_point = m.usage_point)`;

interface ListedRow {
  [name: string]: unknown;
  usage_point: string | null;
  uid: string;
  meter_number: string | null;
  title: string | null;
  customer: string | null;
  address: string | null;
  service: string | null;
  tariff: string | null;
  readings: string;
  first: string | null;
  last: string | null;
  coverage: number | null;
  publisher_name: string | null;
  ended: string | null;
  state: TeamMeter['state'] | null;
}

/** What a workspace has. */
export interface Here {
  /** Meters that it took from this server. */
  pulled: readonly PulledMeter[];
  /** Ids of those that it took from none. */
  own: readonly string[];
}

const valuesOf = ({ pulled, own }: Here): unknown[] => [
  pulled.map(({ there }) => there),
  pulled.map(({ mark }) => mark),
  own,
];

export async function meterPage(
  server: Server,
  { search = '', sort, filters = {}, ids, offset = 0, limit = 500 }: Asked,
  has: Here,
): Promise<CallOutput<'team.meters'>> {
  const values = valuesOf(has);
  const given = (value: unknown) => `$${values.push(value)}`;
  const words = search.split(/\s+/).filter((word) => word !== '');
  const conditions = [
    `NOT EXISTS (SELECT FROM unnest(${given(words)}::text[]) AS w WHERE strpos(${WORDS}, lower(w)) = 0)`,
    ...(ids ? [`m.usage_point = ANY (${given(ids)}::text[])`] : []),
    ...Object.entries(filters).flatMap(([column, chosen]) => {
      if (!chosen?.length) return [];
      const value = COLUMNS[column as Filter]; // the contract lets no other through
      const either = `${value} = ANY (${given(chosen.filter((one) => one !== null))}::text[])`;
      return [chosen.includes(null) ? `(${either} OR ${value} IS NULL)` : either];
    }),
  ];
  const order = sort ? `${COLUMNS[sort.column]} ${sort.descending ? 'DESC' : 'ASC'} NULLS LAST, ` : '';
  const rows = await server.rows<ListedRow & { matching: string; total: string }>(
    `WITH ${LISTED}, found AS MATERIALIZED (SELECT m.*, row_number() OVER (ORDER BY ${order}${COLUMNS.meter}, m.usage_point) AS place FROM listed m WHERE ${conditions.join(' AND ')})
     SELECT n.*, f.*, extract(epoch FROM f.first_utc)::float8 AS first, extract(epoch FROM f.last_utc)::float8 AS last, extract(epoch FROM f.ended_at)::float8 AS ended
     FROM (SELECT (SELECT count(*) FROM v1.meters) AS total, (SELECT count(*) FROM found) AS matching) n
     LEFT JOIN (SELECT * FROM found ORDER BY place LIMIT ${given(limit)} OFFSET ${given(offset)}) f ON true ORDER BY f.place`,
    values,
  );
  const here = new Map(has.pulled.map((one) => [one.there, one.here]));
  return {
    rows: rows.flatMap((row) => (row.usage_point === null ? [] : [meterOf(row, row.usage_point, here)])),
    matching: Number(rows[0]?.matching ?? 0),
    total: Number(rows[0]?.total ?? 0),
  };
}

function meterOf(row: ListedRow, id: string, here: ReadonlyMap<string, string>): TeamMeter {
  const optional = {
    number: row.meter_number,
    title: row.title,
    customer: row.customer,
    address: row.address,
    service: row.service,
    tariff: row.tariff,
    firstReading: row.first,
    lastReading: row.last,
    coverage: row.coverage,
    publisher: row.publisher_name,
    publishedAt: row.ended === null ? null : Number(row.ended) * 1000,
    state: row.state,
    here: row.state === 'own' ? id : (here.get(id) ?? null),
  };
  const known = Object.entries(optional).filter(([, value]) => value !== null);
  // What the columns are, without NULL.
  return { id, uid: row.uid, readings: Number(row.readings), ...(Object.fromEntries(known) as Partial<TeamMeter>) };
}

const CHOICES: readonly Filter[] = ['state', 'service', 'tariff', 'publisher'];

export async function summary(server: Server, has: Here): Promise<CallOutput<'team.summary'>> {
  const [counts] = await server.rows<{ meters: number; first: number | null; last: number | null }>(
    `SELECT count(*)::integer AS meters, extract(epoch FROM min(first_utc))::float8 AS first, extract(epoch FROM max(last_utc))::float8 AS last FROM v1.meters`,
  );
  const each = CHOICES.map(
    (name) => `SELECT '${name}' AS name, ${COLUMNS[name]} AS value, count(*) AS count FROM listed m GROUP BY 2`,
  );
  const rows = await server.rows<{ name: string; value: string | null; count: string }>(
    `WITH ${LISTED} SELECT name, value, count FROM (SELECT *, row_number() OVER (PARTITION BY name ORDER BY count DESC, value) AS place FROM (${each.join(' UNION ALL ')}) c) r
     WHERE place <= ${MOST_CHOICES + 1} ORDER BY count DESC, value`,
    valuesOf(has),
  );
  const choicesOf = (name: Filter) =>
    rows.filter((row) => row.name === name).map(({ value, count }) => ({ value, count: Number(count) }));
  return {
    meters: counts?.meters ?? 0,
    ...(counts?.first == null ? {} : { firstReading: counts.first }),
    ...(counts?.last == null ? {} : { lastReading: counts.last }),
    choices: Object.fromEntries(CHOICES.map((name) => [name, choicesOf(name)])),
  };
}
