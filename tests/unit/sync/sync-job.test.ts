import { describe, expect, it } from 'vitest';
import type { IngestResult } from '../../../electron/engine/index.ts';
import type { HttpStream } from '../../../electron/http/index.ts';
import { type SyncInput, type SyncParts, syncJob } from '../../../electron/sync/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { resourceNamed, resourcePath } from '../../../shared/resources.ts';
import { ManualClock } from '../http/manual-clock.ts';

/** An answer's body, or what asking ends with. */
type Answer = string | (() => never);

const refuse = (code: string) => (): never => {
  throw new AppError({ code, message: code });
};

/**
 * A custodian and an engine in a few lines: addresses to bodies; a body's words become what its ingest reports.
 * `authorizations:a,b` lists authorizations, `updated:N` is the newest entry, `readings:N` the number of readings, `damaged`
 * one that could not be read everywhere.
 */
function bench(answers: Record<string, Answer>) {
  const asked: string[] = [];
  const stored: string[] = [];
  /** What windows were told of: the data, or one area alone. */
  const told: string[] = [];
  const cursors = new Map<string, string>();
  const uids = new Set<string>();
  const date = new Date(Date.UTC(2026, 4, 1)).toUTCString();

  function find(path: string): string {
    asked.push(path);
    const answer = answers[path] ?? refuse('not_found');
    return typeof answer === 'string' ? answer : answer();
  }
  const head = (url: string) => ({ requestId: `r${asked.length}`, status: 200, headers: { date }, url, answeredAt: 0 });
  function asStream(path: string): HttpStream {
    const text = find(path);
    async function* body() {
      yield new TextEncoder().encode(text);
    }
    return { ...head(path), body: body() };
  }

  const client: Awaited<ReturnType<SyncParts['client']>> = {
    async stream(name, values, consume, options) {
      const query = new URLSearchParams(options?.filters).toString();
      return await consume(asStream(resourcePath(resourceNamed(name), values) + (query ? `?${query}` : '')));
    },
    async streamHref(href, consume) {
      return await consume(asStream(href));
    },
  };

  const engine = {
    crashes: 0,
    async call(name: string, input: { cursors?: { name: string; value: string }[] }) {
      if (name === 'cursors.list') return [...cursors].map(([cursor, value]) => ({ name: cursor, value }));
      for (const cursor of input.cursors ?? []) cursors.set(cursor.name, cursor.value);
      const rows = [...uids].map((uid) => ({ id: `id-${uid}`, uid, status: { code: uid === 'revoked' ? 0 : 1 } }));
      return { rows, total: rows.length };
    },
    async ingest(input: { source: { label: string } }) {
      let text = '';
      return {
        id: 's',
        async write(bytes: Uint8Array) {
          if (engine.crashes > 0) {
            engine.crashes -= 1;
            refuse('engine_stopped')();
          }
          text += new TextDecoder().decode(bytes);
        },
        async finish(): Promise<Partial<IngestResult>> {
          if (text.startsWith('refused')) refuse('not_a_feed')();
          stored.push(input.source.label);
          const listed = /authorizations:(\S*)/.exec(text)?.[1]?.split(',') ?? [];
          for (const uid of listed) uids.add(uid);
          const updated = /updated:(\d+)/.exec(text)?.[1];
          return {
            entries: text.startsWith('<feed>') ? text.split('<entry>').length - 1 : Number(text !== ''),
            problems: 0,
            authorizations: listed.map((uid) => `id-${uid}`),
            readings: Number(/readings:(\d+)/.exec(text)?.[1] ?? 0),
            newestUpdated: updated === undefined ? undefined : Number(updated),
            damaged: text.includes('damaged'),
          };
        },
        abort: async () => {},
      };
    },
  };

  const parts = {
    // As much of the engine as the job uses, with made-up results.
    engine: engine as unknown as SyncParts['engine'],
    clock: new ManualClock(Date.UTC(2026, 4, 2)),
    client: async () => client,
    api: async () => {
      throw new AppError({ code: 'token_missing', message: 'No API token.' });
    },
    knownAuthorizations: async (): ReturnType<SyncParts['knownAuthorizations']> => [],
    onStored: (_workspace: string, areas: readonly string[]) =>
      void told.push(areas.length > 2 ? 'data' : areas.join()),
    atOnce: 1,
  };

  const failures: string[] = [];
  const skips: string[] = [];
  const progress: Record<string, unknown> = {};
  let checkpoint: { authorizations: string[] } | undefined;
  const run = (job: string, input: SyncInput = {}, signal = new AbortController().signal) =>
    syncJob(parts).run({
      id: job,
      workspace: 'w',
      input,
      checkpoint,
      soFar: { done: 0, bytes: 0, readings: 0 },
      signal,
      save: async (saved) => {
        checkpoint = saved;
      },
      progress: (change) => void Object.assign(progress, change),
      failed: (item, error) => void failures.push(`${item}: ${(error as AppError).code}`),
      skipped: (reason) => void skips.push(reason),
    });
  const fresh = () => {
    checkpoint = undefined;
    asked.length = 0;
    told.length = 0;
    failures.length = 0;
  };
  return { run, fresh, asked, stored, told, cursors, failures, skips, progress, engine, parts };
}

const UPDATED = Date.UTC(2026, 3, 1);
const SINCE = '?updated-min=2026-04-01T00%3A00%3A00Z';
const TWO = {
  // Newest first, as services list them; the oldest is fetched first.
  '/Authorization': 'authorizations:b,revoked,a',
  '/Batch/Subscription/a': `updated:${UPDATED} readings:5`,
  '/Batch/Subscription/b': `updated:${UPDATED} readings:7`,
};

describe('the sync job', () => {
  it('fetches each listed authorization, then only what is new', async () => {
    const { run, fresh, asked, failures, progress } = bench({
      ...TWO,
      [`/Batch/Subscription/a${SINCE}`]: 'readings:1',
      [`/Batch/Subscription/b${SINCE}`]: '',
    });
    await run('job-1');
    expect(asked).toEqual([
      '/Authorization',
      '/Batch/Subscription/a',
      '/Batch/RetailCustomer/a',
      '/Batch/Subscription/b',
      '/Batch/RetailCustomer/b',
    ]);
    expect(progress).toMatchObject({ done: 2, total: 2, readings: 12 });
    fresh();
    await run('job-2');
    expect(asked.filter((path) => path.startsWith('/Batch/Sub'))).toEqual([
      `/Batch/Subscription/a${SINCE}`,
      `/Batch/Subscription/b${SINCE}`,
    ]);
    expect(failures).toEqual([]);
    fresh();
    await run('job-3', { authorizations: ['b'], full: true });
    expect(asked).toEqual(['/Batch/Subscription/b', '/Batch/RetailCustomer/b']);
  });

  it('has windows ask for data again only where an answer brought any', async () => {
    const { run, fresh, told } = bench({
      ...TWO,
      '/Batch/RetailCustomer/a': '',
      '/Batch/RetailCustomer/b': '',
      [`/Batch/Subscription/a${SINCE}`]: '',
      [`/Batch/Subscription/b${SINCE}`]: 'readings:1',
    });
    await run('job-1');
    expect(told).toEqual(['data', 'data', 'authorizations,problems', 'data', 'authorizations,problems']);
    fresh();
    await run('job-2');
    expect(told).toEqual(['data', 'authorizations,problems', 'data', 'authorizations,problems']);
  });

  it('goes on after a restart with what this job did not fetch yet', async () => {
    const stop = new AbortController();
    let quits = true;
    const { run, asked, cursors, progress } = bench({
      ...TWO,
      '/Batch/Subscription/b': () => {
        if (quits) stop.abort();
        quits = false;
        throw new DOMException('stop', 'AbortError');
      },
    });
    await expect(run('job', {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect([...cursors.keys()]).toEqual(['sync/a']);
    expect(progress).toMatchObject({ done: 1, total: 2 });
    asked.length = 0;
    await expect(run('job')).rejects.toMatchObject({ name: 'AbortError' });
    expect(asked).toEqual(['/Batch/Subscription/b']);
    expect(progress).toMatchObject({ done: 1, total: 2 });
  });

  it('goes on with the rest when one fails, and fails when all do', async () => {
    const one = bench({ ...TWO, '/Batch/Subscription/a': refuse('token_refused') });
    await one.run('job');
    expect(one.failures).toEqual(['authorization a: token_refused']);
    expect([...one.cursors.keys()]).toEqual(['sync/b']);
    const all = bench({ '/Authorization': 'authorizations:a,b' });
    await expect(all.run('job')).rejects.toMatchObject({ code: 'not_found' });
    expect(all.failures).toHaveLength(2);
  });

  it('fetches the very first authorization alone, and the rest once that was shown', async () => {
    const { run, fresh, parts, asked, stored } = bench(TWO);
    const order: string[] = [];
    const firstStored = async () => {
      order.push(...asked, 'shown');
      asked.length = 0;
    };
    Object.assign(parts, { atOnce: 3, firstStored });
    await run('job', { authorizations: ['a', 'b'] });
    expect(order).toEqual(['/Batch/Subscription/a', '/Batch/RetailCustomer/a', 'shown']);
    expect(stored).toContain('/Batch/Subscription/b');
    fresh();
    await run('later', { authorizations: ['a', 'b'], full: true });
    expect(order).toHaveLength(3);
  });

  it('does not try 10,000 authorizations of a service that is not there', async () => {
    const uids = Array.from({ length: 50 }, (_, i) => `u${i}`);
    const gone = Object.fromEntries(uids.map((uid) => [`/Batch/Subscription/${uid}`, refuse('network_unreachable')]));
    const { run, asked, progress } = bench(gone);
    await expect(run('job', { authorizations: uids })).rejects.toMatchObject({ code: 'network_unreachable' });
    expect(asked).toHaveLength(3);
    expect(progress).toMatchObject({ done: 3, total: 50 });
  });

  it('skips an authorization whose building batch was not waited for, and ends when the service was not', async () => {
    const cancelled = (reason: string) => (): never => {
      throw new AppError({ code: 'wait_cancelled', message: 'Cancelled.', details: { reason } });
    };
    const building = bench({ ...TWO, '/Batch/Subscription/a': cancelled('building') });
    await building.run('job', { authorizations: ['a', 'b'] });
    expect(building.failures).toEqual(['authorization a: wait_cancelled']);
    expect([...building.cursors.keys()]).toEqual(['sync/b']);
    const limited = bench({ ...TWO, '/Batch/Subscription/a': cancelled('rate_limited') });
    const run = limited.run('job', { authorizations: ['a', 'b'] });
    await expect(run).rejects.toMatchObject({ code: 'wait_cancelled' });
    expect(limited.asked).toEqual(['/Batch/Subscription/a']);
  });

  it('ends as a whole when the engine crashes, and fetches the rest when it is run again', async () => {
    const { run, asked, engine, failures, cursors } = bench(TWO);
    engine.crashes = 1;
    await expect(run('job', { authorizations: ['a', 'b'] })).rejects.toMatchObject({ code: 'engine_stopped' });
    expect(failures).toEqual([]);
    expect([...cursors.keys()]).toEqual([]);
    asked.length = 0;
    await run('job', { authorizations: ['a', 'b'] });
    expect(asked.filter((path) => path.startsWith('/Batch/Sub'))).toEqual([
      '/Batch/Subscription/a',
      '/Batch/Subscription/b',
    ]);
    expect([...cursors.keys()]).toEqual(['sync/a', 'sync/b']);
  });

  it('skips what there is no access token for: nothing was asked, so nothing failed', async () => {
    const noToken = (): never => {
      const details = { tokenClass: 'access', scope: 'a' };
      throw new AppError({ code: 'token_missing', message: 'There is no access_token.', details });
    };
    const some = bench({ ...TWO, '/Batch/Subscription/a': noToken });
    await some.run('job', { authorizations: ['a', 'b'] });
    expect(some).toMatchObject({ failures: [], skips: ['no access token'], progress: { done: 2, total: 2 } });
    expect([...some.cursors.keys()]).toEqual(['sync/b']);
    // It is no failure of the others either: where all that was tried failed, the job did.
    const rest = bench({ '/Batch/Subscription/a': noToken, '/Batch/Subscription/b': refuse('server_error') });
    await expect(rest.run('job', { authorizations: ['a', 'b'] })).rejects.toMatchObject({ code: 'server_error' });
  });

  it('tries customer data that did not come once more when the job is tried again', async () => {
    const answers: Record<string, Answer> = { ...TWO, '/Batch/RetailCustomer/a': refuse('server_error') };
    const { run, asked, failures } = bench(answers);
    await run('job', { authorizations: ['a', 'b'] });
    expect(failures).toEqual(['customer data of authorization a: server_error']);
    answers['/Batch/RetailCustomer/a'] = 'updated:1';
    answers[`/Batch/Subscription/a${SINCE}`] = 'readings:0';
    asked.length = 0;
    failures.length = 0;
    await run('job', { authorizations: ['a', 'b'] });
    expect(asked).toEqual([`/Batch/Subscription/a${SINCE}`, '/Batch/RetailCustomer/a']);
    expect(failures).toEqual([]);
  });

  it('ends as a whole when the disk is full: nothing else would fit either', async () => {
    const { run, asked, failures, progress } = bench({ ...TWO, '/Batch/Subscription/a': refuse('disk_full') });
    await expect(run('job', { authorizations: ['a', 'b'] })).rejects.toMatchObject({ code: 'disk_full' });
    expect(failures).toEqual([]);
    expect(progress).toMatchObject({ done: 0, total: 2 });
    expect(asked).toEqual(['/Batch/Subscription/a']);
  });

  it('asks for everything where the service does not take updated-min', async () => {
    const { run, fresh, asked } = bench({ ...TWO, [`/Batch/Subscription/a${SINCE}`]: refuse('bad_request') });
    await run('job-1', { authorizations: ['a'] });
    fresh();
    await run('job-2', { authorizations: ['a'] });
    expect(asked).toEqual([`/Batch/Subscription/a${SINCE}`, '/Batch/Subscription/a']);
  });

  it('asks again from the present of a service whose clock was set back', async () => {
    const early = '?updated-min=2026-03-01T00%3A00%3A00Z';
    const { run, fresh, asked, parts } = bench({ ...TWO, [`/Batch/Subscription/a${early}`]: 'readings:1' });
    await run('job-1', { authorizations: ['a'] });
    fresh();
    Object.assign(parts, { serviceNow: async () => Date.UTC(2026, 2, 1) });
    await run('job-2', { authorizations: ['a'] });
    expect(asked).toEqual([`/Batch/Subscription/a${early}`]);
  });

  it('does not turn back when the service ignores updated-min', async () => {
    const { run, fresh, asked, cursors } = bench({
      ...TWO,
      [`/Batch/Subscription/a${SINCE}`]: `updated:${UPDATED - 1_000_000} readings:5`,
    });
    await run('job-1', { authorizations: ['a'] });
    const before = JSON.parse(cursors.get('sync/a') ?? '{}').updatedMin;
    fresh();
    await run('job-2', { authorizations: ['a'] });
    expect(asked).toEqual([`/Batch/Subscription/a${SINCE}`]);
    expect(JSON.parse(cursors.get('sync/a') ?? '{}').updatedMin).toBe(before);
  });

  it.each(['token_missing', 'oauth_client_missing'])(
    'syncs the authorizations whose tokens it has when it may not list them (%s)',
    async (code) => {
      const answers = { '/Authorization': refuse(code), '/Batch/Subscription/known': 'readings:1' };
      const { run, asked, parts } = bench(answers);
      Object.assign(parts, { knownAuthorizations: async () => [{ uid: 'known', isLost: true }] });
      await run('job');
      expect(asked).toEqual(['/Authorization', '/Batch/Subscription/known', '/Batch/RetailCustomer/known']);
      const none = bench(answers);
      await expect(none.run('job')).rejects.toMatchObject({ code });
    },
  );

  it('asks for one that the list does not name by its own token, unless that is lost', async () => {
    const { run, asked, parts } = bench(TWO);
    const known = ['gone', 'held'].map((uid) => ({ uid, isLost: uid === 'gone' }));
    Object.assign(parts, { knownAuthorizations: async () => known });
    await run('job');
    expect(asked).toContain('/Batch/Subscription/held');
    expect(asked).not.toContain('/Batch/Subscription/gone');
  });

  it('keeps the usage data when the customer data fails', async () => {
    const { run, failures, cursors } = bench({ ...TWO, '/Batch/RetailCustomer/a': refuse('service_error') });
    await run('job', { authorizations: ['a'] });
    expect(failures).toEqual(['customer data of authorization a: service_error']);
    expect(JSON.parse(cursors.get('sync/a') ?? '{}')).toMatchObject({ updatedMin: UPDATED, job: '' });
    expect(JSON.parse(cursors.get('sync/a') ?? '{}').customersAt).toBeUndefined();
  });

  it('goes resource by resource where the batch does not get built', async () => {
    const base = '/Subscription/a/UsagePoint';
    const link = (rel: string, href: string) => `<link rel="${rel}" href="${href}"/>`;
    const { run, stored, failures, cursors } = bench({
      '/Batch/Subscription/a': refuse('still_building'),
      [base]: `<feed><entry>${link('self', `${base}/m1`)}${link('related', '/LocalTimeParameters/tz')}</entry></feed>`,
      '/LocalTimeParameters/tz': 'tz',
      [`${base}/m1/MeterReading`]: `<feed>${['r1', 'r2']
        .map(
          (id) => `<entry>${link('self', `${base}/m1/MeterReading/${id}`)}${link('related', '/ReadingType/t')}</entry>`,
        )
        .join('')}</feed>`,
      '/ReadingType/t': 't',
      [`${base}/m1/MeterReading/r1/IntervalBlock`]: `updated:${UPDATED} readings:3`,
      [`${base}/m1/MeterReading/r2/IntervalBlock`]: 'readings:4',
      [`${base}/m1/UsageSummary`]: 'x',
      [`${base}/m1/ElectricPowerQualitySummary`]: 'x',
    });
    await run('job', { authorizations: ['a'] });
    expect(failures).toEqual([]);
    expect(stored).toEqual([
      base,
      '/LocalTimeParameters/tz',
      `${base}/m1/MeterReading`,
      '/ReadingType/t',
      `${base}/m1/MeterReading/r1/IntervalBlock`,
      `${base}/m1/MeterReading/r2/IntervalBlock`,
      `${base}/m1/UsageSummary`,
      `${base}/m1/ElectricPowerQualitySummary`,
    ]);
    expect(JSON.parse(cursors.get('sync/a') ?? '{}').updatedMin).toBe(UPDATED);
  });

  it('says where an answer could not be read everywhere, goes on with the rest, and asks for the same the next time', async () => {
    const { run, fresh, asked, failures, cursors } = bench({
      ...TWO,
      [`/Batch/Subscription/a${SINCE}`]: `updated:${UPDATED + 1} damaged`,
    });
    await run('job-1', { authorizations: ['a', 'b'] });
    const before = cursors.get('sync/a');
    for (const job of ['job-2', 'job-3']) {
      fresh();
      await run(job, { authorizations: ['a'] });
      expect(asked).toEqual([`/Batch/Subscription/a${SINCE}`]);
      expect(failures).toEqual(['authorization a: answer_damaged']);
      expect(cursors.get('sync/a')).toBe(before);
    }
  });

  it('fetches what a list names that could not be read everywhere, and asks for the list again when it is tried again', async () => {
    const answers = { ...TWO, '/Authorization': 'authorizations:b damaged' };
    const { run, asked, failures } = bench(answers);
    await run('job');
    expect(failures).toEqual(['list of authorizations: answer_damaged']);
    expect(asked).toContain('/Batch/Subscription/b');
    answers['/Authorization'] = TWO['/Authorization'];
    asked.length = 0;
    failures.length = 0;
    await run('job');
    expect(asked).toEqual(['/Authorization', '/Batch/Subscription/a', '/Batch/RetailCustomer/a']);
    expect(failures).toEqual([]);
  });

  it('tells a refused document from the rest', async () => {
    const { run, failures } = bench({ ...TWO, '/Batch/Subscription/a': 'refused' });
    await run('job');
    expect(failures).toEqual(['authorization a: not_a_feed']);
  });
});
