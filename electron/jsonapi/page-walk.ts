/** A walk through the pages of a list, which ends although a service names pages again that it sent before, or empty ones for ever. */
import { AppError } from '#shared/errors.ts';

/** A filter may leave a page empty; more than these after each other lead nowhere. */
const MOST_EMPTY = 3;

/**
 * Begins a walk. What it gives is called with each page: the address of its next page, and the uids of its entries.
 * It answers that address, undefined after the last page.
 * @throws AppError `pages_repeat` for a page that was there before, by its address or because it holds nothing new, and for
 *   one empty page after the other
 */
export function pageWalk(): (next: string | undefined, uids: readonly string[]) => string | undefined {
  const addresses = new Set<string>();
  const known = new Set<string>();
  let empty = 0;
  return (next, uids) => {
    const before = known.size;
    for (const uid of uids) known.add(uid);
    if (next === undefined) return undefined;
    empty = uids.length === 0 ? empty + 1 : 0;
    const isNew = uids.length === 0 ? empty <= MOST_EMPTY : known.size > before;
    if (!isNew || addresses.has(next)) throw pagesRepeat();
    addresses.add(next);
    return next;
  };
}

function pagesRepeat(): AppError {
  return new AppError({
    code: 'pages_repeat',
    message: 'The service names more and more pages of this list with nothing new on them, and no end of it.',
    action: 'Try again later. If this stays so, report it to the service with the request log.',
  });
}
