import { AppError, isAbort } from '#shared/errors.ts';
import type { ResourceName } from '#shared/resources.ts';
import type { IngestResult } from '../engine/index.ts';
import { type Filters, filterTime } from '../greenbutton/index.ts';
import type { HttpStream } from '../http/index.ts';
import { customersDue, nextUpdatedMin, type SyncCursor } from './cursor.ts';
import { type Client, type Destination, endsJob, feedToStore } from './feed-to-store.ts';
import { walkResources } from './resource-walk.ts';

/** One authorization to fetch. */
export interface Fetch {
  client: Client;
  authorization: string;
  cursor: SyncCursor | undefined;
  /** Fetches everything and ignores the cursor. */
  full: boolean;
  job: string;
  signal: AbortSignal;
  to: Destination;
  /** How long a 202 of the batch may go on before the resources are asked one by one, milliseconds. */
  buildingDeadlineMs: number;
  /** Epoch milliseconds. */
  now: () => number;
  onStep: (step: string) => void;
}

interface Fetched {
  results: IngestResult[];
  /** `Date` of the answer that began it, epoch milliseconds. */
  date: number | undefined;
}

/** Answers to a customer batch that mean "not authorised" rather than "failed": then there is nothing to keep. */
const NO_CUSTOMERS = new Set(['not_found', 'wrong_token_class']);

export interface Outcome {
  /** To keep for the next time. */
  cursor: SyncCursor;
  /** Why the customer data did not come, where it should have; the usage data did. */
  customersError: unknown;
}

/** Fetches what is new of one authorization into the store. Throws AppError when its usage data did not come. */
export async function fetchAuthorization(fetch: Fetch): Promise<Outcome> {
  const { cursor, full, job, now } = fetch;
  const before = full ? undefined : cursor?.updatedMin;
  const { results, date } = await fetchUsage(fetch, before);
  const newest = results.map((result) => result.newestUpdated ?? Number.NEGATIVE_INFINITY);
  const newestUpdated = Math.max(...newest);
  const updatedMin = nextUpdatedMin(before, Number.isFinite(newestUpdated) ? newestUpdated : undefined, date);
  const due = customersDue(cursor, full, now());
  const customersError = due ? await fetchCustomers(fetch) : undefined;
  const customersAt = due && customersError === undefined ? now() : cursor?.customersAt;
  return { cursor: { updatedMin, syncedAt: now(), job, customersAt }, customersError };
}

/** The batch; all of it where the service refuses the filter; resource by resource where the batch is not built in time. */
async function fetchUsage(fetch: Fetch, since: number | undefined): Promise<Fetched> {
  try {
    return await fetchBatch(
      fetch,
      'BatchSubscription',
      since === undefined ? {} : { 'updated-min': filterTime(since) },
    );
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === 'bad_request' && since !== undefined) return await fetchUsage(fetch, undefined);
    if (code === 'still_building') return await fetchParts(fetch);
    throw error;
  }
}

async function fetchBatch(fetch: Fetch, name: ResourceName, filters: Filters): Promise<Fetched> {
  const { client, authorization, job, signal, to, buildingDeadlineMs } = fetch;
  const keep = async (answer: HttpStream): Promise<Fetched> => {
    const date = Date.parse(answer.headers.date ?? '');
    return { results: [await feedToStore(answer, to)], date: Number.isNaN(date) ? undefined : date };
  };
  const options = { filters, job, signal, limits: { buildingDeadlineMs } };
  return await client.stream(name, { auth_uid: authorization }, keep, options);
}

async function fetchParts(fetch: Fetch): Promise<Fetched> {
  const { client, authorization, to, job, signal, buildingDeadlineMs, onStep } = fetch;
  const options = { job, signal, limits: { buildingDeadlineMs } };
  const results = await walkResources({ client, authorization, to, options, onStep });
  return { results, date: undefined };
}

/** Returns the failure instead of throwing it: the usage data that was stored must not be fetched again because of it. */
async function fetchCustomers(fetch: Fetch): Promise<unknown> {
  fetch.onStep('customer data');
  try {
    await fetchBatch(fetch, 'BatchRetailCustomer', {});
    return undefined;
  } catch (error) {
    if (fetch.signal.aborted || isAbort(error) || endsJob(error)) throw error;
    return error instanceof AppError && NO_CUSTOMERS.has(error.code) ? undefined : error;
  }
}
