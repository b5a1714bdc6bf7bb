import { writeFile } from 'node:fs/promises';
import type { exportCalls } from '#shared/contract/exports.ts';
import { exportKindOf } from '#shared/export-kinds.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import { EXPORT_JOB } from '../exports.ts';
import type { AppParts } from '../parts.ts';
import { newExport, withTime } from './new-export.ts';

/** Starts exports and saves files. The host asks for the target, or it is decided here; the page cannot name a path. */
export function exportHandlers({ host, jobs, policy, written }: AppParts): CoreHandlers<typeof exportCalls> {
  return {
    'export.start': async ({ workspace, ...input }) => {
      policy.requireExport(input.everything ? 'everything' : input.format);
      const name = `meterscope-${workspace}`;
      const folder = host.capabilities.saveDialog
        ? await host.chooseSavePath({ title: 'Export to a new folder', suggested: withTime(name) })
        : await newExport(host.paths.data, name);
      if (folder === undefined) return undefined;
      const job = await jobs.start(EXPORT_JOB, workspace, { ...input, folder });
      return { job: job.id, folder };
    },
    'export.save': async ({ name, base64 }) => {
      policy.requireExport(exportKindOf(name));
      const file = await host.chooseSavePath({ title: 'Save', suggested: fileName(name) });
      if (file === undefined) return undefined;
      await writeFile(file, Buffer.from(base64, 'base64'));
      written.add(file);
      return { path: file };
    },
    'export.pdf': async ({ name }) => {
      policy.requireExport('pictures');
      if (!host.capabilities.pdf) await host.printPdf(); // refuses, before anybody is asked
      const file = await host.chooseSavePath({ title: 'Save as PDF', suggested: fileName(name) });
      if (file === undefined) return undefined;
      await writeFile(file, await host.printPdf());
      written.add(file);
      return { path: file };
    },
    'export.permit': ({ name }) => policy.requireExport(exportKindOf(name)),
    'export.show': ({ path: file }) => host.showInFolder(written.require(file)),
  };
}

/** A name without a path: the name of a service or a meter must not lead out of the folder. */
function fileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').replace(/^\.+/, '_');
}
