/** What the address of a sum keeps: whose it is, and how it is drawn. */

export interface SumSearch {
  /** Id of a group; all meters where neither it nor meters are named. */
  group?: string;
  /** Ids of usage points. */
  meters?: string[];
  measure?: string;
  /** The meters beside each other instead of their sum. */
  overlay?: true;
}

/** As many meters as a sum takes. */
export const MOST_SUMMED = 500;

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseSumSearch({ group, meters, measure, overlay }: Record<string, unknown>): SumSearch {
  const ids = Array.isArray(meters) ? meters.map(String).slice(0, MOST_SUMMED) : [];
  return {
    ...(typeof group === 'string' && group !== '' ? { group } : {}),
    ...(ids.length > 0 ? { meters: ids } : {}),
    ...(typeof measure === 'string' && measure !== '' ? { measure } : {}),
    ...(overlay === true ? { overlay } : {}),
  };
}
