/** Rows of the event log into DuckDB's appenders, column by column in the order of the tables. */
import type { DuckDBAppender } from '@duckdb/node-api';
import type { ArrivalWay } from '#shared/contract/events.ts';
import type { IncomingDelivery, IncomingEvent } from '../../calls/events.ts';
import type { Connection } from '../database.ts';

/** An event with where it stands in this commit. */
export interface Staged {
  seq: number;
  event: IncomingEvent;
  way: ArrivalWay;
  arrivedAt: number;
  signed: boolean;
  listed: boolean;
  deliveries: number;
  lateUs: number | undefined;
  hole: boolean;
}

/** A row of `events`. */
export function appendEvent(appender: DuckDBAppender, staged: Staged): void {
  const { event } = staged;
  appender.appendBigInt(BigInt(staged.seq));
  appender.appendVarchar(event.uid);
  appender.appendVarchar(event.type);
  appender.appendVarchar(event.ts);
  whole(appender, event.happenedAt);
  whole(appender, staged.arrivedAt);
  appender.appendVarchar(staged.way);
  appender.appendBoolean(staged.lateUs !== undefined);
  whole(appender, staged.lateUs);
  appender.appendBoolean(staged.hole);
  appender.appendBoolean(staged.signed);
  whole(appender, staged.listed ? staged.arrivedAt : undefined);
  appender.appendInteger(staged.deliveries);
  // A signed delivery is answered with 200 after this commit, which makes it delivered (specification 3).
  flag(appender, staged.signed || event.delivered);
  words(appender, event.authorization);
  words(appender, event.meter);
  words(appender, event.form);
  appender.appendVarchar(event.json);
  appender.appendNull(); // denied_at: only a question can bring that
}

/** A delivery with the id it gets, and how many of its events are new. */
interface DeliveryRow {
  id: number;
  delivery: IncomingDelivery;
  fresh: number;
}

/** A row of `deliveries`. */
export function appendDelivery(appender: DuckDBAppender, { id, delivery, fresh }: DeliveryRow): void {
  appender.appendBigInt(BigInt(id));
  whole(appender, delivery.at);
  appender.appendVarchar(delivery.verdict);
  appender.appendVarchar(delivery.reason);
  appender.appendInteger(delivery.answer);
  whole(appender, delivery.bytes);
  appender.appendInteger(delivery.events.length);
  appender.appendInteger(fresh);
  appender.appendBoolean(delivery.rehearsal);
  appender.appendDouble(delivery.durationMs);
  appender.appendVarchar(delivery.sha256);
  appender.appendVarchar(JSON.stringify(delivery.headers));
  appender.appendBlob(delivery.body);
}

/** Appends rows inside the connection's transaction. */
export async function appendAll<T>(
  connection: Connection,
  table: string,
  catalog: string | undefined,
  rows: readonly T[],
  append: (appender: DuckDBAppender, row: T) => void,
): Promise<void> {
  const appender = await connection.raw.createAppender(table, undefined, catalog);
  try {
    for (const row of rows) {
      append(appender, row);
      appender.endRow();
    }
  } finally {
    appender.closeSync();
  }
}

function whole(appender: DuckDBAppender, value: number | undefined): void {
  if (value === undefined) appender.appendNull();
  else appender.appendBigInt(BigInt(Math.trunc(value)));
}

function flag(appender: DuckDBAppender, value: boolean | undefined): void {
  if (value === undefined) appender.appendNull();
  else appender.appendBoolean(value);
}

function words(appender: DuckDBAppender, value: string | undefined): void {
  if (value === undefined) appender.appendNull();
  else appender.appendVarchar(value);
}
