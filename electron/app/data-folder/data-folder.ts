/** The folder with everything that the program keeps: found, made where it is missing, closed to others, and owned. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { DataFiles } from '../../host/data-files.ts';
import type { DataPaths } from '../../host/host.ts';
import { type Door, type FolderLock, lockFolder, type WaysTo } from './lock.ts';
import { tightenPermissions } from './permissions.ts';
import { adoptEarlierPointer, followPointer, pointerFile, recordMove } from './pointer.ts';
import { onShowRequest } from './show-request.ts';

export class DataFolder implements DataPaths {
  readonly files: DataFiles;
  /** What others on this computer may read although they should not, a sentence each. */
  readonly warnings: readonly string[];
  readonly #program: string;
  #lock: FolderLock | undefined;
  #ways: WaysTo = {};
  #show: (() => void) | undefined;
  #stopWatching: (() => void) | undefined;

  private constructor(folder: string, program: string, lock: FolderLock | undefined, warnings: readonly string[]) {
    this.files = new DataFiles(folder);
    this.#program = program;
    this.#lock = lock;
    this.warnings = warnings;
  }

  /**
   * Opens the folder that a program shall use, or the one that it was moved to, for this program alone.
   * @param home a path; made when it is missing, unless it `mustExist`
   * @param program the name by which another program mentions this one to its user, while this one has the folder
   * @throws AppError `data_folder_in_use`, `data_folder_missing`, `data_folder_not_writable`, `location_unreadable`
   */
  static open(home: string, program: string, { mustExist = false } = {}): DataFolder {
    const folder = find(home);
    if (mustExist && !existsSync(folder)) {
      throw new AppError({
        code: 'data_folder_missing',
        message: `There is no data folder ${folder}.`,
        action: 'Name the one that Meterscope shows under Settings, Data.',
      });
    }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (cause) {
      throw new AppError(
        {
          code: 'data_folder_not_writable',
          message: `The data folder ${folder} cannot be made.`,
          action: 'Choose another one with --data.',
        },
        { cause },
      );
    }
    const lock = lockFolder(folder, program);
    // A kill in between loses nothing: the earlier pointer is read as long as it is there.
    if (folder !== path.resolve(home)) void adoptEarlierPointer(home).catch(() => undefined);
    return new DataFolder(folder, program, lock, tightenPermissions(folder));
  }

  get data(): string {
    return this.files.folder;
  }

  get logs(): string {
    return this.files.place('logs');
  }

  get uploads(): string {
    return this.files.place('uploads');
  }

  /** Says to other programs where a browser finds this one. */
  announce(address: string): void {
    this.#tell({ address });
  }

  /** Says to commands of the same user where this program answers queries. */
  announceDoor(door: Door): void {
    this.#tell({ door });
  }

  /** Other programs can ask from now on that this one comes to the front. */
  showWhenAsked(show: () => void): void {
    this.#show = show;
    this.#watch();
    this.#tell({ window: true });
  }

  #tell(way: WaysTo): void {
    this.#ways = { ...this.#ways, ...way };
    this.#lock?.announce(way);
  }

  #watch(): void {
    this.#stopWatching?.();
    this.#stopWatching = this.#show && onShowRequest(this.data, this.#show);
  }

  /**
   * Moves everything to `target`, an empty folder. It has moved once the pointer is written: a
   * kill before it leaves the old folder in use, one after it the new one, and either is whole.
   * @param copyAll copies everything, durably, while nothing is written
   */
  async moveTo(target: string, copyAll: () => Promise<void>): Promise<void> {
    const from = this.data;
    const lock = lockFolder(target, this.#program);
    try {
      await this.files.moveTo(target, async () => {
        await copyAll();
        await recordMove(from, target);
      });
    } catch (error) {
      lock.release();
      throw error;
    }
    this.#lock?.release();
    this.#lock = lock;
    if (this.#show !== undefined) this.#watch();
    lock.announce(this.#ways);
  }

  /** Lets go of it. Idempotent. */
  close(): void {
    this.#stopWatching?.();
    this.#lock?.release();
    this.#lock = undefined;
  }
}

function find(home: string): string {
  const folder = followPointer(home);
  // An empty folder in its place would look like lost data.
  if (folder === path.resolve(home) || existsSync(folder)) return folder;
  throw new AppError({
    code: 'data_folder_missing',
    message: `The data was moved to ${folder}, which is not there now.`,
    action: `Connect the disk that it is on. To start with an empty folder instead, remove its entry from ${pointerFile()}.`,
    details: { folder },
  });
}
