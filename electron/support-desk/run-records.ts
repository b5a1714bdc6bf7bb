/** Runs as they are kept: each change is saved and shown, with the note that may have been added meanwhile. */
import type { RunView } from '#shared/contract/scenarios.ts';
import { runWords } from '#shared/scenarios/states.ts';
import type { Observation } from './observation.ts';
import { step } from './run-parts.ts';

/** A run as it is kept: the view, and what following it again needs. */
export interface StoredRun {
  view: RunView;
  observation: Observation | undefined;
}

/** Keeps runs; the engine's store in the program, memory on the command line. */
export interface RunStore {
  save(run: StoredRun): Promise<void>;
  /** Runs that were not over when the program ended. */
  unfinished(): Promise<StoredRun[]>;
}

const OPEN: ReadonlySet<RunView['state']> = new Set(['queued', 'firing', 'following']);

/** True when nothing more will happen to a run. */
export function isOver(run: RunView): boolean {
  return !OPEN.has(run.state);
}

interface RunRecordsOptions {
  store: RunStore;
  onChange: (run: RunView) => void;
  now: () => number;
}

export class RunRecords {
  readonly #options: RunRecordsOptions;
  /** Runs that go on, as they were saved last; a note may have been added since their follower looked. */
  readonly #latest = new Map<string, StoredRun>();

  constructor(options: RunRecordsOptions) {
    this.#options = options;
  }

  /** Runs that were not over when the program ended. */
  async unfinished(): Promise<StoredRun[]> {
    return await this.#options.store.unfinished();
  }

  /** A run that goes on, as it was saved last; undefined for one that is over. */
  latest(id: string): StoredRun | undefined {
    return this.#latest.get(id);
  }

  /** Counts a run among those that go on, though nothing of it has changed yet. */
  goesOn(stored: StoredRun): void {
    this.#latest.set(stored.view.id, stored);
  }

  /** Answers the run as it was saved. */
  async save(run: StoredRun): Promise<StoredRun> {
    const stored = this.#noted(run);
    await this.#options.store.save(stored);
    this.#options.onChange(stored.view);
    return stored;
  }

  /** Shows what passes too soon to be kept. */
  show(run: StoredRun): void {
    this.#options.onChange(this.#noted(run).view);
  }

  /** Ends a run: what was said of its wait goes, its verdict is its last step. */
  async finish(stored: StoredRun, change: Partial<RunView>): Promise<RunView> {
    const finishedAt = this.#options.now();
    const state = change.state ?? stored.view.state;
    // A change that says it has none takes away what the run waited for.
    const reason = 'reason' in change ? change.reason : stored.view.reason;
    const saidBefore = reason === undefined || stored.view.steps.at(-1)?.text === reason;
    const view: RunView = {
      ...stored.view,
      normally: undefined,
      patientUntil: undefined,
      otherRun: undefined,
      ...change,
      finishedAt,
      steps: [...stored.view.steps, step(finishedAt, 'verdict', saidBefore ? `Verdict: ${runWords[state]}` : reason)],
    };
    await this.save({ ...stored, view });
    return view;
  }

  /**
   * Notes something on a run, also while it goes on.
   * @param stored reads a run that is over from the store
   */
  async annotate(id: string, note: string, stored: () => Promise<StoredRun>): Promise<void> {
    const { view, observation } = this.#latest.get(id) ?? (await stored());
    const noted = { view: { ...view, note }, observation };
    if (!isOver(view)) this.goesOn(noted);
    await this.save(noted);
  }

  #noted({ view, observation }: StoredRun): StoredRun {
    const note = this.#latest.get(view.id)?.view.note ?? view.note;
    const stored: StoredRun = { view: note === undefined ? view : { ...view, note }, observation };
    if (isOver(view)) this.#latest.delete(view.id);
    else this.#latest.set(view.id, stored);
    return stored;
  }
}
