import { existsSync } from 'node:fs';
import { AppError } from '#shared/errors.ts';
import { storeFiles } from '../host/index.ts';
import type { Workspace } from './workspace.ts';

/**
 * The workspace that a command of the command line means, which has a store.
 * @param asked its name or id
 * @throws AppError `workspace_unknown`, `workspace_empty` (unless it `mayBeEmpty`)
 */
export function storedWorkspace(
  workspaces: readonly Workspace[],
  dataFolder: string,
  asked: string,
  { mayBeEmpty = false } = {},
): Workspace {
  const known = workspaces.find(({ id, name }) => id === asked || name === asked);
  if (known === undefined) {
    throw new AppError({
      code: 'workspace_unknown',
      message: `There is no workspace named ${asked} in ${dataFolder}.`,
      action: `There are: ${workspaces.map(({ name }) => name).join(', ')}.`,
    });
  }
  if (!mayBeEmpty && !existsSync(storeFiles(dataFolder, known.id).file)) {
    throw new AppError({
      code: 'workspace_empty',
      message: `Nothing has been fetched into ${known.name} yet.`,
      action: 'Open it in Meterscope and fetch its data first.',
    });
  }
  return known;
}
