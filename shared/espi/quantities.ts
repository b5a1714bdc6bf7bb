import { codeLabel, isKnownCode } from './code-lists.ts';
import type { EntityModel } from './entities.ts';
import { type Dimension, unitOf } from './units.ts';

/**
 * What a reading type measures, and whether its values add up. An amount (energy, volume, money) has a total. A level
 * (temperature, voltage, demand) has none: it has a mean, a least and a greatest value.
 */

type ReadingType = Pick<EntityModel['ReadingType'], 'uom' | 'kind' | 'commodity' | 'flowDirection'>;

/** Levels by their unit, named as people name them. */
const LEVELS: Partial<Record<Dimension, string>> = {
  power: 'Power',
  'reactive power': 'Reactive power',
  'apparent power': 'Apparent power',
  'volume flow': 'Flow',
  voltage: 'Voltage',
  current: 'Current',
  temperature: 'Temperature',
  frequency: 'Frequency',
  angle: 'Angle',
  ratio: 'Ratio',
  pressure: 'Pressure',
};

/** Kinds (MeasurementKind) that name a level of some dimension more closely. */
const CLOSER_NAMES: Partial<Record<Dimension, Readonly<Record<number, string>>>> = {
  power: { 8: 'Demand' },
  'apparent power': { 8: 'Apparent demand' },
  voltage: { 57: 'Voltage imbalance', 94: 'Battery voltage' },
  current: { 6: 'Current imbalance' },
  angle: { 5: 'Current angle', 55: 'Voltage angle' },
  ratio: {
    2: 'Apparent power factor',
    6: 'Current imbalance',
    34: 'Phasor power factor',
    38: 'Power factor',
    47: 'Total harmonic distortion',
    57: 'Voltage imbalance',
    64: 'Distortion power factor',
  },
};

/** Levels by kind, where no unit says what is measured. */
const LEVEL_KINDS: Readonly<Record<number, string>> = {
  ...CLOSER_NAMES.ratio,
  ...CLOSER_NAMES.angle,
  4: 'Current',
  8: 'Demand',
  15: 'Frequency',
  37: 'Power',
  46: 'Temperature',
  54: 'Voltage',
  94: 'Battery voltage',
  115: 'Signal strength',
  155: 'Flow',
};

/** The power factor is a unit of its own. */
const COS_THETA = 65;

/** Levels of something delivered: their name says of what, and in which direction. */
const OF_A_COMMODITY: ReadonlySet<string> = new Set([
  'Power',
  'Demand',
  'Reactive power',
  'Apparent power',
  'Apparent demand',
  'Flow',
]);

/** The name of the level that a reading type measures; undefined for an amount, and where nothing says. */
export function levelOf(type: Pick<ReadingType, 'uom' | 'kind'> | undefined): string | undefined {
  const { uom = 0, kind = 0 } = type ?? {};
  if (uom === 0 || !isKnownCode('UnitSymbolKind', uom)) return LEVEL_KINDS[kind];
  const { dimension } = unitOf(uom);
  return CLOSER_NAMES[dimension]?.[kind] ?? (uom === COS_THETA ? 'Power factor' : LEVELS[dimension]);
}

/** True for values that add up over time: everything but levels. */
export function isAmount(type: Pick<ReadingType, 'uom' | 'kind'> | undefined): boolean {
  return levelOf(type) === undefined;
}

const FLOW_WORDS: Readonly<Record<number, string>> = { 1: 'delivered', 19: 'received', 4: 'net', 20: 'total' };
const COMMODITY_WORDS: Readonly<Record<number, string>> = {
  1: 'Electricity',
  2: 'Electricity',
  26: 'Electricity',
  7: 'Natural gas',
  9: 'Water',
};

/**
 * What is measured, in words: "Electricity delivered", "Demand received, kW", "Temperature, °C".
 * @param service ServiceKind of the usage point, which says the commodity where the reading type does not.
 */
export function measuredWords(type: ReadingType, service: number | undefined): string {
  const flow = type.flowDirection
    ? (FLOW_WORDS[type.flowDirection] ?? codeLabel('FlowDirectionKind', type.flowDirection))
    : undefined;
  const level = levelOf(type);
  if (level === undefined) return [commodityWord(type.commodity, service), flow].filter(Boolean).join(' ');
  const name = level === 'Flow' ? `${commodityWord(type.commodity, service)} flow` : level;
  const words = OF_A_COMMODITY.has(level) ? [name, flow] : [name];
  return [words.filter(Boolean).join(' '), unitOf(type.uom).label].filter(Boolean).join(', ');
}

function commodityWord(commodity: number | undefined, service: number | undefined): string {
  if (commodity) return COMMODITY_WORDS[commodity] ?? codeLabel('CommodityKind', commodity);
  const word = service === undefined ? 'usage' : codeLabel('ServiceKind', service);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Levels whose zero is an accident of their scale, or far from what is measured: a picture of them need not reach it. */
const FLOATING: ReadonlySet<string> = new Set([
  'Temperature',
  'Voltage',
  'Battery voltage',
  'Frequency',
  'Pressure',
  'Signal strength',
  ...Object.values(CLOSER_NAMES.ratio ?? {}),
]);

/** True where a picture shows heights that compare, from 0 on. */
export function reachesZero(level: string | undefined): boolean {
  return level === undefined || !FLOATING.has(level);
}
