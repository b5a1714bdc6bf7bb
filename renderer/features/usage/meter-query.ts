/** What a tab of a meter shows, as a query over the views of docs/store.md: `$meter`, and `$from` and `$to` by the meter's own clock. */
import type { Clock } from '#shared/time/index.ts';
import type { Span } from '../../charts/viewport.ts';
import type { UsageTab } from './usage-address.ts';

const READINGS = `SELECT series, start_local, duration_seconds, value, unit, quality, cost, currency, tou, tier
FROM readings
WHERE usage_point = $meter AND start_local >= $from AND start_local < $to
ORDER BY series, start_utc`;

/** Whole days and months of the span. */
const totals = (
  period: 'day' | 'month',
) => `SELECT series, ${period}, value, value_is, unit, cost, currency, readings, estimated_share
FROM ${period === 'day' ? 'daily' : 'monthly'}
WHERE usage_point = $meter AND ${period} >= date_trunc('${period}', $from::TIMESTAMP) AND ${period} < $to::TIMESTAMP
ORDER BY series, ${period}`;

/** What both pictures of the day are made of. */
const OF_A_DAY = `FROM readings JOIN (SELECT series_id, behaviour FROM series) USING (series_id)
-- Registers are left out: their readings are states, not amounts. A reading counts in the hour that it begins in.
WHERE behaviour <> 'register' AND usage_point = $meter AND start_local >= $from AND start_local < $to`;

const HOURS = `SELECT series, start_local::DATE AS day, hour(start_local) AS hour,
  CASE WHEN behaviour = 'interval' THEN sum(value) END AS total, avg(value) AS mean, any_value(unit) AS unit
${OF_A_DAY}
GROUP BY series_id, series, behaviour, day, hour
ORDER BY series, day, hour`;

const PATTERNS = `SELECT series || CASE WHEN isodow(start_local) > 5 THEN ', weekends' ELSE ', working days' END AS days,
  hour(start_local) AS hour, avg(value) AS mean, any_value(unit) AS unit
${OF_A_DAY}
GROUP BY series_id, days, hour
ORDER BY days, hour`;

const BILLS = `SELECT start_local, end_local, total, currency, consumption, consumption_unit, bill_id
FROM bills
WHERE usage_point = $meter
ORDER BY start_local`;

const COVERAGE = `SELECT series, first_utc, end_utc, span_seconds, gaps, gap_seconds, coverage, duplicates
FROM coverage
WHERE usage_point = $meter
ORDER BY series`;

/** Totals of a longer span are by month. */
const MOST_DAYS = 92;

/** The query for a tab. @param span epoch seconds */
export function meterQuery(tab: UsageTab, { from, to }: Span): string {
  switch (tab) {
    case 'totals':
      return totals(to - from > MOST_DAYS * 86_400 ? 'month' : 'day');
    case 'heat-map':
      return HOURS;
    case 'patterns':
      return PATTERNS;
    case 'bills':
      return BILLS;
    case 'coverage':
      return COVERAGE;
    default:
      return READINGS;
  }
}

/** Values for `$meter`, `$from` and `$to`: the wall clock of the meter at both ends. @param span epoch seconds */
export function meterValues(usagePoint: string, clock: Clock, { from, to }: Span) {
  const local = (epoch: number) => {
    const whole = Math.round(epoch);
    return new Date((whole + clock.offsetAt(whole)) * 1000).toISOString().slice(0, 19);
  };
  return { meter: usagePoint, from: local(from), to: local(to) };
}
