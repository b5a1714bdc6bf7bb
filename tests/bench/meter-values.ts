/**
 * What the meters of a large portfolio read: the quarter hours of the simulator's houses and businesses, whole watt hours, as
 * services send them. A pure function of the meter and the day.
 */
import type { ProfileName } from '../../electron/simulator/world/profiles.ts';
import { hash32 } from '../../electron/simulator/world/random.ts';
import { dayReadings, type Source, sourceOf } from '../../electron/simulator/world/readings.ts';

const SEED = 1;
const LENGTH = 900;
/** Of ten meters seven are of houses. */
const PROFILES: readonly ProfileName[] = [
  'home',
  'home',
  'office',
  'home',
  'solarHome',
  'bakery',
  'home',
  'home',
  'coldStore',
  'home',
];
const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];
const TARIFFS: Partial<Record<ProfileName, string>> = { home: 'R-TOU', solarHome: 'R-NEM' };

const sources = new Map<number, Source>();

/** The quarter hours of a day, always 96: where the clock changes, the first ones follow the last, or the last are left out. */
export function valuesOf(meter: number, day: number): number[] {
  const values = dayReadings(sourceOfMeter(meter), FIRST_DAY + day).values.forward;
  if (values === undefined || values.length === 0) throw new Error('The simulator had no readings.');
  return Array.from({ length: 96 }, (_, place) => values[place % values.length] as number); // not empty
}

/** The first day of the portfolio, 2023-01-01, in days since 1970-01-01. */
const FIRST_DAY = 19_358;

function sourceOfMeter(meter: number): Source {
  const known = sources.get(meter);
  if (known !== undefined) return known;
  const profile = PROFILES[meter % PROFILES.length] as ProfileName; // within
  const source = sourceOf(SEED, {
    ...{
      uid: String(meter),
      key: hash32(meter, SEED),
      profile,
      commodity: 'electricity',
      zone: ZONES[meter % ZONES.length] as string,
    },
    ...{
      tariff: TARIFFS[profile] ?? 'GS-2',
      serviceClass: '',
      intervalLength: LENGTH,
      historyStart: 0,
      intervalStart: 0,
    },
    ...{ serviceIdentifier: '', meterNumber: '', deviceUid: '', locationUid: '', supplierUid: '', mappingsUid: '' },
    address: { number: '', street: '', town: '', state: '', postalCode: '', country: '' },
    communitySupplier: null,
  });
  sources.set(meter, source);
  return source;
}
