import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** Places of this run: what goes there may not be written yet. */
const given = new Set<string>();

/**
 * Where a host without a dialog saves to: a place in the folder of exports that nothing else has, named with the time. The answer of the
 * call says it.
 * @param ending of a file, with its dot
 */
export async function newExport(data: string, name: string, ending = ''): Promise<string> {
  const folder = path.join(data, 'exports');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const named = withTime(name);
  for (let count = 1; ; count += 1) {
    const place = path.join(folder, `${named}${count === 1 ? '' : `-${count}`}${ending}`);
    if (given.has(place) || existsSync(place)) continue;
    given.add(place);
    return place;
  }
}

/** A name with the time behind it. */
export function withTime(name: string): string {
  return `${name}-${new Date().toISOString().slice(0, 19).replaceAll(/[:T]/g, '-')}`;
}
