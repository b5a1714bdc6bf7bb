/** Which version of DuckDB's storage a store's file has. docs/store.md has the policy. */
import { closeSync, openSync, readSync } from 'node:fs';

/**
 * What the program writes: older than the library, so that other DuckDB tools of the last years can open the file; has ZSTD. A store of
 * another version keeps it. `reads` are the versions that the library can open, by their numbers in the head of a file.
 */
export const STORAGE = { writes: 'v1.2.0', number: 65, reads: { least: 64, most: 68 } } as const;

export interface StorageVersion {
  /** Of the storage, as the head of the file has it. */
  number: number;
  /** Version of the library that made the file, such as v1.5.6; undefined where it does not say. */
  library: string | undefined;
}

/** Where DuckDB keeps it: after a checksum of eight bytes a magic word, the number, four of flags, and the library's version. */
const MAGIC = { at: 8, word: 'DUCK' };
const NUMBER_AT = 12;
const LIBRARY = { at: 52, length: 32 };

/** Read from the file itself, for one that is too new cannot be opened. Undefined where it is no database, or cannot be read. */
export function storageVersionOf(file: string): StorageVersion | undefined {
  const head = Buffer.alloc(LIBRARY.at + LIBRARY.length);
  try {
    const handle = openSync(file, 'r');
    try {
      if (readSync(handle, head, 0, head.length, 0) < head.length) return undefined;
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined; // whoever wants to open it will say why
  }
  if (head.toString('latin1', MAGIC.at, MAGIC.at + MAGIC.word.length) !== MAGIC.word) return undefined;
  const [library] = head.toString('latin1', LIBRARY.at).split('\0');
  return {
    number: Number(head.readBigUInt64LE(NUMBER_AT)),
    library: /^v\d+\.\d[\w.-]*$/.test(library ?? '') ? library : undefined,
  };
}
