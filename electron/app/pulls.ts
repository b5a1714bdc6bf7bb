/** Taking meters from the workspace's team server, as jobs: they have progress, can be cancelled, and go on after a restart. */
import { z } from 'zod';
import { FEED_AREAS } from '#shared/contract/define.ts';
import { teamCalls } from '#shared/contract/team.ts';
import { AppError } from '#shared/errors.ts';
import { countedWithCommas } from '../common/counted.ts';
import { teamServerUrl, teamServerUrlOf } from '../connections/index.ts';
import type { JobContext } from '../jobs/index.ts';
import type { BaseParts } from './base-parts.ts';

export const PULL_JOB = 'pull';

/** `server`: where the meters are, without password; undefined in jobs that were kept before it was. */
const pullInput = teamCalls['team.pull'].input.omit({ workspace: true }).extend({ server: z.string().optional() });
type PullInput = z.infer<typeof pullInput>;

/** Makes the job known. Must run before jobs are restored. */
export function setupPulls(parts: BaseParts): void {
  parts.jobs.register({
    kind: PULL_JOB,
    input: pullInput,
    // Nothing is kept: a meter that is here as it is there is not taken again.
    checkpoint: z.undefined(),
    title: ({ meters }) =>
      `Take ${meters.length === 1 ? `meter ${meters[0]?.name}` : countedWithCommas(meters.length, 'meter')} from the team server`,
    exclusive: true,
    run: (context) => runPull(parts, context),
  });
}

/** Names of the meters that jobs of a workspace are of: its store may not have them, and what is said of a job names them. */
export async function pulledNames({ engine }: Pick<BaseParts, 'engine'>, workspace: string): Promise<string[]> {
  const jobs = await engine.call('jobs.stored', { workspace });
  const inputs = jobs.filter(({ view }) => view.kind === PULL_JOB).map(({ input }) => pullInput.safeParse(input).data);
  return inputs.flatMap((input) => input?.meters.map(({ name }) => name) ?? []);
}

/** One after the other: each is a transaction of its own, so what was taken stays. */
async function runPull(
  { engine, connections, topics }: BaseParts,
  { id, workspace, input, signal, progress, failed, skipped }: JobContext<PullInput, undefined>,
): Promise<void> {
  const { meters, server } = input;
  const from =
    server === undefined
      ? await teamServerUrl(connections, workspace)
      : await teamServerUrlOf(connections, workspace, server, 'Team server');
  let readings = 0;
  // Of one meter its readings are counted, of several the meters.
  const stop = engine.on('export.progress', ({ token, done, total, step }) => {
    if (token !== id) return;
    progress(meters.length === 1 ? { done, total, step, readings: done } : { step, readings: readings + done });
  });
  try {
    for (const [place, meter] of meters.entries()) {
      if (meters.length > 1) progress({ done: place, total: meters.length, step: `Taking ${meter.name}` });
      try {
        const taken = await engine.call('pull.meter', { workspace, from, meter: meter.id, token: id }, { signal });
        if (taken.state === 'pulled' || taken.state === 'removed') {
          topics.publish('store.changed', { workspace, areas: [...FEED_AREAS, 'files'] });
        }
        if (taken.state === 'unknown') throw unknownThere(meter.name);
        if (taken.state === 'own') skipped("it is one of the workspace's own meters");
        if (taken.state === 'removed') skipped('the server does not have it any more; removed here');
        readings += taken.readings;
      } catch (error) {
        // A server that is away is away for all of them.
        if (signal.aborted || meters.length === 1) throw error;
        failed(meter.name, error);
      }
    }
    const outcome = `${countedWithCommas(readings, 'reading')} of ${countedWithCommas(meters.length, 'meter')}`;
    progress({ ...(meters.length > 1 ? { done: meters.length } : {}), readings, outcome });
  } finally {
    stop();
  }
}

function unknownThere(name: string): AppError {
  return new AppError({
    code: 'team_meter_unknown',
    message: `The server does not have the meter ${name}.`,
    action: 'It was removed there since the list was read. Go back to the list.',
  });
}
