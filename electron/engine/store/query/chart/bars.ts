/** Bars: one for each value of x, the highest where there are too many. */
import type { ChartPicture } from '#shared/contract/query-chart.ts';
import type { Connection } from '../../database.ts';
import { number, text } from '../../row.ts';
import { among } from '../../sql-text.ts';
import type { Series } from './series.ts';

/** Bars that can be told apart. */
const MOST_BARS = 60;

/** @param isOrdered they stand in the order of x; else in that of the rows */
export async function bars(
  connection: Connection,
  { names, sql }: Series,
  isOrdered: boolean,
): Promise<Extract<ChartPicture, { kind: 'bar' }>> {
  const labelled = `SELECT xl, k, d.x, d.n, v FROM (${sql}) JOIN drawn d USING (n) WHERE xl IS NOT NULL`;
  const found = await connection.rows(
    `SELECT xl, min(x) AS x, min(n) AS n, max(abs(sum)) AS size, max(rows) AS rows, count(*) OVER () AS all
     FROM (SELECT xl, k, min(x) AS x, min(n) AS n, sum(v) AS sum, count(v) AS rows FROM (${labelled}) GROUP BY xl, k)
     GROUP BY xl ORDER BY size DESC NULLS LAST, n LIMIT ${MOST_BARS}`,
  );
  const by = isOrdered ? 'x' : 'n';
  const kept = found.toSorted((a, b) => number(a[by]) - number(b[by]));
  const labels = kept.map(({ xl }) => text(xl));
  const values = names.map(() => labels.map((): number | null => null));
  const places = new Map(labels.map((label, index) => [label, index]));
  const sums = await connection.rows(
    `SELECT xl, k, sum(v) AS sum FROM (${labelled}) WHERE xl IN ${among(labels)} GROUP BY xl, k`,
  );
  for (const { xl, k, sum } of sums) {
    const place = places.get(text(xl));
    const one = values[number(k)];
    if (one && place !== undefined && sum !== null && sum !== undefined) one[place] = number(sum);
  }
  return {
    kind: 'bar',
    labels,
    series: names.map((name, index) => ({ name, values: values[index] ?? [] })),
    more: number(found[0]?.all) - labels.length,
    summed: found.some(({ rows }) => number(rows) > 1),
  };
}
