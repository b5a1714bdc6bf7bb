/** What the address of a sum keeps: whose it is, and how it is drawn. */

export interface SumSearch {
  /** Id of a group; all meters where neither it nor meters are named. */
  group?: string;
  /** Ids of usage points. */
  meters?: string[];
  measure?: string;
  /** The meters beside each other instead of their sum. */
  overlay?: true;
  /** Ids of the meters that are overlaid; without them those with the most of the peak. */
  lines?: string[];
  /** What is added up, epoch seconds; the last 366 days without them, or as many as are added up at once. */
  from?: number;
  to?: number;
}

/** Lines that can be told apart. */
export const MOST_LINES = 6;

/** As many meters as a sum takes. */
export const MOST_SUMMED = 500;

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseSumSearch(search: Record<string, unknown>): SumSearch {
  const { group, meters, measure, overlay, lines, from, to } = search;
  const overlaid = Array.isArray(lines) ? lines.map(String).slice(0, MOST_LINES) : [];
  const ids = Array.isArray(meters) ? meters.map(String).slice(0, MOST_SUMMED) : [];
  return {
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
    ...(ids.length > 0 ? { meters: ids } : {}),
    ...(typeof measure === 'string' && measure !== '' ? { measure } : {}),
    ...(overlay === true ? { overlay } : {}),
    ...(overlaid.length > 0 ? { lines: overlaid } : {}),
    ...(isTime(from) && isTime(to) && from < to ? { from, to } : {}),
  };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}
