/** Checks of services that the window runs: one at a time for a workspace; the last one is kept until the program ends. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOutput } from '#shared/contract/index.ts';
import type { CheckStep, ServiceCheck, ServiceRun } from '#shared/contract/service-check.ts';
import { AppError, isAbort, toErrorValue } from '#shared/errors.ts';
import { CONSENT_WORDS, CONSENTS, type Consent } from '#shared/service-check.ts';
import { Throttle } from '#shared/throttle.ts';
import {
  checkService,
  type ReportFormat,
  type RowsReport,
  type ServiceStep,
  serviceReport,
  serviceResult,
  stepTitles,
} from '../../conformance/service/index.ts';
import { DEMO_WORKSPACE } from '../../connections/index.ts';
import type { BaseParts } from '../base-parts.ts';
import { PROGRAM } from '../version.ts';
import { doorFromWorkspace } from './from-workspace.ts';

type Parts = Pick<BaseParts, 'connections' | 'http' | 'host' | 'topics' | 'log'>;

/** What other services than the embedded one are promised: a request a second, as they ask for. */
const PACE_MS = 1_000;
/** Requests are counted aloud so often at most. */
const TELL_EVERY_MS = 500;

interface Kept {
  /** As it is shown, without its result. */
  view: Omit<ServiceRun, 'result'>;
  report: RowsReport | undefined;
  stop: AbortController;
  /** Settles the question of a step that asks. */
  answer: ((go: boolean) => void) | undefined;
}

export class ServiceChecks {
  readonly #parts: Parts;
  /** By workspace. */
  readonly #runs = new Map<string, Kept>();
  readonly #tell: Throttle<string>;
  readonly #unsubscribe: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tell = new Throttle<string>(
      TELL_EVERY_MS,
      (some) => {
        for (const workspace of new Set(some)) parts.topics.publish('serviceCheck.changed', { workspace });
      },
      { leading: true },
    );
    this.#unsubscribe = parts.http.log.subscribe(({ workspace, about, state }) => {
      const kept = about?.kind === 'check' && workspace !== undefined ? this.#runs.get(workspace) : undefined;
      if (kept === undefined || kept.view.id !== about?.id || state === 'running') return;
      kept.view.requests += 1;
      this.#tell.add(workspace ?? '');
    });
  }

  state(workspace: string): ServiceCheck {
    const { mode } = this.#parts.connections.workspaces.get(workspace);
    const kept = this.#runs.get(workspace);
    return {
      offers: CONSENTS.map((consent) => {
        const { title, what } = CONSENT_WORDS[consent];
        const cannot = this.#cannot(workspace, consent);
        return { consent, title, what, ...(cannot === undefined ? {} : { cannot }) };
      }),
      isLive: mode === 'live',
      ...(kept && { run: { ...kept.view, ...(kept.report && { result: serviceResult(kept.report) }) } }),
    };
  }

  /** @throws AppError where one is under way, or what was chosen cannot be done */
  start(workspace: string, consents: readonly Consent[]): void {
    if (this.#runs.get(workspace)?.view.state === 'running') {
      throw new AppError({
        code: 'check_running',
        message: 'The service is being checked already.',
        action: 'Wait for its end, or cancel it.',
      });
    }
    for (const consent of consents) {
      const cannot = this.#cannot(workspace, consent);
      if (cannot === undefined) continue;
      const message = `"${CONSENT_WORDS[consent].title}" cannot be done here: ${cannot}`;
      throw new AppError({ code: 'check_step_refused', message, action: 'Leave it out.' });
    }
    const kept: Kept = {
      view: {
        id: randomUUID(),
        state: 'running',
        startedAt: Date.now(),
        steps: stepTitles(consents).map((title): CheckStep => ({ title, state: 'waiting' })),
        requests: 0,
      },
      report: undefined,
      stop: new AbortController(),
      answer: undefined,
    };
    this.#runs.set(workspace, kept);
    void this.#run(workspace, kept, consents);
  }

  /** Whether the step that asks is taken. An answer to another one is ignored: a second click comes when the next may ask. */
  answer(workspace: string, step: string, go: boolean): void {
    const kept = this.#runs.get(workspace);
    const asking = kept?.view.steps.find(({ state }) => state === 'asking');
    if (asking?.title === step) kept?.answer?.(go);
  }

  cancel(workspace: string): void {
    this.#runs.get(workspace)?.stop.abort();
  }

  /** The result to give to others. @throws AppError `no_check` */
  report(workspace: string, format: ReportFormat): CallOutput<'conformance.serviceReport'> {
    const report = this.#runs.get(workspace)?.report;
    if (!report) {
      throw new AppError({
        code: 'no_check',
        message: 'The service was not checked since the program was started.',
        action: 'Check it first.',
      });
    }
    return serviceReport(report, format, 'the service', `Meterscope ${PROGRAM.version}`);
  }

  /** Ends what is under way. */
  close(): void {
    this.#unsubscribe();
    this.#tell.close();
    for (const { stop } of this.#runs.values()) stop.abort();
  }

  #cannot(workspace: string, consent: Consent): string | undefined {
    if (this.#parts.connections.workspaces.get(workspace).readOnly) return 'The workspace is read-only.';
    return CONSENT_WORDS[consent].needsSimulator && workspace !== DEMO_WORKSPACE
      ? 'It takes a customer or the service itself; only the simulator can be told to.'
      : undefined;
  }

  async #run(workspace: string, kept: Kept, consents: readonly Consent[]): Promise<void> {
    const { view, stop } = kept;
    const { signal } = stop;
    try {
      const door = await doorFromWorkspace(this.#parts, workspace, view.id, signal);
      kept.report = await checkService(door, {
        consents,
        signal,
        paceMs: workspace === DEMO_WORKSPACE ? 0 : PACE_MS,
        onStep: (step) => this.#begun(workspace, view, step),
        mayAct: (step) => this.#mayAct(workspace, kept, step),
        sleep: async (ms) => await sleep(ms, undefined, { signal }),
      });
      for (const step of view.steps) if (step.state === 'running') step.state = 'done';
      view.state = 'done';
    } catch (error) {
      view.state = isAbort(error) || signal.aborted ? 'cancelled' : 'failed';
      if (view.state === 'failed') {
        view.error = toErrorValue(error);
        this.#parts.log.warn('The check of a service failed', { code: view.error.code });
      }
    }
    view.endedAt = Date.now();
    this.#tell.add(workspace);
  }

  #begun(workspace: string, view: Kept['view'], { number, acts }: ServiceStep): void {
    for (const [at, step] of view.steps.entries()) {
      if (at + 1 < number && step.state === 'running') step.state = 'done';
      if (at + 1 === number) Object.assign(step, { state: 'running', ...(acts === undefined ? {} : { acts }) });
    }
    this.#tell.add(workspace);
  }

  /** Waits for the user's word. @throws AbortError when the run is cancelled meanwhile */
  async #mayAct(workspace: string, kept: Kept, { number }: ServiceStep): Promise<boolean> {
    const step = kept.view.steps[number - 1];
    const { signal } = kept.stop;
    const go = await new Promise<boolean>((resolve, reject) => {
      if (step) step.state = 'asking';
      kept.answer = resolve;
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      this.#tell.add(workspace);
    });
    kept.answer = undefined;
    if (step) step.state = go ? 'running' : 'skipped';
    this.#tell.add(workspace);
    return go;
  }
}
