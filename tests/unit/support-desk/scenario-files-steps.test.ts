import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_EXPECTATIONS, type ScenarioFile, type ScenarioFileStep } from '#shared/contract/scenario-files.ts';
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { type Expectation, expectationOf } from '../../../electron/support-desk/catalogue.ts';
import type { Observation, ObservedNote } from '../../../electron/support-desk/observation.ts';
import { newRun } from '../../../electron/support-desk/run-parts.ts';
import { builtInName } from '../../../electron/support-desk/scenario-files/built-in.ts';
import { limitsOf, scenarioFileOf, scenarioFileText } from '../../../electron/support-desk/scenario-files/export.ts';
import { previewOf } from '../../../electron/support-desk/scenario-files/preview.ts';
import { dueCollection, passWaits, withCollection } from '../../../electron/support-desk/scenario-files/progress.ts';
import { readScenarioFile } from '../../../electron/support-desk/scenario-files/read.ts';
import { judge } from '../../../electron/support-desk/verdict/verdict.ts';
import { COLLECTED, events, good, LOGIN, meter, without } from './good-run.ts';

const LIMITS = { quietMs: 1000, patienceMs: 60_000 };

function expectationFor(scenario: string): Expectation {
  const found = expectationOf(scenario);
  if (!found) throw new Error(`no expectation of ${scenario}`);
  return found;
}

function file(steps: ScenarioFileStep[], expectations: ScenarioFile['expectations'] = {}): ScenarioFile {
  const submit = { scenario: 'residential' };
  return { meterscope: 'scenario', version: 1, name: 'mine', steps: [{ submit }, ...steps], expectations };
}

const judged = (of: ScenarioFile, seen: Observation, scenario = 'residential') =>
  judge(expectationFor(scenario), seen, LIMITS, false, of);
const stateOf = (of: ScenarioFile, seen: Observation, id: string) =>
  judged(of, seen).checks.find((check) => check.id === id);
const progress = (done: number, since = 0) => ({ done, since, collections: [] });

describe('the waits of a scenario file', () => {
  const login = { wait: { events: ['authorization_update_finished_successful'], withinSeconds: 10 } };

  it('are over once their events have come, and patience begins anew behind them', () => {
    const seen = good({ collected: undefined, progress: progress(0) });
    expect(passWaits([login], seen)).toMatchObject({ progress: { done: 1, since: 6000 }, patientSince: 6000 });
    const before = { ...seen, events: events(LOGIN.slice(0, 2)) };
    expect(passWaits([login], before)).toBe(before);
  });

  it('fail once their time is over, and name what did not come', () => {
    const seen = good({ events: events(LOGIN.slice(0, 2)), progress: progress(0) });
    expect(stateOf(file([login]), seen, 'steps.2')).toMatchObject({ state: 'waiting' });
    expect(judged(file([login], { leaveOut: ['all'] }), { ...seen, seenAt: 11_000 })).toMatchObject({
      state: 'fail',
      reason: expect.stringContaining(
        'step 2, Wait for authorization_update_finished_successful, at most 10 s: missing: authorization_update_finished_successful',
      ),
    });
  });

  it('cannot be judged where an event of the type does not say whose it is', () => {
    const unclaimed = [
      { type: 'authorization_update_finished_successful', lacks: 'it does not say its authorization' },
    ];
    const seen = good({ events: events(LOGIN.slice(0, 2)), unclaimed, seenAt: 11_000, progress: progress(0) });
    expect(stateOf(file([login]), seen, 'steps.2')).toMatchObject({ state: 'unjudged' });
  });

  it('for quiet count from the step before', () => {
    const quiet = { wait: { quietSeconds: 2 } };
    const at = (seenAt: number) =>
      passWaits([quiet], good({ changedAt: 0, seenAt, progress: progress(0, 5000) })).progress;
    expect(at(6999)?.done).toBe(0);
    expect(at(7000)?.done).toBe(1);
  });

  it('hold up the verdict of a run that would have passed', () => {
    const of = file([{ collect: {} }, { wait: { quietSeconds: 5 } }]);
    const seen = good({ progress: { done: 1, since: 5000, collections: [collection()] } });
    expect(judged(of, seen).state).toBe('waiting');
    expect(judged(of, passWaits(of.steps.slice(1), { ...seen, seenAt: 10_000 })).state).toBe('pass');
  });
});

function collection(known: string[] = []) {
  return { asked: 1, accepted: ['m1'], known };
}

describe('the collections of a scenario file', () => {
  const twice: ScenarioFileStep[] = [{ collect: { months: 24 } }, { collect: {} }];
  const before = good({ events: events(LOGIN), collected: undefined });

  it('begin once the login is over and there are meters', () => {
    expect(dueCollection(twice, before)).toEqual({ months: 24 });
    expect(dueCollection(twice, { ...before, authorization: undefined, events: [] })).toBeUndefined();
    expect(dueCollection(twice, { ...before, meters: [] })).toBeUndefined();
  });

  it('follow one another once the one before is over, or when a wait says so', () => {
    const running = withCollection(before, { accepted: ['m1'] }, 6000);
    expect(running.progress).toMatchObject({ done: 1, collections: [{ asked: 1, accepted: ['m1'] }] });
    expect(dueCollection(twice, running)).toBeUndefined();
    const over = { ...running, events: good().events };
    expect(dueCollection(twice, over)).toEqual({});
    // The look that saw the first one begin may see it end too: the second is for the next look, not for nobody.
    expect(judged(file(twice), { ...over, collected: ['m1'] }).state).toBe('waiting');
    const waited: ScenarioFileStep[] = [{ collect: {} }, { wait: { quietSeconds: 0 } }, { collect: { months: 3 } }];
    expect(dueCollection(waited, passWaits(waited, running))).toEqual({ months: 3 });
  });

  it('are not over with the events of the one before', () => {
    const known = good().events.map(({ uid }) => uid);
    const seen = good({ progress: { done: 2, since: 5000, collections: [collection(), collection(known)] } });
    expect(judged(file(twice), seen)).toMatchObject({ state: 'waiting' });
    expect(stateOf(file(twice), seen, 'steps.3')?.observed).toContain('not over for m1');
    const again = events(['meter_historical_collection_finished_successful'], 'm1').map((event) => ({
      ...event,
      uid: 'new',
    }));
    expect(judged(file(twice), { ...seen, events: [...seen.events, ...again] })).toMatchObject({ state: 'pass' });
    expect(judged(file(twice), { ...seen, seenAt: 70_000 })).toMatchObject({ state: 'fail' });
  });

  it('of which nobody knows whether they were triggered cannot be judged, nor what should follow them', () => {
    const known = events(LOGIN).map(({ uid }) => uid);
    const unsure = { asked: 1, accepted: ['m1'], known, unsure: true };
    const steps: ScenarioFileStep[] = [{ collect: {} }, { wait: { events: ['meter_bills_added'], withinSeconds: 5 } }];
    const own = [
      { name: 'bills', bills: { count: { atLeast: 1 } } },
      { name: 'events', events: { types: ['meter_bills_added'] } },
      { name: 'order', events: { inOrder: ['meter_created', 'authorization_revoked'] } },
      { name: 'login', events: { types: ['authorization_update_delayed'] } },
    ];
    const of = file(steps, { own });
    const seen = good({
      meters: [meter('m1', { bills: 0, intervals: 0, status: 'pending' })],
      events: [...events(LOGIN), ...events(['meter_created'], 'm1')],
      progress: { done: 1, since: 5000, collections: [unsure] },
      patientSince: 5000,
    });
    expect(judged(of, seen).state).toBe('waiting');
    const late = judged(of, { ...seen, seenAt: 70_000 });
    const states = (verdict: typeof late) => Object.fromEntries(verdict.checks.map(({ id, state }) => [id, state]));
    expect(states(late)).toMatchObject({
      'meter.m1.collection': 'unjudged',
      'steps.2': 'unjudged',
      'steps.3': 'unjudged',
      'own.bills': 'unjudged',
      'own.events': 'unjudged',
      'own.order': 'unjudged',
      'own.login': 'fail',
    });
    expect(late.checks.find(({ id }) => id === 'steps.2')?.observed).toBe(
      'it is not known whether the collection was triggered',
    );
    const started = events(['meter_historical_collection_started'], 'm1');
    const acted = judged(of, { ...seen, seenAt: 70_000, events: [...seen.events, ...started] });
    expect(states(acted)).toMatchObject({
      'steps.2': 'pass',
      'steps.3': 'fail',
      'own.bills': 'fail',
      'own.events': 'fail',
    });
  });

  it('that were refused cannot be judged, nor what should follow them, unless one has started all the same', () => {
    const known = events(LOGIN).map(({ uid }) => uid);
    const refused = { asked: 1, accepted: ['m1'], known, refusal: 'All are expired.' };
    const steps: ScenarioFileStep[] = [{ collect: {} }, { wait: { events: ['meter_bills_added'], withinSeconds: 5 } }];
    const own: NonNullable<ScenarioFile['expectations']>['own'] = [
      { name: 'bills', bills: { count: { atLeast: 1 } } },
      { name: 'differing', bills: { count: { atLeast: 1 } }, otherwise: 'differs' },
      { name: 'events', events: { types: ['meter_bills_added'] } },
      { name: 'login', events: { types: ['authorization_update_delayed'] } },
    ];
    const seen = good({
      meters: [meter('m1', { bills: 0, intervals: 0, status: 'pending' })],
      events: [...events(LOGIN), ...events(['meter_created'], 'm1')],
      refusal: 'All are expired.',
      progress: { done: 1, since: 5000, collections: [refused] },
      patientSince: 5000,
      seenAt: 70_000,
    });
    const states = (of: Observation) =>
      Object.fromEntries(judged(file(steps, { own }), of).checks.map(({ id, state }) => [id, state]));
    expect(states(seen)).toMatchObject({
      'meter.m1.collection': 'unjudged',
      'steps.2': 'unjudged',
      'steps.3': 'unjudged',
      'own.bills': 'unjudged',
      'own.differing': 'unjudged',
      'own.events': 'unjudged',
      'own.login': 'fail',
    });
    expect(stateOf(file(steps, { own }), seen, 'own.bills')?.observed).toContain('All are expired.');
    // Somebody else triggered it, and that ended the authorization.
    const started = events(['meter_historical_collection_started'], 'm1');
    const taken = { ...refused, known: [...known, ...started.map(({ uid }) => uid)] };
    expect(
      states({
        ...seen,
        events: [...seen.events, ...started],
        progress: { done: 1, since: 5000, collections: [taken] },
      }),
    ).toMatchObject({
      'meter.m1.bills': 'fail',
      'own.bills': 'fail',
      'own.differing': 'differs',
      'own.events': 'fail',
    });
  });

  it('are judged by what the one before a refused one lacks: a refused one brings nothing', () => {
    const seenEvents = [...events(LOGIN), ...events(without('meter_bills_added'), 'm1')];
    const refused = { ...collection(seenEvents.map(({ uid }) => uid)), refusal: 'All are expired.' };
    const own: NonNullable<ScenarioFile['expectations']>['own'] = [
      { name: 'bills', bills: { count: { atLeast: 100 } } },
      { name: 'events', events: { types: ['meter_bills_added'] } },
      { name: 'order', events: { inOrder: ['meter_created', 'meter_bills_added'], of: 'each meter' } },
      { name: 'none', events: { types: ['meter_bills_added'], atMost: 0 } },
    ];
    const of = file([...twice, { wait: { events: ['meter_bills_added'], withinSeconds: 5 } }], { own });
    const seen = good({
      events: seenEvents,
      progress: { done: 2, since: 5000, collections: [collection(), refused] },
      patientSince: 5000,
      seenAt: 70_000,
    });
    const { state, checks } = judged(of, seen);
    expect(Object.fromEntries(checks.map((check) => [check.id, check.state]))).toMatchObject({
      'meter.m1.data-events': 'fail',
      'own.bills': 'fail',
      'own.events': 'fail',
      'own.order': 'fail',
      'own.none': 'pass',
      // These are about the refused one.
      'steps.3': 'unjudged',
      'steps.4': 'unjudged',
    });
    expect(state).toBe('fail');
  });

  it('that were refused, one after the other, are judged once a meter has started all the same', () => {
    const known = [...events(LOGIN), ...events(['meter_created'], 'm1')];
    const started = [...known, ...events(['meter_historical_collection_started'], 'm1')];
    const refused = (before: typeof known) => ({
      ...collection(before.map(({ uid }) => uid)),
      refusal: 'All are expired.',
    });
    const of = file(twice, { own: [{ name: 'events', events: { types: ['meter_bills_added'] } }] });
    const seen = good({
      events: started,
      progress: { done: 2, since: 5000, collections: [refused(known), refused(started)] },
      seenAt: 70_000,
    });
    expect(stateOf(of, seen, 'own.events')).toMatchObject({ state: 'fail' });
  });

  it('that were refused leave no doubt of what is too much, and what may have been triggered leaves doubt of what is not', () => {
    const known = events(LOGIN).map(({ uid }) => uid);
    const own: NonNullable<ScenarioFile['expectations']>['own'] = [
      { name: 'few', events: { types: ['meter_bills_added'], atMost: 0 } },
      { name: 'many', events: { types: ['meter_created'], atMost: 0, of: 'each meter' } },
      { name: 'bills', bills: { count: { atMost: 11 } } },
    ];
    const own3 = (fault: object, more: Partial<Observation> = {}) => {
      const seen = good({
        events: [...events(LOGIN), ...events(['meter_created'], 'm1')],
        progress: { done: 1, since: 5000, collections: [{ ...collection(known), ...fault }] },
        seenAt: 70_000,
        ...more,
      });
      return own.map(({ name }) => stateOf(file([{ collect: {} }], { own }), seen, `own.${name}`)?.state);
    };
    const refusal = { refusal: 'All are expired.' };
    expect(own3(refusal)).toEqual(['pass', 'fail', 'fail']);
    expect(own3({ unsure: true })).toEqual(['unjudged', 'fail', 'fail']);
    const unclaimed = [{ type: 'meter_bills_added', lacks: 'it does not say its meter' }];
    expect(own3(refusal, { unclaimed })[0]).toBe('unjudged');
  });

  it('of which a later one may not have been triggered are not judged by its missing end', () => {
    const known = good().events.map(({ uid }) => uid);
    const later = { ...collection(known), unsure: true };
    const seen = good({ progress: { done: 2, since: 5000, collections: [collection(), later] } });
    expect(judged(file(twice), seen)).toMatchObject({ state: 'waiting' });
    expect(judged(file(twice), { ...seen, seenAt: 70_000 })).toMatchObject({ state: 'unjudged' });
    const again = good().events.map((event) => ({ ...event, uid: `again-${event.uid}` }));
    expect(judged(file(twice), { ...seen, events: [...seen.events, ...again] })).toMatchObject({ state: 'pass' });
  });

  it('are no part of the expectations where there is none', () => {
    const seen = good({ events: [...events(LOGIN), ...events(['meter_created'], 'm1')], collected: undefined });
    expect(judged(file([]), { ...seen, meters: [meter('m1', { bills: 0, intervals: 0 })] })).toMatchObject({
      state: 'pass',
    });
    expect(judged(file([]), seen, 'revoked')).toMatchObject({ state: 'pass' });
  });

  it('that were refused, or that nothing follows, cannot be judged', () => {
    const refused = { asked: 1, accepted: ['m1'], known: [], refusal: 'All are expired.' };
    const seen = good({ progress: { done: 1, since: 5000, collections: [refused] } });
    expect(stateOf(file(twice), seen, 'steps.2')).toMatchObject({ state: 'unjudged', observed: 'All are expired.' });
    const empty = good({ meters: [], collected: undefined, events: events(LOGIN), seenAt: 70_000 });
    expect(stateOf(file(twice), empty, 'steps.2')).toMatchObject({
      state: 'unjudged',
      observed: 'no meter to collect',
    });
    expect(stateOf(file(twice), empty, 'steps.3')).toMatchObject({ state: 'unjudged', observed: 'not come to' });
  });
});

describe('built-in expectations that a file leaves out', () => {
  const bad = good({
    meters: [meter('m1', { bills: 0 })],
    progress: { done: 1, since: 0, collections: [collection()] },
    seenAt: 9000,
  });

  it('are no reason for a verdict', () => {
    expect(judged(file([{ collect: {} }]), bad).state).toBe('fail');
    const verdict = judged(file([{ collect: {} }], { leaveOut: ['meter.bills'] }), bad);
    expect(verdict).toMatchObject({ state: 'pass', reason: undefined });
    expect(verdict.checks.map(({ id }) => id)).not.toContain('meter.m1.bills');
  });

  it('are waited for all the same, so that nothing passes before anything has happened', () => {
    const early = good({ authorization: undefined, meters: [], events: [], collected: undefined });
    const verdict = judged(file([], { leaveOut: ['all'] }), early);
    expect(verdict).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('still to come: authorization.created'),
    });
    expect(judged(file([], { leaveOut: ['all'] }), { ...early, seenAt: 61_000 }).state).toBe('pass');
  });
});

/** Observations of all kinds: parts of a run that went right, dropped, spoiled and seen sooner or later. */
const observations = fc
  .record({
    status: fc.constantFrom('updated', 'errored', 'pending', undefined),
    notes: fc.constantFrom<ObservedNote[] | undefined>(
      undefined,
      [],
      [{ type: 'access_invalid', message: undefined, at: undefined, eta: undefined }],
    ),
    meters: fc.subarray(['m1', 'm2']),
    meterStatus: fc.constantFrom('updated', 'errored', 'pending', undefined),
    bills: fc.constantFrom(0, 12, undefined),
    dropped: fc.subarray([...LOGIN, ...COLLECTED]),
    collected: fc.boolean(),
    refusal: fc.option(fc.constant('All are expired.'), { nil: undefined }),
    sharing: fc.boolean(),
    lost: fc.boolean(),
    unread: fc.subarray(['uid: missing']),
    nameless: fc.boolean(),
    revoked: fc.boolean(),
    seenAt: fc.constantFrom(5500, 7000, 61_000),
  })
  .map((seen): Observation => {
    const { authorization } = good();
    const kept = [...events(LOGIN), ...seen.meters.flatMap((uid) => events(COLLECTED, uid))];
    // What was not asked to be collected was not refused either.
    const collected = seen.collected && seen.meters.length > 0 ? seen.meters : undefined;
    return good({
      authorization: authorization && {
        ...authorization,
        status: seen.status,
        notes: seen.notes,
        revoked: seen.revoked,
      },
      meters: seen.meters.map((uid) => meter(uid, { status: seen.meterStatus, bills: seen.bills })),
      events: kept.filter(({ type }) => !seen.dropped.includes(type)),
      collected,
      ...(collected && seen.refusal ? { refusal: seen.refusal } : {}),
      progress: {
        done: collected ? 1 : 0,
        since: 0,
        collections: collected
          ? [{ asked: 2, accepted: collected, known: [], ...(seen.refusal ? { refusal: seen.refusal } : {}) }]
          : [],
      },
      sharing: seen.sharing ? [{ meter: 'm1', authorization: 'b', started: true }] : [],
      lost: seen.lost,
      unread: { authorizations: [], meters: seen.unread },
      unclaimed: seen.nameless ? [{ type: undefined, lacks: 'it does not say its type' }] : [],
      seenAt: seen.seenAt,
    });
  });

describe('a run that is exported as a file and read again', () => {
  const exported = (scenario: string) => {
    const run = newRun('w', { form: 'f', utility: 'DEMO', scenario }, 0);
    return readScenarioFile(scenarioFileText(scenarioFileOf(run, LIMITS, { form: 'f', utility: 'X' })), 'x.json');
  };
  const names = fc.constantFrom(...SCENARIOS.map(({ name }) => name));

  it('is judged as it was, whatever was seen', () => {
    fc.assert(
      fc.property(names, observations, (scenario, seen) => {
        const of = exported(scenario);
        const plain = judge(expectationFor(scenario), seen, LIMITS);
        const again = judge(expectationFor(scenario), seen, limitsOf(of, { quietMs: 1, patienceMs: 1 }), false, of);
        expect(again.state).toBe(plain.state);
        expect(again.checks.filter(({ id }) => !id.startsWith('steps.'))).toEqual(plain.checks);
        expect(plain.checks.filter(({ id }) => !BUILT_IN_EXPECTATIONS.includes(builtInName(id)))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it('names what differs from what a run takes without it, and nothing else', () => {
    expect(exported('residential').steps).toEqual([
      { submit: { scenario: 'residential', utility: 'DEMO' } },
      { collect: {} },
    ]);
    expect(exported('badlogin').steps).toHaveLength(1);
  });

  it('is the very file that it came from', () => {
    const own = file([{ wait: { quietSeconds: 3 } }]);
    const run = newRun('w', { form: 'f', utility: 'DEMO', scenario: 'residential', file: own }, 0);
    expect(scenarioFileOf(run, LIMITS, { form: undefined, utility: undefined })).toEqual(own);
  });
});

describe('what a file will do', () => {
  it('is told in words before it does it', () => {
    const of = file([{ wait: { events: ['a', 'b'], withinSeconds: 5 } }, { collect: { months: 1 } }], {
      leaveOut: ['meter.bills'],
      own: [{ name: 'mine', meters: { atLeast: 1, atMost: 1 } }],
    });
    expect(previewOf(of, LIMITS)).toMatchObject({
      steps: ['Submit residential', 'Wait for a, b, at most 5 s', 'Collect the history of all meters for 1 month'],
      builtIn: { count: BUILT_IN_EXPECTATIONS.length - 1, leftOut: ['meter.bills'] },
      own: [{ name: 'mine', expected: 'exactly 1 meter' }],
      collections: 1,
    });
  });
});
