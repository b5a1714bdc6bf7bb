import { z } from 'zod';
import { FEED_AREAS, type StoreArea } from '#shared/contract/define.ts';
import { AppError, isAbort } from '#shared/errors.ts';
import type { Clock, WaitView } from '../http/index.ts';
import type { JobContext, JobKind } from '../jobs/index.ts';
import type { JsonApiClient } from '../jsonapi/index.ts';
import { atOnce } from './at-once.ts';
import { listAuthorizations } from './authorization-list.ts';
import { cursorName, notAfter, readCursors, SYNC_CURSORS, type SyncCursor } from './cursor.ts';
import { answerDamaged, type Client, type Destination, type Engine, endsJob } from './feed-to-store.ts';
import { fetchAuthorization } from './fetch-authorization.ts';
import { fetchServiceRecords } from './service-records.ts';

export interface SyncParts {
  engine: Engine;
  clock: Clock;
  /** The Green Button client of a workspace. @throws AppError for a workspace without a service */
  client(workspace: string): Promise<Client>;
  /** The JSON API of a workspace, which knows statuses and notes. @throws AppError for a workspace without a service */
  api(workspace: string): Promise<Pick<JsonApiClient, 'authorizations' | 'meters'>>;
  /**
   * Authorizations whose access_token is kept: they are synced where there is no client_access_token to list with, and those that are
   * not lost also where the list does not name them.
   */
  knownAuthorizations(workspace: string): Promise<{ uid: string; isLost: boolean }[]>;
  /** Called after rows of a workspace changed, with the areas that windows ask for again. */
  onStored(workspace: string, areas: readonly StoreArea[]): void;
  /**
   * The service's own present, epoch milliseconds, where it can be asked; undefined elsewhere. A simulator begins anew
   * with every start, and its clock with it: then what was seen before is in its future, and would hide new data.
   */
  serviceNow?(workspace: string): Promise<number | undefined>;
  /** Awaited once the first data of a workspace is stored: a window shows it before the rest occupies the engine. */
  firstStored?(workspace: string): Promise<void>;
  /** Authorizations that are fetched at the same time, beside those that the service lets wait. */
  atOnce?: number;
  /** The waits of the HTTP client. */
  waits?: { list(): WaitView[]; subscribe(subscriber: (waits: WaitView[]) => void): () => void };
  /** See {@link fetchAuthorization}. */
  buildingDeadlineMs?: number;
}

const syncInput = z.object({
  /** auth_uids; all that the service lists when it is left out. */
  authorizations: z.array(z.string()).optional(),
  /** Asks for everything again instead of what is new. */
  full: z.boolean().optional(),
});
export type SyncInput = z.infer<typeof syncInput>;

/**
 * What is to be fetched, kept once. How far it is stands in the cursors of the authorizations, each of which names the
 * job that fetched it: with 10,000 of them a growing list would be written 10,000 times.
 */
const syncCheckpoint = z.object({ authorizations: z.array(z.string()) });
type SyncCheckpoint = z.infer<typeof syncCheckpoint>;

type Context = JobContext<SyncInput, SyncCheckpoint>;

export const SYNC_JOB = 'sync';

/** A batch that the service still builds after this long is given up, and its resources are fetched one by one. */
const BUILDING_DEADLINE_MS = 5 * 60_000;
/** At most this long the first authorization of a new workspace is fetched alone, so that its chart opens early. */
const LEAD_MS = 10_000;
/** After this many unreachable authorizations in a row, the rest is not tried. */
const UNREACHABLE_IN_A_ROW = 3;
const UNREACHABLE = new Set(['network_unreachable', 'network_timeout', 'tls_failed', 'proxy_failed']);
/** There is no client_access_token to list with, nor a client to fetch one as. */
const MAY_NOT_LIST = new Set(['token_missing', 'oauth_client_missing']);

/** The job that fetches what is new of a workspace's authorizations, each with its own access token. */
export function syncJob(parts: SyncParts): JobKind<SyncInput, SyncCheckpoint> {
  return {
    kind: SYNC_JOB,
    input: syncInput,
    checkpoint: syncCheckpoint,
    exclusive: true,
    title: syncTitle,
    partial: ({ authorizations }) => authorizations !== undefined,
    run: (context) => new Sync(parts, context).run(),
  };
}

function syncTitle({ authorizations, full }: SyncInput): string {
  const what = full ? 'Fetch everything' : 'Fetch what is new';
  if (authorizations === undefined) return what;
  return `${what} of ${authorizations.length === 1 ? `authorization ${authorizations[0]}` : `${authorizations.length} authorizations`}`;
}

class Sync {
  readonly #parts: SyncParts;
  readonly #context: Context;
  #bytes: number;
  #readings: number;
  #done = 0;
  #unreachable = 0;
  #skipped = 0;

  constructor(parts: SyncParts, context: Context) {
    this.#parts = parts;
    this.#context = context;
    this.#bytes = context.soFar.bytes;
    this.#readings = context.soFar.readings;
  }

  async run(): Promise<void> {
    const { workspace, id } = this.#context;
    const client = await this.#parts.client(workspace);
    const authorizations = await this.#authorizations(client);
    const stored = await this.#parts.engine.call('cursors.list', { workspace, prefix: SYNC_CURSORS });
    const cursors = notAfter(await this.#parts.serviceNow?.(workspace), readCursors(stored));
    const left = authorizations.filter((uid) => cursors.get(uid)?.job !== id);
    this.#done = authorizations.length - left.length;
    this.#context.progress({ done: this.#done, total: authorizations.length, step: undefined });
    const failures: unknown[] = [];
    // Where there is nothing yet, the first authorization has everything for itself: it is what opens the first chart.
    const isFirst = (uid: string) => cursors.size === 0 && uid === left[0];
    const first = new AbortController();
    const lead = cursors.size === 0 && left.length > 1 ? this.#lead(first.signal) : Promise.resolve();
    const fetchOne = async (uid: string) => {
      try {
        const failure = await this.#one(client, uid, cursors.get(uid));
        if (failure !== undefined) failures.push(failure);
        else if (isFirst(uid)) await this.#parts.firstStored?.(workspace);
      } finally {
        first.abort();
      }
    };
    await atOnce({ items: left, count: this.#parts.atOnce ?? 3, work: fetchOne, lead, waiting: this.#waiting() });
    // Nothing worked: the first reason is the job's own.
    if (failures.length > 0 && failures.length === authorizations.length - this.#skipped) throw failures[0];
    await this.#serviceRecords();
  }

  /** Authorizations that wait because the service named a time: a batch is being built, or there were too many requests. */
  #waiting() {
    const { waits } = this.#parts;
    const { id } = this.#context;
    return (
      waits && {
        count: () => waits.list().reduce((sum, { job, asked, held }) => sum + (job === id && asked ? held : 0), 0),
        subscribe: (onChange: () => void) => waits.subscribe(onChange),
      }
    );
  }

  /** Statuses and notes. Without an API token there are none; when they do not come, the data is there all the same. */
  async #serviceRecords(): Promise<void> {
    const { engine, clock, api, onStored } = this.#parts;
    const { workspace, input, id: job, signal, progress, failed } = this.#context;
    progress({ step: 'statuses and notes' });
    try {
      await fetchServiceRecords({
        engine,
        api: await api(workspace),
        workspace,
        authorizations: input.authorizations,
        now: () => clock.now(),
        options: { signal, job },
      });
      onStored(workspace, FEED_AREAS);
    } catch (error) {
      if (signal.aborted || isAbort(error) || endsJob(error)) throw error;
      if (!(error instanceof AppError && error.code === 'token_missing')) failed('statuses and notes', error);
    }
  }

  /** Resolves when the first is over, and when it takes long: a batch may be built for minutes. */
  async #lead(first: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    const over = AbortSignal.any([first, this.#context.signal]);
    await clock.sleepUntil(clock.now() + LEAD_MS, over).catch(() => undefined);
  }

  async #authorizations(client: Client): Promise<string[]> {
    const { checkpoint, input, progress, save, failed } = this.#context;
    if (checkpoint) return checkpoint.authorizations;
    progress({ step: 'list of authorizations' });
    const { uids, damaged } = input.authorizations
      ? { uids: input.authorizations, damaged: false }
      : await this.#listed(client);
    // A list that could not be read everywhere is asked for again when the job is tried again.
    if (damaged) failed('list of authorizations', answerDamaged());
    else await save({ authorizations: uids });
    return uids;
  }

  async #listed(client: Client): ReturnType<typeof listAuthorizations> {
    const { workspace, signal, id } = this.#context;
    const known = await this.#parts.knownAuthorizations(workspace);
    try {
      const held = known.flatMap(({ uid, isLost }) => (isLost ? [] : uid));
      const { uids, damaged } = await listAuthorizations(client, this.#destination(), held, { signal, job: id });
      // Services list the newest first; the oldest have the longest history to show, so they are fetched first.
      return { uids: uids.reverse(), damaged };
    } catch (error) {
      if (!(error instanceof AppError) || !MAY_NOT_LIST.has(error.code)) throw error;
      if (known.length === 0) throw error;
      return { uids: known.map(({ uid }) => uid), damaged: false };
    }
  }

  /**
   * Fetches one authorization. Gives the failure that the rest can go on after; throws what ends the job. One that there is no
   * access token for (test submissions never get one) is skipped: nothing was asked, so nothing failed.
   */
  async #one(client: Client, uid: string, cursor: SyncCursor | undefined): Promise<unknown> {
    const { workspace, input, id: job, signal, progress, failed, skipped } = this.#context;
    const step = (what?: string) => progress({ step: `authorization ${uid}${what === undefined ? '' : `: ${what}`}` });
    signal.throwIfAborted();
    step();
    try {
      const {
        cursor: next,
        usageError,
        customersError,
      } = await fetchAuthorization({
        client,
        authorization: uid,
        cursor,
        full: input.full ?? false,
        job,
        signal,
        to: this.#destination(uid),
        buildingDeadlineMs: this.#parts.buildingDeadlineMs ?? BUILDING_DEADLINE_MS,
        now: () => this.#parts.clock.now(),
        onStep: step,
      });
      if (next) {
        // Without its customer data it is not over for this job: when that is tried again, so is this authorization.
        const kept = customersError === undefined ? next : { ...next, job: '' };
        const cursors = [{ name: cursorName(uid), value: JSON.stringify(kept) }];
        await this.#parts.engine.call('cursors.set', { workspace, cursors });
      }
      this.#unreachable = 0;
      if (usageError !== undefined) failed(`authorization ${uid}`, usageError);
      if (customersError !== undefined) failed(`customer data of authorization ${uid}`, customersError);
      this.#ended();
      return undefined;
    } catch (error) {
      if (signal.aborted || isAbort(error) || endsJob(error)) throw error;
      this.#ended();
      if (lacksToken(error)) {
        this.#skipped += 1;
        skipped('no access token');
        return undefined;
      }
      failed(`authorization ${uid}`, error);
      this.#unreachable = isUnreachable(error) ? this.#unreachable + 1 : 0;
      if (this.#unreachable >= UNREACHABLE_IN_A_ROW || isWholeWaitCancelled(error)) throw error;
      return error;
    } finally {
      // When it was fetched, even if it brought nothing; of an answer that was refused, what is wrong with it is kept.
      this.#parts.onStored(workspace, ['authorizations', 'problems']);
    }
  }

  /** An authorization came to its own end; one that the end of the job broke off did not. */
  #ended(): void {
    this.#done += 1;
    this.#context.progress({ done: this.#done });
  }

  #destination(authorization?: string): Destination {
    const { workspace, progress } = this.#context;
    return {
      engine: this.#parts.engine,
      workspace,
      authorization,
      onBytes: (bytes) => {
        this.#bytes += bytes;
        progress({ bytes: this.#bytes });
      },
      onStored: (result) => {
        this.#readings += result.readings;
        progress({ readings: this.#readings });
        if (result.entries + result.problems > 0) this.#parts.onStored(workspace, FEED_AREAS);
      },
    };
  }
}

function lacksToken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'token_missing' && error.details?.tokenClass === 'access';
}

function isUnreachable(error: unknown): boolean {
  return error instanceof AppError && UNREACHABLE.has(error.code);
}

/** A person did not want to wait for the service itself: the next authorization would only wait again. */
function isWholeWaitCancelled(error: unknown): boolean {
  return error instanceof AppError && error.code === 'wait_cancelled' && error.details?.reason !== 'building';
}
