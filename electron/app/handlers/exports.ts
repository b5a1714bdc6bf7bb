import path from 'node:path';
import type { exportCalls } from '#shared/contract/exports.ts';
import type { Handlers } from '../../rpc/index.ts';
import { EXPORT_JOB } from '../exports.ts';
import type { AppParts } from '../parts.ts';

/** Starts exports. Where they go is asked by the host or decided here; the page cannot name a place on the disk. */
export function exportHandlers({ host, jobs }: AppParts): Pick<Handlers, keyof typeof exportCalls> {
  return {
    'export.start': async ({ workspace, ...input }) => {
      const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-');
      const name = `meterscope-${workspace}-${stamp}`;
      const folder = host.capabilities.saveDialog
        ? await host.chooseSavePath({ title: 'Export to a new folder', suggested: name })
        : path.join(host.paths.data, 'exports', name);
      if (folder === undefined) return undefined;
      const job = await jobs.start(EXPORT_JOB, workspace, { ...input, folder });
      return { job: job.id, folder };
    },
  };
}
