/** An open workspace: its database, its writer's lock and the zone it assumes. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { StoreFiles, StoreInfo } from '../calls/store.ts';
import { Allocator, removeLeftovers } from './allocator.ts';
import { type Connection, Database } from './database.ts';
import { DaySummer, followClocks } from './day-sums.ts';
import { type Chore, Keeper } from './keeper.ts';
import { dueMigrations, latestVersion, migrate } from './migrations/index.ts';
import { Mutex } from './mutex.ts';
import { Opening, type Report, type Tell } from './opening.ts';
import { PACKING, Packer, type PackingRules } from './packing/index.ts';
import { removeOrphanSpools } from './spool.ts';

/** Readings of an ingest that are held before they are appended early: some 5 MB. */
const HOLD_ROWS = 65_536;

/** A part of what brings derived data up to the rules of this version, inside the opening of a store. */
export interface CatchUpStep {
  /** What it does, in words. */
  what: string;
  run(writer: Connection, zone: string, tell: Tell): Promise<void>;
}

type CatchUp = (writer: Connection, zone: string) => Promise<void>;

export class Store {
  readonly workspace: string;
  readonly location: StoreFiles;
  readonly database: Database;
  readonly info: StoreInfo;
  readonly allocator: Allocator;
  /** Readings of an ingest that are held in memory before they are appended early. */
  holdRows = HOLD_ROWS;
  readonly #lock = new Mutex();
  readonly #closing = new AbortController();
  readonly #reading = new Set<Promise<unknown>>();
  /** What is to be done once the zone is known. */
  readonly #catchUp: CatchUp;
  #zone: string | undefined;
  #keeper: Keeper | undefined;

  private constructor(
    location: StoreFiles,
    database: Database,
    allocator: Allocator,
    info: StoreInfo,
    catchUp: CatchUp,
  ) {
    this.allocator = allocator;
    this.workspace = info.workspace;
    this.location = location;
    this.database = database;
    this.info = info;
    this.#catchUp = catchUp;
  }

  /** IANA zone that stands in where a meter's own time is not known. Nobody asks for it before {@link takeZone}. */
  get zone(): string {
    if (this.#zone === undefined) throw new Error(`Workspace ${this.workspace} is used before its zone is known.`);
    return this.#zone;
  }

  /**
   * Opens, creates and migrates. Rejects with `store_locked`, `store_unreadable` or `store_too_new`.
   * @param location without a zone, {@link takeZone} is still to be called before the store is used
   * @param report hears how far it is, where an earlier version wrote the store and it takes more than a moment
   */
  static async open(
    workspace: string,
    location: StoreFiles & { zone?: string },
    catchUp: readonly CatchUpStep[],
    report: Report = () => undefined,
  ): Promise<Store> {
    const inMemory = location.file === ':memory:';
    const created = inMemory || !existsSync(location.file);
    mkdirSync(location.rawFolder, { recursive: true, mode: 0o700 });
    if (!inMemory) mkdirSync(path.dirname(location.file), { recursive: true, mode: 0o700 });
    const database = await Database.open(location.file, path.join(location.rawFolder, 'temporary'));
    // DuckDB gives others the right to read it; customers' names and addresses will be in it.
    if (created && !inMemory) chmodSync(location.file, 0o600);
    try {
      const writer = await database.connect();
      const due = await dueMigrations(writer);
      // Nobody needs to know of the steps to a new store.
      const opening = new Opening(due.length + catchUp.length, due.length > 0, created ? () => undefined : report);
      try {
        await migrate(writer, latestVersion(), opening);
        await removeOrphanSpools(location.rawFolder, writer);
        await removeLeftovers(writer);
        // Of publications that were killed. What cannot be removed goes with the next opening.
        await rm(publishingFolder(location), { recursive: true, force: true }).catch(() => undefined);
        const allocator = await Allocator.open(writer);
        await writer.close();
        const info = { workspace, schemaVersion: latestVersion(), created };
        const store = new Store(location, database, allocator, info, async (connection, zone) => {
          try {
            for (const { what, run } of catchUp) await run(connection, zone, opening.begin(what));
          } finally {
            opening.pause();
          }
        });
        if (location.zone !== undefined) await store.takeZone(location.zone);
        return store;
      } finally {
        opening.pause();
      }
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /**
   * Tells the zone of the workspace. The first time, what is left of the opening is done by it; where it is another one later, the days
   * of meters without a time of their own follow it.
   */
  async takeZone(zone: string): Promise<void> {
    await this.#lock.run(async () => {
      if (this.#zone === zone) return;
      const writer = await this.database.connect();
      try {
        if (this.#zone === undefined) await this.#catchUp(writer, zone);
        else await writer.transaction(() => followClocks(writer, zone));
        this.#zone = zone;
      } finally {
        await writer.close();
        this.#keeper?.written();
      }
    });
  }

  /** Where publications have a folder each for their files on their way. */
  get publishingFolder(): string {
    return publishingFolder(this.location);
  }

  /** Runs `work` in a transaction on a connection of its own, alone among this store's writers. */
  write<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.writeOn(undefined, work);
  }

  /** As {@link write}, on a connection that the caller has (for its temporary tables). */
  writeOn<T>(own: Connection | undefined, work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#lock.run(async () => {
      const connection = own ?? (await this.database.connect());
      try {
        return await connection.transaction(() => work(connection));
      } finally {
        if (own === undefined) await connection.close();
        this.#keeper?.written();
      }
    });
  }

  /**
   * Keeps readings packed by series, and summed by day, from now on. The keeper before, if any, stops.
   * @param turn waited for before each statement of that
   * @param others what else is to be kept in order
   */
  keepTidy(turn?: () => Promise<void>, rules: PackingRules = PACKING, others: readonly Chore[] = []): Keeper {
    void this.#keeper?.stop();
    const keeper = new Keeper(
      {
        connect: () => this.database.connect(turn),
        write: (connection, step) => this.#lock.run(() => connection.transaction(() => step(connection))),
        // Where a reader holds it back, the log has it all, and the next one comes.
        checkpoint: (connection) => this.#lock.run(() => connection.run('CHECKPOINT').catch(() => undefined)),
      },
      [new DaySummer(() => this.zone), ...others, new Packer(rules)],
    );
    this.#keeper = keeper;
    // What came before, or was interrupted by the end of the program.
    keeper.written();
    return keeper;
  }

  /** After questions, and while nobody writes: see {@link Database.giveMemoryBack}. */
  giveMemoryBack(): Promise<void> {
    return this.#lock.run(() => this.database.giveMemoryBack());
  }

  /** How many {@link read} at the moment. */
  get readsUnderWay(): number {
    return this.#reading.size;
  }

  /** Reads what may take long. @param work ends soon once the signal is aborted: the store is to be closed */
  async read<T>(work: (closing: AbortSignal) => Promise<T>): Promise<T> {
    const reading = work(this.#closing.signal);
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }

  /** Ends long readings, waits for the writer at work, writes a checkpoint and closes the file. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#reading);
    await this.#keeper?.stop();
    await this.#lock.run(async () => {
      await this.database.reader.run('CHECKPOINT').catch(() => undefined); // a reader may hold it back; the WAL has it all
      await this.database.close();
    });
  }
}

function publishingFolder({ rawFolder }: StoreFiles): string {
  return path.join(rawFolder, 'publishing');
}
