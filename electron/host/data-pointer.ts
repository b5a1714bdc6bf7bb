/** The data folder may have been moved: then a pointer lies where the program looks first. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Name of the pointer: JSON with `dataFolder`, an absolute path. */
export const DATA_POINTER = 'location.json';

/** @param home where the program looks first; the answer is itself unless a pointer leads elsewhere */
export function followPointer(home: string): string {
  try {
    const pointer: unknown = JSON.parse(readFileSync(path.join(home, DATA_POINTER), 'utf8'));
    const there =
      typeof pointer === 'object' && pointer !== null && 'dataFolder' in pointer ? pointer.dataFolder : undefined;
    return typeof there === 'string' && path.isAbsolute(there) ? there : home;
  } catch {
    return home;
  }
}
