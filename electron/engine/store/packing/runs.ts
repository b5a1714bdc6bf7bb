/** Which blocks are packed next, by how much came since and what was packed before. */

/** Blocks by number, first and last, whose readings lie together by series. Runs follow each other; the newest is last. */
export interface Run {
  first: number;
  last: number;
  readings: number;
}

export interface PackingRules {
  /** Readings behind the last run that are packed into a run of their own. */
  tail: number;
  /** So many runs of one size become one. Each reading is moved once for every size that there is. */
  runs: number;
  /** Readings that one transaction moves. */
  step: number;
  /** Where DuckDB divides a table: it knows the least and the greatest value of each column of so many rows. */
  rowGroup: number;
}

/**
 * A question of one meter looks at the tail, and at one or two places of each run. With a million readings a tail and eight runs
 * of each size, a hundred million readings are in fewer than twenty runs, and each was moved two or three times.
 */
export const PACKING: PackingRules = { tail: 1_000_000, runs: 8, step: 250_000, rowGroup: 122_880 };

/** The blocks to pack next; undefined where all is well. @param tail what lies behind the last run */
export function nextToPack(runs: readonly Run[], tail: Run | undefined, rules: PackingRules): Run | undefined {
  if (tail !== undefined && tail.readings >= rules.tail) return tail;
  let least = 0;
  let size = rules.tail * rules.runs;
  for (let first = runs.length; first > 0; size *= rules.runs) {
    while (first > 0 && (runs[first - 1]?.readings ?? 0) < size) first -= 1;
    const newest = runs.slice(first);
    if (newest.filter(({ readings }) => readings >= least).length >= rules.runs) return together(newest);
    least = size;
  }
  return undefined;
}

/** The runs after blocks were packed: those that they covered are one now. */
export function withRun(runs: readonly Run[], packed: Run): Run[] {
  return [...runs.filter(({ first, last }) => last < packed.first || first > packed.last), packed].sort(
    (a, b) => a.first - b.first,
  );
}

/**
 * True of readings that lie well as they came, such as the whole history of one meter after another: no series is in many more
 * places than it must be.
 * @param lie `places` are pairs of a series and a row group that has some of it
 */
export function liesWell(
  lie: { series: number; places: number; readings: number },
  { rowGroup }: Pick<PackingRules, 'rowGroup'>,
): boolean {
  return lie.places <= 2 * lie.series + lie.readings / rowGroup;
}

function together(runs: readonly Run[]): Run {
  const first = Math.min(...runs.map((run) => run.first));
  const last = Math.max(...runs.map((run) => run.last));
  return { first, last, readings: runs.reduce((sum, { readings }) => sum + readings, 0) };
}
