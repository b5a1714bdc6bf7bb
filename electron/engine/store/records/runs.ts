/** Test submissions and historical collections. */
import type { RunView } from '#shared/contract/scenarios.ts';
import { runName } from '#shared/scenarios/states.ts';
import type { RunCalls, StoredRecord } from '../../calls/runs.ts';
import type { Handlers } from '../context.ts';
import type { Row } from '../database.ts';
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
  'runs.stored': async ({ workspace, kind, batch, unfinished, offset, limit }, context) => {
    const clause = `kind = $1 AND ($2::VARCHAR IS NULL OR batch = $2::VARCHAR) ${unfinished ? 'AND NOT over' : ''}`;
    const { reader } = context.store(workspace).database;
    const values = [kind, batch ?? null];
    const rows = await reader.rows(
      `SELECT * FROM runs WHERE ${clause} ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
      [...values, limit, offset ?? 0],
    );
    const count = await reader.row(`SELECT count(*) AS count FROM runs WHERE ${clause}`, values);
    return { rows: rows.map(storedRecord), matching: number(count?.count) };
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
