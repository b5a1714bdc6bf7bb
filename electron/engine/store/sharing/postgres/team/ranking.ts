/** Meters of a server in the order of a figure of a period: from its sums of days, no reading is looked at. */
import type { CallInput, CallOutput } from '#shared/contract/index.ts';
import type { Server } from '../server.ts';
import { boundsOf, COUNTS, covered, KEY, measured, VALUED } from './cells.ts';
import { WORDS } from './words.ts';

type Asked = Omit<CallInput<'team.ranking'>, 'workspace' | 'token'>;
type Ranking = CallOutput<'team.ranking'>;

const DAY = 86_400_000;

interface RankedRow {
  [name: string]: unknown;
  place: string;
  usage_point: string;
  uid: string;
  meter_number: string | null;
  title: string | null;
  customer: string | null;
  address: string | null;
  step: string | null;
  amount: number | null;
  peak: number | null;
  missing: number | null;
  estimated: number | null;
  lastYear: number | null;
  days: string | null;
}

/**
 * CTEs that end in `figures`, a row a meter. Days are whole in which nothing is missing: between the first and the last reading, with all of
 * their readings where these are equally long, and of a series without gaps where they are not.
 * @param days of the period @param shift how many days before it the one begins that it is compared with
 */
function figures(days: number, shift: number): string {
  const inPeriod = (from: string) => `d.day >= ${from} AND d.day < ${from} + ${days}`;
  const before = `$2::date - ${shift}`;
  return `${measured(`${KEY} = $1`)},
    ${boundsOf('day', before, days + shift)},
    period AS (SELECT zone, min(p0) AS p0, max(p1) AS p1 FROM bounds WHERE part >= ${shift} GROUP BY zone),
    daily AS MATERIALIZED (SELECT d.series_id, d.day, d.day - (${before}) AS part, d.value, d.maximum, d.readings, d.estimated_share FROM v1.daily d JOIN main m ON m.series_id = d.series_id
      WHERE (${inPeriod('$2::date')}) OR (${inPeriod(before)})),
    sums AS (SELECT series_id, sum(value) AS amount, bool_or(value IS NULL) AS holed, max(maximum) AS maximum, sum(${VALUED}) AS readings,
        sum(estimated_share * readings) / nullif(sum(${VALUED}), 0) AS estimated
      FROM daily d WHERE part >= ${shift} GROUP BY series_id),
    whole AS MATERIALIZED (SELECT d.series_id, d.part, d.value FROM daily d JOIN main m ON m.series_id = d.series_id JOIN bounds b ON b.zone = m.zone AND b.part = d.part
      WHERE d.value IS NOT NULL AND b.p0 >= m.first AND b.p1 <= m.last_end AND (m.gaps = 0 OR ${COUNTS} AND d.readings * m.step >= b.p1 - b.p0)),
    -- A day and the one that it is compared with. PostgreSQL would join them row by row: it takes what it has just worked out for little.
    pairs AS (SELECT series_id, max(value) FILTER (WHERE part >= ${shift}) AS now, max(value) FILTER (WHERE part < ${shift}) AS before
      FROM whole GROUP BY series_id, part % ${shift}),
    compared AS (SELECT series_id, count(*) AS days, CASE WHEN count(*) * 2 >= ${days} AND sum(before) > 0 THEN sum(now) / sum(before) - 1 END AS change
      FROM pairs WHERE now IS NOT NULL AND before IS NOT NULL GROUP BY series_id),
    figures AS MATERIALIZED (SELECT m.usage_point, m.demand_step AS step,
        -- A reading that is longer than a day says nothing of it; of equal ones no shorter than that a NULL is a value that was not sent.
        CASE WHEN NOT s.holed OR m.grid IN ('fixed', 'day') AND coalesce(m.step, 0) <= 95040 THEN s.amount END AS amount,
        s.maximum * 3600 / m.demand_step AS peak, (1 - ${covered('s.readings')} / (b.p1 - b.p0)::float8)::float8 AS missing, s.estimated::float8 AS estimated,
        c.change AS "lastYear", c.days
      FROM main m LEFT JOIN period b ON b.zone = m.zone LEFT JOIN sums s ON s.series_id = m.series_id LEFT JOIN compared c ON c.series_id = m.series_id)`;
}

export async function ranking(server: Server, asked: Asked): Promise<Ranking> {
  const { measure, from, until, by, descending, search = '', offset = 0, limit = 500 } = asked;
  const days = Math.round((Date.parse(until) - Date.parse(from)) / DAY) + 1;
  const shift = Math.max(Math.ceil(days / 7) * 7, 364);
  const words = search.split(/\s+/).filter((word) => word !== '');
  const rows = await server.rows<RankedRow & { total: string; known: string; matching: string }>(
    `WITH ${figures(days, shift)},
     placed AS (SELECT f.*, row_number() OVER (ORDER BY f."${by}" ${descending ? 'DESC' : 'ASC'}, f.usage_point) AS place FROM figures f WHERE f."${by}" IS NOT NULL),
     found AS MATERIALIZED (SELECT p.*, m.uid, m.meter_number, m.title, m.customer, m.address FROM placed p JOIN v1.meters m ON m.usage_point = p.usage_point
       WHERE NOT EXISTS (SELECT FROM unnest($3::text[]) AS w WHERE strpos(${WORDS}, lower(w)) = 0))
     SELECT n.*, f.* FROM (SELECT (SELECT count(*) FROM figures) AS total, (SELECT count(*) FROM placed) AS known, (SELECT count(*) FROM found) AS matching) n
     LEFT JOIN (SELECT * FROM found ORDER BY place LIMIT $4 OFFSET $5) f ON true ORDER BY f.place`,
    [measure, from, words, limit, offset],
  );
  const [counts] = rows;
  const [total, known] = [Number(counts?.total ?? 0), Number(counts?.known ?? 0)];
  return {
    rows: rows.flatMap((row) => (row.usage_point === null ? [] : [rankedOf(row)])),
    matching: Number(counts?.matching ?? 0),
    total,
    unknown: total - known,
    days,
    lastYearFrom: new Date(Date.parse(from) - shift * DAY).toISOString().slice(0, 10),
  };
}

function rankedOf(row: RankedRow): Ranking['rows'][number] {
  const { amount, peak, missing, estimated, lastYear } = row;
  const given = { amount, peak, missing, estimated, lastYear, number: row.meter_number };
  const texts = { title: row.title, customer: row.customer, address: row.address };
  return {
    place: Number(row.place),
    id: row.usage_point,
    uid: row.uid,
    step: Number(row.step ?? 0),
    lastYearDays: Number(row.days ?? 0),
    ...(Object.fromEntries(Object.entries({ ...given, ...texts }).filter(([, value]) => value !== null)) as Partial<
      Ranking['rows'][number]
    >), // what the columns are, without NULL
  };
}
