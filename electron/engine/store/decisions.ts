/** The decisions of shared/espi in the terms of the store and the contract. */
import type { QualityClass } from '#shared/contract/usage.ts';
import { type CodeList, codeLabel } from '#shared/espi/code-lists.ts';
import type { EntityModel } from '#shared/espi/entities.ts';
import { qualityClass as classOf, QUALITY_CLASSES, qualityCodes } from '#shared/espi/quality.ts';
import type { SeriesKind } from '#shared/espi/series-kind.ts';
import { displayPower, scaled, unitOf } from '#shared/espi/units.ts';

export type ReadingType = EntityModel['ReadingType'];
export type Behaviour = 'interval' | 'register' | 'sample';

/** The contract says `sample` for what shared/espi calls instantaneous. */
export function behaviourOf(kind: SeriesKind): Behaviour {
  return kind === 'instantaneous' ? 'sample' : kind;
}

interface Measurement {
  powerOfTenMultiplier?: number | undefined;
  uom?: number | undefined;
  value?: number | undefined;
}

/** A measurement in the unit that is shown. */
export function measurementQuantity(measurement: Measurement | undefined): { value: number; unit: string } | undefined {
  if (measurement?.value === undefined) return undefined;
  const power = displayPower(measurement.uom, measurement.powerOfTenMultiplier);
  return { value: scaled(measurement.value, power), unit: unitOf(measurement.uom).name };
}

/** Stands where a reading has its quality code: a zero that was left out, taken as sent because the user said so. */
export const IMPLIED_ZERO = -100;

/** The class of a stored reading: `quality` is its own code or its type's default, -1 or undefined for neither. */
export function qualityClassOf(quality: number | undefined, hasValue: boolean): QualityClass {
  return quality === IMPLIED_ZERO ? 'implied' : classOf(quality ?? -1, undefined, hasValue);
}

/** The class of a stored reading as an SQL expression over `readings`; the same as {@link qualityClassOf}. */
export const QUALITY_CLASS: string = `CASE WHEN value IS NULL THEN 'missing' WHEN coalesce(quality, -1) < 0 THEN 'valid' ${QUALITY_CLASSES.map(
  (one) => `WHEN quality IN (${qualityCodes(one).join(', ')}) THEN '${one}'`,
).join(' ')} ELSE 'unknown' END`;

/** Codes that count as estimated in totals (projections are no measurements either), as an SQL list. */
export const ESTIMATED_CODES: string = [...qualityCodes('estimated'), ...qualityCodes('forecast')].join(', ');

export interface Coded {
  code: number;
  label: string;
}

/** A code with its words; undefined stays undefined. */
export function coded(list: CodeList, code: number | undefined): Coded | undefined {
  return code === undefined ? undefined : { code, label: codeLabel(list, code) };
}
