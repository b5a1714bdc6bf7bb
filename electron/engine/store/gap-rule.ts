/**
 * When time between two readings is a hole: when at least half a reading would fit.
 * Intervals of 899 or 86,399 seconds (samples/README.md, 7) leave a second free each; that is no hole.
 * {@link GAP_CONDITION} says the same in SQL.
 */
export function gapBetween(previousEnd: number, start: number, length: number): boolean {
  return start - previousEnd >= Math.max(2, length / 2);
}

/** The rule over columns `previous_end`, `start` and `length`. */
export const GAP_CONDITION = 'start - previous_end >= greatest(2, length / 2)';
