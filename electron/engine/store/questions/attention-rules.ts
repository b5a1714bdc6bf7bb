/**
 * What is worth attention, as SQL over the stored rows. Each query gives `since` and the facts of its kind; what is a long time, the
 * thresholds say. Times are epoch seconds by the service's clock.
 */
import type { AttentionThresholds } from '#shared/contract/attention.ts';
import { takesZeros } from '../stored-series.ts';

const DAY = 86_400;

export interface Present {
  /** The present by the service's clock, and by how much it is ahead of this computer's. Seconds. */
  now: number;
  ahead: number;
}

/** Deliveries that tell what is usual: this far back from the newest data of a meter. */
const RHYTHM_SECONDS = 120 * DAY;
/** ESPI AuthorizationStatus: active, or not said. Of others no data is due. */
const ACTIVE = 'coalesce(a.status, 1) = 1';

/** SQL, milliseconds: what the service's clock showed at the fetch that a cursor `y` is of. NULL in those of an older program. */
const ANSWERED_AT = `TRY_CAST(TRY_CAST(y.value AS JSON)->>'answeredAt' AS BIGINT)`;

/**
 * CTE `asked`: usage points that the service is asked for, with when that was last (`as_of`). A meter under two authorizations
 * counts once: by the usage point that is counted or, where the authorization of that one ended, by the fullest of the others. One of a
 * file, or of which all authorizations ended, does not count at all.
 * @param chosen SQL of the ids of the counted usage points of the meters that are meant
 */
const asked = ({ now, ahead }: Present, chosen: string | undefined) => `asked AS (
  SELECT p.id, least(${now}, max(coalesce(${ANSWERED_AT} // 1000, y.saved_at // 1000 + ${ahead}))) AS as_of
  FROM usage_points p JOIN authorizations a ON a.uid = p.authorization_uid AND ${ACTIVE}
  JOIN cursors y ON y.name = 'sync/' || a.uid
  LEFT JOIN usage_point_facts f ON f.usage_point = p.id
  WHERE true ${among('coalesce(f.twin_of, p.id)', chosen)} GROUP BY p.id, f.twin_of, f.readings
  QUALIFY row_number() OVER (PARTITION BY coalesce(f.twin_of, p.id) ORDER BY f.twin_of NULLS FIRST, f.readings DESC NULLS LAST, p.id) = 1)`;

/** CTE `main`: of each meter the series with the most readings, as coverage has it. */
const MAIN = `main AS (
  SELECT usage_point, arg_max(series, (count, -series)) AS series, arg_max(last_end, (count, -series)) AS last_end,
    arg_max(coalesce(step, 0), (count, -series)) AS step,
    arg_max(${takesZeros()}, (count, -series)) AS zeros
  FROM series WHERE count > 0 AND usage_point IS NOT NULL GROUP BY usage_point)`;

/**
 * Meters whose main series ends longer ago than the threshold, `series`, `since`, `step` and `as_of` of each: whether their data stopped
 * is then judged by what is usual of them, see {@link usualOf}.
 */
export function quiet(thresholds: AttentionThresholds, present: Present, chosen?: string): string {
  return `WITH ${asked(present, chosen)}, ${MAIN}
    SELECT m.usage_point, m.series, m.last_end AS since, m.step, k.as_of FROM main m JOIN asked k ON k.id = m.usage_point
    WHERE k.as_of - m.last_end - m.step > ${thresholds.silentDays * DAY}`;
}

/**
 * What is usual of series (numbers): `series`, `every`, `delay`. A delivery is what arrived at one time and reaches further than all
 * before it; so a correction of old days is none.
 */
export function usualOf(series: readonly number[]): string {
  return `WITH wanted AS (SELECT s.series, s.last_end FROM series s JOIN (SELECT unnest([${series.join(', ')}]::INTEGER[]) AS series) USING (series)),
    arrivals AS (SELECT w.series, b.updated // 1000 AS arrived, max(b.last_end) AS reach
      FROM wanted w JOIN interval_blocks b USING (series)
      WHERE b.updated IS NOT NULL AND b.last_end > w.last_end - ${RHYTHM_SECONDS} GROUP BY ALL),
    ${rhythmOf('series')}
    SELECT * FROM rhythm`;
}

/** Meters whose next bill is late, by the periods of their bills and by how long after its period each arrives. */
export function lateBills(thresholds: AttentionThresholds, present: Present, chosen?: string): string {
  const patience = thresholds.billDays * DAY;
  return `WITH ${asked(present, chosen)},
    billed AS (SELECT b.usage_point, max(b.start + b.duration) AS last_end, median(b.duration) AS period, count(*) AS bills
      FROM usage_summaries b WHERE b.duration > 0 AND b.start IS NOT NULL GROUP BY ALL),
    quiet AS (SELECT q.*, k.as_of FROM billed q JOIN asked k ON k.id = q.usage_point
      WHERE q.bills >= 2 AND k.as_of - q.last_end - q.period > ${patience}),
    arrivals AS (SELECT usage_point AS series, b.updated // 1000 AS arrived, max(b.start + b.duration) AS reach
      FROM quiet q JOIN usage_summaries b USING (usage_point) WHERE b.updated IS NOT NULL GROUP BY ALL),
    ${rhythmOf('series')}
    SELECT q.usage_point, q.last_end AS since, q.period AS every, r.delay, q.as_of, q.last_end + q.period + coalesce(r.delay, 0) AS due
    FROM quiet q LEFT JOIN rhythm r ON r.series = q.usage_point
    WHERE q.as_of - (q.last_end + q.period + coalesce(r.delay, 0)) > ${patience}`;
}

/**
 * CTEs over `arrivals` (of what, `arrived`, `reach`): `rhythm` with `every` and `delay`, medians. What was dated before its own end says
 * nothing of a delay.
 */
function rhythmOf(what: string): string {
  return `forward AS (
      SELECT *, max(reach) OVER (PARTITION BY ${what} ORDER BY arrived ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM arrivals),
    rhythm AS (SELECT ${what}, median(reach - before) AS every, median(arrived - reach) FILTER (arrived >= reach) AS delay
      FROM forward WHERE before IS NULL OR reach > before GROUP BY ${what})`;
}

/** Long gaps in the main series of meters, by meter. Zeros that the user takes for sent are no gap. */
export function longGaps(thresholds: AttentionThresholds, present: Present, chosen?: string): string {
  return `WITH ${MAIN}
    SELECT m.usage_point, min(g.start) AS since, count(*) AS count, max(g.stop - g.start) AS longest
    FROM main m JOIN gaps g USING (series)
    WHERE NOT m.zeros AND g.stop - g.start > ${thresholds.gapDays * DAY}
      AND g.stop > ${present.now - thresholds.withinDays * DAY} ${counted('m.usage_point', chosen)}
    GROUP BY m.usage_point`;
}

/** Meters of whose readings many are estimated. */
export function muchEstimated(thresholds: AttentionThresholds, _present: Present, chosen?: string): string {
  return `SELECT f.usage_point, f.first AS since, f.estimated AS share, f.readings FROM usage_point_facts f
    WHERE f.estimated > ${thresholds.estimatedShare} ${counted('f.usage_point', chosen)}`;
}

/**
 * Authorizations that the service calls active, and that expire soon or have by their date.
 * @param chosen SQL of the ids of usage points, whether they are counted or not
 */
export function expiring(thresholds: AttentionThresholds, present: Present, chosen?: string): string {
  const inScope =
    chosen === undefined ? '' : `AND a.uid IN (SELECT authorization_uid FROM usage_points WHERE id IN ${chosen})`;
  return `SELECT a.id, a.uid, a.expires_at AS since, any_value(f.customer) AS customer, count(p.id) AS meters
    FROM authorizations a LEFT JOIN usage_points p ON p.authorization_uid = a.uid
    LEFT JOIN usage_point_facts f ON f.usage_point = p.id
    WHERE ${ACTIVE} AND a.expires_at < ${present.now + thresholds.expiryDays * DAY} ${inScope}
    GROUP BY a.id, a.uid, a.expires_at`;
}

function counted(column: string, chosen: string | undefined): string {
  return `AND ${column} NOT IN (SELECT usage_point FROM usage_point_facts WHERE twin_of IS NOT NULL) ${among(column, chosen)}`;
}

function among(column: string, chosen: string | undefined): string {
  return chosen === undefined ? '' : `AND ${column} IN ${chosen}`;
}
