import { codeLabel, isKnownCode } from './code-lists.ts';

/** Units of measurement: UnitSymbolKind codes to what is shown. espi-facts section 5. */

export type Dimension =
  | 'energy'
  | 'reactive energy'
  | 'apparent energy'
  | 'power'
  | 'reactive power'
  | 'apparent power'
  | 'volume'
  | 'volume flow'
  | 'voltage'
  | 'current'
  | 'temperature'
  | 'frequency'
  | 'angle'
  | 'time'
  | 'money'
  | 'ratio'
  | 'pressure'
  | 'other';

export interface Unit {
  /** UnitSymbolKind. */
  uom: number;
  /** The unit that values are shown and summed in, in ASCII: "kWh", "m3", "therm". */
  name: string;
  /** The same for the eye: "m³". */
  label: string;
  dimension: Dimension;
  /** A value in the unit of the code, times this, is a value in the unit shown: 0.001 from Wh to kWh. */
  factor: number;
  /** Values of several intervals may be added up. */
  additive: boolean;
}

/** uom -> [name, label, dimension, power of ten from the code's unit to the one shown]. */
// biome-ignore format: a table
const UNITS: Readonly<Record<number, readonly [name: string, label: string, dimension: Dimension, power: number]>> = {
  // Electricity.
  72: ['kWh', 'kWh', 'energy', -3],
  71: ['kVAh', 'kVAh', 'apparent energy', -3],
  73: ['kVArh', 'kvarh', 'reactive energy', -3],
  38: ['kW', 'kW', 'power', -3],
  61: ['kVA', 'kVA', 'apparent power', -3],
  63: ['kVAr', 'kvar', 'reactive power', -3],
  29: ['V', 'V', 'voltage', 0],
  5: ['A', 'A', 'current', 0],
  106: ['Ah', 'Ah', 'other', 0],
  33: ['Hz', 'Hz', 'frequency', 0],
  65: ['cosTheta', '', 'ratio', 0],
  153: ['W/VA', 'W/VA', 'ratio', 0],
  9: ['deg', '°', 'angle', 0],
  10: ['rad', 'rad', 'angle', 0],
  // Heat and fuel energy.
  31: ['J', 'J', 'energy', 0],
  132: ['Btu', 'Btu', 'energy', 0],
  133: ['BtuPerH', 'Btu/h', 'power', 0],
  169: ['therm', 'therm', 'energy', 0],
  // Gas and water. 119 is cubic feet, not cubic metres.
  42: ['m3', 'm³', 'volume', 0],
  166: ['m3 uncompensated', 'm³ (uncompensated)', 'volume', 0],
  167: ['m3 compensated', 'm³ (compensated)', 'volume', 0],
  119: ['ft3', 'ft³', 'volume', 0],
  120: ['ft3 compensated', 'ft³ (compensated)', 'volume', 0],
  134: ['L', 'L', 'volume', 0],
  156: ['L uncompensated', 'L (uncompensated)', 'volume', 0],
  157: ['L compensated', 'L (compensated)', 'volume', 0],
  128: ['gal', 'gal (US)', 'volume', 0],
  130: ['imperial gal', 'gal (imperial)', 'volume', 0],
  125: ['m3/h', 'm³/h', 'volume flow', 0],
  45: ['m3/s', 'm³/s', 'volume flow', 0],
  126: ['m3/h compensated', 'm³/h (compensated)', 'volume flow', 0],
  127: ['m3/h uncompensated', 'm³/h (uncompensated)', 'volume flow', 0],
  123: ['ft3/h compensated', 'ft³/h (compensated)', 'volume flow', 0],
  137: ['L/h', 'L/h', 'volume flow', 0],
  138: ['L/h compensated', 'L/h (compensated)', 'volume flow', 0],
  139: ['L/h uncompensated', 'L/h (uncompensated)', 'volume flow', 0],
  82: ['L/s', 'L/s', 'volume flow', 0],
  129: ['gal/h', 'gal/h (US)', 'volume flow', 0],
  131: ['imperial gal/h', 'gal/h (imperial)', 'volume flow', 0],
  // The rest that meters send.
  23: ['degC', '°C', 'temperature', 0],
  6: ['K', 'K', 'temperature', 0],
  27: ['s', 's', 'time', 0],
  159: ['min', 'min', 'time', 0],
  160: ['h', 'h', 'time', 0],
  80: ['money', 'money', 'money', 0],
  39: ['Pa', 'Pa', 'pressure', 0],
  140: ['Pa gauge', 'Pa (gauge)', 'pressure', 0],
  155: ['Pa absolute', 'Pa (absolute)', 'pressure', 0],
  141: ['psi absolute', 'psi (absolute)', 'pressure', 0],
  142: ['psi gauge', 'psi (gauge)', 'pressure', 0],
};

const ADDITIVE: ReadonlySet<Dimension> = new Set([
  'energy',
  'reactive energy',
  'apparent energy',
  'volume',
  'money',
  'time',
]);

/** The unit of a code. A code that the table does not have keeps its schema name, or `unknown (n)`; none is "". */
export function unitOf(uom: number | undefined): Unit {
  const code = uom ?? 0;
  const row = UNITS[code];
  if (!row) {
    const name = uom === undefined || code === 0 ? '' : codeLabel('UnitSymbolKind', code);
    return {
      uom: code,
      name,
      label: name,
      dimension: 'other',
      factor: 1,
      additive: !isKnownCode('UnitSymbolKind', code) || code === 0,
    };
  }
  const [name, label, dimension, power] = row;
  return { uom: code, name, label, dimension, factor: 10 ** power, additive: ADDITIVE.has(dimension) };
}

const LABELS: ReadonlyMap<string, string> = new Map(Object.values(UNITS).map(([name, label]) => [name, label]));

/** What people read for the `name` of a unit: "m³" for "m3"; a name that the table does not have stays as it is. */
export function unitLabel(name: string): string {
  return LABELS.get(name) ?? name;
}

/** Codes of the units in which meters count what is used: energies and volumes. */
export const USED_UNITS: readonly number[] = Object.keys(UNITS)
  .map(Number)
  .filter((uom) => ['energy', 'volume'].includes(unitOf(uom).dimension));

/** The power of ten that takes raw integers to the unit shown: multiplier of the type and of the unit together. */
export function displayPower(uom: number | undefined, powerOfTenMultiplier: number | undefined): number {
  return (UNITS[uom ?? 0]?.[3] ?? 0) + (powerOfTenMultiplier ?? 0);
}

/**
 * A raw integer in the unit shown. Division by a power of ten is exact where a multiplication with its inverse is not.
 */
export function scaled(raw: number, power: number): number {
  return power < 0 ? raw / 10 ** -power : raw * 10 ** power;
}
