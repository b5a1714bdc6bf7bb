/** The rows of the views but readings, as they are: in groups, of which those that differ are replaced. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { number, text } from '../../row.ts';
import { sqlName, sqlText } from '../../sql-text.ts';
import { ownRows } from './copies.ts';
import type { Publication } from './publication.ts';
import { columnsOf, relationOf, VIEWS } from './schema.ts';

/** Rows and groups of a transaction. */
const BATCH_ROWS = 100_000;
const BATCH_GROUPS = 2000;

interface Group {
  group: string;
  digest: string;
  rows: number;
}

export interface PublishedRows {
  /** Rows of the groups that were written. */
  otherRows: number;
}

export async function publishViews(publication: Publication): Promise<PublishedRows> {
  let otherRows = 0;
  for (const [place, view] of Object.keys(VIEWS).entries()) {
    publication.step(place, Object.keys(VIEWS).length, `Publishing ${view.replace('_', ' ')}`);
    otherRows += await publishView(publication, view);
  }
  return { otherRows };
}

async function publishView(publication: Publication, view: string): Promise<number> {
  const { connection, server, publisher } = publication;
  const columns = await columnsOf(connection, view);
  const names = columns.map(({ name }) => sqlName(name)).join(', ');
  // A text of PostgreSQL cannot have this one character.
  const values = columns
    .map(({ name, type }) => (type === 'text' ? `replace(${sqlName(name)}, chr(0), '')` : sqlName(name)))
    .join(', ');
  const group = groupOf(view, publisher);
  const own = ownRows(columns.map(({ name }) => name));
  // A sum, for rows may be the same.
  const rows = await connection.rows(
    `SELECT ${group} AS grp, count(*) AS rows, sum(hash(hash(${names})))::VARCHAR AS digest FROM ${relationOf(view)} WHERE ${own} GROUP BY ALL ORDER BY grp`,
  );
  const there = await server.rows<{ grp: string; digest: string; publisher: string }>(
    'SELECT grp, digest, publisher FROM meterscope.published WHERE kind = $1',
    [view],
  );
  const known = new Map(there.map(({ grp, digest }) => [grp, digest]));
  const here = rows.map((row): Group => ({ group: text(row.grp), digest: text(row.digest), rows: number(row.rows) }));
  const held = new Set(here.map((one) => one.group));
  const gone = there
    .filter((one) => one.publisher === publisher && !held.has(one.grp))
    .map((one): Group => ({ group: one.grp, digest: '', rows: 0 }));
  let written = 0;
  for (const batch of batches([...here.filter((one) => known.get(one.group) !== one.digest), ...gone])) {
    publication.step(0, 0, `Publishing ${view.replace('_', ' ')}`);
    await publishBatch(publication, view, { names, values, own }, batch);
    written += batch.reduce((sum, one) => sum + one.rows, 0);
  }
  return written;
}

/** SQL of the group of a row: a text. What belongs to no meter is the publisher's own: another's would delete it. */
function groupOf(view: string, publisher: string): string {
  const { group = "''", own = false } = VIEWS[view] ?? {};
  return own
    ? `${sqlText(`${publisher}/`)} || coalesce((${group})::VARCHAR, '')`
    : `coalesce(${group}, ${sqlText(`${publisher}/none`)})`;
}

function batches(groups: readonly Group[]): Group[][] {
  const made: Group[][] = [];
  let rows = 0;
  for (const group of groups) {
    const open = made.at(-1);
    if (open && open.length < BATCH_GROUPS && rows + group.rows <= BATCH_ROWS) {
      open.push(group);
      rows += group.rows;
    } else {
      made.push([group]);
      rows = group.rows;
    }
  }
  return made;
}

async function publishBatch(
  { connection, server, publisher, folder }: Publication,
  view: string,
  { names, values, own }: { names: string; values: string; own: string },
  batch: readonly Group[],
): Promise<void> {
  const file = path.join(folder, `${view}.csv`);
  const ids = batch.map(({ group }) => group).sort();
  const group = groupOf(view, publisher);
  await connection.run(
    `COPY (SELECT ${group}, ${sqlText(publisher)}, ${values} FROM ${relationOf(view)} WHERE ${own} AND ${group} IN (${ids.map(sqlText).join(', ')}))
     TO ${sqlText(file)} (FORMAT csv, HEADER false)`,
  );
  await server.transaction(async () => {
    await server.run(
      `INSERT INTO meterscope.published AS p SELECT $1, id, '', 0, $3, now() FROM unnest($2::text[]) AS id ORDER BY id
       ON CONFLICT (kind, grp) DO UPDATE SET grp = p.grp`,
      [view, ids, publisher],
    );
    await server.run(`DELETE FROM meterscope.${view} WHERE grp = ANY ($1::text[])`, [ids]);
    await server.copy(file, `meterscope.${view} (grp, publisher, ${names})`);
    await server.run(
      `UPDATE meterscope.published p SET digest = n.digest, rows = n.rows, publisher = $5, published_at = now()
       FROM unnest($2::text[], $3::text[], $4::bigint[]) AS n(grp, digest, rows) WHERE p.kind = $1 AND p.grp = n.grp`,
      [view, batch.map((one) => one.group), batch.map((one) => one.digest), batch.map((one) => one.rows), publisher],
    );
    await server.run('DELETE FROM meterscope.published WHERE kind = $1 AND digest = $2 AND grp = ANY ($3::text[])', [
      view,
      '',
      ids,
    ]);
  });
  await rm(file);
}
