/** Feeds that end too early, however HTTP ended: asked for again, and never taken for whole. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '../../shared/contract/jobs.ts';
import { type Cut, type CuttingProxy, startCuttingProxy, WAYS, type WayOfCutting } from './cutting-proxy.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from './sync-bench.ts';

const BATCH = /\/Batch\/Subscription\//;
const ways = Object.keys(WAYS) as WayOfCutting[]; // the keys of that very object

let service: ServiceProcess;
let line: ServiceLine;
let proxy: CuttingProxy;
/** Holds everything, from an undisturbed sync. */
let whole: SyncBench;
let wholeRows: Awaited<ReturnType<SyncBench['contents']>>;
const folders: string[] = [];
const benches: SyncBench[] = [];

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
  const direct = service.line as unknown as ServiceLine; // it has what the tests' own schema leaves out
  proxy = await startCuttingProxy(new URL(direct.espi_base).origin);
  const through = (url: string) => url.replace(new URL(url).origin, proxy.url);
  const authorizations = [await smallest(direct)];
  line = { ...direct, authorizations, espi_base: through(direct.espi_base), api_base: through(direct.api_base) };
  whole = await freshBench();
  expect(await synced(whole)).toMatchObject({ state: 'done', failures: [] });
  wholeRows = await whole.contents();
  expect(wholeRows.usagePoints[0]?.readings).toBeGreaterThan(1_000);
});
afterEach(async () => {
  proxy.cut(undefined);
  await service.control('DELETE', '/faults');
  for (const bench of benches.splice(1)) await bench.close();
});
afterAll(async () => {
  for (const bench of benches) await bench.close();
  await proxy?.close();
  await service?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The authorization with the shortest feed that has readings: it is fetched many times here. */
async function smallest({ espi_base, authorizations }: ServiceLine) {
  const sized = authorizations.map(async (authorization) => {
    const headers = { authorization: `Bearer ${authorization.access_token}` };
    const answer = await fetch(`${espi_base}/Batch/Subscription/${authorization.auth_uid}`, { headers });
    const text = await answer.text();
    return { authorization, bytes: text.includes('<value>') ? text.length : Number.POSITIVE_INFINITY };
  });
  const [first] = (await Promise.all(sized)).sort((one, other) => one.bytes - other.bytes);
  if (first === undefined) throw new Error('The simulator has no authorization.');
  return first.authorization;
}

async function freshBench(options?: Parameters<typeof startSyncBench>[2]): Promise<SyncBench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sync-cut-'));
  folders.push(folder);
  const bench = await startSyncBench(folder, line, options);
  benches.push(bench);
  return bench;
}

/** Syncs to the end; every countdown on the way is cut short, as a person may. */
async function synced(bench: SyncBench, input: object = {}): Promise<JobView> {
  const stop = bench.http.waits.subscribe((waits) => {
    for (const wait of waits) queueMicrotask(() => bench.http.waits.askNow(wait.id));
  });
  const { id } = await bench.jobs.start('sync', WORKSPACE, {
    authorizations: [line.authorizations[0]?.auth_uid],
    ...input,
  });
  const view = await bench.jobs.ended(id);
  stop();
  return view;
}

const cursors = (bench: SyncBench) => bench.engine.call('cursors.list', { workspace: WORKSPACE, prefix: 'sync/' });

/** The sends of one address since `seen` of them were in the log. */
const sends = (bench: SyncBench, address: RegExp, seen = 0) =>
  bench.http.log
    .list()
    .slice(seen)
    .filter((request) => address.test(request.url));

/** Where a feed is cut, of its bytes; the reader's own tests cut at every byte. */
const PLACES: Record<string, Cut['at']> = {
  'before the first byte': () => 0,
  'in the start of its root': (body) => body.indexOf('<feed') + 8,
  'between two entries': (body) => body.indexOf('<entry', body.length / 2),
  'in a tag': (body) => body.indexOf('<', body.length * 0.6) + 5,
  'before its last byte': (body) => body.lastIndexOf('>'),
};

describe('a feed that ends too early', () => {
  it.each(ways)('%s: is asked for again, and nothing of it is kept', async (way) => {
    for (const [place, at] of Object.entries(PLACES)) {
      // A page instead of everything is an answer of its own, and asking again does not help.
      if (way.includes('instead of the end') && !way.includes('gzip') && place === 'before the first byte') continue;
      const seen = whole.http.log.list().length;
      proxy.cut({ path: BATCH, way, at, times: 1 });
      const view = await synced(whole, { full: true });
      expect(view, `${way}, ${place}`).toMatchObject({ state: 'done', failures: [] });
      expect(proxy.cuts, `${way}, ${place}`).toHaveLength(1);
      const states = sends(whole, BATCH, seen).map(({ state, status, attempt }) => [state, status, attempt]);
      const cut = way.startsWith('206') ? ['answered', 206, 1] : ['failed', expect.anything(), 1];
      if (states[0]?.[1] === undefined) cut[1] = undefined as never; // reset before its head was read
      expect(states, `${way}, ${place}`).toEqual([cut, ['answered', 200, 2]]);
      expect(await whole.contents(), `${way}, ${place}`).toEqual(wholeRows);
    }
    const page = { workspace: WORKSPACE, offset: 0, limit: 1_000 };
    const problems = await whole.engine.call('problems.all', page);
    expect(problems.map(({ code }) => code)).not.toContain('feed_truncated');
  });

  it('is a failed part of the job when it never ends, at first and over a whole store', async () => {
    const fresh = await freshBench();
    for (const way of ['chunks that end well', 'gzip of a part'] as const) {
      proxy.cut({ path: BATCH, way, at: (body) => body.length * 0.6 });
      const before = await cursors(whole);
      for (const [bench, input] of [
        [fresh, {}],
        [whole, { full: true }],
      ] as const) {
        const seen = bench.http.log.list().length;
        const view = await synced(bench, input);
        expect(view.state).not.toBe('done');
        expect(view.failures).toMatchObject([
          { error: { code: 'answer_cut', message: expect.stringContaining('ended before its document was complete') } },
        ]);
        expect(sends(bench, BATCH, seen)).toHaveLength(5);
      }
      expect(await cursors(fresh)).toEqual([]);
      expect(await fresh.contents()).toEqual({ authorizations: [], usagePoints: [] });
      expect(await cursors(whole)).toEqual(before);
      expect(await whole.contents()).toEqual(wholeRows);
    }
    proxy.cut(undefined);
    expect(await synced(fresh)).toMatchObject({ state: 'done', failures: [] });
    expect(await fresh.contents()).toEqual(wholeRows);
  });

  it('says of 206 that it was a part', async () => {
    proxy.cut({ path: BATCH, way: '206 that nobody asked for', at: (body) => body.length });
    expect((await synced(whole, { full: true })).failures).toMatchObject([{ error: { code: 'partial_answer' } }]);
    expect(await whole.contents()).toEqual(wholeRows);
  });

  it('is noticed of every resource, where they are asked one by one', async () => {
    await service.control('POST', '/faults', { path: '/**/Batch/Subscription/*', status: 202, retry_after_s: 1 });
    const lists = ['UsagePoint', 'MeterReading', 'IntervalBlock', 'ReadingType/[^/]+'];
    for (const name of lists) {
      const address = new RegExp(`/${name}$`);
      const bench = await freshBench({ buildingDeadlineMs: 500 });
      proxy.cut({ path: address, way: 'chunks that end well', at: (body) => body.length * 0.7 });
      const failed = await synced(bench);
      expect(failed.failures, name).toMatchObject([{ error: { code: 'answer_cut' } }]);
      expect(await cursors(bench)).toEqual([]);
      proxy.cut({
        path: address,
        way: 'a connection that is closed, without a length',
        at: (body) => body.length * 0.7,
        times: 1,
      });
      expect(await synced(bench), name).toMatchObject({ state: 'done', failures: [] });
      expect(proxy.cuts, name).toHaveLength(1);
      const { usagePoints } = await bench.contents();
      expect(usagePoints, name).toEqual(wholeRows.usagePoints);
    }
  });

  it('is noticed of the list of authorizations and of JSON', async () => {
    for (const address of [/\/Authorization$/, /\/api\/v2\/authorizations/]) {
      const seen = whole.http.log.list().length;
      proxy.cut({ path: address, way: 'chunks that end well', at: (body) => body.length - 3, times: 1 });
      // The list names authorizations that there are no tokens for here; what counts is that it came.
      expect((await synced(whole, { authorizations: undefined })).done).toBeGreaterThan(1);
      expect(sends(whole, address, seen).map(({ state }) => state)).toEqual(['failed', 'answered']);
    }
  });
});
