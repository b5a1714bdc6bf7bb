/**
 * What the system asks a starting program for: files to open and an address to show. Comes from command lines (Linux,
 * Windows), which any web page can cause by a `meterscope:` link; so an address only leads somewhere, it never acts.
 */

/** Scheme of deep links. */
export const LINK_SCHEME = 'meterscope';

export interface LaunchRequest {
  /** Absolute paths of Green Button files. */
  files: string[];
  /** Address of the renderer, e.g. `/w/demo/meters`. */
  route: string | undefined;
}

/**
 * @param args what stands behind the program's name, switches included
 * @param resolve makes a path absolute, against the folder that the command was given in
 */
export function readLaunchRequest(args: readonly string[], resolve: (file: string) => string): LaunchRequest {
  const request: LaunchRequest = { files: [], route: undefined };
  for (const arg of args) {
    if (arg.startsWith('-')) continue;
    if (arg.toLowerCase().startsWith(`${LINK_SCHEME}:`)) request.route ??= routeOfLink(arg);
    else if (/\.(xml|greenbutton)$/i.test(arg)) request.files.push(resolve(arg));
  }
  return request;
}

/**
 * The renderer's address in a deep link: `meterscope://w/demo/meters` or `meterscope:/w/demo/meters`. Undefined for anything
 * that is not a plain path into a workspace.
 */
export function routeOfLink(link: string): string | undefined {
  const rest = link.slice(LINK_SCHEME.length + 1).replace(/^\/*/, '/');
  if (rest.length > 500) return undefined;
  // Words, ids and escaped letters; no dots alone, no backslashes, no second scheme, no query that could carry more.
  const path = rest.replace(/\/+$/, '');
  if (!/^\/w\/[a-z0-9-]+(\/[\w~.%-]+)*$/i.test(path)) return undefined;
  return path.split('/').some((part) => /^\.+$/.test(decodeSafely(part))) ? undefined : path;
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '..';
  }
}
