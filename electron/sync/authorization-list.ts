import type { GetOptions } from '../greenbutton/index.ts';
import { type Client, type Destination, feedToStore } from './feed-to-store.ts';

/** Rows that the store is asked for at once; its own limit. */
const PAGE = 10_000;
/** AuthorizationStatus of ESPI: 0 revoked, 2 denied. Their data is gone at the service, so nothing is asked for. */
const ENDED = new Set<unknown>([0, 2]);

interface AuthorizationList {
  /** auth_uids that may have data. */
  uids: string[];
  /** Some of the list could not be read: there may be more of them. */
  damaged: boolean;
}

/**
 * Fetches the list of authorizations into the store.
 * The list is read by the engine, not here: with 10,000 entries that would hold up the window.
 */
export async function listAuthorizations(
  client: Client,
  to: Destination,
  options: GetOptions,
): Promise<AuthorizationList> {
  const listed = await client.stream('AuthorizationList', {}, (answer) => feedToStore(answer, to), options);
  const ids = new Set(listed.authorizations);
  const uids: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await to.engine.call('authorizations.list', { workspace: to.workspace, offset, limit: PAGE });
    total = page.total;
    for (const row of page.rows) if (ids.has(row.id) && !ENDED.has(row.status.code)) uids.push(row.uid);
  }
  return { uids, damaged: listed.damaged };
}
