/** The event log as a file: NDJSON (every event as received, with what is known about its arrival) or CSV. */
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { EventFilter, EventOrder } from '#shared/contract/events.ts';
import { defusedSql } from '#shared/csv.ts';
import type { Database } from '../database.ts';
import { exportFailure } from '../export/failure.ts';
import { number } from '../row.ts';
import { sqlText } from '../sql-text.ts';
import { eventsWhere, ORDER_BY } from './rows.ts';

const COLUMNS = `seq, uid, type, ts, happened_at AS happened_at_us, arrived_at AS arrived_at_ms, way, late, hole, signed,
  listed_at AS listed_at_ms, denied_at AS denied_at_ms,
  deliveries, delivered, authorization_uid, meter_uid, form_uid`;

/** Columns whose text comes from the sender of the event. */
const FOREIGN = ['uid', 'type', 'ts', 'authorization_uid', 'meter_uid', 'form_uid', 'event'];

const FORMATS = {
  ndjson: { columns: `${COLUMNS}, json::JSON AS event`, options: 'FORMAT json' },
  csv: { columns: `${COLUMNS}, json AS event`, options: 'FORMAT csv, HEADER' },
} as const;

interface EventExport {
  file: string;
  format: keyof typeof FORMATS;
  /** CSV keeps texts as they are, see shared/csv.ts. */
  rawText: boolean | undefined;
  filter: EventFilter;
  order: EventOrder;
  signal: AbortSignal;
}

/** Writes beside the file and renames, so that a file that is there is complete. Oldest first, as files are read. */
export async function exportEvents(database: Database, request: EventExport): Promise<{ events: number }> {
  const { columns, options } = FORMATS[request.format];
  const where = eventsWhere(request.filter, request.order);
  const unfinished = `${request.file}.part`;
  const connection = await database.connect();
  connection.interruptOn(request.signal);
  try {
    const order = ORDER_BY[request.order].replaceAll(' DESC', ' ASC');
    const events = `SELECT ${columns} FROM events WHERE ${where.sql} ORDER BY ${order}`;
    const defused = FOREIGN.map((column) => `${defusedSql(column)} AS ${column}`);
    const safe = request.format === 'csv' && !request.rawText;
    const written = await connection.row(
      `COPY (${safe ? `SELECT * REPLACE (${defused.join(', ')}) FROM (${events})` : events}) TO ${sqlText(unfinished)} (${options})`,
      where.parameters,
    );
    request.signal.throwIfAborted();
    await rename(unfinished, request.file);
    return { events: number(written?.Count) };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw exportFailure(error, path.dirname(request.file));
  } finally {
    await connection.close();
  }
}
