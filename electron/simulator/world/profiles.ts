/** What a kind of meter measures: the series (flows) it publishes and how its usage point is built. */
import type { MeterModel } from './types.ts';

/** One MeterReading series of a meter: codes as in espi-facts section 5. */
export interface Series {
  /** Last parts of the MeterReading id, `{unit}_{flow}`. */
  readonly unit: string;
  readonly flow: 0 | 1 | 4 | 19;
  readonly quantity: 'forward' | 'reverse' | 'net' | 'temperature';
  readonly uom: number;
  /** powerOfTenMultiplier: value x 10^n in `uom`. */
  readonly power: number;
  readonly kind: number;
  readonly accumulation: number;
}

export interface Profile {
  readonly name: ProfileName;
  readonly commodity: MeterModel['commodity'];
  /** CommodityKind. */
  readonly commodityCode: number;
  readonly serviceKind: number;
  readonly customerKind: 'residential' | 'commercial';
  readonly tariff: string;
  readonly series: readonly Series[];
  /** Raw units of the forward series in one unit of the tariff (kWh, therm, m3). */
  readonly rawPerUnit: number;
  readonly unitName: string;
  /** Volts; 0 for gas and water. */
  readonly voltage: number;
  readonly phaseCode: number;
  /** Amperes of the connection. */
  readonly ratedCurrent: number;
  readonly label: string;
}

export type ProfileName =
  | 'home'
  | 'solarHome'
  | 'adelaideHome'
  | 'office'
  | 'bakery'
  | 'coldStore'
  | 'carPark'
  | 'gasHome'
  | 'waterHome';

const energy = (flow: 1 | 4 | 19, quantity: Series['quantity']): Series => ({
  unit: 'kwh',
  flow,
  quantity,
  uom: 72,
  power: 0,
  kind: 12,
  accumulation: 4,
});

const FORWARD = energy(1, 'forward');
const home = {
  commodity: 'electricity',
  commodityCode: 1,
  serviceKind: 0,
  customerKind: 'residential',
  tariff: 'R-TOU',
  series: [FORWARD],
  rawPerUnit: 1000,
  unitName: 'kWh',
  voltage: 240,
  phaseCode: 769,
  ratedCurrent: 200,
} as const;
const business = {
  ...home,
  customerKind: 'commercial',
  tariff: 'GS-2',
  voltage: 480,
  phaseCode: 225,
  ratedCurrent: 600,
} as const;

const PROFILES: readonly Profile[] = [
  { ...home, name: 'home', label: 'House' },
  {
    ...home,
    name: 'solarHome',
    label: 'House with solar roof',
    tariff: 'R-NEM',
    series: [FORWARD, energy(19, 'reverse'), energy(4, 'net')],
  },
  {
    ...home,
    name: 'adelaideHome',
    label: 'House',
    tariff: 'AG-HH',
    voltage: 230,
    phaseCode: 129,
    ratedCurrent: 63,
    series: [
      FORWARD,
      { unit: 'degc', flow: 0, quantity: 'temperature', uom: 23, power: -1, kind: 46, accumulation: 12 },
    ],
  },
  { ...business, name: 'office', label: 'Office floors' },
  { ...business, name: 'bakery', label: 'Bakery', voltage: 208, ratedCurrent: 400 },
  { ...business, name: 'coldStore', label: 'Cold store' },
  { ...business, name: 'carPark', label: 'Car park', voltage: 208, ratedCurrent: 400 },
  {
    ...home,
    name: 'gasHome',
    label: 'House, gas',
    commodity: 'gas',
    commodityCode: 7,
    serviceKind: 1,
    tariff: 'G-1',
    series: [{ unit: 'therm', flow: 1, quantity: 'forward', uom: 169, power: -2, kind: 12, accumulation: 4 }],
    rawPerUnit: 100,
    unitName: 'therm',
    voltage: 0,
    phaseCode: 0,
    ratedCurrent: 0,
  },
  {
    ...home,
    name: 'waterHome',
    label: 'House, water',
    commodity: 'water',
    commodityCode: 9,
    serviceKind: 2,
    tariff: 'W-1',
    series: [{ unit: 'm3', flow: 1, quantity: 'forward', uom: 42, power: -3, kind: 58, accumulation: 4 }],
    rawPerUnit: 1000,
    unitName: 'm3',
    voltage: 0,
    phaseCode: 0,
    ratedCurrent: 0,
  },
];

const byName = new Map(PROFILES.map((profile) => [profile.name as string, profile]));

/** The profile of a meter model. Throws for a name outside the table. */
export function profileOf(name: string): Profile {
  const found = byName.get(name);
  if (!found) throw new Error(`profiles.ts has no ${name}`);
  return found;
}
