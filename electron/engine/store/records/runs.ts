/** Test submissions and historical collections. */
import type { CollectionLine, CollectionView } from '#shared/contract/collections.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { runLine, runName } from '#shared/scenarios/states.ts';
import type { RunCalls, StoredRecord } from '../../calls/runs.ts';
import type { Handlers } from '../context.ts';
import type { Connection, Row } from '../database.ts';
import { json, number, optionalText, text } from '../row.ts';

const SAVE = `INSERT OR REPLACE INTO runs (id, kind, batch, over, created_at, "view", state, scenario, utility, verdict, fired_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export const runHandlers: Handlers<RunCalls> = {
  'runs.save': async ({ workspace, record }, context) => {
    await context
      .store(workspace)
      .write((connection) =>
        connection.run(SAVE, [
          record.id,
          record.kind,
          record.batch ?? null,
          record.over,
          record.createdAt,
          JSON.stringify(record.view),
          JSON.stringify(record.state ?? null),
          ...gridColumns(record),
        ]),
      );
    return undefined;
  },
  'runs.stored': async (input, context) => {
    const { rows, matching } = await newest(context.store(input.workspace).database.reader, input, '*');
    return { rows: rows.map(storedRecord), matching };
  },
  'runs.lines': async (input, context) => {
    const { reader } = context.store(input.workspace).database;
    const { rows, matching } = await newest(reader, { kind: 'run', ...input }, BRIEF_VIEW);
    return { rows: rows.map(({ view }) => runLine(json(view) as RunView)), matching }; // as runs.save wrote it
  },
  'collections.lines': async (input, context) => {
    const { reader } = context.store(input.workspace).database;
    const { rows, matching } = await newest(reader, { kind: 'collection', ...input }, '"view"');
    return { rows: rows.map(({ view }) => collectionLine(json(view) as CollectionView)), matching }; // likewise
  },
  'runs.verdicts': async ({ workspace, batch }, context) => {
    const rows = await context
      .store(workspace)
      .database.reader.rows(
        `SELECT verdict, over, count(*) AS runs FROM runs WHERE kind = 'run' AND batch = ? GROUP BY ALL ORDER BY ALL`,
        [batch],
      );
    return rows.map((row) => ({ verdict: text(row.verdict), over: row.over === true, runs: number(row.runs) }));
  },
  'runs.one': async ({ workspace, id }, context) => {
    const row = await context.store(workspace).database.reader.row('SELECT * FROM runs WHERE id = ?', [id]);
    return row && storedRecord(row);
  },
};

interface Newest {
  kind: StoredRecord['kind'];
  batch?: string | undefined;
  unfinished?: boolean | undefined;
  offset?: number | undefined;
  limit?: number | undefined;
}

/** A page of the records of a kind, and how many there are of it. @param columns SQL of what is read of each */
async function newest(
  reader: Connection,
  { kind, batch, unfinished, offset = 0, limit = 500 }: Newest,
  columns: string,
): Promise<{ rows: Row[]; matching: number }> {
  const clause = `kind = $1 AND ($2::VARCHAR IS NULL OR batch = $2::VARCHAR) ${unfinished ? 'AND NOT over' : ''}`;
  const values = [kind, batch ?? null];
  const rows = await reader.rows(
    `SELECT ${columns} FROM runs WHERE ${clause} ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
    [...values, limit, offset],
  );
  const count = await reader.row(`SELECT count(*) AS count FROM runs WHERE ${clause}`, values);
  return { rows, matching: number(count?.count) };
}

/**
 * The view of a run without what takes most of it, where DuckDB can read it: half of a surrogate pair in what a service once
 * said makes a JSON that it cannot.
 */
const BRIEF_VIEW = `CASE WHEN json_valid("view")
  THEN json_merge_patch("view", '{"checks": null, "steps": null}')::VARCHAR ELSE "view" END AS view`;

function collectionLine({ asked, meters, ...collection }: CollectionView): CollectionLine {
  const count = (state: CollectionView['meters'][number]['state']) =>
    meters.filter((meter) => meter.state === state).length;
  return { ...collection, meters: asked.length, finished: count('finished'), dropped: count('dropped') };
}

/** What the grid of verdicts asks for stands beside the JSON; a collection has none of it. */
function gridColumns({ kind, view }: StoredRecord): (string | number | null)[] {
  if (kind !== 'run') return [null, null, null, null];
  const run = view as RunView; // written by electron/support-desk from a RunView
  // What a scenario file expects may be more than its scenario must lead to, so its runs are a row of their own.
  return [runName(run), run.utility, run.state, run.firedAt ?? null];
}

function storedRecord(row: Row): StoredRecord {
  return {
    id: text(row.id),
    kind: row.kind === 'collection' ? 'collection' : 'run',
    batch: optionalText(row.batch),
    over: row.over === true,
    createdAt: number(row.created_at),
    view: json(row.view),
    state: json(row.state),
  };
}
