import { describe, expect, it } from 'vitest';
import { type Fetch, fetchAuthorization } from '../../../electron/sync/fetch-authorization.ts';
import { AppError } from '../../../shared/errors.ts';

const failure = (code: string) => new AppError({ code, message: code });
const DATE = 'Wed, 01 Jan 2025 00:00:00 GMT';

/** Fetches from a service whose resources answer, or fail by the given codes (in order, the last one stays). */
async function fetch(codes: Record<string, (string | undefined)[]>, more: Partial<Fetch> = {}) {
  const asked: string[] = [];
  const client = {
    stream: async (
      name: string,
      _values: object,
      consume: (answer: object) => unknown,
      options?: { filters?: object },
    ) => {
      const filter = Object.keys(options?.filters ?? {}).join();
      asked.push(filter ? `${name}?${filter}` : name);
      const left = codes[name] ?? [];
      const code = left.length > 1 ? left.shift() : left[0];
      if (code) throw failure(code);
      const body = (async function* () {
        yield new TextEncoder().encode('<feed/>');
      })();
      return await consume({ headers: { date: DATE }, url: name, requestId: 'r', body });
    },
  };
  const session = {
    write: async () => undefined,
    abort: async () => undefined,
    finish: async () => ({ readings: 0, newestUpdated: undefined }),
  };
  const input = {
    client,
    authorization: 'a1',
    cursor: undefined,
    full: false,
    job: 'j',
    signal: new AbortController().signal,
    to: {
      engine: { ingest: async () => session },
      workspace: 'w',
      onBytes: () => undefined,
      onStored: () => undefined,
    },
    buildingDeadlineMs: 1,
    now: () => 1_000_000,
    onStep: () => undefined,
    ...more,
  } as unknown as Fetch; // as much of client and engine as is used
  const outcome = await fetchAuthorization(input).catch((error: unknown) => error);
  return { outcome, asked };
}

const cursor = { updatedMin: 1_700_000_000, syncedAt: 1, job: 'before', customersAt: 999_999 };

describe('one authorization', () => {
  it('is fetched whole at first with its customers, later only what is new', async () => {
    const first = await fetch({});
    expect(first.asked).toEqual(['BatchSubscription', 'BatchRetailCustomer']);
    expect(first.outcome).toMatchObject({ cursor: { customersAt: 1_000_000, job: 'j' }, customersError: undefined });
    expect((await fetch({}, { cursor })).asked).toEqual(['BatchSubscription?updated-min']);
    expect((await fetch({}, { cursor, full: true })).asked).toEqual(['BatchSubscription', 'BatchRetailCustomer']);
  });

  it('is asked for whole where the service refuses the filter, and is refused where it refuses that, too', async () => {
    const filtered = await fetch({ BatchSubscription: ['bad_request', undefined] }, { cursor });
    expect(filtered.asked).toEqual(['BatchSubscription?updated-min', 'BatchSubscription']);
    expect(filtered.outcome).toHaveProperty('cursor');
    expect((await fetch({ BatchSubscription: ['bad_request'] })).outcome).toMatchObject({ code: 'bad_request' });
  });

  it('is walked resource by resource where its batch is not built in time', async () => {
    const { asked, outcome } = await fetch({ BatchSubscription: ['still_building'] });
    expect(asked).toEqual(['BatchSubscription', 'UsagePointList', 'BatchRetailCustomer']);
    expect(outcome).toHaveProperty('cursor');
  });

  it('keeps its usage data where the customers do not come, and says why, unless they are not authorised', async () => {
    const failed = await fetch({ BatchRetailCustomer: ['service_error'] });
    expect(failed.outcome).toMatchObject({ customersError: { code: 'service_error' } });
    expect(failed.outcome).toHaveProperty('cursor.customersAt', undefined);
    const none = await fetch({ BatchRetailCustomer: ['not_found'] });
    expect(none.outcome).toMatchObject({ customersError: undefined, cursor: { customersAt: 1_000_000 } });
  });

  it('ends with what ends the whole job, also among the customers', async () => {
    const { outcome } = await fetch({ BatchRetailCustomer: ['engine_stopped'] });
    expect(outcome).toMatchObject({ code: 'engine_stopped' });
  });
});
