/** What the system asks a starting program for: files to open and an address to show. */
import { FILE_ENDINGS } from '#shared/file-types.ts';
import { LINK_SCHEME, type Route, routeOfLink } from '#shared/routes.ts';

export interface LaunchRequest {
  /** Absolute paths of Green Button files. */
  files: string[];
  /** The address that the window shall show. */
  route: Route | undefined;
}

/**
 * Reads a command line (Linux, Windows), which any web page can cause by a `meterscope:` link.
 * @param args what stands behind the program's name, switches included
 * @param resolve makes a path absolute, against the folder that the command was given in
 */
export function readLaunchRequest(args: readonly string[], resolve: (file: string) => string): LaunchRequest {
  const request: LaunchRequest = { files: [], route: undefined };
  for (const arg of args) {
    if (arg.startsWith('-')) continue;
    if (arg.toLowerCase().startsWith(`${LINK_SCHEME}:`)) request.route ??= routeOfLink(arg);
    else if (isGreenButton(arg)) request.files.push(resolve(arg));
  }
  return request;
}

/**
 * The data folder that a command line names, as `--data DIR` or `--data=DIR`: then nothing is written elsewhere.
 * @returns undefined where it names none
 */
export function askedDataFolder(args: readonly string[], resolve: (file: string) => string): string | undefined {
  const at = args.findIndex((arg) => arg === '--data' || arg.startsWith('--data='));
  const named = args[at]?.startsWith('--data=') ? args[at].slice('--data='.length) : args[at + 1];
  return at < 0 || named === undefined || named === '' ? undefined : resolve(named);
}

function isGreenButton(file: string): boolean {
  return FILE_ENDINGS.some((ending) => file.toLowerCase().endsWith(`.${ending}`));
}
