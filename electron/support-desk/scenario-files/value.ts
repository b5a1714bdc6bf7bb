/** A member of an object by its path. Pure. */

import { isObject } from '#shared/json.ts';

/** `notes.0.type`, `bill_coverage.-1.1`: members by name, entries by number, from the end where it is negative. */
export function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return /^-?\d+$/.test(part) ? at.at(Number(part)) : undefined;
    return isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }, object);
}

/** Longest value that is shown whole. */
const MAX_SHOWN = 200;

export function valueInWords(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}
