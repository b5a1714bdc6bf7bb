/**
 * A reading type that is corrected, or comes behind its readings: what the store has of them follows, as if they had come with the type
 * that it has now.
 */
import { groupBy } from '#shared/group.ts';
import type { Connection } from '../database.ts';
import { number } from '../row.ts';
import { defaultsOf, type RowDefaults } from './reading-chunk.ts';
import type { MeterReading } from './series-book.ts';

/** What changes of the stored readings of a meter reading. */
interface Change extends RowDefaults {
  id: string;
  series: number;
  /** Power of ten that takes their values to those of their series now. */
  shift: number;
}

/**
 * Where the types of all that a series has readings of were corrected by the same power, that is the series' own now, and its readings
 * stay as they were sent. Sets `scale` and `shift` of its meter readings; to be called before these are written.
 * @returns these series
 */
export async function followPowers(
  connection: Connection,
  meterReadings: Iterable<MeterReading>,
): Promise<Set<number>> {
  const bySeries = groupBy([...meterReadings], ({ series }) => series);
  const alike = [...bySeries].flatMap(([series, all]) => {
    const stored = all.filter(({ before }) => before !== undefined);
    const shift = stored[0]?.shift ?? 0;
    const same = stored.every((one) => one.before === series && one.shift === shift);
    return same && shift !== 0 ? [{ series, shift, count: stored.length, all }] : [];
  });
  if (alike.length === 0) return new Set();
  const rows = await connection.rows(
    `UPDATE series SET power = series.power + c.shift FROM (
       SELECT (c->>'series')::INTEGER AS series, (c->>'shift')::INTEGER AS shift FROM (SELECT unnest(?::JSON::JSON[]) AS c)
       WHERE (c->>'count')::INTEGER = (SELECT count(*) FROM meter_readings m WHERE m.series = (c->>'series')::INTEGER)) c
     WHERE series.series = c.series RETURNING series.series`,
    [JSON.stringify(alike.map(({ all: _, ...asked }) => asked))],
  );
  const followed = new Set(rows.map((row) => number(row.series)));
  for (const { series, shift, all } of alike) {
    if (series === undefined || !followed.has(series)) continue;
    for (const one of all) {
      one.scale -= shift;
      one.shift = 0;
    }
  }
  return followed;
}

/**
 * Scales the stored readings of meter readings, and fills what neither they nor their earlier type said. What that type had filled looks
 * like their own, and stays.
 * @returns the series whose readings changed
 */
export async function followTypes(connection: Connection, meterReadings: Iterable<MeterReading>): Promise<Set<number>> {
  const changes = [...meterReadings].flatMap((meterReading) => changeOf(meterReading) ?? []);
  const series = new Set(changes.map((change) => change.series));
  if (series.size === 0) return series;
  for (const table of ['readings', 'superseded']) {
    await connection.run(
      `UPDATE ${table} SET value_scale = ${table}.value_scale + c.shift, quality = coalesce(${table}.quality, c.quality),
         tou = coalesce(${table}.tou, c.tou), tier = coalesce(${table}.tier, c.tier), cpp = coalesce(${table}.cpp, c.cpp)
       FROM (SELECT b.block, (c->>'shift')::TINYINT AS shift, (c->>'quality')::SMALLINT AS quality, (c->>'tou')::SMALLINT AS tou,
           (c->>'tier')::SMALLINT AS tier, (c->>'cpp')::SMALLINT AS cpp
         FROM (SELECT unnest(?::JSON::JSON[]) AS c) JOIN interval_blocks b ON b.meter_reading = (c->>'id')) c
       WHERE ${table}.block = c.block AND ${table}.series IN (${[...series].join(', ')})`,
      [JSON.stringify(changes)],
    );
  }
  return series;
}

function changeOf({ id, series, shift, type, typeBefore }: MeterReading): Change | undefined {
  if (series === undefined) return undefined;
  const [now, before] = [defaultsOf(type), defaultsOf(typeBefore)];
  const named = (name: keyof RowDefaults) => (before[name] === undefined ? now[name] : undefined);
  const filled = { quality: named('quality'), tou: named('tou'), tier: named('tier'), cpp: named('cpp') };
  const isChange = shift !== 0 || Object.values(filled).some((value) => value !== undefined);
  return isChange ? { id, series, shift, ...filled } : undefined;
}

/**
 * Gives series the type of a meter reading of theirs, where they have that of none: it was corrected.
 * @returns those that have another type now
 */
export async function retypeSeries(connection: Connection, series: ReadonlySet<number>): Promise<Set<number>> {
  if (series.size === 0) return new Set();
  const rows = await connection.rows(
    `UPDATE series SET reading_type = t.data FROM (
       SELECT m.series, arg_min(t.data, m.id) AS data
       FROM meter_readings m JOIN reading_types t ON t.id = m.reading_type JOIN series s ON s.series = m.series
       WHERE m.series IN (${[...series].join(', ')}) GROUP BY m.series HAVING NOT bool_or(t.data = s.reading_type)) t
     WHERE series.series = t.series RETURNING series.series`,
  );
  return new Set(rows.map((row) => number(row.series)));
}
