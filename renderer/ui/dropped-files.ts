/** What was dropped on the window: files, and the Green Button files in folders. */
import { FILE_ENDINGS } from '#shared/file-types.ts';
import { formatCount, formatCounted } from './format.ts';

/** More files are not taken out of folders. */
export const MAX_FILES = 1_000;
/** Files and folders that are looked at in folders, and how deep. */
const MAX_LOOKED_AT = 20_000;
const MAX_DEPTH = 16;

/** What was left out of folders. */
export interface LeftOut {
  /** Files that are not Green Button by their name. */
  others: number;
  /** Green Button files beyond {@link MAX_FILES}. */
  beyond: number;
  /** Files and folders that the system did not let read. */
  unread: number;
  /** Not all was looked at: too deep, or too much. */
  isCut: boolean;
}

export interface Dropped {
  files: File[];
  leftOut: LeftOut;
}

/** As much of a dropped entry as is used. */
type Entry = Pick<FileSystemEntry, 'isDirectory' | 'isFile' | 'name'>;

/**
 * The files that were dropped, and those of the folders among them, in the order of their names. A file that was dropped itself is taken
 * whatever its name is. Call it while the drop is told of: later the system has taken it back.
 */
export function droppedFiles(transfer: Pick<DataTransfer, 'items' | 'files'>): Promise<Dropped> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const folders = entries.filter(({ isDirectory }) => isDirectory);
  if (folders.length === 0) return Promise.resolve({ files: [...transfer.files], leftOut: nothing() });
  // A folder stands among the files, too, as one that cannot be read.
  const names = new Set(folders.map(({ name }) => name));
  return walk(
    folders,
    [...transfer.files].filter(({ name }) => !names.has(name)),
  );
}

async function walk(folders: readonly Entry[], files: File[]): Promise<Dropped> {
  const leftOut = nothing();
  let lookedAt = 0;
  async function look(folder: Entry, depth: number): Promise<void> {
    // A folder by its own word.
    const entries = await entriesOf(folder as FileSystemDirectoryEntry).catch(() => {
      leftOut.unread += 1;
      return [];
    });
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))) {
      lookedAt += 1;
      if (lookedAt > MAX_LOOKED_AT) leftOut.isCut = true;
      else if (entry.isFile) await take(entry);
      else if (depth < MAX_DEPTH) await look(entry, depth + 1);
      else leftOut.isCut = true;
      if (lookedAt > MAX_LOOKED_AT) return;
    }
  }
  async function take(entry: Entry): Promise<void> {
    if (!isGreenButton(entry.name)) leftOut.others += 1;
    else if (files.length >= MAX_FILES) leftOut.beyond += 1;
    else {
      try {
        files.push(await fileOf(entry as FileSystemFileEntry));
      } catch {
        leftOut.unread += 1;
      }
    }
  }
  for (const folder of folders) await look(folder, 1);
  return { files, leftOut };
}

/** What was left out, as a sentence; empty where nothing was. */
export function leftOutWords({ others, beyond, unread, isCut }: LeftOut): string {
  const parts = [
    others > 0 ? `${formatCounted(others, 'file')} that ${others === 1 ? 'is' : 'are'} not Green Button by name` : '',
    beyond > 0 ? `${formatCounted(beyond, 'file')} beyond the first ${formatCount(MAX_FILES)}` : '',
    unread > 0 ? `${formatCounted(unread, 'entry', 'entries')} that could not be read` : '',
    isCut ? 'what lies too deep or is too much to look at' : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Left out of the folder: ${parts.join('; ')}.`;
}

function nothing(): LeftOut {
  return { others: 0, beyond: 0, unread: 0, isCut: false };
}

function isGreenButton(name: string): boolean {
  return !name.startsWith('.') && FILE_ENDINGS.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** All that is in a folder: the reader gives a part each time, and at last none. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0 || all.length > MAX_LOOKED_AT) return all;
    all.push(...part);
  }
}
