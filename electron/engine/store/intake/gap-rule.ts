/**
 * When time between two readings is a hole: where a reading ends well before the next one starts. Intervals of 899 or
 * 86,399 seconds (samples/README.md, 7) leave a second free each, days of 24 hours an hour where the clock goes back, and
 * billing periods whose last day is not counted a day: these are no holes. {@link GAP_CONDITION} says the same in SQL.
 */
export function gapBetween(previousEnd: number, start: number, length: number): boolean {
  return start - previousEnd >= leastGap(length);
}

/**
 * Readings of a series that last so many seconds or more are well longer than its step: of two steps and a hole between them, or of
 * several. {@link LONGER_CONDITION} says the same in SQL.
 */
export function leastLonger(step: number): number {
  return step + leastGap(step);
}

const DAILY = { from: 72_000, gap: 7200 };
const LONG = { from: 6 * 86_400, gap: 90_001 };

function leastGap(length: number): number {
  if (length >= LONG.from) return LONG.gap;
  return length >= DAILY.from ? DAILY.gap : Math.max(2, length / 2);
}

/** SQL of {@link leastGap}. */
function leastGapSql(length: string): string {
  return `CASE WHEN ${length} >= ${LONG.from} THEN ${LONG.gap} WHEN ${length} >= ${DAILY.from} THEN ${DAILY.gap} ELSE greatest(2, ${length} / 2) END`;
}

/** The rule over columns `previous_end`, `start` and `length`. */
export const GAP_CONDITION: string = `start - previous_end >= ${leastGapSql('length')}`;

/** The rule of {@link leastLonger} over a series `s`: a reading of it lasts longer. */
export const LONGER_CONDITION: string = `coalesce(s.longest, 0) >= s.step + ${leastGapSql('s.step')}`;

/** SQL: how far a reading of the given seconds may reach into its neighbour; the same habits the other way round. */
export function mayReach(length: string): string {
  return `CASE WHEN ${length} >= ${LONG.from} THEN ${LONG.gap - 1} WHEN ${length} >= ${DAILY.from} THEN 3600 ELSE 0 END`;
}
