/** Places: zone, climate, money and how an address looks. Climate numbers are round and plausible, not measured. */
export interface Region {
  readonly zone: string;
  /** Degrees north; negative in the south. Decides seasons and the sun. */
  readonly latitude: number;
  /** Mean of the year, half the swing between winter and summer, half the swing of a day; degrees Celsius. */
  readonly meanTemperature: number;
  readonly seasonSwing: number;
  readonly daySwing: number;
  /** How often the sky is overcast, 0..1. */
  readonly cloudiness: number;
  /** ISO 4217 number and how bills write it. */
  readonly currency: 840 | 36;
  readonly currencySign: string;
  readonly state: string;
  readonly country: string;
  readonly towns: readonly { readonly name: string; readonly postalCode: string }[];
  readonly areaCode: string;
  readonly countryCode: string;
}

const town = (name: string, postalCode: string) => ({ name, postalCode });

export const REGIONS = {
  boston: {
    zone: 'America/New_York',
    latitude: 42.4,
    meanTemperature: 10.5,
    seasonSwing: 12.5,
    daySwing: 4.5,
    cloudiness: 0.45,
    currency: 840,
    currencySign: '$',
    state: 'MA',
    country: 'US',
    towns: [
      town('Harborview', '02199'),
      town('East Alder', '02177'),
      town('Millbrook', '01799'),
      town('Quincy Falls', '02188'),
    ],
    areaCode: '617',
    countryCode: '1',
  },
  chicago: {
    zone: 'America/Chicago',
    latitude: 41.9,
    meanTemperature: 10,
    seasonSwing: 14,
    daySwing: 5,
    cloudiness: 0.48,
    currency: 840,
    currencySign: '$',
    state: 'IL',
    country: 'US',
    towns: [town('Lakemont', '60099'), town('Prairie Grove', '60199'), town('North Fenton', '60299')],
    areaCode: '312',
    countryCode: '1',
  },
  denver: {
    zone: 'America/Denver',
    latitude: 39.7,
    meanTemperature: 10,
    seasonSwing: 12.5,
    daySwing: 7.5,
    cloudiness: 0.3,
    currency: 840,
    currencySign: '$',
    state: 'CO',
    country: 'US',
    towns: [town('Silver Mesa', '80299'), town('Aspen Ridge', '80399'), town('Table Rock', '80499')],
    areaCode: '303',
    countryCode: '1',
  },
  phoenix: {
    zone: 'America/Phoenix',
    latitude: 33.4,
    meanTemperature: 24,
    seasonSwing: 11,
    daySwing: 7.5,
    cloudiness: 0.14,
    currency: 840,
    currencySign: '$',
    state: 'AZ',
    country: 'US',
    towns: [town('Palo Seco', '85099'), town('Cholla Park', '85199')],
    areaCode: '602',
    countryCode: '1',
  },
  losAngeles: {
    zone: 'America/Los_Angeles',
    latitude: 36.8,
    meanTemperature: 18,
    seasonSwing: 7.5,
    daySwing: 6,
    cloudiness: 0.25,
    currency: 840,
    currencySign: '$',
    state: 'CA',
    country: 'US',
    towns: [town('Alta Loma Vista', '93799'), town('Orchard Bay', '93999'), town('San Tomas', '93699')],
    areaCode: '559',
    countryCode: '1',
  },
  adelaide: {
    zone: 'Australia/Adelaide',
    latitude: -34.9,
    meanTemperature: 17,
    seasonSwing: 6.5,
    daySwing: 6,
    cloudiness: 0.3,
    currency: 36,
    currencySign: 'A$',
    state: 'SA',
    country: 'AU',
    towns: [town('Gulf Bay', '5049'), town('Wattle Hills', '5059'), town('Port Lorne', '5019')],
    areaCode: '8',
    countryCode: '61',
  },
} as const satisfies Record<string, Region>;

/** The region whose clocks and weather a zone name stands for. */
export function regionOfZone(zone: string): Region {
  for (const region of Object.values(REGIONS)) {
    if (region.zone === zone) return region;
  }
  throw new Error(`regions.ts has no place in the zone ${zone}`);
}
