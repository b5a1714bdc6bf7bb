import { describe, expect, it } from 'vitest';
import { StoppedWaiting } from '../../../electron/http/index.ts';
import type { JsonApiClient } from '../../../electron/jsonapi/index.ts';
import { HistoricalCollections, type StoredCollection } from '../../../electron/support-desk/collections.ts';
import type { CollectionView } from '../../../shared/contract/collections.ts';
import { AppError } from '../../../shared/errors.ts';

/** A service that is done with the collection of `m` between two requests: those before do not know, those after do. */
function finishingAfter(requests: number) {
  let left = Number.POSITIVE_INFINITY;
  const isDone = () => {
    left -= 1;
    return left < 0;
  };
  const event = (type: string) => ({ uid: type, type, ts: '2026-01-01T00:00:00Z', meter_uid: 'm' });
  return {
    meters: async () => ({
      items: [
        isDone()
          ? { uid: 'm', status: 'updated', status_message: 'all was collected', bill_count: 36 }
          : { uid: 'm', status: 'pending', status_message: 'logging in', bill_count: 0 },
      ],
      broken: [],
      next: undefined,
    }),
    events: async () => ({
      items: isDone() ? [event('meter_historical_collection_finished_successful')] : [],
      broken: [],
      next: undefined,
    }),
    authorizations: async () => ({ items: [], broken: [], next: undefined }),
    collectHistory: async () => {
      left = requests;
      return { accepted: ['m'], dropped: [], months: undefined };
    },
  } as unknown as JsonApiClient; // all that a collection asks of it
}

it.each([0, 1, 2, 3])(
  'tells of a meter that is finished what it has then, finished after %i requests',
  async (requests) => {
    const view = await new Promise<CollectionView>((resolve, reject) => {
      const collections = new HistoricalCollections({
        workspace: 'w',
        api: finishingAfter(requests),
        store: { save: async () => undefined, unfinished: async () => [] },
        onChange: (changed) => {
          if (changed.finishedAt !== undefined) resolve(changed);
        },
        by: 'somebody',
        lookEveryMs: 0,
        now: () => 1,
        sleep: async () => undefined,
      });
      collections.start(['m'], undefined).catch(reject);
    });
    expect(view).toMatchObject({
      state: 'done',
      meters: [{ state: 'finished', status: 'updated', message: 'all was collected', billsBefore: 0, bills: 36 }],
    });
  },
);

type Event = { uid: string; type: string; ts: string; meter_uid: string };

/** A service whose events, newest first, come one on a page. Meters without an entry in `meters` are not known to it. */
function serviceWith(meters: Record<string, { isRevoked?: boolean; status?: string }>) {
  let written = 0;
  const events: Event[] = [];
  const page = <T>(...items: T[]) => ({ items, broken: [], entries: items, next: undefined as string | undefined });
  const of = (uids: readonly string[]) => uids.filter((uid) => meters[uid] !== undefined);
  const answers = { collect: (asked: string[]): string[] => of(asked) };
  const api = {
    meters: async ({ uids }: { uids: string[] }) =>
      page(...of(uids).map((uid) => ({ uid, status: meters[uid]?.status ?? 'pending', authorization_uid: uid }))),
    authorizations: async ({ uids }: { uids: string[] }) =>
      page(...of(uids).map((uid) => ({ uid, is_revoked: meters[uid]?.isRevoked ?? false }))),
    events: async ({ next = '0' }: { next?: string }) => {
      const at = Number(next);
      return { ...page(...events.slice(at, at + 1)), next: at + 1 < events.length ? String(at + 1) : undefined };
    },
    collectHistory: async (asked: string[]) => ({ accepted: answers.collect(asked), dropped: [], months: undefined }),
  } as unknown as JsonApiClient; // all that a collection asks of it
  return {
    api,
    answers,
    /** Writes events that are newer than all others. */
    write(meter: string, ...types: string[]) {
      for (const type of types) {
        const second = String(written).padStart(2, '0');
        events.unshift({ uid: `e${written}`, type, ts: `2026-01-01T00:00:${second}.000000+00:00`, meter_uid: meter });
        written += 1;
      }
    },
  };
}

const STARTED = 'meter_historical_collection_started';
const FINISHED = 'meter_historical_collection_finished_successful';
/** Eleven events of a meter that nobody asked about: what was on the first page is on the twelfth. */
const elsewhere = Array.from({ length: 11 }, () => 'meter_intervals_added');

/**
 * A program that follows collections of a service. What comes to pass between two looks stands in `between`; after the last
 * of it the user stops following what is still not over.
 */
function program(api: JsonApiClient, between: (() => void)[], kept: StoredCollection[] = [], service?: string) {
  const left = [...between];
  let over: (view: CollectionView) => void = () => undefined;
  const ended = new Promise<CollectionView>((resolve) => {
    over = resolve;
  });
  const latest = () => kept[0] as StoredCollection; // asked once something is kept
  const collections = new HistoricalCollections({
    workspace: 'w',
    api,
    service,
    store: { save: async (stored) => void kept.splice(0, 1, stored), unfinished: async () => kept },
    onChange: (changed) => {
      if (changed.finishedAt !== undefined) over(changed);
    },
    by: 'somebody',
    lookEveryMs: 0,
    now: () => 1,
    sleep: async (_ms, signal) => {
      const next = left.shift();
      if (next) next();
      else collections.cancel(latest().view.id);
      signal.throwIfAborted();
    },
  });
  return { collections, kept, latest, ended };
}

const statesOf = ({ meters }: CollectionView) => Object.fromEntries(meters.map(({ uid, state }) => [uid, state]));

describe('what earlier looks have seen', () => {
  it('stays seen, however many events come after it', async () => {
    const service = serviceWith({ a: {}, b: {} });
    service.write('a', FINISHED);
    const { collections, ended } = program(service.api, [
      () => service.write('a', STARTED, FINISHED),
      () => {
        service.write('other', ...elsewhere);
        service.write('b', STARTED, FINISHED);
      },
      () => undefined,
    ]);
    await collections.start(['a', 'b'], undefined);
    const view = await ended;
    expect(view.state).toBe('done');
    expect(view.meters.map(({ uid, state, events }) => ({ uid, state, events }))).toEqual([
      { uid: 'a', state: 'finished', events: [STARTED, FINISHED] },
      { uid: 'b', state: 'finished', events: [STARTED, FINISHED] },
    ]);
  });

  it('is read anew at the next start of the program, back to the trigger', async () => {
    const service = serviceWith({ a: {} });
    service.write('a', FINISHED);
    const before = program(service.api, []);
    await before.collections.start(['a'], undefined);
    before.collections.close();
    service.write('a', STARTED, FINISHED);
    service.write('other', ...elsewhere);
    const after = program(service.api, [], before.kept);
    await after.collections.resume();
    const view = await after.ended;
    expect(view).toMatchObject({ state: 'done', meters: [{ state: 'finished', events: [STARTED, FINISHED] }] });
  });

  it('says that nothing was triggered, where the program closed while the trigger still waited in line', async () => {
    const service = serviceWith({ a: {} });
    const before = program(service.api, []);
    service.answers.collect = () => {
      before.collections.close();
      throw new StoppedWaiting();
    };
    await expect(before.collections.start(['a'], undefined)).rejects.toThrow(StoppedWaiting);
    const after = program(service.api, [], before.kept);
    await after.collections.resume();
    expect(await after.ended).toMatchObject({ state: 'cancelled', error: { code: 'not_sent' } });
  });

  it('is asked for page by page until what was read before, no further', async () => {
    const service = serviceWith({ a: {} });
    service.write('other', ...elsewhere);
    const asked: (string | undefined)[] = [];
    const api = {
      ...service.api,
      events: async (filter: { next: string } | object) => {
        asked.push('next' in filter ? filter.next : undefined);
        return await service.api.events(filter);
      },
    } as unknown as JsonApiClient; // likewise
    const { collections, ended } = program(api, [
      () => service.write('other', ...elsewhere),
      () => service.write('a', STARTED, FINISHED),
    ]);
    await collections.start(['a'], undefined);
    expect((await ended).state).toBe('done');
    // Before the trigger the newest page and those of its instant; then down to what is older than the newest of the look before.
    const pages = (count: number) => [undefined, ...Array.from({ length: count - 1 }, (_, index) => String(index + 1))];
    expect(asked).toEqual([undefined, ...pages(2), ...pages(2), ...pages(13), ...pages(4)]);
  });
});

describe('an authorization that is revoked while its meter is collected', () => {
  it('ends the collection of the meter, of which nothing more is sent', async () => {
    const meters = { a: { isRevoked: false }, b: {} };
    const service = serviceWith(meters);
    const { collections, ended } = program(service.api, [
      () => {
        meters.a.isRevoked = true;
        service.write('b', STARTED, FINISHED);
      },
      () => undefined,
    ]);
    await collections.start(['a', 'b'], undefined);
    const view = await ended;
    expect([view.state, statesOf(view)]).toEqual(['done', { a: 'errored', b: 'finished' }]);
    expect(view.meters[0]?.ended).toContain('authorization is revoked');
  });

  it('ends it also where the meter is no longer listed', async () => {
    const meters = { a: { isRevoked: false } };
    const service = serviceWith(meters);
    const { collections, ended } = program(service.api, [
      () => {
        meters.a.isRevoked = true;
        service.api.meters = async () => ({ items: [], broken: [], entries: [], next: undefined });
      },
      () => undefined,
    ]);
    await collections.start(['a'], undefined);
    expect(await ended).toMatchObject({ state: 'failed', meters: [{ state: 'errored' }] });
  });

  it('does not hide an end that events tell a moment later', async () => {
    const meters = { a: { isRevoked: false } };
    const service = serviceWith(meters);
    const { collections, ended } = program(service.api, [
      () => {
        meters.a.isRevoked = true;
      },
      () => service.write('a', STARTED, FINISHED),
    ]);
    await collections.start(['a'], undefined);
    expect(await ended).toMatchObject({ state: 'done', meters: [{ state: 'finished' }] });
  });
});

describe('a trigger of unknown outcome', () => {
  async function unknown(service: ReturnType<typeof serviceWith>, meters: string[]): Promise<StoredCollection> {
    service.answers.collect = () => {
      throw new AppError({ code: 'http_504', message: 'The gateway waited too long.' });
    };
    const { collections, latest } = program(service.api, []);
    await expect(collections.start(meters, undefined)).rejects.toMatchObject({ code: 'http_504' });
    expect(latest().view.state).toBe('unknown');
    return latest();
  }

  it('has acted where a meter started, however many events came since', async () => {
    const service = serviceWith({ a: {} });
    service.write('a', STARTED, FINISHED);
    const stored = await unknown(service, ['a']);
    service.write('a', STARTED);
    service.write('other', ...elsewhere);
    const { collections, ended } = program(service.api, [() => service.write('a', FINISHED)]);
    expect(await collections.findOut(stored)).toMatchObject({ acted: true });
    expect((await ended).meters).toMatchObject([{ state: 'finished', events: [STARTED, FINISHED] }]);
  });

  it('may not have acted, or not yet, where nothing is to be seen', async () => {
    const service = serviceWith({ a: {} });
    service.write('a', STARTED, FINISHED);
    const stored = await unknown(service, ['a']);
    service.write('other', ...elsewhere);
    const { acted, text } = await program(service.api, []).collections.findOut(stored);
    expect([acted, text]).toEqual([false, expect.stringContaining('did not act')]);
    expect(text).toContain('look again later');
    expect(text).not.toContain('safe');
  });

  it.each([
    ['waits in line since', { a: 'pending' }, []],
    ['was delayed', { a: 'updated' }, ['meter_historical_collection_delayed']],
  ])('has acted where a meter %s, though none has started', async (_what, status, types) => {
    const meters = { a: { status: 'updated' }, b: { status: 'updated' } };
    const service = serviceWith(meters);
    const stored = await unknown(service, ['a', 'b']);
    meters.a.status = status.a;
    service.write('a', ...types);
    const { collections, ended, latest } = program(service.api, [
      () => {
        service.write('a', STARTED, FINISHED);
        service.write('b', STARTED, FINISHED);
      },
    ]);
    const { acted, text } = await collections.findOut(stored);
    expect([acted, text]).toEqual([true, expect.stringContaining('1 of 2 meters')]);
    // It stays known: that a meter waits says it only once.
    expect(latest().answered).toBe(true);
    expect(await ended).toMatchObject({ state: 'done', meters: [{ state: 'finished' }, { state: 'finished' }] });
  });

  it('stays unknown where the events could not be read back to it', async () => {
    const service = serviceWith({ a: {} });
    // As it was kept by a version that did not note where the events of a collection begin.
    const { since: _since, ...stored } = await unknown(service, ['a']);
    service.write('a', STARTED);
    service.write('other', ...elsewhere);
    const { acted, text } = await program(service.api, []).collections.findOut(stored);
    expect([acted, text]).toEqual([false, expect.stringContaining('not known whether the service acted')]);
    expect(text).not.toContain('safe');
  });

  it('leaves the meters pending that have not started yet', async () => {
    const service = serviceWith({ a: {}, b: {} });
    const stored = await unknown(service, ['a', 'b']);
    service.write('a', STARTED);
    const { collections, latest, ended } = program(service.api, [
      () => service.write('a', FINISHED),
      () => service.write('b', STARTED, FINISHED),
    ]);
    const { text } = await collections.findOut(stored);
    expect(text).toContain('1 of 2 meters');
    expect(statesOf(latest().view)).toEqual({ a: 'pending', b: 'pending' });
    const view = await ended;
    expect([view.state, statesOf(view)]).toEqual(['done', { a: 'finished', b: 'finished' }]);
  });

  it('has left out the meters that cannot be collected and did not start', async () => {
    const service = serviceWith({ started: {}, revoked: { isRevoked: true }, waiting: {} });
    const stored = await unknown(service, ['started', 'revoked', 'gone', 'waiting']);
    service.write('started', STARTED);
    const { collections, latest } = program(service.api, []);
    await collections.findOut(stored);
    expect(statesOf(latest().view)).toEqual({
      started: 'pending',
      revoked: 'dropped',
      gone: 'dropped',
      waiting: 'pending',
    });
  });

  it('is not what an answered one is that could not be followed: its meters stay what the answer made of them', async () => {
    const meters = { taken: { isRevoked: false }, dropped: {} };
    const service = serviceWith(meters);
    service.answers.collect = () => ['taken'];
    const before = program(service.api, [
      () => {
        service.api.meters = () => Promise.reject(new AppError({ code: 'cancelled', message: 'Given up.' }));
      },
    ]);
    const { meters: read } = service.api;
    await before.collections.start(['taken', 'dropped'], undefined);
    expect((await before.ended).state).toBe('unknown');
    service.api.meters = read;
    meters.taken.isRevoked = true;
    const { collections, ended } = program(service.api, [() => service.write('taken', STARTED, FINISHED)]);
    expect(await collections.findOut(before.latest())).toMatchObject({ acted: true });
    expect(statesOf(await ended)).toEqual({ taken: 'finished', dropped: 'dropped' });
  });

  it('is known to be none where an older version kept what the answer said, though not that there was one', async () => {
    const service = serviceWith({ a: { isRevoked: true }, b: {} });
    const { view, ...stored } = await unknown(service, ['a', 'b']);
    const [a, b] = view.meters;
    if (!a || !b) throw new Error('two meters');
    for (const said of [
      { answeredMonths: 12 },
      { meters: [a, { ...b, state: 'dropped' as const }] },
      { meters: [{ ...a, state: 'delayed' as const }, b] },
    ]) {
      const { collections, latest, ended } = program(service.api, []);
      expect(await collections.findOut({ ...stored, view: { ...view, ...said } })).toMatchObject({ acted: true });
      expect(latest().view).toMatchObject({ state: 'following' });
      await ended;
    }
  });

  it('is not looked for at a service that began anew since, answered or not', async () => {
    const service = serviceWith({ a: {} });
    const stored = await unknown(service, ['a']);
    service.write('a', STARTED, FINISHED);
    for (const answered of [{}, { answered: true } as const]) {
      const { collections, latest } = program(service.api, [], [], 'the second start');
      const { acted, text } = await collections.findOut({ ...stored, ...answered, service: 'the first start' });
      expect([acted, text]).toEqual([false, expect.stringContaining('has forgotten this collection')]);
      expect(latest().view).toMatchObject({ state: 'cancelled', error: { code: 'service_begun_anew' } });
    }
  });

  it('is no longer looked for once the program closes, and nothing is followed then', async () => {
    const service = serviceWith({ a: {} });
    const stored = await unknown(service, ['a']);
    service.write('a', STARTED);
    const { events } = service.api;
    const { collections, kept } = program(service.api, []);
    let signal: AbortSignal | undefined;
    service.api.events = async (filter, options) => {
      signal = options?.signal;
      collections.close();
      return await events(filter, options);
    };
    await expect(collections.findOut(stored)).rejects.toMatchObject({ name: 'AbortError' });
    expect(signal?.aborted).toBe(true);
    expect(kept).toEqual([]);
  });
});
