/**
 * Holds the verdicts against a service that is known to be falsified: every scenario with every falsification, in one
 * process, against the real simulator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunView } from '#shared/contract/scenarios.ts';
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { HttpClient } from '../../electron/http/index.ts';
import { JsonApiClient } from '../../electron/jsonapi/index.ts';
import { type Service, startService } from '../../electron/simulator/server.ts';
import { isOver, ScenarioRuns, type StoredRun } from '../../electron/support-desk/index.ts';
import { FALSIFICATIONS, type Falsification, type Verdict } from './falsifications.ts';
import { type Rule, startFalsifyingService } from './falsifying-service.ts';

const NAMES = SCENARIOS.map(({ name }) => name);
/** Simulated seconds a second: minutes of a collection pass in a moment. */
const CLOCK = 600;
const LOOK_MS = 100;
/** More than the real time between any two steps of a scenario, also on a busy machine. */
const QUIET_MS = 2500;
const PATIENCE_MS = 9000;

/** One verdict of the matrix. */
export interface Cell {
  falsification: string;
  scenario: string;
  verdict: Verdict;
  right: readonly Verdict[];
  reason: string | undefined;
}

export const isWrong = ({ verdict, right }: Cell): boolean => !right.includes(verdict);

/** A program of its own that fires and judges: its runs, and where they are kept. */
export interface Desk {
  runs: ScenarioRuns;
  kept: Map<string, StoredRun>;
  close(): Promise<void>;
}

export function openDesk(service: Service, apiBase = service.description.api_base): Desk {
  const http = new HttpClient({ userAgent: 'Meterscope verdicts' });
  const tokens = { token: async () => service.description.api_token, refresh: async () => undefined };
  const kept = new Map<string, StoredRun>();
  const runs = new ScenarioRuns({
    workspace: 'w',
    api: new JsonApiClient({ http, tokens, apiBase, mayAct: () => undefined, workspace: 'w' }),
    store: { save: async (run) => void kept.set(run.view.id, run), unfinished: async () => [] },
    onChange: () => undefined,
    limits: () => ({ quietMs: QUIET_MS, patienceMs: PATIENCE_MS }),
    lookEveryMs: LOOK_MS,
    now: Date.now,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  });
  return {
    runs,
    kept,
    close: async () => {
      runs.close();
      await http.close();
    },
  };
}

export function startFastService(clockRate = CLOCK): Promise<Service> {
  return startService({ port: 0, seed: 1, portfolio: 'demo', clockRate });
}

/** Fires scenarios at once, and waits for their verdicts. */
export async function fireAll(desk: Desk, service: Service, scenarios: readonly string[]): Promise<RunView[]> {
  const { form_uid: form, utility } = service.description;
  const requests = scenarios.map((scenario) => ({ form, utility, scenario }));
  const started = await desk.runs.startAll(requests, 0);
  return await Promise.all(started.map((run) => desk.runs.finished(run.id) ?? run));
}

/** All scenarios with one falsification. */
async function rowOf(service: Service, { name, rule, right, mended }: Falsification): Promise<Cell[]> {
  let inForce: Rule = rule;
  const falsifying = await startFalsifyingService(service.description.api_base, () => inForce);
  const desk = openDesk(service, falsifying.apiBase);
  try {
    const runs = await fireAll(desk, service, NAMES);
    const cells = cellsOf(desk, name, runs, right);
    if (!mended) return cells;
    inForce = () => {};
    await Promise.all([...desk.kept.values()].map((run) => desk.runs.followAgain(run).catch(() => undefined)));
    const again = await Promise.all(runs.map((run) => desk.runs.finished(run.id) ?? run));
    return [...cells, ...cellsOf(desk, `${name}, then mended`, again, mended)];
  } finally {
    await desk.close();
    await falsifying.stop();
  }
}

function cellsOf(
  { kept }: Desk,
  falsification: string,
  runs: readonly RunView[],
  right: Falsification['right'],
): Cell[] {
  return NAMES.map((scenario) => {
    const run = runs.find((one) => one.scenario === scenario);
    if (!run || !isOver(run)) throw new Error(`${falsification}: ${scenario} has no verdict.`);
    const beforeEnd = kept.get(run.id)?.observation?.statusBeforeEnd;
    return { falsification, scenario, verdict: run.state, right: right(scenario, beforeEnd), reason: run.reason };
  });
}

/** Plays the falsifications whose name contains `only`, each against a service of its own, a few at a time. */
export async function verdictMatrix(only = ''): Promise<Cell[]> {
  const left = FALSIFICATIONS.filter(({ name }) => name.includes(only));
  const cells: Cell[][] = [];
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const service = await startFastService();
      cells.push(await rowOf(service, next).finally(() => service.close()));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return cells.flat();
}

const AT_ONCE = 3;

/** A row a falsification: how often each verdict was given, and which were wrong. */
export function matrixInWords(cells: readonly Cell[]): string {
  const lines = ['| Falsified | Verdicts | Wrong |', '|---|---|---|'];
  for (const name of new Set(cells.map(({ falsification }) => falsification))) {
    const row = cells.filter(({ falsification }) => falsification === name);
    const verdicts = [...new Set(row.map(({ verdict }) => verdict))].sort();
    const counts = verdicts.map((one) => `${row.filter(({ verdict }) => verdict === one).length} ${one}`);
    const wrong = row
      .filter(isWrong)
      .map(({ scenario, verdict, right }) => `${scenario}: ${verdict}, not ${right.join(' or ')}`);
    lines.push(`| ${name} | ${counts.join(', ')} | ${wrong.join('; ') || 'none'} |`);
  }
  const wrong = cells.filter(isWrong);
  const falsePasses = wrong.filter(({ verdict }) => verdict === 'pass').length;
  const falseFails = wrong.filter(({ verdict }) => verdict === 'fail').length;
  lines.push(
    '',
    `${cells.length} verdicts: ${falsePasses} false passes, ${falseFails} false fails, ${wrong.length - falsePasses - falseFails} wrong otherwise.`,
  );
  return `${lines.join('\n')}\n`;
}
