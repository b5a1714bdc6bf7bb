/**
 * The seam of the simulator: one world stands behind the Green Button API and the JSON API.
 *
 * Who does what
 * - `world/` (createWorld in world/world.ts) implements {@link World}: customers, meters, authorizations, tokens, events.
 * - `greenbutton/` and `oauth/` read it and call `submit`, `decline`.
 * - `json/`, `scenarios/`, `collection/`, `webhooks/`, `limits/`, `control/` read it and call the mutating operations;
 *   `clock/` implements {@link Clock}; `scenarios/` implements {@link ScenarioDriver} and sets `world.driver`.
 *
 * Time: `Millis` are epoch milliseconds of *simulated* time, `Seconds` epoch seconds (data: readings and bills).
 */
import type { HttpBindings } from '@hono/node-server';

export type Millis = number;
export type Seconds = number;

/** Simulated time. Everything that happens later goes through `schedule`, so that the control API can move it. */
export interface Clock {
  now(): Millis;
  /** Runs `run` once simulated time reaches `at` (ties: in order of scheduling). Returns a function that cancels. */
  schedule(at: Millis, run: () => void | Promise<void>): () => void;
}

/** The classes of section 5; `api` is the token of the JSON API. */
export type TokenClass = 'api' | 'registration' | 'client' | 'access';

/** What a Bearer token turned out to be. `authUid` is there for `access` only. */
export type TokenVerdict =
  | { readonly state: 'valid'; readonly class: TokenClass; readonly authUid?: string }
  | { readonly state: 'expired' | 'unknown' | 'missing' };

/** What handlers and middlewares of one request share (Hono's `c.var`) and Node's raw request, response and socket. */
export interface ServiceEnv {
  Bindings: HttpBindings;
  Variables: RequestContext;
}

export interface RequestContext {
  /** Set by whoever checked the token; the request log shows it. Never the token itself. */
  tokenClass?: TokenClass | 'none' | 'invalid';
  /** A fault ended the connection in the middle of an answer of this status. */
  cutStatus?: number;
  /** The status is of a fault or a limit that was switched on: it says nothing of the request. */
  isStatusInjected?: boolean;
}

/** A note of an authorization or a meter as the JSON API shows it. */
export interface Note {
  type: string;
  msg: string;
  /** ISO 8601 with microseconds and offset; use `isoMicros` of world/time.ts. */
  ts: string;
  /** When the retry or the wait is expected to end; ISO 8601. */
  eta?: string;
  [more: string]: unknown;
}

/** Section 2.1, as it is sent. The order of the members is the order of creation here. */
export interface ServiceEvent {
  uid: string;
  type: string;
  ts: string;
  delivery_method?: 'webhook';
  delivery_target?: string;
  is_delivered: boolean;
  /** The status was updated by hand: the event waits for no delivery any more (section 3). Never shown. */
  isSetByHand?: true;
  authorization_uid?: string;
  meter_uid?: string;
  form_uid?: string;
}

export interface Utility {
  /** UtilityID, may hold `&`. */
  readonly id: string;
  readonly name: string;
  /** Meters of a demo utility are never paid for. */
  readonly isDemo: boolean;
  /** `<utility>_cca_service` exists for the one utility that has it, else null. */
  readonly ccaScenario: string | null;
}

export interface Address {
  readonly number: string;
  readonly street: string;
  readonly town: string;
  readonly state: string;
  readonly postalCode: string;
  readonly country: string;
}

/** A customer's account at a utility. The same (utility, username) is always the same login with the same uids. */
export interface Login {
  readonly utility: Utility;
  readonly username: string;
  /** The scenario of `<PREFIX>_TEST_<scenario>`, else null (a customer like any other). */
  readonly scenario: string | null;
  readonly customerUid: string;
  readonly accountUid: string;
  readonly accountNumber: string;
  readonly customerName: string;
  readonly customerEmail: string;
  readonly billingAddress: Address;
  readonly kind: 'residential' | 'commercial';
  /** All meters that the utility knows for this login, in order. What an authorization has of them is `Authorization.meters`. */
  readonly models: readonly MeterModel[];
}

/** A physical meter: immutable facts out of the seed. The curve behind it is in world/readings. */
export interface MeterModel {
  readonly uid: string;
  /** Number that decides every reading; a function of seed, utility, username and position. */
  readonly key: number;
  readonly profile: string;
  readonly commodity: 'electricity' | 'gas' | 'water';
  readonly serviceIdentifier: string;
  readonly meterNumber: string;
  readonly deviceUid: string;
  readonly locationUid: string;
  readonly supplierUid: string;
  readonly mappingsUid: string;
  readonly tariff: string;
  readonly serviceClass: string;
  readonly address: Address;
  /** Name of the zone's rules in world/zones.ts (an IANA name). */
  readonly zone: string;
  readonly intervalLength: number;
  /** First instant that the utility still has bills for; bills run from this day of the month to the same of the next. */
  readonly historyStart: Seconds;
  /** First instant that it has intervals for; later than `historyStart` where a smart meter came later. */
  readonly intervalStart: Seconds;
  /** The community-choice supplier in the bills of a `cca_service` login, else null. */
  readonly communitySupplier: { readonly name: string; readonly serviceId: string; readonly tariff: string } | null;
}

/** A bill that exists at the utility; `index` counts from the oldest. Its uid is the same in every authorization. */
export interface BillPeriod {
  readonly index: number;
  readonly uid: string;
  readonly from: Seconds;
  readonly to: Seconds;
}

/** What was collected for a meter of one authorization, and when it became visible in the API. */
export interface Coverage {
  /** By bill index, ascending. */
  bills: { index: number; addedAt: Millis }[];
  /** Disjoint, ascending; pieces with different `addedAt` stay apart. A correction is a later `addedAt`. */
  intervals: { from: Seconds; to: Seconds; addedAt: Millis }[];
}

/** A meter within one authorization. `uid` is the physical meter's: two authorizations of one login share it. */
export interface Meter {
  readonly uid: string;
  readonly authorization: Authorization;
  readonly model: MeterModel;
  readonly createdAt: Millis;
  updatedAt: Millis;
  isArchived: boolean;
  /** True from the first historical collection on. */
  isActivated: boolean;
  /** Collection needs no balance (free, demo or test). */
  readonly isFree: boolean;
  /** Where `frequency` is `daily`, what the utility has new is collected every day, by itself. */
  ongoingMonitoring: Readonly<Record<string, unknown>> & { readonly frequency: 'daily' | 'off' };
  status: string;
  statusMessage: string;
  statusAt: Millis;
  notes: Note[];
  coverage: Coverage;
}

export interface Scope {
  /** As asked for and shown: `FB=4_16_51;AdditionalScope=...`. */
  readonly raw: string;
  /** 4, 16 and 51 of the list. What was not authorised is absent from the Green Button API, and never collected. */
  readonly intervals: boolean;
  readonly bills: boolean;
  readonly customer: boolean;
}

export interface Authorization {
  readonly uid: string;
  readonly login: Login;
  readonly utility: string;
  readonly formUid: string;
  readonly templateUid: string;
  readonly createdAt: Millis;
  /** Of the Green Button entry: last time that anything of it changed. */
  updatedAt: Millis;
  readonly isTest: boolean;
  readonly referrals: string[];
  readonly scope: Scope;
  readonly customerEmail: string;
  readonly customerSignature: { type: string; ts: string; full_name: string } | null;
  readonly userEmail: string;
  readonly userUid: string;
  nickname: string | null;
  isArchived: boolean;
  declinedAt: Millis | null;
  revokedAt: Millis | null;
  /** End of the customer's permission. */
  expiresAt: Millis;
  isExpired: boolean;
  status: string;
  statusMessage: string;
  statusAt: Millis;
  notes: Note[];
  meters: Meter[];
  /** How it came about: `bootstrap` ones have their data from the start. */
  readonly source: 'bootstrap' | 'oauth' | 'form' | 'test-submit';
}

export interface Form {
  readonly uid: string;
  readonly createdAt: Millis;
  updatedAt: Millis;
  readonly templateUid: string;
  isArchived: boolean;
  disabled: boolean;
  readonly customerEmail: string | null;
  /** UtilityID the form is bound to, or null when the customer chooses. */
  readonly utility: string | null;
  readonly scope: Record<string, unknown>;
}

export interface Submission {
  utility: string;
  username: string;
  formUid: string;
  source: Authorization['source'];
  scope?: Scope;
  customerEmail?: string;
}

/**
 * What plays out after a submission; implemented by scenarios/.
 * `instant`: the login part happens now, without waiting for simulated time (a consent page has verified the login before
 * it redirects); `simulated`: step by step. Both emit the events of section 6.1 after `authorization_created`.
 */
export interface ScenarioDriver {
  submitted(authorization: Authorization, pace: 'instant' | 'simulated'): void;
  /** True while the login waits for a code (`mfa_needed`). */
  awaitsCode(authorization: Authorization): boolean;
  /** The customer typed a code. True: right, the login goes on (at once when the submission was `instant`). */
  enterCode(authorization: Authorization, code: string): boolean;
  /**
   * What a consent delivers at once, without a historical collection: a share of the bills and intervals,
   * `none` for scenarios that fail or end at collection.
   */
  firstDelivery(authorization: Authorization): { bills: 'all' | 'some' | 'none'; intervals: 'all' | 'some' | 'none' };
}

export interface Settings {
  readonly seed: number;
  /** `http://127.0.0.1:PORT`; set once the server listens. */
  baseUrl: string;
  readonly utility: string;
  /** `<TEST_PREFIX>`. */
  readonly testPrefix: string;
  readonly formUid: string;
  readonly templateUid: string;
  readonly userUid: string;
  readonly userEmail: string;
  readonly apiToken: string;
  readonly registrationToken: string;
  readonly appUid: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly bulkUid: string;
  readonly webhookSecret: string;
  /** The unguessable segment of the control URL: `${baseUrl}/control/${controlKey}`. */
  readonly controlKey: string;
  /** The code that a waiting `mfa_needed` login accepts; the consent page tells it. */
  readonly mfaCode: string;
  /** A meter that is neither free nor demo. */
  unpaidMeterUid: string;
}

/** The account of the API user. */
interface Account {
  balance: number;
  plan: 'per_month' | 'per_collection';
}

export interface Tokens {
  /** Judges the `Authorization` header. */
  check(header: string | undefined): TokenVerdict;
}

export interface World {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly account: Account;
  readonly tokens: Tokens;
  readonly utilities: readonly Utility[];
  /** Insertion order = order of creation. */
  readonly authorizations: ReadonlyMap<string, Authorization>;
  readonly forms: ReadonlyMap<string, Form>;
  /** Oldest first. */
  readonly events: readonly ServiceEvent[];
  /** Set by scenarios/ before the server listens. */
  driver: ScenarioDriver | null;

  /** The account of a user name (any, or `<PREFIX>_TEST_<scenario>`); null for a utility or scenario that is not there. */
  login(utility: string, username: string): Login | null;
  /** All rows of this meter uid over all authorizations, newest authorization first. */
  metersByUid(uid: string): readonly Meter[];
  eventByUid(uid: string): ServiceEvent | undefined;
  authorizationsByReferral(referral: string): readonly Authorization[];

  /** A new uid, deterministic: the n-th of its kind for this seed. */
  newUid(kind: 'authorization' | 'event' | 'form' | 'referral' | 'salt'): string;

  /** Creates the authorization (status `pending`, no meters), emits `authorization_created`, tells the driver. */
  submit(submission: Submission): Authorization;
  /**
   * A customer said no: a declined authorization, emits `authorization_declined`. The utility has to be known, the user name not:
   * who declines need not say who they are.
   */
  decline(submission: Submission): Authorization;
  createForm(form: { utility?: string | null; customerEmail?: string | null; scope?: Record<string, unknown> }): Form;
  /** Adds a meter of the login (once), emits `meter_created`. */
  addMeter(authorization: Authorization, model: MeterModel): Meter;

  /** Changes what is given, stamps `statusAt` when the status or its message is given, and `updatedAt`. No event. */
  setAuthorization(
    authorization: Authorization,
    change: Partial<
      Pick<Authorization, 'status' | 'statusMessage' | 'notes' | 'nickname' | 'isArchived' | 'expiresAt'>
    >,
  ): void;
  setMeter(
    meter: Meter,
    change: Partial<
      Pick<Meter, 'status' | 'statusMessage' | 'notes' | 'isActivated' | 'isArchived' | 'ongoingMonitoring'>
    >,
  ): void;

  /** Bills that the utility has issued for this meter until now, oldest first. */
  billsAtUtility(meter: Meter): readonly BillPeriod[];
  /** What the utility has readings for until now (holes of outages lie inside). */
  intervalsAtUtility(meter: Meter): { from: Seconds; to: Seconds };
  /** Makes bills visible (those that are not yet), where the customer authorised bills. Returns how many were new. No event. */
  addBills(meter: Meter, indexes: readonly number[]): number;
  /**
   * Makes intervals visible, where the customer authorised them; what is covered already keeps its `addedAt`. Returns the
   * number of new readings. No event.
   */
  addIntervals(meter: Meter, from: Seconds, to: Seconds): number;
  /** What is visible of a span was corrected: it counts as visible since now. No event. */
  correctIntervals(meter: Meter, from: Seconds, to: Seconds): void;
  billCount(meter: Meter): number;
  /** `[[from, to]...]` of the bills, adjoining ones merged. */
  billCoverage(meter: Meter): [Seconds, Seconds][];
  intervalCount(meter: Meter): number;
  intervalCoverage(meter: Meter): [Seconds, Seconds][];

  /** Deletes tokens and collected data, emits `authorization_revoked`. Nothing happens the second time. */
  revoke(authorization: Authorization): void;
  /** Deletes tokens, keeps the data, emits `authorization_expired`. */
  expire(authorization: Authorization): void;
  /** Re-submitted or extended: sets `expiresAt`, emits `authorization_renewed`. */
  renew(authorization: Authorization, expiresAt: Millis): void;

  /** Appends an event with the present simulated time and tells every listener, in order of registration. */
  emit(
    type: string,
    about: { authorization?: Authorization; meter?: Meter; formUid?: string },
    delivery?: { target: string },
  ): ServiceEvent;
  /** Webhooks listen here. Returns a function that ends it. */
  onEvent(listener: (event: ServiceEvent) => void): () => void;
}
