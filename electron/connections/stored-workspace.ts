import { existsSync } from 'node:fs';
import { AppError } from '#shared/errors.ts';
import { storeFiles } from '../host/index.ts';
import type { Workspace } from './workspace.ts';

/**
 * The workspace that a command of the command line means, which has a store.
 * @param asked its name or id
 * @throws AppError `workspace_unknown`, `workspace_ambiguous`, `workspace_empty` (unless it `mayBeEmpty`)
 */
export function storedWorkspace(
  workspaces: readonly Workspace[],
  dataFolder: string,
  asked: string,
  { mayBeEmpty = false } = {},
): Workspace {
  const [known, ...others] = workspaces.filter(({ id, name }) => id === asked || name === asked);
  if (known === undefined) {
    throw new AppError({
      code: 'workspace_unknown',
      message: `There is no workspace named ${asked} in ${dataFolder}.`,
      action: `There are: ${workspaces.map(({ name }) => name).join(', ')}.`,
    });
  }
  if (others.length > 0) {
    // Nothing keeps names apart: one may be a test, the other one live.
    const ids = [known, ...others].map(({ id, mode }) => `${id} (${mode})`);
    throw new AppError({
      code: 'workspace_ambiguous',
      message: `More than one workspace goes by "${asked}": ${ids.join(', ')}.`,
      action:
        'Give the id of the one that is meant. Where that is also the name of another one, rename that one first.',
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
