/** Two submissions of each scenario at the same time: in one program, and in two that know nothing of each other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { type Cell, fireAll, openDesk, startFastService } from './matrix.ts';

const NAMES = SCENARIOS.map(({ name }) => name);
/** Slow enough for the steps of two runs to fall between each other; the quiet time of the desks is still longer than any step. */
const CLOCK = 60;

/** One program: runs of one scenario share their meters, so they are fired one after the other, and all must pass. */
export async function inOneProgram(): Promise<Cell[]> {
  const service = await startFastService(CLOCK);
  const desk = openDesk(service);
  try {
    const runs = await fireAll(desk, service, [...NAMES, ...NAMES]);
    return runs.map((run) => cell('two in one program', run.scenario, run.state, ['pass'], run.reason));
  } finally {
    await desk.close();
    await service.close();
  }
}

/**
 * Two programs: a collection goes to the newest authorization of a meter, so one of both may be superseded, never more.
 * @param apartMs between the submissions of the two
 */
export async function inTwoPrograms(apartMs: number): Promise<Cell[]> {
  const service = await startFastService(CLOCK);
  const desks = [openDesk(service), openDesk(service)];
  try {
    const [first = [], second = []] = await Promise.all(
      desks.map(async (desk, at) => {
        await sleep(at * apartMs);
        return await fireAll(desk, service, NAMES);
      }),
    );
    const name = `two in two programs, ${apartMs} ms apart`;
    return NAMES.flatMap((scenario) => {
      const runs = [...first, ...second].filter((run) => run.scenario === scenario);
      const right = runs.some(({ state }) => state === 'pass')
        ? (['pass', 'superseded'] as const)
        : (['pass'] as const);
      return runs.map((run) => cell(name, scenario, run.state, right, run.reason));
    });
  } finally {
    await Promise.all(desks.map((desk) => desk.close()));
    await service.close();
  }
}

function cell(
  falsification: string,
  scenario: string,
  verdict: Cell['verdict'],
  right: Cell['right'],
  reason: string | undefined,
): Cell {
  return { falsification, scenario, verdict, right, reason };
}
