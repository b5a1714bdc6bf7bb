/**
 * Moves readings together by series. The table keeps the order in which rows came, and a question skips the row groups whose
 * least and greatest series say that they have nothing for it. Readings that come day by day are all over the table; moved to its
 * end in the order of their series, those of one meter are in few row groups. Each step is a transaction: whoever asks
 * meanwhile sees all readings once, and so does the next start after a crash.
 */
import type { Connection } from '../database.ts';
import type { Chore, Step } from '../keeper.ts';
import { number } from '../row.ts';
import { liesWell, nextToPack, type PackingRules, type Run, withRun } from './runs.ts';

/** Blocks that are being packed. */
interface Packing {
  run: Run;
  /** Series before this one are done. */
  next: number;
}

export class Packer implements Chore {
  readonly frees = true;
  readonly #rules: PackingRules;
  /** The last series of each step of the packing under way, in order; worked out anew after a start. */
  #steps: number[] | undefined;

  constructor(rules: PackingRules) {
    this.#rules = rules;
  }

  /** What to do next, found out by reading only; undefined where all is well. */
  async next(connection: Connection): Promise<Step | undefined> {
    const packing = await packingOf(connection);
    if (packing === undefined) {
      this.#steps = undefined;
      return await this.#begin(connection);
    }
    this.#steps ??= await this.#divide(connection, packing);
    const last = this.#steps.find((series) => series >= packing.next);
    return last === undefined ? finish(packing) : (writer) => move(writer, packing, last);
  }

  async #begin(connection: Connection): Promise<Step | undefined> {
    const runs = await runsOf(connection);
    const run = nextToPack(runs, await tailBehind(connection, runs.at(-1)?.last ?? 0), this.#rules);
    if (run === undefined) return undefined;
    const lie = await connection.row(
      `SELECT count(*) AS readings, count(DISTINCT series) AS series, count(DISTINCT (series, rowid // ${this.#rules.rowGroup})) AS places
       FROM readings WHERE ${within(run)}`,
    );
    const [readings, series, places] = [number(lie?.readings), number(lie?.series), number(lie?.places)];
    if (liesWell({ readings, series, places }, this.#rules)) {
      return (writer) => saveRuns(writer, withRun(runs, { ...run, readings }));
    }
    return (writer) =>
      writer.run('INSERT INTO packing SELECT ?, ?, 0 WHERE NOT EXISTS (FROM packing)', [run.first, run.last]);
  }

  async #divide(connection: Connection, { run, next }: Packing): Promise<number[]> {
    const rows = await connection.rows(
      `SELECT series, count(*) AS readings FROM readings WHERE ${within(run)} AND series >= ${next} GROUP BY series ORDER BY series`,
    );
    const steps: number[] = [];
    let moved = 0;
    for (const [index, row] of rows.entries()) {
      moved += number(row.readings);
      if (index < rows.length - 1 && moved + number(rows[index + 1]?.readings) <= this.#rules.step) continue;
      steps.push(number(row.series));
      moved = 0;
    }
    return steps;
  }
}

function finish({ run }: Packing): Step {
  return async (connection) => {
    const row = await connection.row(`SELECT count(*) AS readings FROM readings WHERE ${within(run)}`);
    await saveRuns(connection, withRun(await runsOf(connection), { ...run, readings: number(row?.readings) }));
    await connection.run('DELETE FROM packing');
  };
}

/**
 * SQL: every other series lies from its newest reading to its oldest. DuckDB keeps times as steps from one to the next, in groups
 * of 2,048 rows: a group in which two series meet has no step back over a whole history then, and takes half the space.
 */
const TO_AND_FRO = 'CASE WHEN series % 2 = 0 THEN start ELSE -start END';

/** Moves the readings of the next series, up to `last`, to the end of the table, in their order; and the sums of their days, a day's in one row. */
async function move(connection: Connection, { run, next }: Packing, last: number): Promise<void> {
  const chosen = `${within(run)} AND series BETWEEN ${next} AND ${last}`;
  await moveRows(
    connection,
    'readings',
    `SELECT * FROM readings WHERE ${chosen} ORDER BY series, ${TO_AND_FRO}, block, ordinal`,
    chosen,
  );
  await moveRows(connection, 'day_sums', daysOnce(chosen), chosen);
  await connection.run('UPDATE packing SET next_series = ?', [last + 1]);
}

/** @param packed SQL: the chosen rows as they shall lie */
async function moveRows(connection: Connection, table: string, packed: string, chosen: string): Promise<void> {
  const taken = await connection.create(`CREATE TEMP TABLE st_packed AS ${packed}`);
  const there = await readingsIn(connection, table, chosen);
  await connection.run(`DELETE FROM ${table} WHERE ${chosen}`);
  const added = number((await connection.row(`INSERT INTO ${table} SELECT * FROM st_packed`))?.Count);
  const left = await readingsIn(connection, table, chosen);
  // Rolled back by the caller's transaction: rather an untidy table than a reading less.
  if (added !== taken || left !== there) {
    throw new Error(
      `${there} readings of ${table} were to be moved; of ${taken} rows ${added} were added, with ${left} readings.`,
    );
  }
  await connection.run('DROP TABLE st_packed');
}

/** How many readings rows hold, or sum up. */
async function readingsIn(connection: Connection, table: string, chosen: string): Promise<number> {
  const count = table === 'day_sums' ? 'coalesce(sum(count), 0)' : 'count(*)';
  return number((await connection.row(`SELECT ${count} AS readings FROM ${table} WHERE ${chosen}`))?.readings);
}

/** SQL: sums of days, where a sync ended in a day those of both parts added up. */
function daysOnce(chosen: string): string {
  return `SELECT series, day, sum(count)::INTEGER AS count, sum(weight) AS weight, sum(total) AS total, sum(cost) AS cost,
      min(least) AS least, arg_min(least_at, (least, least_at)) FILTER (least IS NOT NULL) AS least_at,
      max(peak) AS peak, arg_max(peak_at, (peak, -peak_at)) FILTER (peak IS NOT NULL) AS peak_at,
      sum(estimated) AS estimated, sum(estimated_seconds) AS estimated_seconds, bool_and(whole) AS whole, max(block) AS block
    FROM day_sums WHERE ${chosen} GROUP BY series, day ORDER BY series, day`;
}

async function packingOf(connection: Connection): Promise<Packing | undefined> {
  const row = await connection.row('SELECT * FROM packing');
  if (row === undefined) return undefined;
  const run = { first: number(row.first_block), last: number(row.last_block), readings: 0 };
  return { run, next: number(row.next_series) };
}

async function runsOf(connection: Connection): Promise<Run[]> {
  const rows = await connection.rows('SELECT * FROM packed_runs ORDER BY first_block');
  return rows.map((row) => ({
    first: number(row.first_block),
    last: number(row.last_block),
    readings: number(row.readings),
  }));
}

async function saveRuns(connection: Connection, runs: readonly Run[]): Promise<void> {
  await connection.run('DELETE FROM packed_runs');
  for (const { first, last, readings } of runs) {
    await connection.run('INSERT INTO packed_runs VALUES (?, ?, ?)', [first, last, readings]);
  }
}

/** All that is committed behind a block. */
async function tailBehind(connection: Connection, block: number): Promise<Run | undefined> {
  const row = await connection.row(
    `SELECT max(block) AS last, coalesce(sum(readings), 0) AS readings FROM interval_blocks WHERE block > ?`,
    [block],
  );
  const last = row?.last ?? null;
  return last === null ? undefined : { first: block + 1, last: number(last), readings: number(row?.readings) };
}

function within({ first, last }: Run): string {
  return `block BETWEEN ${first} AND ${last}`;
}
