/**
 * Meters whose data stopped: more was to be expected when the next delivery was due, as long after the last one as they usually follow
 * each other, and as late as they usually come.
 */
import type { AttentionThresholds } from '#shared/contract/attention.ts';
import type { Connection, Database, Row } from '../database.ts';
import { number, optionalNumber } from '../row.ts';
import { type Present, quiet, usualOf } from './attention-rules.ts';

interface Usual {
  /** The end of the data that it was worked out of: with more of it, it may be another. */
  until: number;
  every: number | undefined;
  delay: number | undefined;
}

/**
 * What is usual of quiet series, by number: it takes all their blocks to work it out, and changes only with new data. Where a service
 * is down for days, all meters are quiet.
 */
const known = new WeakMap<Database, Map<number, Usual>>();

/** Rows with `usage_point`, `since`, `every`, `delay`, `due` and `as_of`; the longest silent first. */
export async function silentMeters(
  database: Database,
  connection: Connection,
  thresholds: AttentionThresholds,
  present: Present,
  chosen: string | undefined,
): Promise<Row[]> {
  const rows = await connection.rows(
    `SELECT * FROM (${quiet(thresholds, present, chosen)}) ORDER BY since, usage_point`,
  );
  const usual = await usualFor(database, connection, rows);
  return rows.flatMap((row) => {
    const [since, asOf] = [number(row.since), number(row.as_of)];
    const { every, delay } = usual.get(number(row.series)) ?? {};
    const due = since + (every ?? number(row.step)) + (delay ?? 0);
    if (asOf - due <= thresholds.silentDays * 86_400) return [];
    return [
      { usage_point: row.usage_point ?? null, since, every: every ?? null, delay: delay ?? null, due, as_of: asOf },
    ];
  });
}

async function usualFor(database: Database, connection: Connection, rows: readonly Row[]): Promise<Map<number, Usual>> {
  const usual = known.get(database) ?? new Map<number, Usual>();
  known.set(database, usual);
  const until = new Map(rows.map((row) => [number(row.series), number(row.since)]));
  const missing = [...until].filter(([series, end]) => usual.get(series)?.until !== end);
  if (missing.length === 0) return usual;
  const found = await connection.rows(usualOf(missing.map(([series]) => series)));
  for (const [series, end] of missing) usual.set(series, { until: end, every: undefined, delay: undefined });
  for (const row of found) {
    const series = number(row.series);
    usual.set(series, {
      until: until.get(series) ?? 0,
      every: optionalNumber(row.every),
      delay: optionalNumber(row.delay),
    });
  }
  return usual;
}
