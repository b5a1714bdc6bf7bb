import { describe, expect, it } from 'vitest';
import { newObservation, newRun, step } from '../../../electron/support-desk/run-parts.ts';
import { isOver, RunRecords, type StoredRun } from '../../../electron/support-desk/run-records.ts';
import type { RunView } from '../../../shared/contract/scenarios.ts';

function records() {
  const saved: StoredRun[] = [];
  const shown: RunView[] = [];
  const store = {
    save: (run: StoredRun) => {
      saved.push(run);
      return Promise.resolve();
    },
    unfinished: () => Promise.resolve([]),
  };
  return { saved, shown, runs: new RunRecords({ store, onChange: (run) => shown.push(run), now: () => 9000 }) };
}

function run(more: Partial<RunView> = {}): StoredRun {
  const view = { ...newRun('w', { form: 'f', utility: 'DEMO', scenario: 'residential' }, 0), ...more };
  return { view, observation: newObservation(0, 0, 'r') };
}
const never = () => Promise.reject(new Error('The store was asked.'));

describe('the records of runs', () => {
  it('keep and show every change, and the latest of those that go on', async () => {
    const { runs, saved, shown } = records();
    const stored = await runs.save(run({ state: 'following' }));
    expect(saved).toEqual([stored]);
    expect(shown).toEqual([stored.view]);
    expect(runs.latest(stored.view.id)).toBe(stored);
    await runs.save({ ...stored, view: { ...stored.view, state: 'pass' } });
    expect(runs.latest(stored.view.id)).toBeUndefined();
  });

  it('show without keeping', () => {
    const { runs, saved, shown } = records();
    runs.show(run({ state: 'following' }));
    expect([saved.length, shown.length]).toEqual([0, 1]);
  });

  it('do not lose a note that was added while a look was under way', async () => {
    const { runs, saved } = records();
    const before = run({ state: 'following' });
    runs.goesOn(before);
    await runs.annotate(before.view.id, 'odd', never);
    await runs.save(before);
    expect(saved.at(-1)?.view.note).toBe('odd');
    const ended = await runs.finish(before, { state: 'pass' });
    expect(saved.at(-1)?.view).toMatchObject({ note: 'odd', state: 'pass' });
    expect(isOver(ended)).toBe(true);
  });

  it('note something on a run that is over, and do not take it up again', async () => {
    const { runs, saved } = records();
    const over = run({ state: 'fail' });
    await runs.annotate(over.view.id, 'seen', () => Promise.resolve(over));
    expect(saved.at(-1)?.view).toMatchObject({ state: 'fail', note: 'seen' });
    expect(runs.latest(over.view.id)).toBeUndefined();
  });

  it('end a run with its reason as the last step, once, and without what was said of its wait', async () => {
    const { runs } = records();
    const waiting = run({ state: 'following', normally: 'Soon.', patientUntil: 5 });
    const ended = await runs.finish(waiting, { state: 'fail', reason: 'No bills came.' });
    expect(ended).toMatchObject({ finishedAt: 9000, normally: undefined, patientUntil: undefined });
    expect(ended.steps.at(-1)).toEqual(step(9000, 'verdict', 'No bills came.'));
    const said = run({ state: 'following', steps: [step(1, 'problem', 'No bills came.')] });
    const again = await runs.finish(said, { state: 'fail', reason: 'No bills came.' });
    expect(again.steps.map(({ text }) => text)).toEqual(['No bills came.', expect.stringMatching(/^Verdict: /)]);
  });
});
