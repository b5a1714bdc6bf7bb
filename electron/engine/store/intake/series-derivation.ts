/**
 * Series of an older store, derived anew: readings that differ in nothing but their length become one series again, and
 * what the user decided about any of them holds for it.
 */
import { clash, type DurationCount, decideGrid, gridToken, LONG_TOKEN } from '#shared/espi/grid.ts';
import { withGrid } from '#shared/espi/series.ts';
import type { Connection, Row } from '../database.ts';
import type { ReadingType } from '../decisions.ts';
import type { Tell } from '../opening.ts';
import { json, number, optionalText, text } from '../row.ts';
import { settleOverlaps } from './overlaps.ts';
import { seriesId, storedLong } from './series-book.ts';
import { refreshSeries } from './series-refresh.ts';

/** A series as it should be, and the earlier ones that it is made of: the fullest first. */
interface Derived {
  id: string;
  key: string;
  members: Member[];
  /** Start and length of its readings of more than a day. */
  long: [number, number][];
}

interface Member {
  series: number;
  id: string;
  power: number;
}

/**
 * Derives the series that have no `grid` yet: a migration takes it from those that may be divided wrongly. Does nothing
 * where there is none.
 * @param zone of the workspace.
 */
export async function deriveSeries(connection: Connection, zone: string, tell: Tell): Promise<void> {
  const some = await connection.row('SELECT 1 AS one FROM series WHERE grid IS NULL LIMIT 1');
  if (some === undefined) return;
  await connection.transaction(async () => {
    const derived = await derive(connection);
    for (const [done, one] of derived.entries()) {
      tell({ done, of: derived.length, noun: 'series' });
      await unite(connection, one);
    }
    // The rest is done to all of them at once.
    tell();
    const numbers = derived.flatMap(({ members }) => members[0]?.series ?? []);
    // What a merge has in these tables, there is none of here.
    await connection.run('CREATE TEMP TABLE st_affected AS SELECT unnest(?::JSON::INTEGER[]) AS series', [
      JSON.stringify(numbers),
    ]);
    await connection.run('CREATE TEMP TABLE st_map (series INTEGER, plain BOOLEAN)');
    const dirty = await settleOverlaps(connection, false);
    const none = new Set<number>();
    const others = { uneven: true, alone: false, reduced: undefined, regridded: none, retyped: none };
    await refreshSeries(connection, { count: 0 }, { dirty, zone, ...others });
    // Series without readings say nothing of their grid.
    await connection.run(`UPDATE series SET grid = 'irregular' WHERE grid IS NULL`);
    for (const table of ['st_affected', 'st_map', 'st_dirty', 'st_new', 'st_losers']) {
      await connection.run(`DROP TABLE IF EXISTS ${table}`);
    }
  });
}

async function derive(connection: Connection): Promise<Derived[]> {
  const rows = await connection.rows(
    `SELECT s.series, s.id, s.usage_point, s.key, s.power, s.reading_type, s.interval_length,
       (SELECT json_group_array({'duration': d.duration, 'count': d.n}) FROM (
          SELECT duration, count(*) AS n FROM readings WHERE readings.series = s.series GROUP BY duration) d) AS durations
     FROM series s WHERE s.grid IS NULL ORDER BY s.count DESC, s.series`,
  );
  const byId = new Map<string, Derived>();
  for (const row of rows) {
    const member = { series: number(row.series), id: text(row.id), power: number(row.power) };
    const place = await placeOf(connection, byId, row, member.series);
    const known = byId.get(place.id) ?? { ...place, members: [], long: [] };
    known.members.push(member);
    known.long.push(...place.long);
    byId.set(place.id, known);
  }
  return [...byId.values()];
}

/** Where the readings of a series belong: beside those that differ only in their length, unless they clash with them. */
async function placeOf(connection: Connection, known: ReadonlyMap<string, Derived>, row: Row, series: number) {
  const type = json(row.reading_type) as ReadingType; // written from the reader's model
  const durations = json(row.durations) as DurationCount[]; // made by the query
  const grid = decideGrid(type.intervalLength, durations);
  const token = durations.length === 0 ? String(number(row.interval_length)) : gridToken(grid);
  const named = (name: string) => {
    const key = withGrid(text(row.key), name);
    return { key, id: seriesId(optionalText(row.usage_point), key) };
  };
  if (token !== LONG_TOKEN) return { ...named(token), long: [] };
  const long = await storedLong(connection, series);
  for (let place = 1; ; place += 1) {
    const found = named(place === 1 ? LONG_TOKEN : `${LONG_TOKEN}${place}`);
    const taken = known.get(found.id);
    if (taken === undefined || !clash(taken.long, long)) return { ...found, long };
  }
}

/** Gives the rows of all members to the first one, under the new id; what was decided last about any of them holds. */
async function unite(connection: Connection, { id, key, members }: Derived): Promise<void> {
  const [main, ...others] = members;
  if (main === undefined) return;
  for (const { series, power } of others) {
    for (const table of ['readings', 'superseded']) {
      await connection.run(`UPDATE ${table} SET series = ?, value_scale = value_scale + ? WHERE series = ?`, [
        main.series,
        power - main.power,
        series,
      ]);
    }
    for (const table of ['interval_blocks', 'meter_readings']) {
      await connection.run(`UPDATE ${table} SET series = ? WHERE series = ?`, [main.series, series]);
    }
    // What was set aside is looked at again where it is now.
    await connection.run(
      'UPDATE series SET overlapping = true WHERE series = ? AND (SELECT overlapping FROM series WHERE series = ?)',
      [main.series, series],
    );
    for (const table of ['gaps', 'day_sums', 'month_sums', 'series']) {
      await connection.run(`DELETE FROM ${table} WHERE series = ?`, [series]);
    }
  }
  if (others.length === 0 && main.id === id) return;
  await connection.run('UPDATE series SET id = ?, key = ? WHERE series = ?', [id, key, main.series]);
  const subjects = JSON.stringify([id, ...members.map((member) => member.id)]);
  const decided = await connection.rows(
    `SELECT name, arg_max(value, decided_at) AS value, max(decided_at) AS at FROM decisions
     WHERE subject IN (SELECT unnest(?::JSON::VARCHAR[])) GROUP BY name`,
    [subjects],
  );
  if (decided.length === 0) return;
  await connection.run('DELETE FROM decisions WHERE subject IN (SELECT unnest(?::JSON::VARCHAR[]))', [subjects]);
  for (const { name, value, at } of decided) {
    await connection.run('INSERT INTO decisions VALUES (?, ?, ?, ?)', [
      id,
      text(name),
      text(value),
      BigInt(number(at)),
    ]);
    const columns = DECIDED[text(name)] ?? 'holes_decided = $value';
    await connection.run(`UPDATE series SET ${columns} WHERE series = $series`, {
      value: text(value),
      series: main.series,
    });
  }
}

/** What a decision sets, by its name. */
const DECIDED: Readonly<Record<string, string>> = {
  behaviour: `behaviour = $value, behaviour_by = 'user'`,
  holes: 'holes_decided = $value',
  costScale: 'cost_chosen = $value::DOUBLE',
};
