/**
 * What a test submission of each scenario must lead to, as data: written from the specification (sections 3, 4.4, 4.5
 * and 6.1), apart from how the simulator plays it, so that either can prove the other wrong.
 */
import { CCA_SIMULATES, type CommonScenario, ccaScenario, SCENARIOS } from '#shared/scenarios/names.ts';
import { REASONS, type Reason } from './reasons.ts';

/** How the catalogue is grouped. */
export type ScenarioGroup = 'success' | 'login' | 'errors' | 'collection errors' | 'partial' | 'waiting';

/** Where the authorization must end. `stays pending` is an end too: an indefinite wait. */
export type AuthorizationOutcome = 'updated' | 'errored' | 'stays pending' | 'waits for the customer';

/** Where each meter must end after a historical collection; `not collected` where there is no meter to collect. */
export type MeterOutcome = 'updated' | 'errored' | 'revoked' | 'expired' | 'stays pending' | 'not collected';

export type DataExpectation = 'present' | 'absent' | 'any';

export interface Expectation {
  group: ScenarioGroup;
  authorization: AuthorizationOutcome;
  /** How many meters must be found; `max` undefined where any number from `min` on is right. */
  meters: { min: number; max: number | undefined };
  meter: MeterOutcome;
  bills: DataExpectation;
  intervals: DataExpectation;
  /** Events of the authorization that must come, in this order. A list within means any one of them. */
  authorizationEvents: readonly (string | readonly string[])[];
  /** Events of every meter that must come once it is collected, in this order. */
  meterEvents: readonly (string | readonly string[])[];
  /** Events of every meter that must come once it is collected, at any time: section 6.1, new data is announced. */
  dataEvents: readonly string[];
  /** Events that may come beside those that must: shown as such, and no reason for any verdict. */
  mayCome: readonly string[];
  /** Events that must not come, neither for the authorization nor for a meter. */
  forbidden: readonly string[];
  /** What notes must say, and where: section 6.1 sends to those of the authorization, or to those of each meter. */
  reason: (Reason & { on: 'authorization' | 'meters' }) | undefined;
}

const A = 'authorization_';
const U = 'authorization_update_';
const H = 'meter_historical_collection_';

const CREATED = [`${A}created`, `${U}started`] as const;
const LOGIN_OK = [...CREATED, `${U}finished_successful`] as const;
const LOGIN_ERROR = [...CREATED, `${U}finished_errored`] as const;
const COLLECT_STARTED = ['meter_created', `${H}started`, `${H}progress`] as const;
const COLLECT_OK = [...COLLECT_STARTED, `${H}finished_successful`] as const;
const COLLECT_ERROR = [...COLLECT_STARTED, `${H}finished_errored`] as const;
const NO_METERS = ['meter_created', `${H}started`] as const;
const ENDED = [`${A}revoked`, `${A}expired`, `${A}declined`] as const;

const BILLS_ADDED = 'meter_bills_added';
const INTERVALS_ADDED = 'meter_intervals_added';

/** Section 6.1: waits, retries and progress may be announced at any time; the further types are those of service-facts.md. */
const LOGIN_MAY = [`${U}delayed`, `${U}progress`, `${U}retrying`] as const;
const COLLECTION_MAY = [`${H}delayed`, `${H}retrying`, BILLS_ADDED, INTERVALS_ADDED] as const;
const MAY = [...LOGIN_MAY, ...COLLECTION_MAY, `${A}expiring_soon`] as const;

const found = (count: number) => ({ min: count, max: count });

const success = (meters: number): Expectation => ({
  group: 'success',
  authorization: 'updated',
  meters: found(meters),
  meter: meters === 0 ? 'not collected' : 'updated',
  bills: meters === 0 ? 'absent' : 'present',
  intervals: meters === 0 ? 'absent' : 'present',
  authorizationEvents: LOGIN_OK,
  meterEvents: meters === 0 ? [] : COLLECT_OK,
  dataEvents: meters === 0 ? [] : [BILLS_ADDED, INTERVALS_ADDED],
  mayCome: meters === 0 ? LOGIN_MAY : MAY,
  forbidden: [`${U}finished_errored`, `${H}finished_errored`, ...ENDED],
  reason: undefined,
});

/** The login fails: no meter is found, nothing is collected. */
const loginError = (group: ScenarioGroup, reason: Reason): Expectation => ({
  group,
  authorization: 'errored',
  meters: found(0),
  meter: 'not collected',
  bills: 'absent',
  intervals: 'absent',
  authorizationEvents: LOGIN_ERROR,
  meterEvents: [],
  dataEvents: [],
  mayCome: LOGIN_MAY,
  forbidden: [`${U}finished_successful`, ...NO_METERS, ...ENDED],
  reason: { ...reason, on: 'authorization' },
});

/** The login works and finds a meter; collecting its data fails. */
const collectionError = (reason: Reason): Expectation => ({
  group: 'collection errors',
  authorization: 'updated',
  meters: found(1),
  meter: 'errored',
  bills: 'absent',
  intervals: 'absent',
  authorizationEvents: LOGIN_OK,
  meterEvents: COLLECT_ERROR,
  dataEvents: [],
  mayCome: MAY.filter((type) => type !== BILLS_ADDED && type !== INTERVALS_ADDED),
  forbidden: [`${H}finished_successful`, BILLS_ADDED, INTERVALS_ADDED, ...ENDED],
  reason: { ...reason, on: 'meters' },
});

const ended = (how: 'revoked' | 'expired'): Expectation => ({
  group: 'collection errors',
  authorization: 'updated',
  meters: found(1),
  meter: how,
  bills: how === 'revoked' ? 'absent' : 'any',
  intervals: how === 'revoked' ? 'absent' : 'any',
  authorizationEvents: [...LOGIN_OK, `${A}${how}`],
  meterEvents: COLLECT_STARTED,
  dataEvents: [],
  mayCome: [...MAY, `${H}finished_errored`, `${U}finished_${how}`],
  forbidden: [`${H}finished_successful`, `${A}${how === 'revoked' ? 'expired' : 'revoked'}`],
  reason: undefined,
});

const partialData = (reason: Reason): Expectation => ({
  ...collectionError(reason),
  group: 'partial',
  bills: 'present',
  intervals: 'present',
  dataEvents: [BILLS_ADDED, INTERVALS_ADDED],
  mayCome: MAY,
  forbidden: [`${H}finished_successful`, ...ENDED],
});

/** One expectation for each row of section 4.4. */
const EXPECTATIONS: Readonly<Record<CommonScenario, Expectation>> = {
  residential: success(1),
  commercial: success(4),
  badlogin: loginError('login', REASONS.badlogin),
  badlogin_after: collectionError(REASONS.badlogin),
  websitedown: loginError('errors', REASONS.websiteDown),
  websitedown_after: collectionError(REASONS.websiteDown),
  utilityerror: loginError('errors', REASONS.utilityError),
  utilityerror_after: collectionError(REASONS.utilityError),
  locked: loginError('login', REASONS.locked),
  locked_after: collectionError(REASONS.locked),
  access_unsupported: loginError('login', REASONS.unsupported),
  access_unsupported_after: collectionError(REASONS.unsupported),
  randomerror: loginError('errors', REASONS.unexpected),
  randomerror_after: collectionError(REASONS.unexpected),
  empty: success(0),
  revoked: ended('revoked'),
  expired: ended('expired'),
  wait_to_login: loginError('waiting', REASONS.rateLimited),
  wait_to_login_after: { ...collectionError(REASONS.rateLimited), group: 'waiting' },
  nobills: {
    ...success(1),
    group: 'partial',
    bills: 'absent',
    dataEvents: [INTERVALS_ADDED],
    mayCome: MAY.filter((type) => type !== BILLS_ADDED),
    forbidden: [...success(1).forbidden, BILLS_ADDED],
  },
  nointervals: {
    ...success(1),
    group: 'partial',
    intervals: 'absent',
    dataEvents: [BILLS_ADDED],
    mayCome: MAY.filter((type) => type !== INTERVALS_ADDED),
    forbidden: [...success(1).forbidden, INTERVALS_ADDED],
  },
  partialmeters: {
    group: 'partial',
    authorization: 'errored',
    meters: { min: 1, max: undefined },
    meter: 'updated',
    bills: 'present',
    intervals: 'present',
    authorizationEvents: LOGIN_ERROR,
    meterEvents: COLLECT_OK,
    dataEvents: [BILLS_ADDED, INTERVALS_ADDED],
    mayCome: MAY,
    forbidden: [`${U}finished_successful`, ...ENDED],
    reason: { ...REASONS.someMeters, on: 'authorization' },
  },
  partialbills: partialData(REASONS.someBills),
  partialintervals: partialData(REASONS.someIntervals),
  pending_manual: {
    ...loginError('waiting', REASONS.manual),
    authorization: 'stays pending',
    authorizationEvents: [...CREATED, [`${U}delayed`, `${U}progress`]],
    forbidden: [`${U}finished_successful`, `${U}finished_errored`, ...NO_METERS, ...ENDED],
  },
  pending_manual_after: {
    ...collectionError(REASONS.manual),
    group: 'waiting',
    meter: 'stays pending',
    meterEvents: [...COLLECT_STARTED, `${H}delayed`],
    forbidden: [`${H}finished_successful`, `${H}finished_errored`, BILLS_ADDED, INTERVALS_ADDED, ...ENDED],
  },
  mfa_needed: {
    ...loginError('waiting', REASONS.codeNeeded),
    authorization: 'waits for the customer',
    authorizationEvents: [...CREATED, `${U}delayed`],
    forbidden: [`${U}finished_successful`, `${U}finished_errored`, ...NO_METERS, ...ENDED],
  },
  incomplete_registration: loginError('login', REASONS.incomplete),
};

/** The community-choice scenario finds a meter whose bills hold supplier blocks. */
const CCA: Expectation = { ...success(1), meters: { min: 1, max: undefined } };

/** A scenario as the catalogue shows it. */
export interface ScenarioEntry {
  name: string;
  simulates: string;
  expectation: Expectation;
}

/** All scenarios of a utility, in the order of the specification; `cca` adds its community-choice scenario. */
export function scenarioCatalogue(utility: string, cca: boolean): ScenarioEntry[] {
  const common = SCENARIOS.map(({ name, simulates }) => ({ name, simulates, expectation: EXPECTATIONS[name] }));
  return cca ? [...common, { name: ccaScenario(utility), simulates: CCA_SIMULATES, expectation: CCA }] : common;
}

/** The expectation of a scenario by its name; undefined for a name that this program does not know. */
export function expectationOf(scenario: string): Expectation | undefined {
  if (scenario.endsWith('_cca_service')) return CCA;
  const known = SCENARIOS.find(({ name }) => name === scenario);
  return known && EXPECTATIONS[known.name];
}
