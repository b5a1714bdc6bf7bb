/** The authorizations that exist when simulated time starts: the demo, it and more clients, or any number of like households. */
import { CLIENTS } from './clients.ts';
import type { DemoRow } from './demo-row.ts';
import { noteEnd } from './scenarios/lifetime.ts';
import { issuedAt } from './world/bills.ts';
import { HISTORY_MONTHS, type LoginPlan } from './world/logins.ts';
import { FULL_SCOPE, parseScope } from './world/rows.ts';
import type { Authorization, Meter } from './world/types.ts';
import type { ServiceWorld } from './world/world.ts';
import { localDay, midnight, zoneOf } from './world/zones.ts';

const DAY_MS = 86_400_000;
/** Data became visible in two steps: nine days ago, and what came since this morning (so that bulk has news). */
const FIRST_STEP_DAYS = 9;
const SECOND_STEP_MS = 6 * 3_600_000;
/** When those ended that have a fate. */
const ENDED_DAYS_AGO = 40;

/** One authorization as the service's JSON line prints it. */
export interface BootstrapAuthorization {
  auth_uid: string;
  access_token: string;
  refresh_token: string;
  scope: string;
  meters: string[];
  /** What whoever keeps its meters calls them; no part of the service. */
  tags?: readonly string[];
}

export type Portfolio = 'demo' | 'clients' | number;

const home: LoginPlan = { kind: 'residential', meters: [{ profile: 'home' }] };
const shops: LoginPlan = {
  kind: 'commercial',
  meters: [
    { profile: 'office' },
    { profile: 'bakery' },
    { profile: 'coldStore' },
    { profile: 'carPark', smartAfterMonths: 18 },
  ],
};
const solar: LoginPlan = { kind: 'residential', meters: [{ profile: 'solarHome' }] };
const gasAndWater: LoginPlan = { kind: 'residential', meters: [{ profile: 'gasHome' }, { profile: 'waterHome' }] };
const adelaide: LoginPlan = { kind: 'residential', meters: [{ profile: 'adelaideHome' }] };
const lateMeter: LoginPlan = { kind: 'residential', meters: [{ profile: 'home', smartAfterMonths: 20 }] };

const DEMO: readonly DemoRow[] = [
  { utility: 'DEMO', username: 'alder.house', plan: home, daysAgo: 410, nickname: 'House on a time-of-use tariff' },
  {
    utility: 'DEMO',
    username: 'millbrook.works',
    plan: shops,
    daysAgo: 380,
    nickname: 'Shops and offices, four meters',
  },
  { utility: 'PACIFIC', username: 'orchard.solar', plan: solar, daysAgo: 300, nickname: 'House with a solar roof' },
  { utility: 'FRONTRANGE', username: 'mesa.family', plan: gasAndWater, daysAgo: 250, nickname: 'Gas and water' },
  { utility: 'SGE', username: 'gulf.bay', plan: adelaide, daysAgo: 200, nickname: 'House in South Australia' },
  { utility: 'SALTRIVER', username: 'cholla.park', plan: lateMeter, daysAgo: 150, nickname: 'House in the desert' },
  { utility: 'NS&L', username: 'lakemont.house', plan: home, daysAgo: 90, nickname: 'A paid meter' },
  { utility: 'DEMO', username: 'twin.house', plan: home, daysAgo: 70, nickname: 'A house, authorised twice' },
  { utility: 'DEMO', username: 'intervals.only', plan: home, daysAgo: 60, scope: 'FB=4', nickname: 'Intervals only' },
  { utility: 'DEMO', username: 'twin.house', plan: home, daysAgo: 3, nickname: 'The same house, authorised again' },
  { utility: 'DEMO', username: 'moved.away', plan: home, daysAgo: 500, fate: 'revoked', nickname: 'Revoked' },
  { utility: 'DEMO', username: 'long.ago', plan: home, daysAgo: 700, fate: 'expired', nickname: 'Expired' },
];

/** The utility whose meters are neither free nor demo. */
const PAID_UTILITY = 'NS&L';

/**
 * Fills a fresh world. `portfolio` is `demo`, `clients` (the demo, and clients with tags), or how many authorizations to make.
 * @param months of intervals that each meter has at most; bills reach back all the time
 */
export function bootstrap(
  world: ServiceWorld,
  portfolio: Portfolio,
  months = HISTORY_MONTHS,
): BootstrapAuthorization[] {
  const many = typeof portfolio === 'number';
  const admit = (row: DemoRow) => admitRow(world, { ...row, plan: shortened(row.plan, months) }, !many);
  const admitted = (many ? rowsOfMany(portfolio) : DEMO).map(admit);
  const lines = admitted.filter((authorization) => isAlive(authorization)).map((one) => lineOf(world, one));
  if (portfolio !== 'clients') return lines;
  return [...lines, ...CLIENTS.map((row) => ({ ...lineOf(world, admit(row)), tags: row.tags }))];
}

function rowsOfMany(count: number): DemoRow[] {
  // The demo comes first, so that whatever works with it works here; a campus of 1 GB makes large ones worth it.
  // The paid meter second, so that all but a portfolio of one have it.
  const alive = DEMO.filter((row) => row.fate === undefined);
  const rows = [...alive.slice(0, 1), ...alive.slice(1).sort((a, b) => paidFirst(a) - paidFirst(b))].slice(0, count);
  for (let index = rows.length; index < count; index += 1) {
    rows.push(index === count - 1 && count >= 1000 ? campus() : household(index));
  }
  return rows;
}

/** The smart meters came late: before, there were bills only. */
function shortened(plan: LoginPlan, months: number): LoginPlan {
  if (months >= HISTORY_MONTHS) return plan;
  const late = HISTORY_MONTHS - months;
  const meters = plan.meters.map((meter) => ({
    ...meter,
    smartAfterMonths: Math.max(late, meter.smartAfterMonths ?? 0),
  }));
  return { ...plan, meters };
}

function paidFirst(row: DemoRow): number {
  return row.utility === PAID_UTILITY ? 0 : 1;
}

function household(index: number): DemoRow {
  const utilities = ['DEMO', 'PACIFIC', 'FRONTRANGE', 'SALTRIVER', 'SGE'];
  const utility = utilities[index % utilities.length] ?? 'DEMO';
  const plan = utility === 'SGE' ? adelaide : index % 7 === 0 ? solar : home;
  return { utility, username: `household.${index}`, plan, daysAgo: 10 + (index % 700), nickname: `Household ${index}` };
}

/** Sixty meters of offices over three years: a batch of about 1 GB. */
function campus(): DemoRow {
  const meters = Array.from({ length: 60 }, () => ({ profile: 'office' as const }));
  return { utility: 'DEMO', username: 'campus', plan: { kind: 'commercial', meters }, daysAgo: 30, nickname: 'Campus' };
}

function admitRow(world: ServiceWorld, row: DemoRow, withEvents: boolean): Authorization {
  const login = world.planLogin(row.utility, row.username, row.plan);
  const at = world.startedAt - row.daysAgo * DAY_MS;
  const inDays = row.fate === 'expired' ? -ENDED_DAYS_AGO : row.expiresInDays;
  const expired = inDays === undefined ? {} : { expiresAt: world.startedAt + inDays * DAY_MS };
  const scope = row.scope === undefined ? FULL_SCOPE : parseScope(row.scope);
  const authorization = world.admit(login, { at, scope, withEvents, ...expired });
  authorization.nickname = row.nickname;
  if (row.utility === PAID_UTILITY) world.settings.unpaidMeterUid ||= login.models[0]?.uid ?? '';
  for (const meter of authorization.meters) {
    fill(world, meter, row.fate === undefined ? row.stoppedDaysAgo : ENDED_DAYS_AGO);
    if (row.stoppedDaysAgo !== undefined) meter.ongoingMonitoring = { ...meter.ongoingMonitoring, frequency: 'off' };
  }
  if (row.fate !== undefined) {
    const endedAt = world.startedAt - ENDED_DAYS_AGO * DAY_MS;
    world.endInPast(authorization, row.fate, endedAt, withEvents);
    noteEnd(authorization, row.fate, endedAt);
  }
  return authorization;
}

/**
 * All but the last bill and the last days at the first step, the rest at the second.
 * @param stopped days ago; everything up to then came until then, and nothing since
 */
function fill(world: ServiceWorld, meter: Meter, stopped: number | undefined): void {
  const zone = zoneOf(meter.model.zone);
  const today = localDay(zone, world.startedAt / 1000);
  const bills = world.billsAtUtility(meter);
  if (stopped !== undefined) {
    const until = midnight(zone, today - stopped);
    const known = bills.filter((bill) => issuedAt(bill) <= until);
    world.backfill(
      meter,
      known.map((bill) => bill.index),
      until,
      (until + 6 * 3600) * 1000,
    );
    return;
  }
  const first = Math.max(meter.createdAt, world.startedAt - FIRST_STEP_DAYS * DAY_MS);
  const second = world.startedAt - SECOND_STEP_MS;
  const steps = [
    { at: first, bills: bills.slice(0, -1), until: midnight(zone, today - FIRST_STEP_DAYS) },
    { at: second, bills: bills.slice(-1), until: midnight(zone, today) },
  ];
  for (const step of steps)
    world.backfill(
      meter,
      step.bills.map((bill) => bill.index),
      step.until,
      step.at,
    );
}

function isAlive(authorization: Authorization): boolean {
  return authorization.revokedAt === null && !authorization.isExpired;
}

/** Bootstrap tokens last as long as the permission, so that moving the clock by days does not end them. */
function lineOf(world: ServiceWorld, authorization: Authorization): BootstrapAuthorization {
  const pair = world.tokenStore.issueAccess(authorization.uid, authorization.expiresAt);
  return {
    auth_uid: authorization.uid,
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    scope: authorization.scope.raw,
    meters: authorization.meters.map((meter) => meter.uid),
  };
}
