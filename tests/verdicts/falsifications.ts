/**
 * What a service may do wrong, and the only right verdicts on it: written from the specification, apart from the catalogue
 * that is judged by.
 */
import type { RunView } from '#shared/contract/scenarios.ts';
import type { CommonScenario } from '#shared/scenarios/names.ts';
import type { Rule } from './falsifying-service.ts';
import { dropped, exchanged, isAuthorizations, isEvents, isMeters, without } from './rules.ts';

export type Verdict = RunView['state'];

export interface Falsification {
  name: string;
  rule: Rule;
  /**
   * The right verdicts on a scenario. `beforeEnd` is the status that was seen before the authorization was revoked or expired:
   * on a busy machine no look may come before that, and what came after it is not specified.
   */
  right: (scenario: CommonScenario, beforeEnd: string | undefined) => readonly Verdict[];
  /** What is done halfway: from here on the rule is gone, and runs that could not be judged are followed again. */
  mended?: (scenario: CommonScenario) => readonly Verdict[];
}

const some = (...list: CommonScenario[]): ReadonlySet<CommonScenario> => new Set(list);

/** Scenarios whose login finds no meter, so that nothing is collected (section 4.4). */
const WITHOUT_METERS = some(
  'badlogin',
  'websitedown',
  'utilityerror',
  'locked',
  'access_unsupported',
  'randomerror',
  'empty',
  'wait_to_login',
  'pending_manual',
  'mfa_needed',
  'incomplete_registration',
);
/** Errors with a note type that service-facts.md has, and where it stands. */
const NAMED: Partial<Record<CommonScenario, string>> = {
  badlogin: 'access_invalid',
  badlogin_after: 'access_invalid',
  locked: 'access_locked',
  locked_after: 'access_locked',
  access_unsupported: 'access_unsupported',
  access_unsupported_after: 'access_unsupported',
  mfa_needed: 'access_code_needed',
  partialbills: 'bills_errored',
};
/** Errors whose note type the specification leaves open. */
const UNNAMED = some(
  'websitedown',
  'websitedown_after',
  'utilityerror',
  'utilityerror_after',
  'randomerror',
  'randomerror_after',
  'wait_to_login',
  'wait_to_login_after',
  'partialmeters',
  'partialintervals',
  'pending_manual',
  'pending_manual_after',
  'incomplete_registration',
);
const BOTH_KINDS_OF_DATA = some('residential', 'commercial', 'partialmeters', 'partialbills', 'partialintervals');
/** Scenarios in which authorization and meters, where there are any, both end in an error, or both do not. */
const ERRORED = some(
  'badlogin',
  'websitedown',
  'utilityerror',
  'locked',
  'access_unsupported',
  'randomerror',
  'wait_to_login',
  'pending_manual',
  'mfa_needed',
  'incomplete_registration',
);
const UPDATED = some(
  'residential',
  'commercial',
  'empty',
  'nobills',
  'nointervals',
  'pending_manual',
  'pending_manual_after',
  'mfa_needed',
);
/**
 * Their login ends well: a meter is returned (section 4.4), and only collecting it ends the authorization. The specification
 * does not say which status both have then.
 */
const ENDED = some('revoked', 'expired');
const NO_LOGIN_END = some('pending_manual', 'mfa_needed');

const collects = (scenario: CommonScenario) => !WITHOUT_METERS.has(scenario);
const hasReason = (scenario: CommonScenario) => NAMED[scenario] !== undefined || UNNAMED.has(scenario);
const passes = (): readonly Verdict[] => ['pass'];
const where = (is: (scenario: CommonScenario) => boolean, verdict: Verdict) => (scenario: CommonScenario) =>
  is(scenario) ? [verdict] : (['pass'] as const);

/** All notes tell `type`: what is right by scenario. */
const rightReason =
  (type: string, isNamed: boolean) =>
  (scenario: CommonScenario): readonly Verdict[] => {
    if (NAMED[scenario] !== undefined) return [NAMED[scenario] === type ? 'pass' : 'fail'];
    if (UNNAMED.has(scenario)) {
      const own = OWN_UNNAMED[type];
      if (own?.includes(scenario)) return ['pass'];
      return [isNamed ? 'fail' : 'differs'];
    }
    // Where nothing goes wrong no note is needed, and one of a known error is not passed over in silence.
    return [isNamed ? 'differs' : 'pass'];
  };

/** Scenarios whose reason a type tells that the specification does not name. */
const OWN_UNNAMED: Record<string, readonly CommonScenario[]> = { utility_down: ['websitedown', 'websitedown_after'] };

const HTML = '<html><body>Something is in the way</body></html>';

export const FALSIFICATIONS: readonly Falsification[] = [
  { name: 'nothing', rule: () => {}, right: passes },

  { name: 'reasons: utility_down', rule: exchanged('utility_down'), right: rightReason('utility_down', false) },
  { name: 'reasons: access_locked', rule: exchanged('access_locked'), right: rightReason('access_locked', true) },
  { name: 'reasons: never seen', rule: exchanged('mercury_in_retrograde'), right: rightReason('', false) },
  {
    name: 'reasons: none',
    rule: (passing) => {
      if (isMeters(passing) || isAuthorizations(passing)) for (const entry of passing.entries) entry.notes = [];
    },
    right: where(hasReason, 'fail'),
  },

  {
    name: 'no bill_count',
    rule: without(isMeters, 'bill_count'),
    right: (scenario) => (scenario === 'expired' ? ['pass'] : where(collects, 'unjudged')(scenario)),
  },
  {
    name: 'no interval_count',
    rule: without(isMeters, 'interval_count'),
    right: (scenario) => (scenario === 'expired' ? ['pass'] : where(collects, 'unjudged')(scenario)),
  },
  { name: 'no meter uid', rule: without(isMeters, 'uid'), right: where(collects, 'unjudged') },
  {
    name: 'no meter status',
    rule: without(isMeters, 'status'),
    right: where((scenario) => collects(scenario) && scenario !== 'revoked' && scenario !== 'expired', 'unjudged'),
  },
  { name: 'no authorization_uid of meters', rule: without(isMeters, 'authorization_uid'), right: passes },
  {
    name: 'no notes',
    rule: without((passing) => isMeters(passing) || isAuthorizations(passing), 'notes'),
    right: where(hasReason, 'unjudged'),
  },
  // What ended by revocation or expiry is told by its own member; its status is then no question.
  {
    name: 'no authorization status',
    rule: without(isAuthorizations, 'status'),
    right: (scenario) => (scenario === 'revoked' || scenario === 'expired' ? ['pass'] : ['unjudged']),
  },
  { name: 'no authorization uid', rule: without(isAuthorizations, 'uid'), right: () => ['unjudged'] },
  { name: 'no referrals', rule: without(isAuthorizations, 'referrals'), right: passes },
  { name: 'no created', rule: without(isAuthorizations, 'created'), right: passes },
  {
    name: 'no is_revoked',
    rule: without(isAuthorizations, 'is_revoked'),
    right: where((scenario) => scenario === 'revoked', 'unjudged'),
  },
  {
    name: 'no is_expired',
    rule: without(isAuthorizations, 'is_expired'),
    right: where((scenario) => scenario === 'expired', 'unjudged'),
  },
  { name: 'no uid of events', rule: without(isEvents, 'uid'), right: () => ['unjudged'] },
  { name: 'no ts of events', rule: without(isEvents, 'ts'), right: () => ['unjudged'] },
  { name: 'no type of events', rule: without(isEvents, 'type'), right: () => ['unjudged'] },
  { name: 'no authorization_uid of events', rule: without(isEvents, 'authorization_uid'), right: () => ['unjudged'] },
  { name: 'no meter_uid of events', rule: without(isEvents, 'meter_uid'), right: where(collects, 'unjudged') },

  { name: 'dropped: authorization_created', rule: dropped('authorization_created'), right: () => ['fail'] },
  { name: 'dropped: update_started', rule: dropped('authorization_update_started'), right: () => ['fail'] },
  {
    name: 'dropped: update_finished_*',
    rule: (passing) => {
      dropped('authorization_update_finished_successful')(passing);
      dropped('authorization_update_finished_errored')(passing);
    },
    right: where((scenario) => !NO_LOGIN_END.has(scenario), 'fail'),
  },
  {
    name: 'dropped: collection progress',
    rule: dropped('meter_historical_collection_progress'),
    right: where(collects, 'fail'),
  },
  {
    name: 'dropped: bills_added',
    rule: dropped('meter_bills_added'),
    right: where((scenario) => BOTH_KINDS_OF_DATA.has(scenario) || scenario === 'nointervals', 'fail'),
  },
  {
    name: 'dropped: intervals_added',
    rule: dropped('meter_intervals_added'),
    right: where((scenario) => BOTH_KINDS_OF_DATA.has(scenario) || scenario === 'nobills', 'fail'),
  },
  {
    name: 'dropped: all events',
    rule: (passing) => {
      if (isEvents(passing)) passing.entries = [];
    },
    right: () => ['fail'],
  },

  {
    name: 'doubled events',
    rule: (passing) => {
      if (isEvents(passing)) passing.entries = passing.entries.flatMap((event) => [event, { ...event }]);
    },
    right: passes,
  },
  {
    name: 'shuffled list of events',
    rule: (passing) => {
      if (isEvents(passing))
        passing.entries = passing.entries.toSorted((a, b) => String(a.uid).localeCompare(String(b.uid)));
    },
    right: passes,
  },
  {
    name: 'events of one instant',
    rule: (passing) => {
      if (isEvents(passing))
        for (const event of passing.entries) event.ts = String(event.ts).replace(/\d\d:\d\d\.\d+/, '59:59.000000');
    },
    right: passes,
  },
  {
    name: 'started after it finished',
    rule: (passing) => {
      const stamps: Record<string, string> = {
        authorization_update_started: '2',
        authorization_update_finished_successful: '1',
        authorization_update_finished_errored: '1',
        authorization_update_delayed: '1',
      };
      if (!isEvents(passing)) return;
      for (const event of passing.entries) {
        const place = stamps[String(event.type)];
        if (place) event.ts = `2100-01-01T00:00:0${place}.000000+00:00`;
      }
    },
    right: () => ['fail'],
  },

  {
    name: 'events that come late',
    rule: (passing) => {
      if (isEvents(passing) && passing.earlier < 25) passing.entries = [];
    },
    right: passes,
  },
  {
    name: 'a list of meters that lags behind',
    rule: (passing) => {
      if (isMeters(passing) && passing.earlier < 8) passing.entries = [];
    },
    right: passes,
  },
  {
    name: 'a list of meters that lags behind in part',
    rule: (passing) => {
      if (!isMeters(passing)) return;
      const firsts = new Map(passing.entries.toReversed().map((meter) => [meter.authorization_uid, meter]));
      // The others are listed once the first one has data: then they were not asked for.
      passing.entries = passing.entries.filter((meter) => {
        const first = firsts.get(meter.authorization_uid);
        return meter === first || Number(first?.bill_count) > 0;
      });
    },
    right: where((scenario) => scenario === 'commercial' || scenario === 'partialmeters', 'unjudged'),
  },
  {
    name: 'an end that is none',
    rule: (passing) => {
      if (isMeters(passing) || isAuthorizations(passing))
        for (const entry of passing.entries) if (entry.status !== 'pending') entry.status = 'errored';
    },
    right: (scenario, beforeEnd) => {
      // On a busy machine it may be revoked before the end of the login was read.
      const unseen = (scenario === 'revoked' || scenario === 'expired') && (beforeEnd ?? 'pending') === 'pending';
      return ERRORED.has(scenario) || unseen ? ['pass'] : ['fail'];
    },
  },
  {
    name: 'all ends well',
    rule: (passing) => {
      if (isMeters(passing) || isAuthorizations(passing))
        for (const entry of passing.entries) if (entry.status !== 'pending') entry.status = 'updated';
    },
    right: (scenario) => (UPDATED.has(scenario) || ENDED.has(scenario) ? ['pass'] : ['fail']),
  },
  {
    name: 'no data',
    rule: (passing) => {
      if (isMeters(passing))
        for (const meter of passing.entries) Object.assign(meter, { bill_count: 0, interval_count: 0 });
    },
    right: where(
      (scenario) => BOTH_KINDS_OF_DATA.has(scenario) || scenario === 'nobills' || scenario === 'nointervals',
      'fail',
    ),
  },
  {
    name: 'data of everything',
    rule: (passing) => {
      if (isMeters(passing))
        for (const meter of passing.entries) Object.assign(meter, { bill_count: 12, interval_count: 9000 });
    },
    right: where(
      (scenario) => collects(scenario) && !BOTH_KINDS_OF_DATA.has(scenario) && scenario !== 'expired',
      'fail',
    ),
  },

  {
    name: 'a foreign meter in the list',
    rule: (passing) => {
      const [first] = passing.entries;
      if (isMeters(passing) && first) passing.entries.push({ ...first, uid: 'ghost', authorization_uid: 'another' });
    },
    right: where(collects, 'differs'),
  },
  {
    name: 'a meter too many',
    rule: (passing) => {
      if (!isMeters(passing)) return;
      const ofEach = new Map(passing.entries.map((meter) => [meter.authorization_uid, meter]));
      for (const meter of ofEach.values()) passing.entries.push({ ...meter, uid: `ghost-${meter.uid}` });
    },
    right: where(collects, 'fail'),
  },
  {
    name: 'a meter too few',
    rule: (passing) => {
      if (!isMeters(passing)) return;
      const seen = new Set<unknown>();
      passing.entries = passing.entries.filter((meter) => {
        const isFirst = !seen.has(meter.authorization_uid);
        seen.add(meter.authorization_uid);
        return !isFirst;
      });
    },
    right: where((scenario) => collects(scenario) && scenario !== 'partialmeters', 'fail'),
  },
  {
    name: 'meters of another authorization',
    rule: (passing) => {
      if (isMeters(passing))
        for (const meter of passing.entries)
          Object.assign(meter, { uid: `x-${meter.uid}`, authorization_uid: 'another' });
    },
    right: where(collects, 'fail'),
  },

  {
    name: 'slow answers',
    rule: (passing) => {
      passing.delayMs = 400;
    },
    right: passes,
  },
  {
    name: 'an HTML answer now and then',
    rule: (passing) => {
      if (passing.method === 'GET' && passing.earlier % 10 === 4) passing.text = HTML;
    },
    right: passes,
  },
  {
    name: 'HTML instead of the events',
    rule: (passing) => {
      if (isEvents(passing)) passing.text = HTML;
    },
    right: () => ['unjudged'],
    mended: passes,
  },
  {
    name: 'HTML after the trigger',
    rule: (passing) => {
      if (passing.method === 'POST' && passing.path === '/meters/historical-collection') passing.text = HTML;
    },
    right: passes,
  },
  {
    name: 'token revoked',
    rule: (passing) => {
      if (passing.method === 'GET') Object.assign(passing, { status: 401, entries: [] });
    },
    right: () => ['unjudged'],
    mended: passes,
  },
  {
    name: 'token revoked at the trigger',
    rule: (passing) => {
      if (passing.method === 'POST' && passing.path !== '/meters/historical-collection') return;
      if (passing.method === 'POST') passing.status = 401;
    },
    right: where(collects, 'unjudged'),
    mended: passes,
  },
  {
    name: 'no such list',
    rule: (passing) => {
      if (passing.method === 'GET') passing.status = 404;
    },
    right: () => ['unjudged'],
    mended: passes,
  },
];
