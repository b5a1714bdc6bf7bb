/** Files that were opened lately, for the menu: kept in the data folder. The dock and the jump list have the system's own list. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parsedJson } from '#shared/json.ts';

/** As many as a menu shows at a glance. */
const MAX_FILES = 10;

/** The list that the system keeps, as Electron has it; on Linux it does nothing. */
interface SystemList {
  addRecentDocument(file: string): void;
  clearRecentDocuments(): void;
}

export class RecentFiles {
  readonly #place: () => string;
  readonly #system: SystemList | undefined;
  /** As it was read or written last. */
  #files: readonly string[] | undefined;
  #follow: () => void = () => undefined;

  /**
   * @param place where the list is kept
   * @param system undefined where nothing may be written outside of the data folder
   */
  constructor(place: () => string, system: SystemList | undefined) {
    this.#place = place;
    this.#system = system;
  }

  /** Absolute paths, the newest first. */
  list(): readonly string[] {
    this.#files ??= readFiles(this.#place());
    return this.#files;
  }

  /** Who shows the list; told whenever it changes. */
  onChange(follow: () => void): void {
    this.#follow = follow;
  }

  /** A file was opened. @param file its absolute path */
  add(file: string): void {
    this.#system?.addRecentDocument(file);
    this.#keep([file, ...this.list().filter((one) => one !== file)].slice(0, MAX_FILES));
  }

  /** Files that could not be read any more. */
  remove(files: readonly (string | undefined)[]): void {
    const left = this.list().filter((one) => !files.includes(one));
    if (left.length < this.list().length) this.#keep(left);
  }

  clear(): void {
    this.#system?.clearRecentDocuments();
    this.#keep([]);
  }

  #keep(files: readonly string[]): void {
    this.#files = files;
    try {
      writeFileSync(this.#place(), `${JSON.stringify(files)}\n`, { mode: 0o600 });
    } catch {
      // A full disk: the list is as it is until the program ends.
    }
    this.#follow();
  }
}

/** What cannot be a list of files is none. */
function readFiles(place: string): string[] {
  let text: string;
  try {
    text = readFileSync(place, 'utf8');
  } catch {
    return [];
  }
  const found = parsedJson(text);
  return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, MAX_FILES) : [];
}
