import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { type EngineUnderTest, ingestFeed, startEngine } from './engine-harness.ts';

const RANGE = { from: 0, to: 4_000_000_000 };
const POINT = '1001~2001';

let engine: EngineUnderTest;
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(async () => {
  await engine.dispose();
});

describe('the engine process', () => {
  it('takes a feed in pieces and answers with rows, series, chart and raw text', async () => {
    const { client } = engine;
    const result = await ingestFeed(client, 'w', batchFeed(), [{ name: 'sync/1001', value: 'x' }]);
    expect(result).toMatchObject({ blocks: 2, readings: 192, problems: 0, usagePoints: [POINT] });
    const { rows, matching, total } = await client.call('usagePoints.list', { workspace: 'w', search: '2001' });
    expect([matching, total]).toEqual([1, 1]);
    expect(rows[0]).toMatchObject({ id: POINT, uid: '2001', authorization: '1001', readings: 192, coverage: 1 });
    const [series] = await client.call('series.list', { workspace: 'w', usagePoint: POINT });
    expect(series).toMatchObject({ unit: 'kWh', count: 192, intervalLength: 900, gaps: 0, behaviour: 'interval' });
    const id = series?.id ?? '';
    const [chart] = await client.call('usage.chart', { workspace: 'w', series: [id], width: 800, ...RANGE });
    expect(chart?.v.slice(0, 2)).toEqual([0.1, 0.101]);
    const blocks = await client.call('usage.blocks', { workspace: 'w', series: id, ...RANGE });
    expect(blocks.matching).toBe(2);
    const raw = await client.call('entries.raw', { workspace: 'w', id: blocks.rows[1]?.entry ?? '' });
    expect(raw.xml).toMatch(/^<entry>.*<start>1700092800<\/start>.*<\/entry>$/s);
    const point = await client.call('entries.raw', { workspace: 'w', id: POINT });
    expect(point.xml).toContain('<ServiceCategory>');
    expect(await client.call('cursors.get', { workspace: 'w', name: 'sync/1001' })).toBe('x');
    const detail = await client.call('usagePoints.get', { workspace: 'w', id: POINT });
    expect(detail.localTime).toMatchObject({ source: 'meter', tzOffset: -28_800 });
  });

  it('rejects what was pending with engine_stopped, starts again and has everything that was committed', async () => {
    const { client } = engine;
    await ingestFeed(client, 'w', batchFeed());
    const before = engine.child().pid;
    const restarted = engine.restarted();
    const pending = client.call('usagePoints.list', { workspace: 'w' });
    client.kill();
    await expect(pending).rejects.toMatchObject({ code: 'engine_stopped', action: expect.any(String) });
    await restarted;
    const { rows } = await client.call('usagePoints.list', { workspace: 'w' });
    expect(rows[0]?.readings).toBe(192);
    expect(engine.child().pid).not.toBe(before);
  });

  it('killed in the middle of an ingest: nothing of it stays, nothing else is lost, and once more gives it once', async () => {
    const { client } = engine;
    await ingestFeed(client, 'w', batchFeed());
    const bytes = new TextEncoder().encode(batchFeed({ meter: '2002', days: 60 }));
    const source = { kind: 'request', label: 'cut' } as const;
    const session = await client.ingest({ workspace: 'w', source });
    await session.write(bytes.slice(0, bytes.length / 2));
    const gone = once(engine.child(), 'exit');
    engine.child().kill('SIGKILL');
    await gone;
    await expect(session.finish()).rejects.toMatchObject({
      code: expect.stringMatching(/engine_stopped|session_unknown/),
    });
    const after = await client.call('usagePoints.list', { workspace: 'w' });
    expect(after.rows.map(({ uid, readings }) => [uid, readings])).toEqual([['2001', 192]]);
    const again = await ingestFeed(client, 'w', batchFeed({ meter: '2002', days: 60 }));
    expect(again.readings).toBe(60 * 96);
    const end = await client.call('usagePoints.list', { workspace: 'w' });
    expect(end.rows.map(({ uid, readings }) => [uid, readings])).toEqual([
      ['2001', 192],
      ['2002', 60 * 96],
    ]);
    // The body that was spooled half is gone; two committed ones are there.
    const spools = await readdir(path.join(engine.folder, 'w', 'raw'));
    expect(spools.filter((name) => name.endsWith('.spool.br'))).toHaveLength(2);
  });

  it('killed while it commits: the feed is there once or not at all', async () => {
    const { client } = engine;
    const feed = batchFeed({ days: 120 });
    const session = await client.ingest({ workspace: 'w', source: { kind: 'request', label: 'x' } });
    await session.write(new TextEncoder().encode(feed));
    const merging = new Promise<void>((resolve) => {
      client.on('ingest.progress', ({ phase }) => phase === 'merging' && resolve());
    });
    const finished = session.finish().then(
      () => 'committed',
      () => 'stopped',
    );
    await merging;
    client.kill();
    const outcome = await finished;
    const { rows } = await client.call('usagePoints.list', { workspace: 'w' });
    const readings = rows[0]?.readings ?? 0;
    expect(readings).toBe(outcome === 'committed' ? 120 * 96 : readings === 0 ? 0 : 120 * 96);
    await ingestFeed(client, 'w', feed);
    const [series] = await client.call('series.list', { workspace: 'w', usagePoint: POINT });
    expect(series).toMatchObject({ count: 120 * 96, duplicates: 0 });
  });

  it('refuses a document that is no feed while it is sent, and keeps the refusal as a source', async () => {
    const { client } = engine;
    const session = await client.ingest({ workspace: 'w', source: { kind: 'file', label: 'no.xml' } });
    await session.write(new TextEncoder().encode('<html><body>Maintenance</body></html>')).catch(() => undefined);
    await expect(session.finish()).rejects.toMatchObject({ code: expect.stringMatching(/^feed_/) });
    const [file] = await client.call('files.stored', { workspace: 'w' });
    expect(file).toMatchObject({ name: 'no.xml', ok: false, error: { code: expect.stringMatching(/^feed_/) } });
  });

  it('reads large files in a thread: cancelled nothing stays, several at once all are there, a refusal is kept', async () => {
    const { client } = engine;
    const write = async (name: string, text: string) => {
      const file = path.join(engine.folder, name);
      await writeFile(file, text);
      return { workspace: 'w', path: file };
    };
    const large = await write('large.xml', batchFeed({ days: 1200 }));
    const other = await write('other.xml', batchFeed({ days: 100, meter: '2002' }));
    const none = await write('none.xml', `{"a": "${'b'.repeat(2e6)}"}`);
    // Before it is warm the engine has no thread for them.
    const warm = new Promise<void>((resolve) => client.on('engine.warm', () => resolve()));
    expect(await client.call('files.stored', { workspace: 'w' })).toEqual([]);
    await warm;

    const controller = new AbortController();
    const stop = client.on('ingest.progress', () => controller.abort());
    await expect(client.call('ingest.file', large, { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
    stop();
    expect(await client.call('files.stored', { workspace: 'w' })).toEqual([]);

    const session = await client.ingest({ workspace: 'w', source: { kind: 'request', label: 'batch' } });
    const sent = session.write(new TextEncoder().encode(batchFeed({ days: 100, meter: '2003' })));
    const [first, second, refused] = await Promise.allSettled([
      client.call('ingest.file', large),
      client.call('ingest.file', other),
      client.call('ingest.file', none),
    ]);
    await sent;
    // These feeds use one Atom id for all entries, which is told once.
    expect(first).toMatchObject({ value: { readings: 1200 * 96, blocks: 1200, problems: 1 } });
    expect(second).toMatchObject({ value: { readings: 100 * 96, blocks: 100, problems: 1 } });
    expect(refused).toMatchObject({ reason: { code: 'feed_not_xml' } });
    expect(await session.finish()).toMatchObject({ readings: 100 * 96 });
    const files = await client.call('files.stored', { workspace: 'w' });
    expect(files.map(({ name, ok }) => [name, ok]).sort()).toEqual([
      ['large.xml', true],
      ['none.xml', false],
      ['other.xml', true],
    ]);
    await expect(client.call('ingest.file', { workspace: 'w', path: engine.folder })).rejects.toMatchObject({
      code: 'file_unreadable',
    });
  });

  it('keeps jobs, requests, settings and cursors over a restart', async () => {
    const { client } = engine;
    const view = {
      id: 'j',
      workspace: 'w',
      kind: 'sync',
      title: 'Sync',
      state: 'running',
      done: 1,
      bytes: 0,
      readings: 0,
      createdAt: 1,
      partial: false,
      failures: [],
      failureCount: 0,
      skipped: [],
    } as const;
    await client.call('jobs.save', {
      workspace: 'w',
      job: { view: { ...view, failures: [], skipped: [] }, input: { a: 1 }, checkpoint: [1] },
    });
    const request = {
      id: 'r',
      workspace: 'w',
      at: 1_700_000_000_000,
      method: 'GET',
      url: 'https://x.test/',
      tokenClass: 'access',
      status: 202,
      bytes: 0,
      durationMs: 1.5,
      waitedMs: 0,
      retryAfterMs: 1000,
      attempt: 1,
    } as const;
    const keep = { days: 1, bytes: 1 };
    await client.call('requests.append', {
      workspace: 'w',
      requests: [{ view: request }, { view: { ...request, id: 's', status: 200, at: request.at + 1 } }],
      keep,
    });
    await client.call('settings.set', { workspace: 'w', key: 'k', value: { b: [true] } });
    const restarted = engine.restarted();
    client.kill();
    await restarted;
    const jobs = await client.call('jobs.stored', { workspace: 'w' });
    expect(jobs).toEqual([
      { view: expect.objectContaining({ id: 'j', state: 'running' }), input: { a: 1 }, checkpoint: [1] },
    ]);
    const requests = await client.call('requests.list', { workspace: 'w', limit: 10 });
    expect(requests.rows.map(({ id, status }) => [id, status])).toEqual([
      ['s', 200],
      ['r', 202],
    ]);
    const poll = { ...request, id: 'p', method: 'GET', url: 'https://x/api/events?is_delivered=false' } as const;
    await client.call('requests.append', {
      workspace: 'w',
      requests: [{ view: { ...poll, job: undefined } }, { view: { ...poll, id: 'of-job', job: 'j' } }],
      keep,
    });
    const withoutPolls = await client.call('requests.list', { workspace: 'w', limit: 10, polls: false });
    expect(withoutPolls.rows.map(({ id }) => id).toSorted()).toEqual(['of-job', 'r', 's']);
    expect(await client.call('settings.get', { workspace: 'w', key: 'k' })).toEqual({ b: [true] });
    expect(await client.call('settings.get', { workspace: 'w', key: 'none' })).toBeUndefined();
  });
});
