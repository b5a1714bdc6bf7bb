/**
 * What the address of the query screen keeps: the query with the values of its `$name`, and the chart of its result, so that a link opens
 * them; or the file that has the query.
 */
import type { ChartKind, ChartWish } from '#shared/contract/query-chart.ts';
import { nameFault } from '#shared/query-file.ts';

export interface QuerySearch {
  sql?: string;
  /** Name of a file in the folder of queries. */
  file?: string;
  values?: Record<string, string>;
  /** The result is shown as a chart, with what was chosen for it. */
  chart?: ChartWish;
}

/** Longer ones are not put into an address. */
const MOST = 20_000;

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseQuerySearch({ sql, values, chart, file }: Record<string, unknown>): QuerySearch {
  const wish = wishIn(chart);
  const shown = wish ? { chart: wish } : {};
  if (typeof file === 'string' && nameFault(file) === undefined) return { file, ...shown };
  if (typeof sql !== 'string' || sql === '' || sql.length > MOST) return shown;
  const known = Object.entries(typeof values === 'object' && values !== null ? values : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { sql, ...(known.length > 0 ? { values: Object.fromEntries(known) } : {}), ...shown };
}

const KINDS: readonly unknown[] = ['line', 'bar', 'scatter', 'heat'] satisfies ChartKind[];
/** Characters of a column's name, and columns of a chart. */
const LONGEST = 300;
const COLUMNS = 8;

function wishIn(chart: unknown): ChartWish | undefined {
  if (typeof chart !== 'object' || chart === null) return undefined;
  const { kind, x, y, colour } = chart as Record<string, unknown>; // an object, and each is looked at
  return {
    ...(KINDS.includes(kind) ? { kind: kind as ChartKind } : {}), // one of them
    ...(isName(x) ? { x } : {}),
    ...(Array.isArray(y) ? { y: y.filter(isName).slice(0, COLUMNS) } : {}),
    ...(isName(colour) ? { colour } : {}),
  };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;
