/** Figures of the overview in words: in one unit, and with what they lack. Pure. */
import type { OverviewFigures, OverviewMeasure } from '#shared/contract/overview.ts';
import { rateUnit } from '../../charts/measure.ts';
import {
  currencyWords,
  formatCount,
  formatCounted,
  formatMeasured,
  formatMoney,
  formatQuantity,
  formatShare,
  unitWords,
} from '../../ui/format.ts';
import { scaleOfLargest } from '../../ui/unit-scale.ts';

export interface Scale {
  /** What stands in the head of a column. */
  unit: string;
  of: (value: number) => number;
  format: (value: number) => string;
}

/** The scale of a column of totals of a measure. */
export function totalScale(measure: OverviewMeasure, values: Iterable<number | undefined>): Scale {
  const { unit, currency } = measure;
  if (unit === undefined) {
    return { unit: currencyWords(currency), of: (value) => value, format: (value) => formatMoney(value, currency) };
  }
  const scale = scaleOfLargest(unit, values);
  return { unit: unitWords(scale.unit), of: scale.of, format: (value) => formatQuantity(scale.of(value)) };
}

/** The scale of a column of demands. */
export function demandScale(measure: OverviewMeasure, values: Iterable<number | undefined>): Scale {
  const unit = measure.unit ?? '';
  const scale = scaleOfLargest(rateUnit(unit) ?? `${unit}/h`, values);
  return { unit: unitWords(scale.unit), of: scale.of, format: (value) => formatQuantity(scale.of(value)) };
}

/** A total with its unit: `12.4 MWh`, `$1,203.50`, `no data`. */
export function totalWords(measure: OverviewMeasure): string {
  const { total, unit, currency } = measure;
  if (total === undefined) return 'no data';
  if (unit === undefined) return formatMoney(total, currency);
  const scale = scaleOfLargest(unit, [total]);
  return formatMeasured(scale.of(total), scale.unit);
}

/** `8 meters`, or `7 of 8 meters` where some have no data. */
export function metersWords({ meters, of }: Pick<OverviewFigures, 'meters' | 'of'>): string {
  return meters === of ? formatCounted(of, 'meter') : `${formatCount(meters)} of ${formatCounted(of, 'meter')}`;
}

/** Figures of a team's server say of how many meters the coverage is not known. */
type CoveredFigures = OverviewFigures & { unplaced?: number };

/** False where the coverage of none of the meters is known. */
export function isCoverageKnown({ meters, unplaced = 0 }: Pick<CoveredFigures, 'meters' | 'unplaced'>): boolean {
  return meters > unplaced;
}

/** What a total is made of: `97 % covered, 1.2 % of it estimated`. Bills are never estimated here. */
export function coverWords(figures: CoveredFigures, ofBills: boolean): string {
  const { coverage, estimated } = figures;
  if (figures.unplaced && !isCoverageKnown(figures)) return 'coverage not known';
  if (ofBills) return `bills for ${formatShare(coverage)} of the time`;
  return `${formatShare(coverage)} covered, ${estimated === 0 ? 'nothing' : `${formatShare(estimated)} of it`} estimated`;
}

/** Peaks or base loads added up, and of how many meters they are where it is not all with data; '' where nothing is known. */
export function addedUpWords(
  value: number | undefined,
  known: number,
  { meters }: OverviewFigures,
  scale: Scale,
): string {
  if (value === undefined) return '';
  return `${scale.format(value)}${known === meters ? '' : ` (of ${formatCount(known)})`}`;
}

/** True where the total lacks something. */
export function isIncomplete({ meters, of, coverage }: OverviewFigures): boolean {
  return meters < of || coverage < 1;
}
