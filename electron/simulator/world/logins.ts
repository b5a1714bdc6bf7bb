/**
 * Customers' accounts at utilities and the meters behind them. A login is a pure function of seed, utility and username,
 * so its uids are the same in every authorization (section 4: "resource UIDs are persistent across authorizations").
 */
import { addressOf, emailOf, firmName, personName } from './people.ts';
import { type ProfileName, profileOf } from './profiles.ts';
import { hash32, hashText, uuidOf } from './random.ts';
import { REGIONS, type Region } from './regions.ts';
import { tariffOf } from './tariffs.ts';
import type { Login, MeterModel, Millis, Utility } from './types.ts';
import type { UtilityFacts } from './utilities.ts';
import { calendarOf, dayNumber, localDay, midnight, zoneOf } from './zones.ts';

/** One meter that a login is to have. */
export interface MeterPlan {
  readonly profile: ProfileName;
  /** Months after the start of the history from which there are intervals; before it there are bills only. */
  readonly smartAfterMonths?: number;
  /** Seconds, where it is not what such meters usually have. */
  readonly intervalLength?: number;
}

/** What decides a login beside its name; the bootstrap portfolio gives its own, everyone else gets the default. */
export interface LoginPlan {
  readonly kind: Login['kind'];
  readonly meters: readonly MeterPlan[];
  readonly community?: boolean;
}

/** Months of data that a utility keeps; enough for a collection of 36 months. */
export const HISTORY_MONTHS = 37;

/** Which meters a test scenario's account holds; those not named hold one house. */
const SCENARIO_METERS: Record<string, LoginPlan> = {
  commercial: {
    kind: 'commercial',
    meters: [{ profile: 'office' }, { profile: 'bakery' }, { profile: 'coldStore' }, { profile: 'carPark' }],
  },
  partialmeters: {
    kind: 'commercial',
    meters: [{ profile: 'office' }, { profile: 'carPark' }, { profile: 'coldStore' }],
  },
  empty: { kind: 'residential', meters: [] },
};

/** The plan of a username that the bootstrap portfolio does not know. */
export function planOf(utility: Utility, scenario: string | null): LoginPlan {
  if (scenario === null) return { kind: 'residential', meters: [{ profile: houseOf(utility) }] };
  if (scenario === utility.ccaScenario)
    return { kind: 'residential', meters: [{ profile: houseOf(utility) }], community: true };
  return SCENARIO_METERS[scenario] ?? { kind: 'residential', meters: [{ profile: houseOf(utility) }] };
}

function houseOf(utility: Utility): ProfileName {
  return utility.id === 'SGE' ? 'adelaideHome' : 'home';
}

/** Gives out meter uids: seven digits from the name, moved on while another meter has them. */
export interface UidBook {
  meterUid(name: string): string;
}

export function createUidBook(seed: number): UidBook {
  const taken = new Map<string, string>();
  return {
    meterUid(name) {
      let number = 1_000_000 + (hash32(hashText(name), seed) % 8_999_999);
      while (taken.has(String(number)) && taken.get(String(number)) !== name) number += 1;
      taken.set(String(number), name);
      return String(number);
    },
  };
}

export function createLogin(
  context: { seed: number; startedAt: Millis; uids: UidBook },
  utility: UtilityFacts,
  username: string,
  scenario: string | null,
  plan: LoginPlan,
): Login {
  const name = `${utility.id}|${username}`;
  const key = hash32(hashText(name), context.seed, 7);
  const region = REGIONS[utility.region];
  const customerName = plan.kind === 'commercial' ? firmName(key) : personName(key);
  const address = addressOf(key, region);
  const accountUid = uuidOf(`account|${context.seed}|${name}`);
  return {
    utility,
    username,
    scenario,
    customerUid: uuidOf(`customer|${context.seed}|${name}`),
    accountUid,
    accountNumber: `${100 + (key % 900)}${String(hash32(key, 9) % 10_000_000).padStart(7, '0')}-${key % 10}`,
    customerName,
    customerEmail: emailOf(customerName),
    billingAddress: address,
    kind: plan.kind,
    models: plan.meters.map((meter, position) =>
      createModel(context, { name, key, region, plan, address }, meter, position),
    ),
  };
}

function createModel(
  context: { seed: number; startedAt: Millis; uids: UidBook },
  owner: { name: string; key: number; region: Region; plan: LoginPlan; address: MeterModel['address'] },
  plan: MeterPlan,
  position: number,
): MeterModel {
  const name = `${owner.name}|${position}`;
  const key = hash32(owner.key, position, 3);
  const profile = profileOf(plan.profile);
  const cycleDay = 2 + (key % 26);
  const historyStart = monthsBack(owner.region, context.startedAt, cycleDay, HISTORY_MONTHS);
  const id = (what: string) => uuidOf(`${what}|${context.seed}|${name}`);
  return {
    uid: context.uids.meterUid(name),
    key,
    profile: profile.name,
    commodity: profile.commodity,
    serviceIdentifier: String(7_000_000_000 + (hash32(key, 11) % 999_999_999)),
    meterNumber: `${profile.commodity.charAt(0).toUpperCase()}${String(10_000_000 + (hash32(key, 12) % 89_999_999))}`,
    deviceUid: id('device'),
    locationUid: id('location'),
    supplierUid: id('supplier'),
    mappingsUid: id('mappings'),
    tariff: profile.tariff,
    serviceClass: tariffOf(profile.tariff).serviceClass,
    address: position === 0 ? owner.address : addressOf(hash32(owner.key, Math.ceil(position / 2), 5), owner.region),
    zone: owner.region.zone,
    intervalLength: plan.intervalLength ?? intervalLengthOf(plan.profile),
    historyStart,
    intervalStart: plan.smartAfterMonths ? monthsOn(owner.region, historyStart, plan.smartAfterMonths) : historyStart,
    communitySupplier: owner.plan.community
      ? {
          name: 'Bayside Community Energy',
          serviceId: String(4_000_000 + (hash32(key, 13) % 999_999)),
          tariff: 'BCE-GREEN',
        }
      : null,
  };
}

function intervalLengthOf(profile: ProfileName): number {
  if (profile === 'gasHome') return 86_400;
  if (profile === 'waterHome') return 3600;
  return profile === 'adelaideHome' ? 1800 : 900;
}

/** Local midnight of the cycle's day, `months` before the month that `at` lies in. */
function monthsBack(region: Region, at: Millis, cycleDay: number, months: number): number {
  const zone = zoneOf(region.zone);
  const { year, month } = calendarOf(localDay(zone, at / 1000));
  return midnight(zone, dayNumber(year, month - months, cycleDay));
}

function monthsOn(region: Region, from: number, months: number): number {
  const zone = zoneOf(region.zone);
  const { year, month, dayOfMonth } = calendarOf(localDay(zone, from));
  return midnight(zone, dayNumber(year, month + months, dayOfMonth));
}
