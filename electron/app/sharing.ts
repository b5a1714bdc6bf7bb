/** Publishing, comparing and data sets as jobs: they have progress, can be cancelled, and go on after a restart. */
import { z } from 'zod';
import type { JobView } from '#shared/contract/jobs.ts';
import type { ComparisonView, ShareSettings } from '#shared/contract/share.ts';
import { AppError } from '#shared/errors.ts';
import { countedWithCommas, withCommas } from '../common/counted.ts';
import { requireTeamServer, teamServerPlace, teamServerUrlOf } from '../connections/index.ts';
import type { JobContext } from '../jobs/index.ts';
import type { BaseParts } from './base-parts.ts';
import { PROGRAM } from './version.ts';

export const PUBLISH_JOB = 'publish';
export const COMPARE_JOB = 'publish.compare';
export const DATASET_JOB = 'dataset';

/** `server`: where, without password. What a job was started for is not done to another server. */
const serverInput = z.object({ server: z.string() });
type ServerJob = JobContext<z.infer<typeof serverInput>, undefined>;
const datasetInput = z.object({ folder: z.string(), compact: z.boolean() });

/** What comparisons found, by workspace, and of which server. */
export type Comparisons = Map<string, { server: string; found: ComparisonView }>;

/** How many publications of a workspace began, and how many of these ended, since the program was started. */
interface Publications {
  begun: number;
  ended: number;
}

/** What a comparison and a publication know of each other. */
interface Shared {
  comparisons: Comparisons;
  publicationsOf(workspace: string): Publications;
}

/** Makes the jobs known. Must run before jobs are restored. */
export function setupSharing(parts: BaseParts): Comparisons {
  const comparisons: Comparisons = new Map();
  const publications = new Map<string, Publications>();
  const publicationsOf = (workspace: string) => {
    const known = publications.get(workspace) ?? { begun: 0, ended: 0 };
    publications.set(workspace, known);
    return known;
  };
  const shared = { comparisons, publicationsOf };
  // Nothing is kept of a job: the engine finds out on the server, or in the folder, what is left to do.
  const checkpoint = z.undefined();
  parts.jobs.register({
    kind: PUBLISH_JOB,
    input: serverInput,
    checkpoint,
    title: ({ server }) => `Publish to ${server}`,
    exclusive: true,
    run: (context) => publish(parts, context, shared),
  });
  parts.jobs.register({
    kind: COMPARE_JOB,
    input: serverInput,
    checkpoint,
    title: ({ server }) => `Compare with ${server}`,
    exclusive: true,
    run: (context) => compare(parts, context, shared),
  });
  parts.jobs.register({
    kind: DATASET_JOB,
    input: datasetInput,
    checkpoint,
    title: ({ folder, compact }) => `${compact ? 'Compact' : 'Write'} the data set in ${folder}`,
    exclusive: true,
    run: (context) => writeDataset(parts, context),
  });
  return comparisons;
}

async function publish(parts: BaseParts, context: ServerJob, shared: Shared): Promise<void> {
  const { connections, engine, topics } = parts;
  const { id, workspace, signal, progress } = context;
  const to = await addressOf(parts, context);
  const publications = shared.publicationsOf(workspace);
  publications.begun += 1;
  const result = await withProgress(parts, context, () =>
    engine.call('publish.run', { workspace, to, token: id, about: aboutOf(parts, workspace) }, { signal }),
  ).finally(() => {
    // Also one that ended half-way may have changed the server.
    publications.ended += 1;
    shared.comparisons.delete(workspace);
    topics.publish('workspaces.changed', {});
  });
  const { written, readings, removed, leftOut, copies } = result;
  const left = [
    leftOut === 0
      ? ''
      : `; ${countedWithCommas(leftOut, 'reading')} left out: their time is outside of the years 1 to 9999`,
    copies === 0 ? '' : `; ${countedWithCommas(copies, 'meter')} left out: copies from a team server`,
  ].join('');
  const outcome =
    written === 0 && removed === 0 && result.otherRows === 0
      ? `The server has all ${countedWithCommas(readings, 'reading')} already`
      : `${countedWithCommas(readings, 'reading')} here; months with ${countedWithCommas(written, 'reading')} written, ${countedWithCommas(removed, 'month')} of series removed`;
  progress({ done: readings, total: readings, readings, outcome: outcome + left });
  // Another server may have been entered meanwhile.
  const { teamServer } = connections.workspaces.get(workspace);
  if (teamServer === undefined || teamServerPlace(teamServer) !== context.input.server) return;
  await changeShare(connections, workspace, { published: { at: Date.now(), ...result } });
}

/** @throws AppError `compare_overtaken` where something was published meanwhile: what was found may not hold any more */
async function compare(parts: BaseParts, context: ServerJob, shared: Shared): Promise<void> {
  const { id, workspace, signal, progress } = context;
  const to = await addressOf(parts, context);
  const publications = shared.publicationsOf(workspace);
  const { ended } = publications;
  const found = await withProgress(parts, context, () =>
    parts.engine.call('publish.compare', { workspace, to, token: id }, { signal }),
  );
  if (publications.begun > ended) {
    throw new AppError({
      code: 'compare_overtaken',
      message: 'The workspace was published while it was compared, so what was found may not hold any more.',
      action: 'Compare once more.',
    });
  }
  const outcome =
    found.differing === 0
      ? `All ${withCommas(found.series)} series agree in count, sum and checksum`
      : `${withCommas(found.differing)} of ${withCommas(found.series)} series differ`;
  progress({ done: found.series, total: found.series, outcome });
  shared.comparisons.set(workspace, { server: context.input.server, found: { at: Date.now(), ...found } });
  parts.topics.publish('workspaces.changed', {});
}

async function writeDataset(
  parts: BaseParts,
  context: JobContext<z.infer<typeof datasetInput>, undefined>,
): Promise<void> {
  const { connections, engine, policy, written } = parts;
  const { id, workspace, input, signal, progress } = context;
  policy.requireExport('dataset');
  const result = await withProgress(parts, context, () =>
    engine.call('dataset.write', { workspace, ...input, token: id, about: aboutOf(parts, workspace) }, { signal }),
  );
  written.add(input.folder);
  const { added, corrected, removed, readings, meters } = result;
  progress({
    done: readings,
    total: readings,
    readings,
    outcome: `${withCommas(added)} added, ${withCommas(corrected)} corrected, ${withCommas(removed)} removed; ${countedWithCommas(readings, 'reading')} of ${countedWithCommas(meters, 'meter')}`,
  });
  // Another folder may have been chosen meanwhile.
  if (connections.workspaces.get(workspace).share.dataset?.folder !== input.folder) return;
  await changeShare(connections, workspace, {
    dataset: { folder: input.folder, written: { at: Date.now(), ...result } },
  });
}

/** Starts publishing to the team server, or comparing with it. @throws AppError `export_not_allowed`, `team_server_missing` */
export async function startOnServer(
  { connections, jobs, policy }: Pick<BaseParts, 'connections' | 'jobs' | 'policy'>,
  workspace: string,
  kind: typeof PUBLISH_JOB | typeof COMPARE_JOB = PUBLISH_JOB,
): Promise<JobView> {
  policy.requireExport('publish');
  const server = teamServerPlace(requireTeamServer(connections, workspace));
  return await jobs.start(kind, workspace, { server });
}

/** Changes what a workspace keeps of its sharing. */
export async function changeShare(
  { workspaces }: BaseParts['connections'],
  workspace: string,
  change: Partial<ShareSettings>,
): Promise<void> {
  await workspaces.change(workspace, { share: { ...workspaces.get(workspace).share, ...change } });
}

/** The server of a job with its password. @throws AppError `export_not_allowed`, `team_server_missing`, `team_server_changed` */
async function addressOf({ connections, policy }: BaseParts, { workspace, input }: ServerJob): Promise<string> {
  // Also one that was begun before the policy came.
  policy.requireExport('publish');
  return await teamServerUrlOf(connections, workspace, input.server, 'Share');
}

function aboutOf({ connections }: BaseParts, workspace: string) {
  return { program: PROGRAM.name, version: PROGRAM.version, workspace: connections.workspaces.get(workspace).name };
}

/** Passes what the engine says of this job on to it. */
async function withProgress<T>(
  { engine }: BaseParts,
  { id, progress }: Pick<ServerJob, 'id' | 'progress'>,
  work: () => Promise<T>,
): Promise<T> {
  const stop = engine.on('export.progress', ({ token, ...at }) => {
    if (token === id) progress({ done: at.done, total: at.total, step: at.step });
  });
  try {
    return await work();
  } finally {
    stop();
  }
}
