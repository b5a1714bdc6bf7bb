import { randomUUID } from 'node:crypto';
import type { JobFailure, JobView } from '#shared/contract/jobs.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { isActive } from '#shared/job-states.ts';
import type { StoredJob } from '../engine/index.ts';
import { type Clock, systemClock, type WaitView } from '../http/index.ts';
import { type AnyJobKind, anyKind, type JobKind, type JobProgress } from './job-kind.ts';
import { JobPublisher } from './job-publisher.ts';
import { type JobStore, outdated } from './job-store.ts';
import { adopted, type Ended, NOTHING_WENT_WRONG, naturalEnd, withFailure, withSkipped } from './job-view.ts';

export interface JobRunnerOptions {
  store: JobStore;
  /** The waits of the HTTP client: a job whose requests wait shows as waiting. */
  waits: { list(): WaitView[]; subscribe(subscriber: (waits: WaitView[]) => void): () => void };
  clock?: Clock;
  /** Jobs that run at the same time. */
  atOnce?: number;
  /** Called when a job's state could not be kept; the job goes on. */
  onStoreError?: (error: unknown) => void;
}

interface Job {
  view: JobView;
  kind: AnyJobKind;
  input: unknown;
  checkpoint: unknown;
  stop: AbortController;
  /** Settles when the run has ended and its end is on disk; undefined while it does not run. */
  ending: Promise<void> | undefined;
  /** Writes are in order, one at a time. */
  saving: Promise<void>;
}

/** Runs again after the engine crashed, in a row without any progress in between. */
const RUNS_IN_VAIN = 3;

/** Runs long work, one job at a time or several, with progress and cancel; jobs survive a restart. */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, AnyJobKind>();
  readonly #jobs = new Map<string, Job>();
  readonly #publisher = new JobPublisher((id) => this.get(id));
  readonly #unsubscribe: () => void;
  #waiting = new Set<string>();
  #closing = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#unsubscribe = options.waits.subscribe((waits) => this.#waitsChanged(waits));
  }

  /** Registers a kind. All kinds must be registered before {@link restore}. */
  register<Input, Checkpoint>(kind: JobKind<Input, Checkpoint>): void {
    this.#kinds.set(kind.kind, anyKind(kind));
  }

  /** Brings back the jobs of a workspace after a start of the program; those that had not ended go on. */
  async restore(workspace: string): Promise<void> {
    const stored = await this.#options.store.stored(workspace);
    for (const job of stored) this.#adopt(job);
    this.#pump();
  }

  /**
   * Starts work of a registered kind. Where the same work (kind, workspace and input) is under way, returns that job.
   * @throws AppError `job_kind_unknown`; ZodError when the input is not of the kind.
   */
  async start(kind: string, workspace: string, input: unknown): Promise<JobView> {
    const known = this.#kinds.get(kind);
    if (!known) throw new AppError({ code: 'job_kind_unknown', message: `There is no job of the kind ${kind}.` });
    const same = [...this.#jobs.values()].find(
      ({ view, input: other }) =>
        view.kind === kind &&
        view.workspace === workspace &&
        isActive(view) &&
        JSON.stringify(other) === JSON.stringify(input),
    );
    if (same) return this.#viewOf(same);
    const view: JobView = {
      id: randomUUID(),
      workspace,
      kind,
      title: known.title(input),
      state: 'queued',
      partial: known.partial(input),
      done: 0,
      bytes: 0,
      readings: 0,
      createdAt: this.#clock.now(),
      ...NOTHING_WENT_WRONG,
    };
    const job = this.#add(view, known, input, undefined);
    try {
      // On disk before anybody is notified: a job that was shown is not lost.
      await this.#save(job);
    } catch (error) {
      this.#jobs.delete(view.id);
      throw error;
    }
    this.#publisher.now(job.view.id);
    this.#pump();
    return this.#viewOf(job);
  }

  /** Ends a job and resolves when it has ended. Nothing happens when it had ended already. @throws AppError `job_unknown` */
  async cancel(id: string): Promise<void> {
    const job = this.#job(id);
    if (!isActive(job.view)) return;
    job.stop.abort();
    if (job.ending) await job.ending;
    else await this.#end(job, 'cancelled');
  }

  /** Cancels what is under way in a workspace, resolves with the ids when they have ended. */
  async cancelAll(workspace: string): Promise<string[]> {
    const active = this.list(workspace).filter(isActive);
    await Promise.all(active.map(({ id }) => this.cancel(id)));
    return active.map(({ id }) => id);
  }

  /** Ends and forgets the jobs of a workspace; their rows are the caller's to delete. */
  async forget(workspace: string): Promise<void> {
    await this.cancelAll(workspace);
    for (const { view } of this.#jobs.values()) if (view.workspace === workspace) this.#jobs.delete(view.id);
  }

  /** Starts a job that ended again from its checkpoint. @throws AppError `job_unknown` */
  async resume(id: string): Promise<JobView> {
    const job = this.#job(id);
    if (isActive(job.view)) return this.#viewOf(job);
    const anew = { ...NOTHING_WENT_WRONG, outcome: undefined, finishedAt: undefined };
    const queued: JobView = { ...job.view, ...anew, state: 'queued' };
    // On disk before it counts: else one that cannot be written down would be queued for ever.
    await this.#save(job, queued);
    if (isActive(job.view)) return this.#viewOf(job);
    job.stop = new AbortController();
    job.view = queued;
    this.#publisher.now(job.view.id);
    this.#pump();
    return this.#viewOf(job);
  }

  /** Newest first; `workspace` narrows it. */
  list(workspace?: string): JobView[] {
    const jobs = [...this.#jobs.values()].filter(({ view }) => workspace === undefined || view.workspace === workspace);
    return jobs.map((job) => this.#viewOf(job)).sort((a, b) => b.createdAt - a.createdAt);
  }

  get(id: string): JobView | undefined {
    const job = this.#jobs.get(id);
    return job && this.#viewOf(job);
  }

  /** The first parts of a job that failed. @throws AppError `job_unknown` */
  failures(id: string): JobFailure[] {
    return this.#job(id).view.failures;
  }

  /** Calls back with a job after it changed. Returns the function that ends it. */
  subscribe(subscriber: (job: JobView) => void): () => void {
    return this.#publisher.subscribe(subscriber);
  }

  /** Resolves when the job has ended, with its last view. @throws AppError `job_unknown` */
  async ended(id: string): Promise<JobView> {
    const job = this.#job(id);
    if (!isActive(job.view)) return this.#viewOf(job);
    return await new Promise((resolve) => {
      const stop = this.subscribe((view) => {
        if (view.id !== id || isActive(view)) return;
        stop();
        resolve(view);
      });
    });
  }

  /** Stops all jobs so that they go on at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#unsubscribe();
    const running = [...this.#jobs.values()].filter((job) => job.ending !== undefined);
    for (const job of running) job.stop.abort();
    await Promise.all(running.map((job) => job.ending));
    this.#publisher.close();
  }

  #adopt({ view, input, checkpoint }: StoredJob): void {
    const kind = this.#kinds.get(view.kind);
    // A kind of a newer version of the program: it stays in the store, untouched.
    if (!kind || this.#jobs.has(view.id)) return;
    const job = this.#add(adopted(view, kind.partial(input)), kind, input, checkpoint);
    this.#publisher.now(job.view.id);
  }

  #add(view: JobView, kind: AnyJobKind, input: unknown, checkpoint: unknown): Job {
    const stop = new AbortController();
    const job: Job = { view, kind, input, checkpoint, stop, ending: undefined, saving: Promise.resolve() };
    this.#jobs.set(view.id, job);
    return job;
  }

  /** Starts what may start, in the order of creation. */
  #pump(): void {
    if (this.#closing) return;
    for (const job of this.#jobs.values()) {
      const running = [...this.#jobs.values()].filter((other) => other.ending !== undefined);
      if (running.length >= (this.#options.atOnce ?? 4)) return;
      if (job.view.state !== 'queued' || job.ending !== undefined) continue;
      const { kind, workspace } = job.view;
      const blocked = running.some(({ view }) => view.kind === kind && view.workspace === workspace);
      if (job.kind.exclusive && blocked) continue;
      job.ending = this.#run(job);
    }
  }

  async #run(job: Job): Promise<void> {
    const { startedAt, firstStartedAt = startedAt } = job.view;
    job.view = {
      ...job.view,
      state: 'running',
      startedAt: this.#clock.now(),
      firstStartedAt: job.checkpoint === undefined ? undefined : firstStartedAt,
    };
    this.#publisher.now(job.view.id);
    let ended: Ended;
    let error: unknown;
    try {
      await this.#save(job);
      await this.#untilUndisturbed(job);
      ended = naturalEnd(job.view);
    } catch (thrown) {
      ended = job.stop.signal.aborted ? 'cancelled' : 'failed';
      error = thrown;
    }
    // The program ends: on disk it stays under way, and goes on at the next start.
    if (!this.#closing || ended !== 'cancelled') await this.#end(job, ended, error);
    job.ending = undefined;
    this.#pump();
  }

  /** Runs again from the checkpoint when the engine crashed meanwhile: it is started anew by then. */
  async #untilUndisturbed(job: Job): Promise<void> {
    for (let vain = 0; ; vain += 1) {
      // Cancelled while its start was written down: an abort that is over calls no new listener.
      job.stop.signal.throwIfAborted();
      // Of a run before this one: what failed then is tried again.
      job.view = { ...job.view, ...NOTHING_WENT_WRONG };
      const mark = JSON.stringify([job.checkpoint, job.view.done]);
      try {
        return await job.kind.run(this.#context(job));
      } catch (error) {
        const crashed = error instanceof AppError && error.code === 'engine_stopped';
        if (JSON.stringify([job.checkpoint, job.view.done]) !== mark) vain = -1;
        if (!crashed || job.stop.signal.aborted || vain + 1 >= RUNS_IN_VAIN) throw error;
      }
    }
  }

  #context(job: Job) {
    return {
      id: job.view.id,
      workspace: job.view.workspace,
      input: job.input,
      checkpoint: job.checkpoint,
      soFar: job.view,
      signal: job.stop.signal,
      save: async (checkpoint: unknown) => {
        job.checkpoint = checkpoint;
        await this.#save(job);
      },
      progress: (change: JobProgress) => {
        job.view = { ...job.view, ...change };
        this.#publisher.soon(job.view.id);
      },
      failed: (item: string, error: unknown) => {
        job.view = withFailure(job.view, item, error);
        this.#publisher.soon(job.view.id);
      },
      skipped: (reason: string) => {
        job.view = withSkipped(job.view, reason);
        this.#publisher.soon(job.view.id);
      },
    };
  }

  async #end(job: Job, state: Ended, error?: unknown): Promise<void> {
    const value = state === 'failed' ? toErrorValue(error) : undefined;
    job.view = { ...job.view, state, error: value, step: undefined, finishedAt: this.#clock.now() };
    await this.#save(job).catch((failure: unknown) => this.#options.onStoreError?.(failure));
    this.#publisher.now(job.view.id);
    await this.#forgetOldest(job.view.workspace);
  }

  async #forgetOldest(workspace: string): Promise<void> {
    // Those of earlier runs of the program may have come behind one that was started since.
    const views = [...this.#jobs.values()].map(({ view }) => view).sort((a, b) => a.createdAt - b.createdAt);
    for (const { id } of outdated(views.filter((view) => view.workspace === workspace && !isActive(view)))) {
      this.#jobs.delete(id);
      await this.#options.store.remove(workspace, id).catch((error: unknown) => this.#options.onStoreError?.(error));
    }
  }

  /** Resolves once the job is on disk, as it is now or with another view. Tries again after one crash of the engine. */
  #save(job: Job, view = job.view): Promise<void> {
    const { input, checkpoint } = job;
    const write = () => this.#options.store.save(view.workspace, { view, input, checkpoint });
    const saved = job.saving.then(write).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'engine_stopped') return write();
      throw error;
    });
    job.saving = saved.catch(() => {});
    return saved;
  }

  #job(id: string): Job {
    const job = this.#jobs.get(id);
    if (job) return job;
    throw new AppError({
      code: 'job_unknown',
      message: 'This job does not exist, or no longer exists.',
      action: 'Look under Jobs for those that there are.',
    });
  }

  #viewOf(job: Job): JobView {
    const waits = job.view.state === 'running' && this.#waiting.has(job.view.id);
    return waits ? { ...job.view, state: 'waiting' } : { ...job.view };
  }

  #waitsChanged(waits: WaitView[]): void {
    const now = new Set(waits.flatMap((wait) => wait.job ?? []));
    const changed = [...this.#jobs.keys()].filter((id) => now.has(id) !== this.#waiting.has(id));
    this.#waiting = now;
    for (const id of changed) this.#publisher.now(id);
  }
}
