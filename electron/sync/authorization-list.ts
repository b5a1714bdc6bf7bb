import type { GetOptions } from '../greenbutton/index.ts';
import type { HttpStream } from '../http/index.ts';
import { type Client, type Destination, feedToStore } from './feed-to-store.ts';

/** Rows that the store is asked for at once; its own limit. */
const PAGE = 10_000;
/** AuthorizationStatus of ESPI: 0 revoked, 2 denied. Their data is gone at the service, so nothing is asked for. */
const ENDED = new Set<unknown>([0, 2]);

interface AuthorizationList {
  /** auth_uids that may have data, the newest first, those that the list should name and does not before them. */
  uids: string[];
  /** Some of the list could not be read: there may be more of them. */
  damaged: boolean;
}

/**
 * Fetches the list of authorizations into the store. One whose token is held here and that is not known to have ended belongs to it,
 * also where the list does not name it: asked for its data, the service says what became of it.
 * The list is read by the engine, not here: with 10,000 entries that would hold up the window.
 * @param withToken auth_uids whose access_token is kept and not lost
 */
export async function listAuthorizations(
  client: Client,
  to: Destination,
  withToken: readonly string[],
  options: GetOptions,
): Promise<AuthorizationList> {
  const keep = (answer: HttpStream) => feedToStore(answer, { ...to, asked: 'authorizations' });
  const listed = await client.stream('AuthorizationList', {}, keep, options);
  const ids = new Set(listed.authorizations);
  const uids: string[] = [];
  const unnamed = new Set(withToken);
  for (let offset = 0, total = 1; offset < total; offset += PAGE) {
    const page = await to.engine.call('authorizations.list', { workspace: to.workspace, offset, limit: PAGE });
    total = page.total;
    for (const { id, uid, status } of page.rows) {
      const hasEnded = ENDED.has(status.code);
      if (ids.has(id) && !hasEnded) uids.push(uid);
      if (ids.has(id) || hasEnded) unnamed.delete(uid);
    }
  }
  return { uids: [...unnamed, ...uids], damaged: listed.damaged };
}
