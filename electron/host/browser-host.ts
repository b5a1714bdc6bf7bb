/** The host without Electron: plain Node, the renderer in a browser tab, no native dialogs. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { hopsOfEnvironment } from '../network/environment.ts';
import { ownAddresses } from '../network/own-addresses.ts';
import { type DataPaths, type Host, refuse } from './host.ts';
import { keyFileCipher } from './key-file-cipher.ts';
import { forkNodeChild } from './node-child.ts';

/** @param paths of the data folder that was opened */
export function createBrowserHost(paths: DataPaths): Host {
  return {
    kind: 'browser',
    capabilities: {
      openDialog: false,
      saveDialog: false,
      notifications: false,
      clipboard: false,
      pdf: false,
      trash: false,
    },
    paths,
    versions: { node: process.versions.node },
    secrets: keyFileCipher(paths.files),
    start: (entry, args) => forkNodeChild(childFile(entry), args),
    systemProxy: async (url) => hopsOfEnvironment(url, process.env),
    ownAddresses,
    // Nobody tells a plain Node program.
    onWake: () => undefined,
    chooseFiles: async () =>
      refuse(
        'openDialog',
        'A browser tab cannot show a file dialog of the program.',
        'Drop the files on the page instead.',
      ),
    chooseFolder: async () =>
      refuse('openDialog', 'A browser tab cannot show a folder dialog of the program.', 'Type the path of the folder.'),
    chooseSavePath: async () =>
      refuse('saveDialog', 'A browser tab cannot choose a folder.', 'Use the download that the page offers.'),
    printPdf: async () =>
      refuse(
        'pdf',
        'A browser tab cannot be printed by the program.',
        'Print it with the browser, which can save a PDF.',
      ),
    openExternal: openInBrowser,
    readClipboard: async () =>
      refuse(
        'clipboard',
        'A browser tab hides the clipboard from the program.',
        'Paste the token into the field instead.',
      ),
    showFolder: async (folder) =>
      refuse('openDialog', 'A browser tab cannot open a folder of this computer.', `Open it yourself: ${folder}`),
    showInFolder: async (file) =>
      refuse('openDialog', 'A browser tab cannot open a folder of this computer.', `Open it yourself: ${file}`),
    // The browser has such lists, and the program gets copies only.
    noteOpened: () => undefined,
    trash: async (file) =>
      refuse('trash', 'A browser tab cannot put a file into the trash.', `Delete it yourself: ${file}`),
    notify: async () =>
      refuse(
        'notifications',
        'A browser tab shows no notifications of the program.',
        'Keep the page open to see the result.',
      ),
  };
}

/** The built file of a child process; it is beside the bundle that runs. */
export function childFile(entry: string): string {
  return path.join(path.dirname(fileURLToPath(import.meta.url)), `${entry}.js`);
}

/** Opens a link with the desktop's own opener. Used with checked URLs only (see externalUrl). */
export async function openInBrowser(url: string): Promise<void> {
  const opener =
    process.platform === 'darwin'
      ? '/usr/bin/open'
      : process.platform === 'win32'
        ? 'explorer.exe'
        : '/usr/bin/xdg-open';
  if (process.platform === 'linux' && !existsSync(opener)) {
    refuse(
      'openExternal',
      'No program to open links was found on this computer.',
      `Open this address yourself: ${url}`,
    );
  }
  await new Promise<void>((resolve) => execFile(opener, [url], () => resolve()));
}
