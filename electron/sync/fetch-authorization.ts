import { AppError, isAbort } from '#shared/errors.ts';
import { type Filters, filterTime } from '../greenbutton/index.ts';
import type { HttpStream } from '../http/index.ts';
import { customersDue, isAhead, nextUpdatedMin, type SyncCursor } from './cursor.ts';
import { answerDamaged, answerDate, type Client, type Destination, endsJob, feedToStore } from './feed-to-store.ts';
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
  /** The newest `updated` to go on from, epoch milliseconds; undefined where none is known. */
  newestUpdated: number | undefined;
  /** When the answer that began it came, by the service's clock where that is known, epoch milliseconds. */
  date: number | undefined;
  /** Why some of it could not be read; the rest was kept. */
  flaw: AppError | undefined;
  /** Only what is new was asked for. */
  filtered: boolean;
}

/** Answers to a customer batch that mean "not authorised" rather than "failed": then there is nothing to keep. */
const NO_CUSTOMERS = new Set(['not_found', 'wrong_token_class']);

export interface Outcome {
  /** To keep for the next time; undefined where what came is not whole, so that the next time asks for the same. */
  cursor: SyncCursor | undefined;
  /** Why some of the usage data could not be read; the rest of it came. */
  usageError: AppError | undefined;
  /** Why the customer data did not come, where it should have; the usage data did. */
  customersError: unknown;
}

/** Fetches what is new of one authorization into the store. Throws AppError when its usage data did not come. */
export async function fetchAuthorization(fetch: Fetch): Promise<Outcome> {
  const { cursor, full, job, now } = fetch;
  let before = full ? undefined : cursor?.updatedMin;
  let fetched = await fetchUsage(fetch, before);
  if (isAhead(before, fetched.date)) {
    before = undefined;
    if (fetched.filtered) fetched = await fetchUsage(fetch, before);
  }
  const { newestUpdated, date, flaw } = fetched;
  const due = customersDue(cursor, full, now());
  const customersError = due ? await fetchCustomers(fetch) : undefined;
  const customersAt = due && customersError === undefined ? now() : cursor?.customersAt;
  if (flaw) return { cursor: undefined, usageError: flaw, customersError };
  const updatedMin = nextUpdatedMin(before, newestUpdated, date);
  const next = { updatedMin, syncedAt: now(), answeredAt: date, job, customersAt };
  return { cursor: next, usageError: undefined, customersError };
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

async function fetchBatch(
  fetch: Fetch,
  name: 'BatchSubscription' | 'BatchRetailCustomer',
  filters: Filters,
): Promise<Fetched> {
  const { client, authorization, job, signal, to, buildingDeadlineMs } = fetch;
  const keep = async (answer: HttpStream): Promise<Fetched> => {
    const asked = name === 'BatchRetailCustomer' ? 'customers' : 'usage';
    const { newestUpdated, damaged } = await feedToStore(answer, { ...to, asked });
    return {
      newestUpdated,
      date: answerDate(answer) ?? answer.answeredAt,
      flaw: damaged ? answerDamaged() : undefined,
      filtered: filters['updated-min'] !== undefined,
    };
  };
  const options = { filters, job, signal, limits: { buildingDeadlineMs } };
  return await client.stream(name, { auth_uid: authorization }, keep, options);
}

async function fetchParts(fetch: Fetch): Promise<Fetched> {
  const { client, authorization, job, signal, buildingDeadlineMs, onStep } = fetch;
  const to = { ...fetch.to, asked: 'usage' } as const;
  const options = { job, signal, limits: { buildingDeadlineMs } };
  const { results, date, nameless } = await walkResources({ client, authorization, to, options, onStep });
  const flaw = nameless ?? (results.some(({ damaged }) => damaged) ? answerDamaged() : undefined);
  const updates = results.flatMap(({ newestUpdated }) => newestUpdated ?? []);
  // The walk may have passed a list before the service added to it: nothing newer than its beginning is known to be whole.
  const newestUpdated = date === undefined || updates.length === 0 ? undefined : Math.min(Math.max(...updates), date);
  return { newestUpdated, date, flaw, filtered: false };
}

/** Returns the failure instead of throwing it: the usage data that was stored must not be fetched again because of it. */
async function fetchCustomers(fetch: Fetch): Promise<unknown> {
  fetch.onStep('customer data');
  try {
    const { flaw } = await fetchBatch(fetch, 'BatchRetailCustomer', {});
    return flaw;
  } catch (error) {
    if (fetch.signal.aborted || isAbort(error) || endsJob(error)) throw error;
    return error instanceof AppError && NO_CUSTOMERS.has(error.code) ? undefined : error;
  }
}
