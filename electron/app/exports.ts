/** Exports as jobs: they have progress, can be cancelled, and go on after a restart. */
import { z } from 'zod';
import { exportCalls } from '#shared/contract/exports.ts';
import { countedWithCommas } from '../common/counted.ts';
import type { JobContext } from '../jobs/index.ts';
import type { BaseParts } from './base-parts.ts';
import { PROGRAM } from './version.ts';

export const EXPORT_JOB = 'export';

const exportInput = z.object({
  folder: z.string(),
  ...exportCalls['export.start'].input.omit({ workspace: true }).shape,
});
type ExportInput = z.infer<typeof exportInput>;

/** Makes the job known. Must run before jobs are restored. */
export function setupExports(parts: BaseParts): void {
  const { jobs, written } = parts;
  jobs.register({
    kind: EXPORT_JOB,
    input: exportInput,
    // Nothing is kept: the engine finds out in the folder what an export that was killed left to do.
    checkpoint: z.undefined(),
    title: ({ format, folder, everything }) =>
      everything
        ? `Save everything to ${folder}`
        : `Export as ${format === 'parquet' ? 'Parquet' : format.toUpperCase()} to ${folder}`,
    exclusive: true,
    run: async (context) => {
      await runExport(parts, context);
      written.add(context.input.folder);
    },
  });
}

async function runExport(
  { engine, connections, policy }: BaseParts,
  { id, workspace, input, signal, progress }: JobContext<ExportInput, undefined>,
): Promise<void> {
  // Also one that was begun before the policy came.
  policy.requireExport(input.everything ? 'everything' : input.format);
  const stop = engine.on('export.progress', ({ token, done, total, step }) => {
    if (token === id) progress({ done, total, step, readings: done });
  });
  try {
    const { everything, ...choices } = input;
    const own = connections.workspaces.get(workspace);
    const { readings, meters, bytes, files } = await engine.call(
      'export.run',
      {
        workspace,
        token: id,
        ...choices,
        about: { program: PROGRAM.name, version: PROGRAM.version, workspace: own.name },
        // Nothing in it is secret; see workspace.ts.
        ...(everything ? { everything: { settings: `${JSON.stringify(own, null, 2)}\n` } } : {}),
      },
      { signal },
    );
    const outcome = `${countedWithCommas(readings, 'reading')} of ${countedWithCommas(meters, 'meter')} in ${countedWithCommas(files.length, 'file')}`;
    progress({ done: readings, total: readings, readings, bytes, outcome });
  } finally {
    stop();
  }
}
