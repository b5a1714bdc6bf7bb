import { AppError } from '#shared/errors.ts';
import type { BaseParts } from '../base-parts.ts';

/**
 * What acts on a live service is done for nobody who was not told what it means.
 * @throws AppError `workspace_read_only` or `confirmation_needed`
 */
export async function requireWanted(
  { connections }: Pick<BaseParts, 'connections'>,
  workspace: string,
  confirmed: boolean,
): Promise<void> {
  const { mode, name } = await connections.ready(workspace);
  connections.requireMayAct(workspace);
  if (mode !== 'live' || confirmed) return;
  throw new AppError({
    code: 'confirmation_needed',
    message: `"${name}" is a live workspace, so nothing was sent yet.`,
    action: 'Confirm what it will do first.',
  });
}
