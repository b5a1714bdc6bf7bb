/** The same readings in SQLite (its best index) and in a Parquet file that DuckDB reads: sizes, and the buckets of a chart. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { percentile, timesInWords } from './store-bench.ts';

export const DAY = 86_400;
const BUCKETS = 1000;
/** Days that the spans of the charts have. */
export const SPANS = { week: 7, month: 30, year: 365, all: Number.POSITIVE_INFINITY } as const;
export type Span = keyof typeof SPANS;

interface Peer {
  bytesPerReading: number;
  chart: Record<Span, { p50: number; p95: number }>;
}

/** @param store the closed store; `end` is after its last reading, epoch seconds */
export async function measurePeers(store: {
  file: string;
  folder: string;
  end: number;
  meters: number;
  calls: number;
}) {
  const instance = await DuckDBInstance.create(store.file, { access_mode: 'READ_ONLY', memory_limit: '1GB' });
  const connection = await instance.connect();
  try {
    const [row] = (await connection.runAndReadAll('SELECT count(*), min(start) FROM readings')).getRows();
    const [count, first] = (row ?? []).map(Number) as [number, number];
    const [numbers] = [
      (await connection.runAndReadAll('SELECT series FROM series ORDER BY series'))
        .getRows()
        .map(([one]) => Number(one)),
    ];

    const parquet = join(store.folder, 'readings.parquet');
    await connection.run(
      `COPY (SELECT series, start, duration, value, quality FROM readings ORDER BY series, start) TO '${parquet}' (FORMAT parquet, COMPRESSION zstd)`,
    );
    const fromParquet = await measure(
      'Parquet, read by DuckDB',
      statSync(parquet).size / count,
      async (series, from, to) => {
        await connection.runAndReadAll(
          `SELECT (start - ${from}) * ${BUCKETS} // ${to - from} AS bucket, min(value), max(value), sum(value), count(*)
         FROM read_parquet('${parquet}') WHERE series = ${series} AND start >= ${from} AND start < ${to} GROUP BY bucket`,
        );
      },
    );

    const file = join(store.folder, 'readings.sqlite');
    const sqlite = new DatabaseSync(file);
    sqlite.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000');
    sqlite.exec(
      'CREATE TABLE readings (series INTEGER, start INTEGER, duration INTEGER, value INTEGER, quality INTEGER, PRIMARY KEY (series, start)) WITHOUT ROWID',
    );
    const insert = sqlite.prepare('INSERT INTO readings VALUES (?, ?, ?, ?, ?)');
    sqlite.exec('BEGIN');
    const result = await connection.stream(
      'SELECT series, start::DOUBLE, duration::DOUBLE, value::DOUBLE, quality FROM readings ORDER BY series, start',
    );
    for await (const rows of result.yieldRows()) {
      for (const cells of rows) insert.run(...(cells as (number | null)[]));
    }
    sqlite.exec('COMMIT');
    const ask = sqlite.prepare(
      `SELECT (start - ?2) * ${BUCKETS} / (?3 - ?2) AS bucket, min(value), max(value), sum(value), count(*)
       FROM readings WHERE series = ?1 AND start >= ?2 AND start < ?3 GROUP BY bucket`,
    );
    const fromSqlite = await measure('SQLite', statSync(file).size / count, async (series, from, to) => {
      ask.all(series, from, to);
    });
    sqlite.close();
    return { parquet: fromParquet, sqlite: fromSqlite };

    async function measure(
      name: string,
      bytesPerReading: number,
      query: (series: number, from: number, to: number) => Promise<void>,
    ): Promise<Peer> {
      const chart = {} as Peer['chart'];
      for (const [span, days] of Object.entries(SPANS) as [Span, number][]) {
        const length = Math.min(days * DAY, store.end - first);
        const times: number[] = [];
        for (let step = 1; step <= store.calls; step += 1) {
          const series = numbers[Math.floor(((step * 0.618_034) % 1) * numbers.length)] ?? 0;
          const from = Math.floor(first + ((step * 0.754_878) % 1) * (store.end - first - length));
          const began = performance.now();
          await query(series, from, from + length);
          times.push(performance.now() - began);
        }
        chart[span] = { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
        console.log(`${name}, chart of ${span}: ${timesInWords(times)}`);
      }
      console.log(`${name}: ${bytesPerReading.toFixed(2)} bytes a reading`);
      return { bytesPerReading, chart };
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
