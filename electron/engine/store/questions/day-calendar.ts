/** Days by the meters' own clocks, as SQL for questions about many meters. */
import { clockOfKey, instantOf } from '#shared/time/index.ts';
import { sqlText } from '../sql-text.ts';

const DAY = 86_400;

/** Days of the local calendar since 1970-01-01; `until` is not in it. */
export interface Days {
  from: number;
  until: number;
}

/** Each day of a span as one of its own. */
export function eachDay({ from, until }: Days): Days[] {
  return Array.from({ length: until - from }, (_, at) => ({ from: from + at, until: from + at + 1 }));
}

/** SQL of a relation `clock`, `day` (the first), `p0`, `p1` (epoch seconds): when spans of days begin and end by each clock. */
export function dayBounds(clocks: readonly string[], spans: readonly Days[]): string {
  if (clocks.length === 0) return 'SELECT NULL::VARCHAR AS clock, 0 AS day, 0 AS p0, 0 AS p1 WHERE false';
  const list = (values: readonly number[]) => `unnest([${values.join(', ')}])`;
  return clocks
    .map((key) => {
      const clock = clockOfKey(key);
      const at = (day: number) => instantOf(clock, day * DAY);
      return `SELECT ${sqlText(key)} AS clock, ${list(spans.map(({ from }) => from))} AS day, ${list(spans.map(({ from }) => at(from)))} AS p0,
        ${list(spans.map(({ until }) => at(until)))} AS p1`;
    })
    .join(' UNION ALL ');
}
