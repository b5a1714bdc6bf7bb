/** A connection to a PostgreSQL server. Nothing that it says has the password in it. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Client, QueryResultRow } from 'pg';
import { AppError } from '#shared/errors.ts';
import { percentDecoded } from '#shared/percent-decoded.ts';

/** Rows of readings and the like go in as CSV, as DuckDB writes it. */
const COPY_OPTIONS = 'FROM STDIN WITH (FORMAT csv)';

/** How long a connection may take to be made. Milliseconds. */
const CONNECT_MS = 20_000;

/** How long a statement that reads may take. */
const STATEMENT_SECONDS = 30;
/** SQLSTATE of a statement that the server ended. */
const ENDED_THERE = '57014';
/** How long a statement waits for what another connection holds: longer than any piece of a publication takes. */
const HELD_MINUTES = 5;
/** SQLSTATE of one that waited longer. */
const HELD_THERE = '55P03';
/** Codes of the system and of PostgreSQL for a server that is stopped, starts, or lies behind a network that is not there. */
const AWAY: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT'],
  ...['57P01', '57P02', '57P03'],
]);
/** What the client says of a connection that ended or never came, without a code. */
const WITHOUT_ANSWER = /^(Connection terminated|timeout expired)/;

/** What a connection is for, as its failures say it. */
export interface Doing {
  code: string;
  done: string;
  again: string;
  cancelled: string;
}
export const PUBLISHING: Doing = {
  code: 'publish_server',
  done: 'published to',
  again: 'publish again: it goes on where it was.',
  cancelled: 'It was cancelled; what was published before stays.',
};
export const COMPARING: Doing = {
  code: 'publish_server',
  done: 'compared with',
  again: 'compare again.',
  cancelled: 'Comparing was cancelled.',
};
export const PREPARING: Doing = {
  code: 'publish_server',
  done: 'prepared',
  again: 'prepare it again.',
  cancelled: 'Preparing was cancelled.',
};
/** Of what reads, or only looks. */
export const READING: Doing = {
  code: 'team_server',
  done: 'read',
  again: 'try again. What is on this computer stays as it is.',
  cancelled: 'Reading from the server was cancelled.',
};

export class Server {
  readonly #client: Client;
  readonly #url: string;
  /** Where it is, without password. */
  readonly place: string;
  readonly #doing: Doing;
  readonly #signal: AbortSignal;
  readonly #cut = () => {
    // The way of the library, which has no name for it in its types.
    (this.#client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  };

  private constructor(client: Client, url: string, doing: Doing, signal: AbortSignal) {
    this.#client = client;
    this.#url = url;
    this.place = placeOf(url);
    this.#doing = doing;
    this.#signal = signal;
    signal.addEventListener('abort', this.#cut);
  }

  /**
   * Password and the like may also stand in the environment (PGPASSWORD, PGPASSFILE) or in ~/.pgpass. It is cut off when `signal` is
   * aborted, also while the server does not answer, and the server then ends what it does. @throws AppError of the code of `doing`
   */
  static async connect(url: string, doing: Doing, signal: AbortSignal): Promise<Server> {
    placeOf(url);
    const { default: pg } = await import('pg');
    signal.throwIfAborted();
    const client = new pg.Client({
      connectionString: url,
      application_name: 'Meterscope',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
    });
    const server = new Server(client, url, doing, signal);
    // One that goes away while nobody waits for it; the next statement says so.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(
        `SET client_encoding = 'UTF8'; SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET synchronous_commit = on; SET lock_timeout = '${HELD_MINUTES}min'`,
      );
      // Not every system can look whether the client is still there.
      await server.run("SET client_connection_check_interval = '1s'").catch(() => undefined);
      return server;
    } catch (error) {
      await server.close();
      throw server.failure(error);
    }
  }

  /**
   * A connection that can only read, and of one moment: all of it is one transaction. A statement may take half a minute.
   * @throws AppError `team_server`, `publish_address`
   */
  static async reading(url: string, signal: AbortSignal): Promise<Server> {
    const server = await Server.connect(url, READING, signal);
    try {
      await server.run(`SET statement_timeout = '${STATEMENT_SECONDS}s'`);
      await server.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return server;
    } catch (error) {
      await server.close();
      throw server.failure(error);
    }
  }

  async rows<T extends QueryResultRow>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await this.#client.query<T>(sql, values)).rows;
  }

  /** Rows that a statement changed. */
  async run(sql: string, values: unknown[] = []): Promise<number> {
    return (await this.#client.query(sql, values)).rowCount ?? 0;
  }

  /** Copies a CSV file into a table, `target` with its columns; answers the rows. */
  async copy(file: string, target: string): Promise<number> {
    const { from } = await import('pg-copy-streams');
    const stream = this.#client.query(from(`COPY ${target} ${COPY_OPTIONS}`));
    await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), stream);
    return stream.rowCount;
  }

  /** The bytes that a query of one column of plain texts gives, a line each. */
  async *lines(query: string): AsyncGenerator<Uint8Array> {
    const { to } = await import('pg-copy-streams');
    yield* this.#client.query(to(`COPY (${query}) TO STDOUT`));
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.run('BEGIN');
    try {
      const result = await work();
      await this.run('COMMIT');
      return result;
    } catch (error) {
      await this.run('ROLLBACK').catch(() => undefined); // the connection may be gone
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
    this.#signal.removeEventListener('abort', this.#cut);
  }

  /** An error of the server or of the way there, in words that say where. */
  failure(error: unknown): unknown {
    if (error instanceof AppError) return error;
    if (this.#doing === READING && reasonOf(error) === ENDED_THERE) {
      return new AppError({
        code: 'team_too_slow',
        message: `The server ${this.place} ended the question: it took longer than ${STATEMENT_SECONDS} seconds, or was cancelled there.`,
        action: 'Ask for less, such as fewer months, or try again when the server has less to do.',
        details: { server: this.place },
      });
    }
    if (reasonOf(error) === HELD_THERE) {
      return new AppError({
        code: 'server_held',
        message: `On the server ${this.place} another connection holds what is needed here, for ${HELD_MINUTES} minutes by now. It may be another publisher.`,
        action: `Wait until it is done, then ${this.#doing.again} Where nobody is at work, ask whoever runs the server to end its connection.`,
        details: { server: this.place },
      });
    }
    const said = redacted(error instanceof Error ? error.message || String(error) : String(error), this.#url);
    const { code, done, again } = this.#doing;
    const reason = reasonOf(error);
    const isAway = AWAY.has(reason) || WITHOUT_ANSWER.test(said);
    return new AppError({
      code,
      message: `The server ${this.place} ${isAway ? 'cannot be reached' : `could not be ${done}`}: ${said}`,
      action: `${isAway ? 'Check that it runs, and the network or VPN on the way to it' : 'Check address, user and rights'}, then ${again}`,
      details: { server: this.place, said, reason },
    });
  }
}

/** The code of the server (SQLSTATE), of the system or of TLS. */
function reasonOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Where a server is, without password: postgres://user@host:5432/name. @throws AppError `publish_address` */
export function placeOf(url: string): string {
  try {
    const parsed = new URL(url);
    if (parsed.protocol === 'postgres:' || parsed.protocol === 'postgresql:') {
      const user = parsed.username === '' ? '' : `${parsed.username}@`;
      return `postgres://${user}${parsed.host}${parsed.pathname}`;
    }
  } catch {
    // as below: the text itself may hold a password
  }
  throw new AppError({
    code: 'publish_address',
    message: 'This is not the address of a PostgreSQL server.',
    action:
      'Write it as postgres://user@host:5432/database; the password may stand in PGPASSWORD, in PGPASSFILE or in ~/.pgpass.',
  });
}

/** A text without the URL and without what is secret in it. */
export function redacted(said: string, url: string): string {
  const secrets = new Set([url]);
  try {
    const { password, searchParams } = new URL(url);
    for (const secret of [password, percentDecoded(password), searchParams.get('password') ?? '']) secrets.add(secret);
  } catch {
    // it is not in pieces then
  }
  secrets.add(process.env.PGPASSWORD ?? '');
  let clean = said;
  for (const secret of secrets) if (secret !== '') clean = clean.replaceAll(secret, '***');
  return clean;
}
