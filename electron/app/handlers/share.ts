import type { shareCalls } from '#shared/contract/share.ts';
import { AppError } from '#shared/errors.ts';
import { teamServerUrl } from '../../connections/index.ts';
import { refuse } from '../../host/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { COMPARE_JOB, changeShare, DATASET_JOB, startOnServer } from '../sharing.ts';

/** Sharing: the page says what to do; where to was entered as the team server, or chosen in the host's own dialog. */
export function shareHandlers(parts: AppParts): CoreHandlers<typeof shareCalls> {
  const { comparisons, connections, engine, host, jobs, policy } = parts;
  return {
    'share.get': ({ workspace }) => ({
      ...connections.workspaces.get(workspace).share,
      comparison: comparisons.get(workspace),
    }),
    'share.publish': async ({ workspace }) => ({ job: (await startOnServer(parts, workspace)).id }),
    'share.setPublishAfterSync': async ({ workspace, on }) => {
      if (on) policy.requireExport('publish');
      await changeShare(connections, workspace, { publishAfterSync: on });
    },
    'share.prepare': async ({ workspace }) => {
      policy.requireExport('publish');
      await engine.call('publish.prepare', { workspace, to: await teamServerUrl(connections, workspace) });
    },
    'share.compare': async ({ workspace }) => ({ job: (await startOnServer(parts, workspace, COMPARE_JOB)).id }),
    'share.chooseFolder': async ({ workspace }) => {
      policy.requireExport('dataset');
      if (!host.capabilities.openDialog) refuse('openDialog', NO_DIALOG, INSTEAD);
      const folder = await host.chooseFolder({ title: 'Folder of the data set' });
      if (folder === undefined) return undefined;
      const before = connections.workspaces.get(workspace).share.dataset;
      if (before?.folder !== folder) await changeShare(connections, workspace, { dataset: { folder } });
      return { folder };
    },
    'share.writeDataset': async ({ workspace, compact }) => {
      policy.requireExport('dataset');
      const { dataset } = connections.workspaces.get(workspace).share;
      if (dataset === undefined) {
        throw new AppError({
          code: 'dataset_no_folder',
          message: 'No folder was chosen for the data set.',
          action: 'Choose one on the Share screen.',
        });
      }
      const job = await jobs.start(DATASET_JOB, workspace, { folder: dataset.folder, compact });
      return { job: job.id };
    },
  };
}

const NO_DIALOG = 'A browser tab cannot show a folder dialog of the program.';
const INSTEAD = 'Choose the folder once in the desktop program, or use the command meterscope export --format dataset.';
