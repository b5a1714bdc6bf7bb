/** The decisions of shared/espi as the store asks for them. */
import { CODE_LISTS } from '#shared/espi/code-lists.ts';
import type { EntityModel } from '#shared/espi/entities.ts';

type ReadingType = EntityModel['ReadingType'];

export function moneyScale(bill: EntityModel['UsageSummary']): { divisor: number; itemDivisor: number; reason: string } {
  void bill;
  return { divisor: 100_000, itemDivisor: 100_000, reason: '1/100000 of the currency, as the schema says.' };
}

interface Measurement {
  powerOfTenMultiplier?: number | undefined;
  uom?: number | undefined;
  value?: number | undefined;
}

export function displayUnit(uom: number | undefined, power: number | undefined): { unit: string; factor: number; sourceUnit: string } {
  const factor = 10 ** (power ?? 0);
  const name = uom === undefined ? '' : ((CODE_LISTS.UnitSymbolKind as Record<number, string>)[uom] ?? `unknown (${uom})`);
  if (uom === 72) return { unit: 'kWh', factor: factor / 1000, sourceUnit: name };
  if (uom === 38) return { unit: 'kW', factor: factor / 1000, sourceUnit: name };
  return { unit: name, factor, sourceUnit: name };
}

export function measurementQuantity(measurement: Measurement | undefined): { value: number; unit: string } | undefined {
  if (measurement?.value === undefined) return undefined;
  const { unit, factor } = displayUnit(measurement.uom, measurement.powerOfTenMultiplier);
  return { value: measurement.value * factor, unit };
}

/** What makes two meter readings of one usage point the same series. */
export function seriesKey(type: ReadingType | undefined): string {
  if (type === undefined) return 'unknown';
  return JSON.stringify([type.commodity, type.uom, type.powerOfTenMultiplier, type.flowDirection, type.kind, type.intervalLength, type.accumulationBehaviour, type.phase, type.tou, type.consumptionTier, type.cpp, type.dataQualifier, type.measuringPeriod, type.timeAttribute, type.currency]);
}

export interface Sample {
  start: number;
  duration: number;
  value: number;
}

export type Behaviour = 'interval' | 'register' | 'sample';

export function detectBehaviour(type: ReadingType | undefined, sample: readonly Sample[]): { behaviour: Behaviour; reason: string; by: 'source' | 'detected' } {
  void sample;
  const accumulation = type?.accumulationBehaviour;
  if (accumulation === 12) return { behaviour: 'sample', reason: 'The reading type says instantaneous.', by: 'source' };
  if (accumulation === 2 || accumulation === 3 || accumulation === 9) return { behaviour: 'register', reason: 'The reading type says cumulative.', by: 'source' };
  return { behaviour: 'interval', reason: 'The reading type says amounts per interval.', by: 'source' };
}
