/** The product's host: Electron. Keychain, native dialogs, utility processes, notifications. */
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  Notification,
  powerMonitor,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { AppError } from '#shared/errors.ts';
import type { Route } from '#shared/routes.ts';
import { childFile } from '../host/browser-host.ts';
import { CHILD_SETTINGS } from '../host/child-settings.ts';
import { type ChildProcessPort, type DataPaths, type Host, refuse, type SecretCipher } from '../host/host.ts';
import { ownAddresses } from '../network/own-addresses.ts';
import { hopsOfPac } from '../network/proxy.ts';

/**
 * @param paths of the data folder that was opened
 * @param window the window that dialogs belong to and that a clicked notification raises
 * @param openRoute opens an address of the renderer in the window
 * @param noteOpened is told of each file that was opened
 */
export function createDesktopHost(
  paths: DataPaths,
  window: () => BrowserWindow | undefined,
  openRoute: (route: Route) => void,
  noteOpened: Host['noteOpened'],
): Host {
  return {
    kind: 'desktop',
    capabilities: {
      openDialog: true,
      saveDialog: true,
      notifications: Notification.isSupported(),
      clipboard: true,
      pdf: true,
      trash: true,
    },
    paths,
    versions: {
      electron: process.versions.electron ?? '',
      chromium: process.versions.chrome ?? '',
      node: process.versions.node,
    },
    secrets: safeStorageCipher(),
    start: (entry, args) => forkUtility(childFile(entry), args),
    // Chromium knows the system's settings, and runs its PAC file.
    ownAddresses,
    onWake: (listener) => void powerMonitor.on('resume', listener),
    systemProxy: async (url) => hopsOfPac(await session.defaultSession.resolveProxy(url)),
    async chooseFiles(options) {
      const answer = await withParent(window(), (parent) =>
        dialog.showOpenDialog(...parent, {
          title: options.title,
          properties: ['openFile', 'multiSelections'],
          filters: [
            { name: 'Green Button files', extensions: [...options.extensions] },
            { name: 'All files', extensions: ['*'] },
          ],
        }),
      );
      return answer.canceled ? [] : answer.filePaths;
    },
    async chooseFolder(options) {
      const answer = await withParent(window(), (parent) =>
        dialog.showOpenDialog(...parent, { title: options.title, properties: ['openDirectory', 'createDirectory'] }),
      );
      return answer.canceled ? undefined : answer.filePaths[0];
    },
    async chooseSavePath(options) {
      const answer = await withParent(window(), (parent) =>
        dialog.showSaveDialog(...parent, { title: options.title, defaultPath: options.suggested }),
      );
      return answer.canceled ? undefined : answer.filePath;
    },
    printPdf: () => withParent(window(), ([parent]) => onWhite(parent, () => parent.webContents.printToPDF(printed()))),
    openExternal: (url) => shell.openExternal(url),
    readClipboard: async () => clipboard.readText(),
    async showFolder(folder) {
      const problem = await shell.openPath(folder);
      if (problem !== '') refuse('openDialog', 'The folder could not be opened.', `Open it yourself: ${folder}`);
    },
    showInFolder: async (file) => shell.showItemInFolder(file),
    noteOpened,
    async trash(file) {
      await shell.trashItem(file).catch(() => {
        refuse('trash', 'The file could not be put into the trash.', `Delete it yourself: ${file}`);
      });
    },
    async notify(notification) {
      const shown = new Notification({ title: notification.title, body: notification.body });
      clickable.add(shown);
      shown.on('close', () => clickable.delete(shown));
      shown.on('click', () => {
        clickable.delete(shown);
        window()?.show();
        if (notification.route) openRoute(notification.route);
      });
      shown.show();
    },
  };
}

/** Notifications that may still be clicked: one that nobody holds is collected as garbage, and its click leads nowhere. */
const clickable = new Set<Notification>();

/** What stands behind the page, on the screen and in the margins of paper, is white meanwhile. */
async function onWhite<T>(window: BrowserWindow, print: () => Promise<T>): Promise<T> {
  const ground = window.getBackgroundColor();
  window.setBackgroundColor('#ffffff');
  try {
    return await print();
  } finally {
    if (!window.isDestroyed()) window.setBackgroundColor(ground);
  }
}

/** Countries whose paper is Letter. */
const LETTER = ['US', 'CA', 'MX'];
/** Of a page, inches; as in the print style sheet (renderer/ui/report/report.css). */
const MARGIN = 0.6;

/** How pages are printed. Only their number is written into the margin: what else stands on each page is the report's own. */
function printed(): Electron.PrintToPDFOptions {
  return {
    pageSize: LETTER.includes(app.getLocaleCountryCode()) ? 'Letter' : 'A4',
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    printBackground: true,
    generateTaggedPDF: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate:
      '<div style="width: 100%; text-align: center; font: 8px sans-serif; color: #5a6573">Page <span class="pageNumber"></span> of <span class="totalPages"></span></div>',
  };
}

/** Dialogs hang on the window where there is one. */
function withParent<T>(window: BrowserWindow | undefined, show: (parent: [BrowserWindow]) => T): T {
  if (window === undefined) {
    throw new AppError({ code: 'no_window', message: 'The window has been closed.', action: 'Open the window again.' });
  }
  return show([window]);
}

function forkUtility(file: string, args: readonly string[]): ChildProcessPort {
  const child = utilityProcess.fork(file, [...args], {
    stdio: 'pipe',
    serviceName: `Meterscope ${path.basename(file, '.js')}`,
    env: { ...CHILD_SETTINGS, ...process.env },
  });
  return {
    get pid() {
      return child.pid;
    },
    postMessage: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code)),
    // Electron types them as web-ish streams; they are Node's.
    stdout: child.stdout as Readable | null,
    stderr: child.stderr as Readable | null,
    kill: () => void child.kill(),
  };
}

/** Electron's safeStorage. On Linux its backend can be `basic_text`: a fixed key, which protects nothing. */
function safeStorageCipher(): SecretCipher {
  const backend = () => {
    if (process.platform === 'linux') return safeStorage.getSelectedStorageBackend();
    return process.platform === 'darwin' ? 'keychain' : 'dpapi';
  };
  // Electron refuses to seal with its fixed key unless told to; it is asked to only after the user agreed (SecretsStore).
  const allowPlainText = () => {
    if (backend() === 'basic_text') safeStorage.setUsePlainTextEncryption(true);
  };
  return {
    get backend() {
      return backend();
    },
    get strength() {
      return backend() === 'basic_text' || !safeStorage.isEncryptionAvailable() ? 'weak' : 'os';
    },
    ready: () => app.whenReady(),
    async encrypt(text) {
      await app.whenReady();
      allowPlainText();
      if (!safeStorage.isEncryptionAvailable()) {
        throw new AppError({
          code: 'secrets_unavailable',
          message: 'The system offers no secure storage for secrets.',
          action: 'Unlock the keychain, or keep tokens and passwords for this session only.',
        });
      }
      return safeStorage.encryptString(text);
    },
    async decrypt(bytes) {
      await app.whenReady();
      allowPlainText();
      try {
        return safeStorage.decryptString(Buffer.from(bytes));
      } catch (cause) {
        throw new AppError(
          {
            code: 'secret_unreadable',
            message: 'The saved tokens and passwords cannot be read with the key of this computer.',
            action: 'Enter them again.',
          },
          { cause },
        );
      }
    },
  };
}

/** The user's own data folder of the desktop program. */
export function desktopDataFolder(): string {
  return process.env.METERSCOPE_DATA ? path.resolve(process.env.METERSCOPE_DATA) : app.getPath('userData');
}
