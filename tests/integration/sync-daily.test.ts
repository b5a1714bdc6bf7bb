/** A portfolio that grows day by day: every sync asks for what is new only, and ends with what one fetch of everything brings. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobView } from '../../shared/contract/jobs.ts';
import { query } from '../fixtures/duckdb-query.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';
import { type ServiceLine, type SyncBench, startSyncBench, WORKSPACE } from './sync-bench.ts';

const DAY_S = 86_400;
const ABOUT = { program: 'test', version: '0', workspace: 'Demo' };
/** Three months of intervals, and three years of bills: large enough that asking for all of it again would show. */
const FLAGS = ['--portfolio', '10', '--months', '3', '--batch-threshold', '1000000000'];

let service: ServiceProcess;
let line: ServiceLine;
let scratch: string;
/** Synced every few days. */
let daily: SyncBench;
const closed: SyncBench[] = [];

interface Sync {
  readonly job: JobView;
  readonly urls: readonly string[];
  readonly bytes: number;
}

const syncs: Record<'whole' | 'idle' | 'day', Sync> = {} as Record<'whole' | 'idle' | 'day', Sync>; // filled by beforeAll
/** After the last of the syncs below. */
let whole: SyncBench;
let grown: readonly Sync[];
/** Bills by usage point after the first day, and an export of what there was some days later. */
let before: Map<string, number>;
let early: string;

beforeAll(async () => {
  service = await startService(FLAGS);
  // The whole line has what the tests' own schema leaves out.
  line = service.line as unknown as ServiceLine;
  scratch = await mkdtemp(path.join(tmpdir(), 'sync-daily-'));
  daily = await opened('daily');
  syncs.whole = await sync(daily);
  syncs.idle = await sync(daily);
  await service.advance(DAY_S);
  syncs.day = await sync(daily);
  before = new Map((await daily.contents()).usagePoints.map(({ id, bills }) => [id, bills]));
  grown = await grow([1, 3, 9]);
  early = await exported(daily, 'early');
  grown = [...grown, ...(await grow([12, 1, 18, 1]))];
  whole = await opened('whole');
  await sync(whole);
}, 300_000);
afterAll(async () => {
  for (const bench of closed) await bench.close();
  await service?.stop();
  await rm(scratch, { recursive: true, force: true });
});

async function grow(spans: readonly number[]): Promise<Sync[]> {
  const made: Sync[] = [];
  for (const days of spans) {
    await service.advance(days * DAY_S);
    made.push(await sync(daily));
  }
  return made;
}

async function opened(name: string, of = line): Promise<SyncBench> {
  const bench = await startSyncBench(path.join(scratch, name), of);
  closed.push(bench);
  return bench;
}

async function sync(bench: SyncBench, input: object = {}): Promise<Sync> {
  const { id } = await bench.jobs.start('sync', WORKSPACE, input);
  const job = await bench.jobs.ended(id);
  const requests = bench.http.log.list().filter((request) => request.job === id);
  return { job, urls: requests.map(({ url }) => url), bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** What the consent page sends, and the exchange of its code. */
async function consent(username: string): Promise<{ authUid: string; access_token: string }> {
  const { client_id, redirect_uri, authorization_endpoint } = service.line;
  const fields = { client_id, redirect_uri, response_type: 'code', scope: 'FB=4_16_51', decision: 'allow', username };
  const page = await fetch(authorization_endpoint, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  const code = new URL(page.headers.get('location') ?? 'none:').searchParams.get('code') ?? '';
  const basic = Buffer.from(`${line.client_id}:${line.client_secret}`).toString('base64');
  const answer = await fetch(line.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  });
  const token = (await answer.json()) as { access_token: string; authorizationURI: string }; // RFC 6749, 5.1
  return { authUid: token.authorizationURI.split('/').at(-1) ?? '', access_token: token.access_token };
}

async function exported(bench: SyncBench, name: string): Promise<string> {
  const folder = path.join(scratch, `export-${name}`);
  await bench.engine.call('export.run', { workspace: WORKSPACE, folder, format: 'parquet', about: ABOUT });
  return folder;
}

/** Rows of one table of an export; `source_id` counts the documents of a store, which differ. */
const rowsOf = (folder: string, table: string) =>
  `(SELECT COLUMNS(c -> c <> 'source_id') FROM read_parquet('${folder}/${table}.parquet'))`;
const count = async (sql: string) => Number((await query(`SELECT count(*) AS count FROM ${sql}`))[0]?.['count']);

describe('a sync', () => {
  it('of what is new asks each authorization once, and for little', () => {
    const { authorizations } = line;
    for (const [name, { job, urls, bytes }] of Object.entries(syncs)) {
      console.log(`${name}: ${urls.length} requests, ${bytes} bytes, ${job.readings} readings`);
      expect(job).toMatchObject({ state: 'done', failures: [], done: authorizations.length });
    }
    for (const { urls } of [syncs.idle, syncs.day, ...grown]) {
      const batches = urls.filter((url) => url.includes('/Batch/'));
      expect(batches).toHaveLength(authorizations.length);
      for (const url of batches) expect(url).toMatch(/\/Batch\/Subscription\/\d+\?updated-min=/);
      // The list of authorizations (twice where its token had ended), and what the JSON API says of them.
      expect(urls.length - batches.length).toBeLessThanOrEqual(3);
    }
    expect(syncs.idle.job.readings).toBe(0);
    expect(syncs.idle.bytes * 200).toBeLessThan(syncs.whole.bytes);
    expect(syncs.day.bytes * 30).toBeLessThan(syncs.whole.bytes);
    expect(grown.every(({ job }) => job.state === 'done' && job.failures.length === 0)).toBe(true);
  });

  it('after a day brings the readings of that day', async () => {
    // Of quarter hours 96 a flow, of half hours 48, of gas one; the paid meter has none. Some are missing, or came late.
    expect(syncs.day.job.readings).toBeGreaterThan(1_100);
    expect(syncs.day.job.readings).toBeLessThan(1_700);
  });

  it('after the other ends with what one fetch of everything brings, row by row, and nothing twice', async () => {
    const [one, other] = [await exported(daily, 'daily'), await exported(whole, 'whole')];
    for (const table of ['readings/**/*', 'series', 'bills', 'bill_lines', 'usage_points']) {
      const [a, b] = [rowsOf(one, table), rowsOf(other, table)];
      expect(await count(a), table).toBeGreaterThan(10);
      expect(await count(`(FROM ${a} EXCEPT ALL FROM ${b})`), table).toBe(0);
      expect(await count(`(FROM ${b} EXCEPT ALL FROM ${a})`), table).toBe(0);
    }
    const readings = rowsOf(one, 'readings/**/*');
    expect(await count(`(SELECT DISTINCT series_id, start_epoch FROM ${readings})`)).toBe(await count(readings));
  });

  it('brings corrections, told apart by their quality', async () => {
    const [old, now] = [early, await exported(daily, 'corrected')].map((folder) => rowsOf(folder, 'readings/**/*'));
    const changed = `(SELECT n.* FROM ${old} o JOIN ${now} n USING (series_id, start_epoch)
      WHERE o.raw_value <> n.raw_value OR o.quality_code <> n.quality_code)`;
    const amount = await count(changed);
    expect(amount).toBeGreaterThan(20);
    expect(await count(`(FROM ${changed} WHERE quality_code = 7)`)).toBe(amount);
    // Nothing that was there is gone.
    expect(
      await count(`(SELECT series_id, start_epoch FROM ${old} EXCEPT SELECT series_id, start_epoch FROM ${now})`),
    ).toBe(0);
  });

  it('brings the bills that were written, as many as the service counts', async () => {
    const { usagePoints } = await daily.contents();
    const { json } = await service.api('GET', '/meters');
    const meters: { authorization_uid: string; uid: string; bill_count: number }[] = json.meters;
    let written = 0;
    for (const { id, bills } of usagePoints) {
      const told = meters.find((meter) => `${meter.authorization_uid}~${meter.uid}` === id)?.bill_count;
      // An authorization for intervals only has none to see.
      if (bills > 0) expect(bills, id).toBe(told);
      written += bills - (before.get(id) ?? 0);
    }
    expect(written).toBeGreaterThan(10);
  });
});

it('a customer who just consented is not fetched whole again', async () => {
  const { authUid, access_token } = await consent('new.customer');
  await service.advance(1_200);
  const bench = await opened('consent', { ...line, authorizations: [{ auth_uid: authUid, access_token }] });
  const of = { authorizations: [authUid] };
  const [first, second] = [await sync(bench, of), await sync(bench, of)];
  expect(first.job).toMatchObject({ state: 'done', failures: [] });
  expect(first.job.readings).toBeGreaterThan(50_000);
  expect(second.job).toMatchObject({ state: 'done', failures: [], readings: 0 });
  expect(second.bytes * 200).toBeLessThan(first.bytes);
});
