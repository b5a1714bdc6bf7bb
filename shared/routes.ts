/**
 * Addresses of the page that are written as text: what the main side leads to (notifications, the menu, opened files, links
 * from outside), and what rows of tables are linked by. A `Route` can only be made here, so an address that no screen answers does not compile; a test holds each one to the
 * page's router.
 */

/** A path of the page with its query, such as `/w/demo/meters/438131~1068234?from=1768521600`. */
export type Route = string & { readonly brand: 'Route' };

/** Scheme of links that open a view from outside: `meterscope://w/demo/meters`. */
export const LINK_SCHEME = 'meterscope';

/** Letters. Enough for a sum of a few hundred meters that were chosen by hand; a longer link is not one of ours. */
const MAX_LINK_LENGTH = 8_000;

const route = (...parts: string[]): Route => `/${parts.map(encodeURIComponent).join('/')}` as Route; // made here alone
const asJson = (value: string) => encodeURIComponent(JSON.stringify(value));

export const routes = {
  /** Without a workspace: the page takes the one that was shown last. */
  about: () => route('about'),
  settings: () => route('settings'),
  files: (workspace: string) => route('w', workspace, 'files'),
  jobs: (workspace: string) => route('w', workspace, 'jobs'),
  authorization: (workspace: string, authorization: string) => route('w', workspace, 'authorizations', authorization),
  /** @param usagePoint its id in the store */
  meter: (workspace: string, usagePoint: string) => route('w', workspace, 'meters', usagePoint),
  /** An event opened in its log; a request in the log of requests. The router reads values as JSON. */
  event: (workspace: string, uid: string) => `${route('w', workspace, 'events')}?event=${asJson(uid)}` as Route,
  delivery: (workspace: string, id: number) =>
    `${route('w', workspace, 'events')}?tab=deliveries&delivery=${id}` as Route,
  request: (workspace: string, id: string) => `${route('w', workspace, 'requests')}?request=${asJson(id)}` as Route,
  /** An entry as it was received. */
  entry: (workspace: string, entry: string) => route('w', workspace, 'entries', entry),
  run: (workspace: string, run: string) => route('w', workspace, 'support', 'runs', run),
  batch: (workspace: string, batch: string) => route('w', workspace, 'support', 'batches', batch),
  collection: (workspace: string, collection: string) => route('w', workspace, 'collections', collection),
} as const;

/**
 * The address in a link from outside. Any web page can offer such a link, so it only leads somewhere, it never acts.
 * @returns undefined for anything but a plain path into a workspace with an ordinary query
 */
export function routeOfLink(link: string): Route | undefined {
  if (link.length > MAX_LINK_LENGTH || !link.toLowerCase().startsWith(`${LINK_SCHEME}:`)) return undefined;
  const rest = link.slice(LINK_SCHEME.length + 1).replace(/^\/*/, '/');
  const [before = '', ...queries] = rest.split('?');
  // Words, ids and escaped letters; no dots alone, no backslashes, no second scheme, no fragment.
  const path = before.replace(/\/+$/, '');
  if (!/^\/w\/[a-z0-9-]+(\/[\w~.%-]+)*$/i.test(path)) return undefined;
  if (path.split('/').some((part) => /^\.+$/.test(decodeSafely(part)))) return undefined;
  const query = queries.join('?');
  if (!/^[\w~.%&=+!*'(),:-]*$/.test(query)) return undefined;
  return (query === '' ? path : `${path}?${query}`) as Route; // checked above, part by part
}

/** The link that opens an address of the page from outside; undefined where {@link routeOfLink} would not take it: it is too long. */
export function linkOfRoute(address: string): string | undefined {
  const link = `${LINK_SCHEME}:/${address}`;
  return routeOfLink(link) === undefined ? undefined : link;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '..';
  }
}
