/** Numbers of blocks and series, unique in a store; several ingests take them at once. */
import type { Connection } from './database.ts';
import { number } from './row.ts';

export class Allocator {
  #block: number;
  #series: number;

  private constructor(block: number, series: number) {
    this.#block = block;
    this.#series = series;
  }

  /** Continues after the highest numbers of the store. Call it after leftovers were removed. */
  static async open(connection: Connection): Promise<Allocator> {
    const row = await connection.row(
      `SELECT (SELECT coalesce(max(block), 0) FROM interval_blocks) AS block, (SELECT coalesce(max(series), 0) FROM series) AS series`,
    );
    return new Allocator(number(row?.block), number(row?.series));
  }

  nextBlock(): number {
    this.#block += 1;
    return this.#block;
  }

  nextSeries(): number {
    this.#series += 1;
    return this.#series;
  }
}

/** Removes readings that were appended under provisional series numbers by a process that then ended. */
export async function removeLeftovers(connection: Connection): Promise<void> {
  const row = await connection.row('SELECT count(*) AS count FROM loads');
  if (number(row?.count) === 0) return;
  await connection.transaction(async () => {
    await connection.run(
      'DELETE FROM readings WHERE series IN (SELECT series FROM loads WHERE series NOT IN (SELECT series FROM series))',
    );
    await connection.run('DELETE FROM loads');
  });
}
