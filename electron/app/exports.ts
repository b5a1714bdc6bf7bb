/** Exports as jobs: they have progress, can be cancelled, and begin anew after a restart. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { exportCalls } from '#shared/contract/exports.ts';
import type { JobContext } from '../jobs/index.ts';
import type { BaseParts } from './base-parts.ts';

export const EXPORT_JOB = 'export';

const exportInput = z.object({
  folder: z.string(),
  ...exportCalls['export.start'].input.omit({ workspace: true }).shape,
});
type ExportInput = z.infer<typeof exportInput>;

/** Makes the job known. Must run before jobs are restored. */
export function setupExports({ jobs, engine, connections, written }: BaseParts): void {
  jobs.register({
    kind: EXPORT_JOB,
    input: exportInput,
    // Nothing is kept: a half-written export is removed and written again.
    checkpoint: z.undefined(),
    title: ({ format, folder, everything }) =>
      everything
        ? `Save everything to ${folder}`
        : `Export as ${format === 'parquet' ? 'Parquet' : format.toUpperCase()} to ${folder}`,
    exclusive: true,
    run: async (context) => {
      await runExport(engine, context);
      const { input, workspace } = context;
      written.add(input.folder);
      if (!input.everything) return;
      // Nothing in it is secret; see workspace.ts.
      const settings = JSON.stringify(connections.workspaces.get(workspace), null, 2);
      await writeFile(path.join(input.folder, 'workspace.json'), `${settings}\n`, { mode: 0o600 });
    },
  });
}

async function runExport(
  engine: BaseParts['engine'],
  { id, workspace, input, signal, progress }: JobContext<ExportInput, undefined>,
): Promise<void> {
  // What an export that was killed had begun; the engine writes nowhere else until all is there.
  await rm(path.join(input.folder, '.incomplete'), { recursive: true, force: true });
  const stop = engine.on('export.progress', ({ token, done, total, step }) => {
    if (token === id) progress({ done, total, step, readings: done });
  });
  try {
    const result = await engine.call('export.run', { workspace, token: id, ...input }, { signal });
    progress({
      done: result.readings,
      total: result.readings,
      readings: result.readings,
      bytes: result.bytes,
      step: `${result.files.length} files in ${input.folder}`,
    });
  } finally {
    stop();
  }
}
