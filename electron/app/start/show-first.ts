/** What there is already is shown before anything begins that takes the engine or half of a small machine. */
import { newestStore } from '../../host/index.ts';
import type { BaseParts } from '../base-parts.ts';

/**
 * Opens the store that a window is likely to ask for, while the window still loads. Resolves once its data was shown; at
 * once where nothing was fetched yet. Never rejects.
 */
export async function showFirst({
  host,
  engine,
  usable,
}: Pick<BaseParts, 'host' | 'engine' | 'usable'>): Promise<void> {
  const workspace = newestStore(host.paths.data);
  if (workspace === undefined) return;
  // A store that cannot be opened says so on the screen.
  const fetched = await engine.call('cursors.list', { workspace }).catch(() => []);
  if (fetched.length > 0) await usable.soon();
}
