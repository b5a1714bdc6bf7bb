/** Points of a line: each pixel column keeps its first, last, lowest and highest (M4), and a line ends where times are missing. Pure. */

/** What a pixel column of one series has; nothing but NULLs where `n` is 0. */
export interface LineBin {
  /** Values in it. */
  n: number;
  /** Where it lies: any x of it. */
  at: number;
  /** x of its first, last, lowest and highest value, with the values. */
  marks: readonly (readonly [x: number, value: number])[];
}

export interface Line {
  x: number[];
  y: (number | null)[];
}

/** The marks of a bin in the order of x, each once. */
function marksOf(marks: LineBin['marks']): (readonly [number, number])[] {
  const sorted = [...marks].sort(([a], [b]) => a - b);
  return sorted.filter(([x, value], index) => {
    const before = sorted[index - 1];
    return before === undefined || before[0] !== x || before[1] !== value;
  });
}

/** @param bins of one series, ascending. @param regular a line ends where a step is far longer than the usual: times are missing */
export function lineOf(bins: readonly LineBin[], regular: boolean): Line {
  const longest = regular ? longestStep(bins) : Number.POSITIVE_INFINITY;
  const line: Line = { x: [], y: [] };
  const end = (at: number) => {
    if (line.y.length === 0 || line.y.at(-1) === null) return;
    line.x.push(at);
    line.y.push(null);
  };
  let last: number | undefined;
  for (const { n, at, marks } of bins) {
    if (n === 0) {
      end(at);
      continue;
    }
    const points = marksOf(marks);
    const first = points[0]?.[0] ?? at;
    if (last !== undefined && first - last > longest) end((first + last) / 2);
    for (const [x, value] of points) {
      line.x.push(x);
      line.y.push(value);
    }
    last = points.at(-1)?.[0];
  }
  return line;
}

/** Steps that are as long as the usual one, in a series of equal steps. Months differ by a tenth. */
const ALIKE = 1.3;
/** A step is a hole when it is longer than so many usual ones. */
const HOLE = 1.9;
/** Share of the steps that must be alike. */
const MOST = 0.75;

/** The longest step between two values that is no hole; infinite where the steps differ too much to say. */
function longestStep(bins: readonly LineBin[]): number {
  const steps: number[] = [];
  let last: number | undefined;
  for (const { n, marks } of bins) {
    if (n === 0) continue;
    const xs = marks.map(([x]) => x);
    const [from, to] = [Math.min(...xs), Math.max(...xs)];
    if (n > 1 && to > from) steps.push((to - from) / (n - 1));
    else if (last !== undefined && from > last) steps.push(from - last);
    last = to;
  }
  if (steps.length < 3) return Number.POSITIVE_INFINITY;
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 0;
  const alike = steps.filter((step) => step <= usual * ALIKE && step >= usual / ALIKE).length;
  return alike >= steps.length * MOST ? usual * HOLE : Number.POSITIVE_INFINITY;
}
