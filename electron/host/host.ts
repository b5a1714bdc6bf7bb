/**
 * Everything the app core may ask of the program that it runs in. Two hosts implement it: the desktop (Electron) and the browser
 * host (plain Node). The core never imports Electron; a host that lacks something refuses it with {@link refuse}.
 */
import type { Readable } from 'node:stream';
import type { CallOutput } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { Route } from '#shared/routes.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';
import type { Hop } from '../network/proxy.ts';
import type { DataFiles } from './data-files.ts';

/** The programs that run beside the core, each a process of its own. */
export type ChildEntry = 'engine' | 'simulator' | 'checker';

/** A running child process: messages both ways (structured clone), what it printed, and its end. */
export interface ChildProcessPort {
  readonly pid: number | undefined;
  /** Sends a message; bytes arrive as Uint8Array. */
  postMessage(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, with the exit code (null when a signal ended it). */
  onExit(listener: (code: number | null) => void): void;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  kill(): void;
}

/** What the host can do; shown to the renderer by `app.info`. */
export type HostCapabilities = CallOutput<'app.info'>['capabilities'];

/** Encrypts what must not be in plain text on disk. */
export interface SecretCipher {
  /** Name of the mechanism, e.g. `gnome_libsecret`, `keychain`, `basic_text`, `key_file`; recorded beside the secrets. */
  readonly backend: string;
  /** `os`: a key that only this user's session can open. `weak`: anybody who reads the disk can undo it. */
  readonly strength: 'os' | 'weak';
  /** Resolves once `backend` and `strength` are known (Electron knows them only after it is ready). */
  ready?(): Promise<void>;
  encrypt(text: string): Promise<Uint8Array>;
  /** @throws AppError `secret_unreadable` when the bytes were made by another backend or user. */
  decrypt(bytes: Uint8Array): Promise<string>;
  /**
   * Makes a new key in the place of one that is damaged (`encrypt` refuses that with `secret_key_damaged`); what was sealed
   * with the old one cannot be opened any more. Backends whose key belongs to the system have none to renew.
   */
  renewKey?(): Promise<void>;
}

/** A notification of the operating system; a click on it leads to `route` of the renderer. */
export interface HostNotification {
  title: string;
  body: string;
  /** Where a click leads. */
  route?: Route;
}

/** Paths. All of them change when the data folder is moved while the program runs: ask for them each time. */
export interface DataPaths {
  /** Workspaces, settings, secrets. */
  readonly data: string;
  readonly logs: string;
  /** Files that a browser uploads, and copies of kept answers that are checked; emptied at each start. */
  readonly uploads: string;
  /** The small files among the data. */
  readonly files: DataFiles;
}

export interface Host {
  readonly kind: 'desktop' | 'browser';
  readonly capabilities: HostCapabilities;
  readonly paths: DataPaths;
  readonly versions: Record<string, string>;
  readonly secrets: SecretCipher;
  /** Starts a child process. It ends with the core: also when the core was killed. */
  start(entry: ChildEntry, args: readonly string[]): ChildProcessPort;
  /**
   * The ways that the system names for an https address, in its order: the desktop's settings with their PAC file, or the
   * environment. Empty where it names none.
   */
  systemProxy(url: string): Promise<readonly Hop[]>;
  /** The addresses at which others can reach this computer; empty where it has no network. */
  ownAddresses(): ReadonlySet<string>;
  /** Tells each time the computer woke up, as far as the system says it to the program; the clock tells of long sleeps anyway. */
  onWake(listener: () => void): void;
  /** Absolute paths, empty when the user changed their mind. @throws AppError `host_cannot` */
  chooseFiles(options: { title: string; extensions: readonly string[] }): Promise<string[]>;
  /** A folder as an absolute path; undefined when the user changed their mind. @throws AppError `host_cannot` */
  chooseFolder(options: { title: string }): Promise<string | undefined>;
  /** Where to save; undefined when the user changed their mind. @throws AppError `host_cannot` */
  chooseSavePath(options: { title: string; suggested: string }): Promise<string | undefined>;
  /** The window as it stands as the bytes of a PDF, its pages numbered. @throws AppError `host_cannot` */
  printPdf(): Promise<Uint8Array>;
  /** Opens a link in the system's browser. Callers check it with {@link externalUrl} first. @throws AppError `host_cannot` */
  openExternal(url: string): Promise<void>;
  /** The text of the clipboard. @throws AppError `host_cannot` */
  readClipboard(): Promise<string>;
  /** Shows a folder of this program in the system's file manager. @throws AppError `host_cannot` */
  showFolder(folder: string): Promise<void>;
  /** Shows a file or folder among its neighbours in the system's file manager. @throws AppError `host_cannot` */
  showInFolder(file: string): Promise<void>;
  /** Tells of a file of the user that was opened, for the lists of recent files. @param file its absolute path */
  noteOpened(file: string): void;
  /** Puts a file into the system's trash, from where the user can take it back. @throws AppError `host_cannot` */
  trash(file: string): Promise<void>;
  /** @throws AppError `host_cannot` */
  notify(notification: HostNotification): Promise<void>;
}

/** The error of a host that lacks something: names the capability and says what the user can do instead. */
export function refuse(capability: string, message: string, action: string): never {
  throw new AppError({ code: 'host_cannot', message, action, details: { capability } });
}

/**
 * Lets a link out only if it is https, or http to this machine (the demo's own pages).
 * @throws AppError `link_refused`
 */
export function externalUrl(url: string): string {
  if (!isSafeTransport(url)) {
    throw new AppError({
      code: 'link_refused',
      message: 'Only https links are opened outside the program.',
      action: 'Copy the address and open it yourself if you trust it.',
    });
  }
  return new URL(url).href;
}
