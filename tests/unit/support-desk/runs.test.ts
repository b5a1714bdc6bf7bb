import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { StoppedWaiting } from '../../../electron/http/index.ts';
import type { JsonApiClient } from '../../../electron/jsonapi/index.ts';
import { newObservation, newRun } from '../../../electron/support-desk/run-parts.ts';
import type { StoredRun } from '../../../electron/support-desk/run-records.ts';
import { ScenarioRuns } from '../../../electron/support-desk/runs.ts';

/** A service that does not answer: what is followed stays as it is. */
const silent = new Proxy({}, { get: () => () => new Promise(() => {}) }) as JsonApiClient;

function following(): StoredRun {
  const view = newRun('demo', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 1000);
  return { view: { ...view, state: 'following', referral: 'r' }, observation: newObservation(1000, 1000, 'r') };
}

function bench(stored: StoredRun, api = silent, service?: string) {
  const kept = new Map([[stored.view.id, stored]]);
  const runs = new ScenarioRuns({
    workspace: 'demo',
    api,
    service,
    store: {
      save: async (run) => void kept.set(run.view.id, run),
      unfinished: async () => [...kept.values()],
    },
    onChange: () => undefined,
    limits: () => ({ quietMs: 1e9, patienceMs: 1e9 }),
    lookEveryMs: 1,
    now: () => 2000,
    sleep: () => Promise.resolve(),
  });
  return { runs, kept: () => kept.get(stored.view.id)?.view, stored: () => kept.get(stored.view.id) ?? stored };
}

const neverRead = () => Promise.reject(new Error('The run goes on: nothing is read.'));

describe('a note on a run that is still followed', () => {
  it('stays when its follower saves what it knew before', async () => {
    const stored = following();
    const { runs, kept } = bench(stored);
    await runs.resume();
    await runs.annotate(stored.view.id, 'Call the customer.', neverRead);
    expect(kept()).toMatchObject({ state: 'following', note: 'Call the customer.' });
    runs.cancel(stored.view.id);
    await runs.finished(stored.view.id);
    expect(kept()).toMatchObject({ state: 'cancelled', note: 'Call the customer.' });
  });

  it('is kept on what the run came to, once it is over', async () => {
    const stored = following();
    const { runs, kept } = bench(stored);
    await runs.resume();
    runs.cancel(stored.view.id);
    await runs.finished(stored.view.id);
    await runs.annotate(stored.view.id, 'Done.', async () => ({ ...stored, view: kept() ?? stored.view }));
    expect(kept()).toMatchObject({ state: 'cancelled', note: 'Done.' });
  });
});

const page = <T>(...items: T[]) => ({ items, broken: [], entries: items, next: undefined });

/** A service with one authorization that is still pending; while `refuses()` it takes no token. */
function pendingService(refuses = () => false): JsonApiClient {
  const answer =
    <T>(...items: T[]) =>
    async () => {
      if (refuses()) throw new AppError({ code: 'token_refused', message: 'The service refused the API token.' });
      return page(...items);
    };
  const service = {
    authorizations: answer({ uid: 'a', referrals: ['r'], status: 'pending', created: '2026-01-01T00:00:00+00:00' }),
    meters: answer(),
    events: answer(),
  };
  return service as unknown as JsonApiClient; // as much of it as a run asks for before its login is over
}

describe('a run that could not be judged', () => {
  it('is no failure, and is followed again once the cause is mended', async () => {
    let refused = true;
    const stored = following();
    const {
      runs,
      kept,
      stored: last,
    } = bench(
      stored,
      pendingService(() => refused),
    );
    await runs.resume();
    await runs.finished(stored.view.id);
    expect(kept()).toMatchObject({ state: 'unjudged', error: { code: 'token_refused' } });

    refused = false;
    await runs.followAgain(last());
    expect(kept()).toMatchObject({ state: 'following', error: undefined, finishedAt: undefined });
    await expect.poll(() => kept()?.authorization).toBe('a');
    await expect(runs.followAgain(last())).rejects.toMatchObject({ code: 'not_followable' });
    runs.cancel(stored.view.id);
    await runs.finished(stored.view.id);
  });
});

/** A service whose login is over. The first answer after a collection was triggered is what `after` does. */
function collectingService(after: () => void, collect: () => void = () => undefined) {
  let triggers = 0;
  let looks = 0;
  let isAfter = false;
  const answer =
    <T>(...items: T[]) =>
    async () => {
      looks += 1;
      if (isAfter) {
        isAfter = false;
        after();
      }
      return page(...items);
    };
  const service = {
    authorizations: answer({ uid: 'a', referrals: ['r'], status: 'updated', is_revoked: false, is_expired: false }),
    meters: answer({ uid: 'm', authorization_uid: 'a' }),
    events: answer(),
    collectHistory: async () => {
      triggers += 1;
      collect();
      isAfter = true;
      return { accepted: ['m'], dropped: [] };
    },
  };
  // As much of it as a run asks for.
  return { api: service as unknown as JsonApiClient, triggers: () => triggers, looks: () => looks };
}

describe('a collection', () => {
  const triggered = (texts: string[] | undefined) => texts?.filter((text) => text.startsWith('Triggered'));
  const problems = (texts: string[] | undefined) => texts?.filter((text) => text.includes('not known'));
  const fail = (code: string) => () => {
    throw new AppError({ code, message: 'It did not come.' });
  };

  /** Goes on for some looks more, and says what came of it. */
  async function afterMoreLooks({ runs, stored: last }: ReturnType<typeof bench>, looks: () => number) {
    const before = looks();
    await expect.poll(looks).toBeGreaterThan(before + 9);
    runs.close();
    return { collected: last().observation?.collected, texts: last().view.steps.map(({ text }) => text) };
  }

  it('is triggered once, though the look that did it failed behind that', async () => {
    const stored = following();
    const { api, triggers, looks } = collectingService(fail('network_unreachable'));
    const one = bench(stored, api);
    await one.runs.resume();
    const { collected, texts } = await afterMoreLooks(one, looks);
    expect(triggers()).toBe(1);
    // What the service took is known.
    expect(collected).toEqual(['m']);
    expect(triggered(texts)).toEqual(['Triggered historical collection for 1 of 1 meters']);
    expect(problems(texts)).toEqual([]);
  });

  it('is not triggered again by following again, where the run was stopped or given up behind it', async () => {
    for (const [end, state] of [
      ['cancel', 'cancelled'],
      ['token_refused', 'unjudged'],
    ] as const) {
      const stored = following();
      const { api, triggers, looks } = collectingService(() => {
        if (end === 'cancel') one.runs.cancel(stored.view.id);
        fail(end)();
      });
      const one = bench(stored, api);
      await one.runs.resume();
      await one.runs.finished(stored.view.id);
      expect(one.kept()).toMatchObject({ state });
      await one.runs.followAgain(one.stored());
      const { collected } = await afterMoreLooks(one, looks);
      expect(triggers()).toBe(1);
      expect(collected).toEqual(['m']);
    }
  });

  it('is not triggered again where the run was stopped while it was sent', async () => {
    const stored = following();
    const { api, triggers, looks } = collectingService(
      () => undefined,
      () => {
        if (triggers() > 1) return;
        one.runs.cancel(stored.view.id);
        throw new DOMException('stopped', 'AbortError');
      },
    );
    const one = bench(stored, api);
    await one.runs.resume();
    await one.runs.finished(stored.view.id);
    await one.runs.followAgain(one.stored());
    const { texts } = await afterMoreLooks(one, looks);
    expect(triggers()).toBe(1);
    expect(problems(texts)).toHaveLength(1);
  });

  it('is triggered when it is followed again, where the run was stopped while the trigger still waited in line', async () => {
    const stored = following();
    const { api, triggers, looks } = collectingService(
      () => undefined,
      () => {
        if (triggers() > 1) return;
        one.runs.cancel(stored.view.id);
        throw new StoppedWaiting();
      },
    );
    const one = bench(stored, api);
    await one.runs.resume();
    await one.runs.finished(stored.view.id);
    expect(one.kept()?.state).toBe('cancelled');
    await one.runs.followAgain(one.stored());
    const { collected, texts } = await afterMoreLooks(one, looks);
    expect(triggers()).toBe(2);
    expect(collected).toEqual(['m']);
    expect(problems(texts)).toEqual([]);
  });

  it('that the service refused is sent again, at the next look or when it is followed again', async () => {
    for (const [code, status] of [
      ['rate_limited', 429],
      ['payment_required', 402],
    ] as const) {
      const stored = following();
      const { api, triggers, looks } = collectingService(
        () => undefined,
        () => {
          if (triggers() === 1) throw new AppError({ code, message: 'Not now.', details: { status } });
        },
      );
      const one = bench(stored, api);
      await one.runs.resume();
      if (status === 402) {
        await one.runs.finished(stored.view.id);
        expect(one.stored().observation?.collecting ?? false).toBe(false);
        await one.runs.followAgain(one.stored());
      }
      const { collected, texts } = await afterMoreLooks(one, looks);
      expect(triggers()).toBe(2);
      expect(collected).toEqual(['m']);
      expect(problems(texts)).toEqual([]);
    }
  });
});

describe('a service that began anew with the program', () => {
  it('is not asked about what it has forgotten, for its uids may mean something else by now', async () => {
    const stored = following();
    const { runs, kept, stored: last } = bench(stored, pendingService(), 'started just now');
    await runs.resume();
    expect(kept()).toMatchObject({ state: 'unjudged', error: { code: 'service_begun_anew' } });
    await expect(runs.followAgain(last())).rejects.toMatchObject({ code: 'service_begun_anew' });
  });
});

describe('a submission that the service refuses', () => {
  it('says why once', async () => {
    const error = new AppError({ code: 'form_not_found', message: 'There is no such form.', details: { status: 404 } });
    const api = { testSubmit: () => Promise.reject(error) } as unknown as JsonApiClient; // as much of it as is asked for
    const { runs } = bench(following(), api);
    const [fired] = await runs.startAll([{ form: 'f', utility: 'DEMO', scenario: 'badlogin' }], 0);
    const { state, steps } = (await runs.finished(fired?.id ?? '')) ?? {};
    expect(state).toBe('refused');
    expect(steps?.map(({ text }) => text)).toEqual([
      'Sent test-submit: badlogin at DEMO',
      'There is no such form.',
      'Verdict: refused',
    ]);
  });
});

describe('a submission that is stopped while it waits in line', () => {
  /** Fires a run, and ends as `end` says before any of it was sent. */
  async function stoppedBy(end: (runs: ScenarioRuns, id: string) => void) {
    const fired: { id: string } = { id: '' };
    const api = {
      testSubmit: async () => {
        end(one.runs, fired.id);
        throw new StoppedWaiting();
      },
    };
    const one = bench(following(), api as unknown as JsonApiClient); // as much of it as is asked for
    const [run] = await one.runs.startAll([{ form: 'f', utility: 'DEMO', scenario: 'badlogin' }], 0);
    fired.id = run?.id ?? '';
    return await one.runs.finished(fired.id);
  }

  it('was not fired, where the user stopped it', async () => {
    const view = await stoppedBy((runs, id) => runs.cancel(id));
    expect(view).toMatchObject({ state: 'cancelled' });
    expect(view?.firedAt).toBeUndefined();
    expect(view?.steps.map(({ kind }) => kind)).toEqual(['verdict']);
  });

  it('behind another run ends without what it waited for', async () => {
    const api = { testSubmit: async () => 'r', authorizations: () => new Promise(() => {}) };
    const { runs } = bench(following(), api as unknown as JsonApiClient); // as much of it as is asked for
    const request = { form: 'f', utility: 'DEMO', scenario: 'residential' };
    const [, second] = await runs.startAll([request, request], 0);
    const id = second?.id ?? '';
    runs.cancel(id);
    const view = await runs.finished(id);
    expect(view).toMatchObject({ state: 'cancelled', reason: undefined, otherRun: undefined });
    expect(view?.steps.map(({ text }) => text)).toEqual(['Verdict: cancelled']);
    runs.close();
  });

  it('stays in the queue for the next start, where the program closes', async () => {
    const view = await stoppedBy((runs) => runs.close());
    expect(view).toMatchObject({ state: 'queued', steps: [] });
    expect(view?.firedAt).toBeUndefined();
  });
});

it('a submission that an earlier start left in the queue is sent without what it waited for then', async () => {
  const view = newRun('demo', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 1000);
  const reason = 'An earlier run of residential shares its meters.';
  const { runs, kept } = bench({ view: { ...view, reason, otherRun: 'earlier' }, observation: undefined });
  await runs.resume();
  await expect.poll(() => kept()?.state).toBe('firing');
  expect(kept()).toMatchObject({ reason: undefined, otherRun: undefined });
  runs.close();
});

describe('judging now', () => {
  it('does not wait for patience: what has not come counts as missing', async () => {
    const stored = following();
    const { runs, kept } = bench(stored, pendingService());
    await runs.resume();
    await expect.poll(() => kept()?.authorization).toBe('a');
    expect(kept()).toMatchObject({ state: 'following' });
    runs.judgeNow(stored.view.id);
    await runs.finished(stored.view.id);
    expect(kept()).toMatchObject({
      state: 'fail',
      reason: expect.stringMatching(/^judged by hand: authorization.outcome/),
    });
  });
});

describe('two runs that share their meters', () => {
  it('are fired one after the other; those that share none are not', async () => {
    const sent: string[] = [];
    const service = {
      testSubmit: async (_form: string, _utility: string, scenario: string) => {
        sent.push(scenario);
        return 'r';
      },
      authorizations: () => new Promise(() => {}),
    };
    const { runs } = bench(following(), service as unknown as JsonApiClient); // as much of it as is asked for
    const request = (scenario: string) => ({ form: 'f', utility: 'DEMO', scenario });
    const [first] = await runs.startAll(
      ['residential', 'residential', 'badlogin', 'badlogin'].map((scenario) => request(scenario)),
      0,
    );
    await expect.poll(() => sent).toEqual(['residential', 'badlogin', 'badlogin']);
    runs.cancel(first?.id ?? '');
    await expect.poll(() => sent).toEqual(['residential', 'badlogin', 'badlogin', 'residential']);
    runs.close();
  });
});
