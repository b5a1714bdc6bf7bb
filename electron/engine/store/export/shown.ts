/** What exports, and the views for queries, say of a series and of a meter's clock: only TypeScript knows it. */
import type { LocalTimeView } from '#shared/contract/portfolio.ts';
import { type Clock, daylightSavingInWords, zoneNameOf } from '#shared/time/index.ts';
import { seriesLabel } from '../questions/series.ts';
import type { Series } from '../stored-series.ts';

/** Columns of a series: its name, and the unit and the currency with the powers of ten that take stored numbers there. */
export function shownSeries(series: Series, service: number | undefined) {
  return {
    series: series.series,
    series_id: series.id,
    name: seriesLabel(series, service),
    unit: series.unit,
    power: series.power,
    cost_power: series.costPower,
    currency: series.currency,
    behaviour: series.behaviour,
    holes_are: series.zeros ? 'zeros' : 'gaps',
  };
}

/**
 * The IANA name of a meter's zone, where one is certain.
 * @param first, last what its readings span, epoch seconds @param zone of the workspace
 */
export function zoneIn(
  view: LocalTimeView,
  clock: Clock,
  first: number | undefined,
  last: number | undefined,
  zone: string,
): string | undefined {
  // What the user chose and what the workspace stands in with are names already.
  if (view.source !== 'meter') return view.zone;
  return first === undefined || last === undefined ? undefined : zoneNameOf(clock, first, last, zone);
}

/** Whose zone it is. */
export function zoneFrom({ source }: LocalTimeView): 'user' | 'meter' | 'workspace' {
  return source === 'assumed' ? 'workspace' : source;
}

/** "UTC-08:00, daylight saving of 1 h from ... to ...", or the name of a zone. */
export function clockWords({ source, label, tzOffset, dstOffset, dstStartRule, dstEndRule }: LocalTimeView): string {
  // Rules that the clock does not follow are not told.
  if (source !== 'meter' || !label.includes(',')) return label;
  const parameters = Object.fromEntries(
    Object.entries({ tzOffset, dstOffset, dstStartRule, dstEndRule }).filter(([, value]) => value !== undefined),
  );
  const saving = daylightSavingInWords(parameters);
  return saving === undefined ? label : `${label.split(',')[0]}, ${saving}`;
}
