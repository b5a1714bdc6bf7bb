/** What the address of the list of meters keeps: which of them are meant. */

export interface MetersSearch {
  /** Id of a group. */
  group?: string;
  tag?: string;
}

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseMetersSearch({ group, tag }: Record<string, unknown>): MetersSearch {
  return {
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
    // A tag of digits stands in the address as a number.
    ...(typeof tag === 'string' && tag !== '' ? { tag } : typeof tag === 'number' ? { tag: String(tag) } : {}),
  };
}
