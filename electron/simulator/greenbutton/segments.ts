/**
 * MeterReadings of a meter. One meter has several: per series one for every year of history, and bill-level ones before its
 * smart meter came (service-facts: "Split history"). Ids follow `{meter}-{endEpoch}-{startEpoch}_{unit}_{flow}` and do
 * not depend on the authorization, so they are the same in every one.
 */
import { billPeriods } from '../world/bills.ts';
import { coveredWithin } from '../world/coverage.ts';
import { profileOf, type Series } from '../world/profiles.ts';
import type { Meter, Millis, Seconds } from '../world/types.ts';
import { calendarOf, dayNumber, localDay, midnight, zoneOf } from '../world/zones.ts';

export interface Segment {
  readonly uid: string;
  readonly meter: Meter;
  readonly series: Series;
  readonly level: 'interval' | 'bill';
  readonly from: Seconds;
  readonly to: Seconds;
  readonly updatedAt: Millis;
  readonly firstAt: Millis;
}

/** Segments in which the authorization has data, oldest first. `now` bounds the bills that exist. */
export function segmentsOf(seed: number, meter: Meter, now: Millis): Segment[] {
  if (!meter.authorization.scope.intervals) return [];
  const { model } = meter;
  const { series } = profileOf(model.profile);
  const found: Segment[] = [];
  if (model.intervalStart > model.historyStart) found.push(...billLevel(seed, meter, now));
  const zone = zoneOf(model.zone);
  const start = calendarOf(localDay(zone, model.intervalStart));
  const end = meter.coverage.intervals.at(-1)?.to ?? 0;
  for (let year = 0; ; year += 1) {
    const from = midnight(zone, dayNumber(start.year + year, start.month, start.dayOfMonth));
    if (from >= end) break;
    const to = midnight(zone, dayNumber(start.year + year + 1, start.month, start.dayOfMonth));
    const covered = coveredWithin(meter.coverage.intervals, from, to);
    if (!covered) continue;
    for (const one of series) {
      found.push({
        uid: `${model.uid}-${to}-${from}_${one.unit}_${one.flow}`,
        meter,
        series: one,
        level: 'interval',
        from,
        to,
        updatedAt: covered.updatedAt,
        firstAt: covered.firstAt,
      });
    }
  }
  return found;
}

/** The years before the smart meter: one reading a bill, so it needs bills to be authorised and collected. */
function billLevel(seed: number, meter: Meter, now: Millis): Segment[] {
  const { model } = meter;
  const first = profileOf(model.profile).series[0];
  if (!first || !meter.authorization.scope.bills) return [];
  const added = billLevelBills(seed, meter, now).map(({ addedAt }) => addedAt);
  if (added.length === 0) return [];
  return [
    {
      uid: `${model.uid}-${model.intervalStart}-${model.historyStart}_${first.unit}_${first.flow}`,
      meter,
      series: first,
      level: 'bill',
      from: model.historyStart,
      to: model.intervalStart,
      updatedAt: Math.max(...added),
      firstAt: Math.min(...added),
    },
  ];
}

/** Collected bills that end before the intervals begin. */
export function billLevelBills(seed: number, meter: Meter, now: Millis) {
  const periods = billPeriods(seed, meter.model, now / 1000);
  return meter.coverage.bills.flatMap(({ index, addedAt }) => {
    const period = periods[index];
    return period && period.to <= meter.model.intervalStart ? [{ period, addedAt }] : [];
  });
}
