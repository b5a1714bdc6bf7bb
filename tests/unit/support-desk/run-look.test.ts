import { describe, expect, it } from 'vitest';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { ApiAuthorization, JsonApiClient } from '../../../electron/jsonapi/index.ts';
import { expectationOf } from '../../../electron/support-desk/catalogue.ts';
import type { Observation } from '../../../electron/support-desk/observation.ts';
import { lookAtRun } from '../../../electron/support-desk/run-look.ts';
import { newObservation, newRun } from '../../../electron/support-desk/run-parts.ts';
import type { Looks } from '../../../electron/support-desk/shared-looks.ts';
import { judge } from '../../../electron/support-desk/verdict/verdict.ts';
import { AppError } from '../../../shared/errors.ts';
import { events } from './good-run.ts';

const LIMITS = { quietMs: 20_000, patienceMs: 60_000 };
const SETTLED: ApiAuthorization = { uid: 'a', status: 'updated', is_revoked: false, is_expired: false };

/** A run that is looked at once, at a service with two meters; `collect` is its answer to a collection. */
function lookOnce(
  options: {
    collect?: () => Promise<unknown>;
    observation?: Partial<Observation>;
    found?: ApiAuthorization;
    meters?: string[];
    scenario?: string;
    file?: ScenarioFile;
  } = {},
) {
  const done: string[] = [];
  const found = async () => ({ authorization: options.found ?? SETTLED, unread: [] });
  const looks: Looks = {
    authorization: found,
    authorizationOfReferral: found,
    meters: async () => ({
      items: (options.meters ?? ['m', 'n']).map((uid) => ({ uid, authorization_uid: 'a' })),
      unread: [],
      foreign: [],
    }),
    events: async () => ({ items: [], broken: [], entries: [], next: undefined }),
  };
  const api = {
    collectHistory: async (meters: string[], months?: number) => {
      done.push(`collect ${meters}${months === undefined ? '' : `, ${months} months`}`);
      return options.collect ? await options.collect() : { accepted: ['m'], dropped: ['n'] };
    },
  } as unknown as JsonApiClient; // all that a look asks of it besides `looks`
  const view = newRun(
    'w',
    { form: 'f', utility: 'DEMO', scenario: options.scenario ?? 'residential', file: options.file },
    0,
  );
  const looked = lookAtRun(
    { view, observation: { ...newObservation(0, 0, 'r'), ...options.observation } },
    {
      api,
      looks,
      limits: LIMITS,
      now: () => 5_000,
      save: async (_view, { collecting }) => done.push(`save ${collecting}`),
      judgeNow: false,
    },
    new AbortController().signal,
  );
  return { looked, done };
}
const problems = (steps: readonly { kind: string; text: string }[]) => steps.filter(({ kind }) => kind === 'problem');

describe('a look at a run', () => {
  it('triggers the collection once the login is done; what is about to be done is kept first', async () => {
    const { looked, done } = lookOnce();
    const { view, observation } = await looked;
    expect(done).toEqual(['save true', 'collect m,n', 'save false']);
    expect(observation).toMatchObject({ collected: ['m'], patientSince: 5_000 });
    expect(observation.progress?.collections).toEqual([{ asked: 2, meters: ['m', 'n'], accepted: ['m'], known: [] }]);
    expect(view).toMatchObject({ authorization: 'a', meters: ['m', 'n'] });
    expect(view.steps).toContainEqual(
      expect.objectContaining({ kind: 'collection', text: 'Triggered historical collection for 1 of 2 meters' }),
    );
    expect(problems(view.steps)).toEqual([expect.objectContaining({ object: 'n' })]);
  });

  it('has patience from the submission on, as long as no collection was triggered', async () => {
    const { view } = await lookOnce({ found: { ...SETTLED, status: 'pending', notes: [] }, meters: [] }).looked;
    expect(view).toMatchObject({ patientUntil: 60_000, normally: expect.stringContaining('login') });
  });

  it('triggers nothing before the login is done, without meters, or a second time', async () => {
    for (const options of [
      { found: { ...SETTLED, status: 'pending' } },
      { meters: [] },
      { observation: { collected: ['m'] } },
    ]) {
      const { looked, done } = lookOnce(options);
      await looked;
      expect(done).toEqual([]);
    }
  });

  it('never sends again what may have been sent', async () => {
    const { looked, done } = lookOnce({ observation: { collecting: true } });
    const { view, observation } = await looked;
    expect(done).toEqual(['save false']);
    expect(observation.collected).toEqual(['m', 'n']);
    expect(problems(view.steps)[0]?.text).toContain('not sent again');
    const lost = new AppError({ code: 'network_reset', message: 'Cut.', details: { outcome: 'unknown' } });
    const cut = await lookOnce({ collect: () => Promise.reject(lost) }).looked;
    expect(cut.observation.collected).toEqual(['m', 'n']);
  });

  it('cannot be judged where it may not have been sent, unless events show that it was', async () => {
    const { observation, view } = await lookOnce({ scenario: 'residential', observation: { collecting: true } }).looked;
    const later = { ...observation, seenAt: 100_000 };
    const verdictOf = (seen: Observation) => {
      const expectation = expectationOf(view.scenario);
      // How many meters there are is for another test.
      if (expectation)
        return judge({ ...expectation, meters: { min: 2, max: 2 }, authorizationEvents: [] }, seen, LIMITS);
      throw new Error('no expectation');
    };
    expect(verdictOf(observation).state).toBe('waiting');
    expect(verdictOf({ ...later, patientSince: 50_000 }).state).toBe('waiting');
    expect(verdictOf(later)).toMatchObject({
      state: 'unjudged',
      reason: expect.stringContaining('it is not known whether the collection was triggered'),
    });
    const started = events(['meter_historical_collection_started'], 'm');
    const checks = verdictOf({ ...later, events: started }).checks;
    expect(checks.find(({ id }) => id === 'meter.m.outcome')).toMatchObject({ state: 'unjudged' });
    expect(checks.find(({ id }) => id === 'meter.m.events')).toMatchObject({ state: 'fail' });
    expect(checks.find(({ id }) => id === 'meter.n.collection')).toMatchObject({ state: 'unjudged' });
    // What the service answered is known.
    const { observation: answered } = await lookOnce().looked;
    expect(verdictOf({ ...answered, seenAt: 100_000 }).state).toBe('fail');
  });

  it('fails where the service surely did not act, except on an authorization that has ended', async () => {
    const refused = new AppError({ code: 'payment_required', message: 'Pay.', details: { status: 402 } });
    await expect(lookOnce({ collect: () => Promise.reject(refused) }).looked).rejects.toBe(refused);
    const ended = new AppError({ code: 'expired_or_revoked', message: 'Ended.', details: { status: 400 } });
    const { observation } = await lookOnce({ collect: () => Promise.reject(ended) }).looked;
    expect(observation).toMatchObject({ collected: ['m', 'n'], refusal: 'Ended.' });
  });

  it('does the steps of a scenario file: a second collection after a wait, with its own months and patience', async () => {
    const file: ScenarioFile = {
      meterscope: 'scenario',
      version: 1,
      name: 'twice',
      steps: [
        { submit: { scenario: 'residential' } },
        { collect: {} },
        { wait: { quietSeconds: 1 } },
        { collect: { months: 24 } },
      ],
      waits: { patienceSeconds: 600 },
      expectations: { leaveOut: ['meters.count'] },
    };
    const first = {
      collected: ['n'],
      progress: { done: 1, since: 0, collections: [{ asked: 2, accepted: ['n'], known: [] }] },
    };
    const known = { ...newObservation(0, 0, 'r'), ...first };
    const { looked: waited, done: none } = lookOnce({
      file,
      observation: { ...first, progress: { ...first.progress, since: 4500 } },
    });
    expect((await waited).observation.progress?.done).toBe(1);
    expect(none).toEqual([]);
    const { looked, done } = lookOnce({ file, observation: { ...known, changedAt: 0 } });
    const quiet = await looked;
    // The first look found the authorization and its meters, which is no quiet.
    expect(quiet.observation.progress?.done).toBe(1);
    expect(done).toEqual([]);
    const { looked: second, done: sent } = lookOnce({ file, observation: { ...quiet.observation, changedAt: 3000 } });
    const { view, observation } = await second;
    expect(sent).toEqual(['save true', 'collect m,n, 24 months', 'save false']);
    expect(observation).toMatchObject({
      collected: ['n', 'm'],
      collecting: false,
      patientSince: 5_000,
      progress: { done: 3 },
    });
    expect(view).toMatchObject({ patientUntil: 605_000 });
  });

  it('is patient with a wait of a scenario file only as long as that says', async () => {
    const file: ScenarioFile = {
      meterscope: 'scenario',
      version: 1,
      name: 'short',
      steps: [{ submit: { scenario: 'commercial' } }, { wait: { events: ['never'], withinSeconds: 10 } }],
    };
    const { looked } = lookOnce({
      file,
      scenario: 'commercial',
      meters: [],
      found: { ...SETTLED, status: 'pending', notes: [] },
    });
    expect((await looked).view).toMatchObject({ patientUntil: 10_000 });
  });

  it('refuses a scenario that nobody knows', async () => {
    await expect(lookOnce({ scenario: 'no_such' }).looked).rejects.toMatchObject({ code: 'scenario_unknown' });
  });
});
