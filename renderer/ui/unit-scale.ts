/** The unit that numbers of one picture are read in: Wh for a night light, MWh for a factory. One for axis, cards, tables. */

export interface UnitScale {
  /** Name of the unit shown; `unitLabel` says how people write it. */
  unit: string;
  /** A number of the answer's unit in the one shown. */
  of(value: number): number;
}

/** Units of one kind by the unit that answers have: each with what a number is multiplied by, from small to large. */
const LADDERS: Readonly<Record<string, readonly (readonly [unit: string, factor: number])[]>> = {
  ...Object.fromEntries(['Wh', 'VAh', 'W', 'VA'].map((stem) => [`k${stem}`, kilo(stem)])),
  kVArh: [['varh', 1000], ['kVArh', 1], ...kilo('varh').slice(2)],
  kVAr: [['var', 1000], ['kVAr', 1], ...kilo('var').slice(2)],
  J: [
    ['J', 1],
    ['kJ', 1e-3],
    ['MJ', 1e-6],
    ['GJ', 1e-9],
    ['TJ', 1e-12],
  ],
  // A thousand thousands, as the gas trade counts.
  Btu: [
    ['Btu', 1],
    ['kBtu', 1e-3],
    ['MMBtu', 1e-6],
  ],
  BtuPerH: [
    ['BtuPerH', 1],
    ['kBtu/h', 1e-3],
    ['MMBtu/h', 1e-6],
  ],
  gal: [
    ['gal', 1],
    ['kgal (US)', 1e-3],
  ],
  m3: [
    ['L', 1000],
    ['m3', 1],
  ],
  L: [
    ['L', 1],
    ['m3', 1e-3],
  ],
  V: [
    ['mV', 1000],
    ['V', 1],
    ['kV', 1e-3],
  ],
  A: [
    ['mA', 1000],
    ['A', 1],
    ['kA', 1e-3],
  ],
  Pa: [
    ['Pa', 1],
    ['kPa', 1e-3],
    ['MPa', 1e-6],
  ],
};

function kilo(stem: string): (readonly [string, number])[] {
  return [
    [stem, 1000],
    [`k${stem}`, 1],
    [`M${stem}`, 1e-3],
    [`G${stem}`, 1e-6],
  ];
}

/** Between these the unit of the answer is the one that people know, and stays. */
const CUSTOMARY = { least: 0.002, most: 100_000 };

/** @param size of what is shown, in `unit`: the largest of a few numbers, or a typical one of many. */
export function unitScale(unit: string, size: number | undefined): UnitScale {
  const ladder = LADDERS[unit];
  const height = Math.abs(size ?? 0);
  if (!ladder || height === 0 || (height >= CUSTOMARY.least && height < CUSTOMARY.most)) {
    return { unit, of: (value) => value };
  }
  const [name, factor] = ladder.findLast((rung) => height * rung[1] >= 1) ?? ladder[0] ?? [unit, 1];
  // A division is exact where a multiplication with its inverse is not.
  return { unit: name, of: factor < 1 ? (value) => value / Math.round(1 / factor) : (value) => value * factor };
}

/** The scale of a picture by its largest number; holes in a list are passed over. */
export function scaleOfLargest(unit: string, values: Iterable<number | null | undefined>): UnitScale {
  let largest = 0;
  for (const value of values) if (value && Math.abs(value) > largest) largest = Math.abs(value);
  return unitScale(unit, largest);
}
