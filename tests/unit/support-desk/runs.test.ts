import { describe, expect, it } from 'vitest';
import type { JsonApiClient } from '../../../electron/jsonapi/index.ts';
import { newObservation, newRun } from '../../../electron/support-desk/run-parts.ts';
import { ScenarioRuns, type StoredRun } from '../../../electron/support-desk/runs.ts';

/** A service that does not answer: what is followed stays as it is. */
const silent = new Proxy({}, { get: () => () => new Promise(() => {}) }) as JsonApiClient;

function following(): StoredRun {
  const view = newRun('demo', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 1000);
  return { view: { ...view, state: 'following', referral: 'r' }, observation: newObservation(1000, 1000, 'r') };
}

function bench(stored: StoredRun) {
  const kept = new Map([[stored.view.id, stored]]);
  const runs = new ScenarioRuns({
    workspace: 'demo',
    api: silent,
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
  return { runs, kept: () => kept.get(stored.view.id)?.view };
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
