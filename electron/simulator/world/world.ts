/** The one world behind both APIs: customers, meters, authorizations, forms, tokens and events. See types.ts for the seam. */
import { billPeriods } from './bills.ts';
import { insertSpan, mergedSpans, restamp, uncovered } from './coverage.ts';
import { createEventBook } from './events.ts';
import { deliverShare } from './first-delivery.ts';
import { createLoginBook } from './login-book.ts';
import type { LoginPlan } from './logins.ts';
import { createNumbers } from './numbers.ts';
import { countOfDay, sourceOf } from './readings.ts';
import { newAuthorization, newForm, newMeter } from './rows.ts';
import { createSettings } from './settings.ts';
import { startInstant } from './time.ts';
import { createTokenStore, type TokenStore } from './tokens.ts';
import type {
  Authorization,
  Clock,
  Coverage,
  Form,
  Login,
  Meter,
  MeterModel,
  Millis,
  ScenarioDriver,
  Scope,
  Seconds,
  Submission,
  World,
} from './types.ts';
import { UTILITIES } from './utilities.ts';
import { localDay, midnight, zoneOf } from './zones.ts';

/** What the bootstrap, OAuth and the Green Button side may do beyond {@link World}. */
export interface ServiceWorld extends World {
  readonly tokenStore: TokenStore;
  readonly startedAt: Millis;
  /** A login with a plan of its own; the first plan of a (utility, username) stays. */
  planLogin(utility: string, username: string, plan: LoginPlan): Login;
  /** A finished authorization of the past, without telling anybody; events only when `withEvents`. */
  admit(login: Login, facts: { at: Millis; scope: Scope; expiresAt?: Millis; withEvents: boolean }): Authorization;
  /** Makes bills and the intervals up to `until` visible as of a time in the past. */
  backfill(meter: Meter, bills: readonly number[], until: Seconds, at: Millis): void;
  /** Ends an authorization as of a time in the past, without telling anybody. */
  endInPast(authorization: Authorization, fate: 'revoked' | 'expired', at: Millis, withEvent: boolean): void;
  /** From now on uids are so much higher: those of another run stand for something else. */
  skipUids(count: number): void;
  /** What a consent delivers at once (see {@link ScenarioDriver.firstDelivery}). */
  deliverFirst(authorization: Authorization): void;
}

export function createWorld(seed: number, clock: Clock): ServiceWorld {
  const settings = createSettings(seed);
  const startedAt = startInstant(seed);
  const numbers = createNumbers(seed);
  const tokenStore = createTokenStore(settings, clock);
  const events = createEventBook(() => numbers.next('event'));
  const authorizations = new Map<string, Authorization>();
  /** The place of each authorization in the order of arrival. */
  const arrivals = new WeakMap<Authorization, number>();
  const byReferral = new Map<string, Authorization[]>();
  const metersByUid = new Map<string, Meter[]>();
  const forms = new Map<string, Form>();
  const logins = createLoginBook(settings, startedAt);
  const account = { balance: 0, plan: 'per_collection' as 'per_month' | 'per_collection' };
  /** Readings of what is covered, where somebody asked for their number. */
  const counted = new WeakMap<Coverage, number>();
  let driver: ScenarioDriver | null = null;

  const keep = (authorization: Authorization) => {
    authorizations.set(authorization.uid, authorization);
    arrivals.set(authorization, authorizations.size);
    for (const referral of authorization.referrals) {
      byReferral.set(referral, [...(byReferral.get(referral) ?? []), authorization]);
    }
    return authorization;
  };
  const create = (login: Login, submission: Submission, at: Millis) =>
    keep(newAuthorization(settings, login, submission, at, numbers.next('authorization'), numbers.next('referral')));
  const emit: World['emit'] = (type, about, delivery) => {
    const event = events.record(type, about, clock.now(), delivery?.target);
    events.tell(event);
    return event;
  };
  const touch = (meter: Meter, at: Millis) => {
    meter.updatedAt = Math.max(meter.updatedAt, at);
    meter.authorization.updatedAt = Math.max(meter.authorization.updatedAt, at);
  };
  /** Of one instant, the one that arrived later is the newer one. */
  const isNewer = (one: Authorization, other: Authorization) =>
    one.createdAt === other.createdAt
      ? (arrivals.get(one) ?? 0) > (arrivals.get(other) ?? 0)
      : one.createdAt > other.createdAt;
  const hold = (authorization: Authorization, model: MeterModel, at: Millis): Meter => {
    const meter = newMeter(authorization, model, at);
    authorization.meters.push(meter);
    authorization.updatedAt = Math.max(authorization.updatedAt, at);
    const others = metersByUid.get(meter.uid) ?? [];
    // A meter of an earlier authorization may be found later.
    const newer = others.filter((other) => isNewer(other.authorization, authorization));
    metersByUid.set(meter.uid, [...newer, meter, ...others.slice(newer.length)]);
    return meter;
  };
  const addBills = (meter: Meter, indexes: readonly number[], at: Millis): number => {
    if (!meter.authorization.scope.bills) return 0;
    const known = new Set(meter.coverage.bills.map((bill) => bill.index));
    const fresh = [...new Set(indexes)].filter((index) => !known.has(index));
    if (fresh.length === 0) return 0;
    meter.coverage.bills.push(...fresh.map((index) => ({ index, addedAt: at })));
    meter.coverage.bills.sort((a, b) => a.index - b.index);
    touch(meter, at);
    return fresh.length;
  };
  const addIntervals = (meter: Meter, from: Seconds, to: Seconds, at: Millis): number => {
    if (!meter.authorization.scope.intervals) return 0;
    const limits = world.intervalsAtUtility(meter);
    const holes = uncovered(meter.coverage.intervals, Math.max(from, limits.from), Math.min(to, limits.to));
    let count = 0;
    for (const hole of holes) {
      insertSpan(meter.coverage.intervals, { ...hole, addedAt: at });
      count += countReadings(settings.seed, meter.model, hole.from, hole.to);
    }
    const before = counted.get(meter.coverage);
    if (before !== undefined) counted.set(meter.coverage, before + count);
    if (holes.length > 0) touch(meter, at);
    return count;
  };

  const world: ServiceWorld = {
    settings,
    clock,
    account,
    tokens: tokenStore,
    tokenStore,
    startedAt,
    utilities: UTILITIES,
    authorizations,
    forms,
    events: events.list,
    get driver() {
      return driver;
    },
    set driver(value) {
      driver = value;
    },
    login: (utility, username) => logins.find(utility, username),
    planLogin: (utility, username, plan) => logins.plan(utility, username, plan),
    metersByUid: (uid) => metersByUid.get(uid) ?? [],
    eventByUid: (uid) => events.byUid(uid),
    authorizationsByReferral: (referral) => byReferral.get(referral) ?? [],
    newUid: numbers.next,
    skipUids: numbers.skip,

    submit(submission) {
      const authorization = create(mustLogin(world, submission), submission, clock.now());
      emit('authorization_created', { authorization });
      driver?.submitted(authorization, submission.source === 'oauth' ? 'instant' : 'simulated');
      return authorization;
    },
    decline(submission) {
      const { utility, username } = submission;
      const login = world.login(utility, username) ?? mustLogin(world, { ...submission, username: NOBODY });
      const authorization = create(login, submission, clock.now());
      authorization.declinedAt = clock.now();
      world.setAuthorization(authorization, { status: 'declined', statusMessage: 'the customer declined' });
      emit('authorization_declined', { authorization });
      return authorization;
    },
    admit(login, facts) {
      const submission: Submission = {
        utility: login.utility.id,
        username: login.username,
        formUid: settings.formUid,
        source: 'bootstrap',
        scope: facts.scope,
      };
      const authorization = create(login, submission, facts.at);
      if (facts.expiresAt !== undefined) authorization.expiresAt = facts.expiresAt;
      if (facts.withEvents) events.record('authorization_created', { authorization }, facts.at);
      for (const model of login.models) {
        const meter = hold(authorization, model, facts.at);
        if (facts.withEvents) events.record('meter_created', { meter }, facts.at);
      }
      if (facts.withEvents) events.record('authorization_update_finished_successful', { authorization }, facts.at);
      return authorization;
    },
    backfill(meter, bills, until, at) {
      addBills(meter, bills, at);
      touch(meter, at);
      if (!meter.authorization.scope.intervals) return;
      counted.delete(meter.coverage);
      const holes = uncovered(meter.coverage.intervals, meter.model.intervalStart, until);
      for (const hole of holes) insertSpan(meter.coverage.intervals, { ...hole, addedAt: at });
    },
    endInPast(authorization, fate, at, withEvent) {
      authorization.updatedAt = at;
      if (fate === 'expired') authorization.isExpired = true;
      else {
        authorization.revokedAt = at;
        for (const meter of authorization.meters) {
          meter.coverage = { bills: [], intervals: [] };
          meter.updatedAt = at;
        }
      }
      if (withEvent) events.record(`authorization_${fate}`, { authorization }, at);
    },
    deliverFirst(authorization) {
      const delivery = driver?.firstDelivery(authorization) ?? { bills: 'all', intervals: 'all' };
      for (const meter of authorization.meters) deliverShare(world, meter, delivery);
    },
    createForm(facts) {
      const form = newForm(settings, numbers.next('form'), clock.now(), facts);
      forms.set(form.uid, form);
      emit('form_created', { formUid: form.uid });
      return form;
    },
    addMeter(authorization, model) {
      const known = authorization.meters.find((meter) => meter.uid === model.uid);
      if (known) return known;
      const meter = hold(authorization, model, clock.now());
      emit('meter_created', { meter });
      return meter;
    },
    setAuthorization(authorization, change) {
      Object.assign(authorization, change);
      if ('status' in change || 'statusMessage' in change) authorization.statusAt = clock.now();
      authorization.updatedAt = clock.now();
    },
    setMeter(meter, change) {
      Object.assign(meter, change);
      if ('status' in change || 'statusMessage' in change) meter.statusAt = clock.now();
      // Not updatedAt: the entries of the Green Button API do not show what changed here.
    },
    billsAtUtility: (meter) => billPeriods(seed, meter.model, clock.now() / 1000),
    intervalsAtUtility(meter) {
      const zone = zoneOf(meter.model.zone);
      return { from: meter.model.intervalStart, to: midnight(zone, localDay(zone, clock.now() / 1000)) };
    },
    addBills: (meter, indexes) => addBills(meter, indexes, clock.now()),
    addIntervals: (meter, from, to) => addIntervals(meter, from, to, clock.now()),
    correctIntervals(meter, from, to) {
      if (restamp(meter.coverage.intervals, from, to, clock.now())) touch(meter, clock.now());
    },
    billCount: (meter) => meter.coverage.bills.length,
    billCoverage(meter) {
      const have = new Set(meter.coverage.bills.map((bill) => bill.index));
      return mergedSpans(world.billsAtUtility(meter).filter((period) => have.has(period.index)));
    },
    intervalCount(meter) {
      const known = counted.get(meter.coverage);
      if (known !== undefined) return known;
      const { intervals } = meter.coverage;
      const count = intervals.reduce((sum, span) => sum + countReadings(seed, meter.model, span.from, span.to), 0);
      counted.set(meter.coverage, count);
      return count;
    },
    intervalCoverage: (meter) => mergedSpans(meter.coverage.intervals),

    revoke(authorization) {
      if (authorization.revokedAt !== null) return;
      authorization.revokedAt = clock.now();
      tokenStore.forget(authorization.uid);
      for (const meter of authorization.meters) {
        meter.coverage = { bills: [], intervals: [] };
        meter.updatedAt = clock.now();
      }
      world.setAuthorization(authorization, {});
      emit('authorization_revoked', { authorization });
    },
    expire(authorization) {
      if (authorization.isExpired || authorization.revokedAt !== null) return;
      authorization.isExpired = true;
      tokenStore.forget(authorization.uid);
      world.setAuthorization(authorization, { expiresAt: Math.min(authorization.expiresAt, clock.now()) });
      emit('authorization_expired', { authorization });
    },
    renew(authorization, expiresAt) {
      authorization.isExpired = false;
      world.setAuthorization(authorization, { expiresAt });
      emit('authorization_renewed', { authorization });
    },
    emit,
    onEvent: (listener) => events.listen(listener),
  };
  const main = newForm(settings, settings.formUid, startedAt - 400 * 86_400_000, {});
  forms.set(main.uid, main);
  return world;
}

/** The user name that a decline is kept under where the customer gave none that the utility knows. */
const NOBODY = '-';

function mustLogin(world: World, submission: Submission): Login {
  const login = world.login(submission.utility, submission.username);
  if (!login)
    throw new Error(`No login ${submission.username} at ${submission.utility}; callers check with login() first`);
  return login;
}

/** Readings of the first series of a meter within a span. */
function countReadings(seed: number, model: MeterModel, from: Seconds, to: Seconds): number {
  if (to <= from) return 0;
  const source = sourceOf(seed, model);
  const last = localDay(source.zone, to - 1);
  let count = 0;
  for (let day = localDay(source.zone, from); day <= last; day += 1) count += countOfDay(source, day, from, to);
  return count;
}
