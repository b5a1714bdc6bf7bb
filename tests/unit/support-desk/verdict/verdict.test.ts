import { describe, expect, it } from 'vitest';
import { type Expectation, expectationOf, scenarioCatalogue } from '../../../../electron/support-desk/catalogue.ts';
import type { Observation } from '../../../../electron/support-desk/observation.ts';
import { judge } from '../../../../electron/support-desk/verdict/verdict.ts';
import { COLLECTED, events, good, LOGIN, meter, without } from '../good-run.ts';

const LIMITS = { quietMs: 1000, patienceMs: 60_000 };

function expectation(scenario: string): Expectation {
  const found = expectationOf(scenario);
  if (!found) throw new Error(`no expectation of ${scenario}`);
  return found;
}

const judged = (scenario: string, seen: Observation) => judge(expectation(scenario), seen, LIMITS);

describe('the verdict on a test submission', () => {
  it('passes when everything came', () => {
    expect(judged('residential', good())).toMatchObject({ state: 'pass', reason: undefined });
  });

  it('waits while the authorization has not appeared, and fails once patience is over', () => {
    const early = good({ authorization: undefined, meters: [], events: [], collected: undefined });
    expect(judged('residential', early)).toMatchObject({ state: 'waiting' });
    expect(judged('residential', { ...early, seenAt: 61_000 })).toMatchObject({
      state: 'fail',
      reason: expect.stringContaining('authorization.created'),
    });
  });

  it.each([
    ['one meter too few', 'commercial', good({}), 'meters.count'],
    ['one meter too many', 'residential', good({ meters: [meter('m1'), meter('m2')] }), 'meters.count'],
    ['bills where there should be none', 'nobills', good(), 'meter.m1.bills'],
    [
      'no bills where there should be some',
      'residential',
      good({ meters: [meter('m1', { bills: 0 })] }),
      'meter.m1.bills',
    ],
    ['no intervals', 'residential', good({ meters: [meter('m1', { intervals: 0 })] }), 'meter.m1.intervals'],
    [
      'data that no event announced',
      'residential',
      good({
        events: [...events(LOGIN), ...events(without('meter_intervals_added'), 'm1')],
        seenAt: 61_000,
      }),
      'meter.m1.data-events',
    ],
    ['an errored meter', 'residential', good({ meters: [meter('m1', { status: 'errored' })] }), 'meter.m1.outcome'],
    [
      'a login that should have failed',
      'badlogin',
      good({ meters: [], events: events(LOGIN) }),
      'authorization.outcome',
    ],
    [
      'a forbidden event',
      'residential',
      good({
        events: [...events(LOGIN), ...events([...COLLECTED, 'meter_historical_collection_finished_errored'], 'm1')],
      }),
      'events.forbidden',
    ],
    [
      'a wrong order',
      'residential',
      good({ events: [...events([LOGIN[0] ?? '', LOGIN[2] ?? '', LOGIN[1] ?? '']), ...events(COLLECTED, 'm1')] }),
      'authorization.events',
    ],
  ])('fails on %s and names the expectation', (_what, scenario, seen, id) => {
    const verdict = judged(scenario, seen);
    expect(verdict.state).toBe('fail');
    expect(verdict.checks.filter((check) => check.state === 'fail').map((check) => check.id)).toContain(id);
  });

  it('fails on a missing event only when it can no longer come', () => {
    const missing = good({ events: [...events(LOGIN), ...events(COLLECTED.slice(0, 5), 'm1')] });
    expect(judged('residential', missing)).toMatchObject({ state: 'waiting' });
    expect(judged('residential', { ...missing, seenAt: 61_000 })).toMatchObject({
      state: 'fail',
      reason: expect.stringContaining('meter.m1.events'),
    });
  });

  it('takes an indefinite wait for real only after a quiet time', () => {
    const pending = good({
      authorization: {
        uid: 'a1',
        status: 'pending',
        message: undefined,
        revoked: false,
        expired: false,
        notes: notes(['pending_manual']),
        raw: {},
      },
      meters: [],
      events: events(['authorization_created', 'authorization_update_started', 'authorization_update_delayed']),
      collected: undefined,
    });
    expect(judged('pending_manual', { ...pending, seenAt: 5500 })).toMatchObject({ state: 'waiting' });
    expect(judged('pending_manual', { ...pending, seenAt: 6500 })).toMatchObject({ state: 'pass' });
  });

  it('holds the status before an authorization was revoked or expired against what its login must come to', () => {
    const types = [...events([...LOGIN, 'authorization_revoked']), ...events(COLLECTED.slice(0, 3), 'm1')];
    const end = (statusBeforeEnd: string | undefined) => {
      const seen = good({ statusBeforeEnd, meters: [meter('m1', { bills: 0, intervals: 0 })], events: types });
      if (seen.authorization) Object.assign(seen.authorization, { status: 'errored', revoked: true });
      return judged('revoked', seen);
    };
    expect(end('updated')).toMatchObject({ state: 'pass' });
    expect(end('pending')).toMatchObject({ state: 'pass' });
    expect(end(undefined)).toMatchObject({ state: 'pass' });
    expect(end('errored')).toMatchObject({
      state: 'fail',
      reason: 'authorization.outcome: expected updated, observed errored, until it was revoked',
    });
  });

  it('tolerates events and notes that nobody knows', () => {
    const seen = good();
    seen.events.push(...events(['meter_painted_green'], 'm1'));
    seen.meters[0]?.notes?.push({ type: 'surprise', message: 'x', at: undefined, eta: undefined });
    const verdict = judged('residential', seen);
    expect(verdict).toMatchObject({ state: 'pass' });
    expect(verdict.checks.find(({ id }) => id === 'events.others')).toMatchObject({ observed: 'meter_painted_green' });
  });

  it('does not take the status before the collection for its outcome', () => {
    const justTriggered = good({
      meters: [meter('m1', { bills: 0, intervals: 0 })],
      events: [...events(LOGIN), ...events(['meter_created'], 'm1')],
    });
    expect(judged('badlogin_after', justTriggered)).toMatchObject({ state: 'waiting' });
    expect(judged('residential', justTriggered)).toMatchObject({ state: 'waiting' });
  });

  it('waits on a status that nobody knows, and fails on it once patience is over', () => {
    const seen = good({ meters: [], events: events(LOGIN.slice(0, 2)), collected: undefined });
    const strange = { ...seen, authorization: { ...authorizationOf(seen), status: 'verifying' } };
    expect(judged('residential', strange)).toMatchObject({ state: 'waiting' });
    expect(judged('residential', { ...strange, seenAt: 61_000 })).toMatchObject({
      state: 'fail',
      reason: expect.stringContaining('authorization.outcome'),
    });
  });
});

/** A login that failed, with these notes. */
function failedLogin(...types: string[]): Observation {
  const seen = good({ meters: [], collected: undefined });
  return {
    ...seen,
    authorization: { ...authorizationOf(seen), status: 'errored', notes: notes(types) },
    events: events(['authorization_created', 'authorization_update_started', 'authorization_update_finished_errored']),
  };
}

/** A collection that failed, with these notes of its meter. */
function failedCollection(...types: string[]): Observation {
  return good({
    meters: [meter('m1', { status: 'errored', bills: 0, intervals: 0, notes: notes(types) })],
    events: [
      ...events(LOGIN),
      ...events([...COLLECTED.slice(0, 3), 'meter_historical_collection_finished_errored'], 'm1'),
    ],
  });
}

function notes(types: readonly string[]) {
  return types.map((type) => ({ type, message: undefined, at: undefined, eta: undefined }));
}

describe('the reason of an error', () => {
  it.each([
    ['badlogin', failedLogin('access_invalid'), 'pass'],
    ['badlogin', failedLogin('utility_down'), 'fail'],
    ['badlogin', failedLogin(), 'fail'],
    ['locked', failedLogin('access_invalid'), 'fail'],
    ['badlogin_after', failedCollection('access_invalid'), 'pass'],
    ['badlogin_after', failedCollection('utility_down'), 'fail'],
    ['websitedown', failedLogin('utility_down'), 'pass'],
    // The specification leaves the type open: another one may say the same, but not that of another error, nor none.
    ['websitedown', failedLogin('site_gone'), 'differs'],
    ['websitedown', failedLogin('access_locked'), 'fail'],
    ['websitedown_after', failedCollection('retrying', 'site_gone'), 'differs'],
    ['websitedown_after', failedCollection('retrying'), 'fail'],
    ['residential', good({ meters: [meter('m1', { notes: notes(['bills_full']) })] }), 'pass'],
    ['residential', good({ meters: [meter('m1', { notes: notes(['access_locked']) })] }), 'differs'],
  ] as const)('%s', (scenario, seen, state) => {
    expect(judged(scenario, { ...seen, seenAt: seen.changedAt + LIMITS.quietMs })).toMatchObject({ state });
  });

  it('is waited for until nothing changes any more', () => {
    expect(judged('badlogin', { ...failedLogin(), seenAt: 5500 })).toMatchObject({ state: 'waiting' });
  });

  it('that differs is said as such', () => {
    expect(judged('websitedown', failedLogin('site_gone')).reason).toMatch(
      /^passed, but the reason differs: .*site_gone$/,
    );
  });
});

describe('what the service does not say', () => {
  const unchanged = (seen: Observation) => ({ ...seen, seenAt: seen.changedAt + LIMITS.quietMs });

  it.each([
    ['the bills', good({ meters: [meter('m1', { bills: undefined })] }), 'meter.m1.bills'],
    ['the status of a meter', good({ meters: [meter('m1', { status: undefined })] }), 'meter.m1.outcome'],
    [
      'the uid of a meter',
      good({ meters: [], unread: { authorizations: [], meters: ['uid: missing'] } }),
      'meters.count',
    ],
    ['the authorization any more', good({ lost: true }), 'authorization.created'],
  ])('%s is neither a failure nor a pass', (_what, seen, id) => {
    const verdict = judged('residential', unchanged(seen));
    expect(verdict.state).toBe('unjudged');
    expect(verdict.checks.filter(({ state }) => state === 'unjudged').map((check) => check.id)).toEqual([id]);
  });

  it('is not taken for zero where nothing must be there', () => {
    const seen = good({
      meters: [meter('m1', { bills: undefined })],
      events: [...events(LOGIN), ...events(without('meter_bills_added'), 'm1')],
    });
    const verdict = judged('nobills', unchanged(seen));
    expect(verdict.checks.find(({ id }) => id === 'meter.m1.bills')).toMatchObject({
      state: 'unjudged',
      observed: 'not said by the service',
    });
  });

  it('may be an event that is missed', () => {
    const seen = good({
      events: [...events(LOGIN), ...events(COLLECTED.slice(0, 5), 'm1')],
      unclaimed: [{ type: 'meter_historical_collection_finished_successful', lacks: 'it does not say its meter' }],
      seenAt: 61_000,
    });
    expect(judged('residential', seen)).toMatchObject({ state: 'unjudged' });
  });
});

describe('a meter that another authorization shares', () => {
  const sharing = [{ meter: 'm1', authorization: 'a2', started: true }];

  it('supersedes the run whose collection started there', () => {
    const seen = good({ events: [...events(LOGIN), ...events(['meter_created'], 'm1')], sharing });
    expect(judged('residential', { ...seen, seenAt: 5500 })).toMatchObject({ state: 'waiting' });
    expect(judged('residential', seen)).toMatchObject({ state: 'superseded', reason: expect.stringContaining('a2') });
  });

  it('takes nothing from the run that went as it must', () => {
    expect(judged('residential', good({ sharing }))).toMatchObject({ state: 'pass' });
  });
});

describe('judging before patience is over', () => {
  it('proves no indefinite wait', () => {
    const seen = { ...failedLogin('pending_manual'), seenAt: 5500 };
    const pending = {
      ...seen,
      authorization: { ...authorizationOf(seen), status: 'pending' },
      events: events(['authorization_created', 'authorization_update_started', 'authorization_update_delayed']),
    };
    expect(judge(expectation('pending_manual'), pending, LIMITS, true)).toMatchObject({
      state: 'unjudged',
      reason: expect.stringContaining('pending, quiet for 0 of 1 s'),
    });
  });
});

it('takes events of one instant in any order', () => {
  const seen = good();
  const ts = '2026-01-01T00:00:00+00:00';
  const instant = seen.events.map((event) => ({ ...event, ts })).toReversed();
  expect(judged('residential', { ...seen, events: instant })).toMatchObject({ state: 'pass' });
});

function authorizationOf(seen: Observation): NonNullable<Observation['authorization']> {
  if (!seen.authorization) throw new Error('no authorization');
  return seen.authorization;
}

describe('the catalogue', () => {
  it('has the 28 scenarios and, where the utility has it, the community-choice one', () => {
    expect(scenarioCatalogue('DEMO', false)).toHaveLength(28);
    expect(scenarioCatalogue('DEMO', true).at(-1)).toMatchObject({ name: 'DEMO_cca_service' });
  });

  it('never forbids an event that must or may come', () => {
    for (const { name, expectation: wanted } of scenarioCatalogue('DEMO', true)) {
      const { authorizationEvents, meterEvents, dataEvents, mayCome, forbidden } = wanted;
      const fine = [...authorizationEvents, ...meterEvents, dataEvents, mayCome].flat();
      expect(
        fine.filter((type) => forbidden.includes(type)),
        name,
      ).toEqual([]);
    }
  });
});
