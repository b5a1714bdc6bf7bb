/** Readings on their way to a server: series by series and month by month of UTC, in pieces of bounded size. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import { number, text } from '../../row.ts';
import { sqlText } from '../../sql-text.ts';
import { OFFSET, OFFSETS } from '../months.ts';
import type { Publication } from './publication.ts';
import { READING_COLUMNS } from './schema.ts';

/** Readings of a transaction, unless one series has more in a month; DuckDB sorts them in memory. */
const PIECE_READINGS = 250_000;
const PIECE_SERIES = 500;

const LIST = Object.keys(READING_COLUMNS).join(', ');
/** What the server calls the groups of a month. */
export const kindOf = (period: number) => `readings:${period}`;

/** Some series of a month. */
interface Piece {
  period: number;
  /** Its number in the month. */
  index: number;
  /** Readings of the workspace that come before it. */
  before: number;
  /** The month lies on another server. */
  elsewhere: boolean;
  /** Their numbers in the store and on the server, ids and digests, in the order of ids. */
  series: { series: number; number: number; id: string; digest: string; readings: number }[];
  readings: number;
}

export interface PublishedReadings {
  /** Readings of the months and series that were written. */
  written: number;
  /** Readings of the workspace, and those of them whose time no calendar has: they stay here. */
  readings: number;
  leftOut: number;
  /** Months of series that were removed: they are not here any more. */
  removed: number;
}

export async function publishReadings(publication: Publication): Promise<PublishedReadings> {
  const { connection, server, step } = publication;
  const rows = await connection.rows(
    'SELECT period, sum(readings) AS readings FROM shared_months GROUP BY period ORDER BY period',
  );
  const periods = rows.map((row) => ({ period: number(row.period), readings: number(row.readings) }));
  const readings = periods.reduce((sum, period) => sum + period.readings, 0);
  const leftOut = periods.find(({ period }) => period === 0)?.readings ?? 0;
  await server.run('CREATE TEMP TABLE staged (LIKE meterscope.readings)');
  const pieces = differing(publication, periods);
  let written = 0;
  let next = await prepared(publication, pieces);
  try {
    while (next !== undefined) {
      const { piece, file } = next;
      step(
        piece.before,
        readings,
        `Publishing readings of ${Math.floor(piece.period / 100)}-${String(piece.period % 100).padStart(2, '0')}`,
      );
      const name = await file;
      // While the server takes this piece, the next one is made.
      next = await prepared(publication, pieces);
      await publishPiece(publication, piece, name);
      await rm(name);
      written += piece.readings;
    }
  } finally {
    await next?.file.catch(() => undefined);
  }
  return { written, readings, leftOut, removed: await removeGone(publication) };
}

/** Begins to make the file of the next piece. */
async function prepared(publication: Publication, pieces: AsyncGenerator<Piece>) {
  const { value: piece, done } = await pieces.next();
  if (done === true) return undefined;
  const file = makeFile(publication, piece);
  file.catch(() => undefined); // it is waited for later
  return { piece, file };
}

/** What differs from what the server says, month by month. */
async function* differing(
  publication: Publication,
  periods: readonly { period: number; readings: number }[],
): AsyncGenerator<Piece> {
  let earlier = 0;
  for (const { period, readings } of periods) {
    let before = earlier;
    earlier += readings;
    const pieces = period === 0 ? [] : await piecesOf(publication, period);
    if (pieces.length === 0) continue;
    const [place] = await publication.server.rows<{ elsewhere: boolean | null }>(
      'SELECT meterscope.add_month($1) AS elsewhere',
      [period],
    );
    for (const piece of pieces) {
      yield { ...piece, before, elsewhere: place?.elsewhere === true };
      before += piece.readings;
    }
  }
}

/** What of a month differs from what the server says of it. */
async function piecesOf({ connection, server }: Publication, period: number): Promise<Piece[]> {
  const there = await server.rows<{ grp: string; digest: string }>(
    'SELECT grp, digest FROM meterscope.published WHERE kind = $1',
    [kindOf(period)],
  );
  const known = new Map(there.map(({ grp, digest }) => [grp, digest]));
  const rows = await connection.rows(
    `SELECT m.series, p.number, m.series_id, m.digest, m.readings FROM shared_months m JOIN publish_series p ON p.series = m.series
     WHERE m.period = $period ORDER BY m.series_id`,
    { period },
  );
  const pieces: Piece[] = [];
  for (const row of rows) {
    const one = {
      series: number(row.series),
      number: number(row.number),
      id: text(row.series_id),
      digest: text(row.digest),
      readings: number(row.readings),
    };
    if (known.get(one.id) === one.digest) continue;
    const open = pieces.at(-1);
    if (open && open.readings + one.readings <= PIECE_READINGS && open.series.length < PIECE_SERIES) {
      open.series.push(one);
      open.readings += one.readings;
    } else {
      pieces.push({ period, index: pieces.length, before: 0, elsewhere: false, series: [one], readings: one.readings });
    }
  }
  return pieces;
}

/** The readings of a piece as CSV; answers the file. */
async function makeFile(
  { connection, folder }: Publication,
  { period, index, series, readings }: Piece,
): Promise<string> {
  const file = path.join(folder, `readings-${period}-${index}.csv`);
  const [from, to] = boundsOf(period);
  const row = await connection.row(
    `COPY (SELECT n.number, main.utc_at(r.start), r.duration, r.value, r.value_scale, r.cost, r.cost_scale, r.quality, r.tou, r.tier, r.cpp, ${OFFSET}
       FROM main.readings r JOIN publish_series n ON n.series = r.series JOIN main.series_facts f ON f.series = r.series ${OFFSETS}
       WHERE r.series IN (${series.map((one) => one.series).join(', ')}) AND r.start >= ${from} AND r.start < ${to} ORDER BY n.number, r.start)
     TO ${sqlText(file)} (FORMAT csv, HEADER false)`,
  );
  if (number(row?.Count) !== readings) throw new Error(`${number(row?.Count)} of ${readings} readings were written.`);
  return file;
}

/** [from, to) of a month of UTC, epoch seconds. */
export function boundsOf(period: number): [number, number] {
  const [year, month] = [Math.floor(period / 100), period % 100];
  const start = (at: number) => new Date(0).setUTCFullYear(year, at, 1) / 1000;
  return [start(month - 1), start(month)];
}

async function publishPiece({ server, publisher }: Publication, piece: Piece, file: string): Promise<void> {
  const kind = kindOf(piece.period);
  const ids = piece.series.map(({ id }) => id);
  await server.transaction(async () => {
    // Whoever comes second waits here, and then finds what the first one wrote.
    const held = await server.rows<{ grp: string; digest: string }>(
      `INSERT INTO meterscope.published AS p SELECT $1, id, '', 0, $3, now() FROM unnest($2::text[]) AS id ORDER BY id
       ON CONFLICT (kind, grp) DO UPDATE SET grp = p.grp RETURNING grp, digest`,
      [kind, ids, publisher],
    );
    await holdSeries(server, piece);
    const isEmpty = held.every(({ digest }) => digest === '');
    if (isEmpty && !piece.elsewhere) {
      expectCount(await server.copy(file, `meterscope.readings (${LIST})`), piece.readings);
    } else {
      await server.run('TRUNCATE staged');
      expectCount(await server.copy(file, `staged (${LIST})`), piece.readings);
      await (isEmpty ? insertStaged(server, piece) : replaceByStaged(server, piece));
    }
    await server.run(
      `UPDATE meterscope.published p SET digest = n.digest, rows = n.rows, publisher = $5, published_at = now()
       FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n(grp, digest, rows) WHERE p.kind = $1 AND p.grp = n.grp`,
      [kind, ids, piece.series.map(({ digest }) => digest), piece.series.map(({ readings }) => readings), publisher],
    );
  });
}

/**
 * Keeps the series of a piece from being removed until its transaction ends: readings of a series that the server does not know are seen by
 * nobody. @throws AppError `publish_series_removed`
 */
async function holdSeries(server: Publication['server'], piece: Piece): Promise<void> {
  const held = await server.rows(
    'SELECT series FROM meterscope.series_facts WHERE series = ANY ($1::integer[]) ORDER BY series_id FOR KEY SHARE',
    [numbersOf(piece)],
  );
  if (held.length === piece.series.length) return;
  throw new AppError({
    code: 'publish_series_removed',
    message: 'Another workspace removed series from the server while this one published them.',
    action: 'Publish once more.',
  });
}

const SAME = Object.keys(READING_COLUMNS)
  .filter((name) => name !== 'series' && name !== 'start_utc')
  .map((name) => [`s.${name}`, `r.${name}`] as const);
const IS_SAME = `s.series = r.series AND s.start_utc = r.start_utc AND (${SAME.map(([own]) => own).join(', ')}) IS NOT DISTINCT FROM (${SAME.map(([, other]) => other).join(', ')})`;

/** Writes what another server does not have yet, except what it kept of a try whose end this server has not seen. */
async function insertStaged(server: Publication['server'], piece: Piece): Promise<void> {
  // Asked for by series and time alone, it is done there, and no reading comes back for it.
  await server.run(`DELETE FROM meterscope.readings r WHERE ${ofPiece(piece)}`, [numbersOf(piece)]);
  await server.run(`INSERT INTO meterscope.readings (${LIST}) SELECT ${LIST} FROM staged`);
}

/** Writes what differs: a night adds a day to a month, and the rest of it is left alone. */
async function replaceByStaged(server: Publication['server'], piece: Piece): Promise<void> {
  const within = ofPiece(piece);
  await server.run('ANALYZE staged');
  await server.run(
    `DELETE FROM meterscope.readings r WHERE ${within} AND NOT EXISTS (SELECT FROM staged s WHERE ${IS_SAME})`,
    [numbersOf(piece)],
  );
  await server.run(
    `INSERT INTO meterscope.readings (${LIST}) SELECT ${LIST} FROM staged s
     WHERE NOT EXISTS (SELECT FROM meterscope.readings r WHERE ${within} AND ${IS_SAME})`,
    [numbersOf(piece)],
  );
}

/** SQL: what the server has of the series ($1) and the month of a piece. */
function ofPiece({ period }: Piece): string {
  const [from, to] = boundsOf(period).map((seconds) => `timestamp '${timestampOf(seconds)}'`);
  return `r.start_utc >= ${from} AND r.start_utc < ${to} AND r.series = ANY ($1::integer[])`;
}

function numbersOf({ series }: Piece): number[] {
  return series.map((one) => one.number);
}

/** As PostgreSQL writes it. @param seconds of an epoch */
export function timestampOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/** Removes the months of series that this workspace published and does not have any more. @returns how many */
async function removeGone({ connection, server, publisher }: Publication): Promise<number> {
  const there = await server.rows<{ kind: string; grp: string }>(
    `SELECT kind, grp FROM meterscope.published WHERE publisher = $1 AND kind LIKE 'readings:%' ORDER BY kind, grp`,
    [publisher],
  );
  if (there.length === 0) return 0;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE publish_there AS SELECT (r->>'kind')[10:]::INTEGER AS period, r->>'grp' AS series_id
    FROM (SELECT unnest($there::JSON::JSON[]) AS r)`,
    { there: JSON.stringify(there) },
  );
  const gone = await connection.rows(
    'SELECT period, series_id FROM publish_there EXCEPT SELECT period, series_id FROM shared_months ORDER BY ALL',
  );
  for (const period of new Set(gone.map((row) => number(row.period)))) {
    const ids = gone.filter((row) => number(row.period) === period).map((row) => text(row.series_id));
    const [from, to] = boundsOf(period).map(timestampOf);
    await server.transaction(async () => {
      const held = await server.rows<{ grp: string }>(
        'SELECT grp FROM meterscope.published WHERE kind = $1 AND grp = ANY ($2::text[]) AND publisher = $3 ORDER BY grp FOR UPDATE',
        [kindOf(period), ids, publisher],
      );
      const own = held.map(({ grp }) => grp);
      await server.run(
        `DELETE FROM meterscope.readings r USING meterscope.series_facts f WHERE f.series = r.series AND f.series_id = ANY ($1::text[])
           AND r.start_utc >= $2::timestamp AND r.start_utc < $3::timestamp`,
        [own, from, to],
      );
      await server.run('DELETE FROM meterscope.published WHERE kind = $1 AND grp = ANY ($2::text[])', [
        kindOf(period),
        own,
      ]);
    });
  }
  return gone.length;
}

function expectCount(written: number, expected: number): void {
  if (written !== expected) throw new Error(`${written} of ${expected} readings were copied.`);
}
