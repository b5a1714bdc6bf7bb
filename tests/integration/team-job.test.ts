/** Taking meters from the team server as a job of the program: its progress, its end on the way, and what the page is told. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PULL_JOB } from '../../electron/app/pulls.ts';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { openTestStore } from '../unit/engine/store/store-harness.ts';
import { type AppBench, startAppBench } from './app-bench.ts';

const workspace = 'files';
const METER = { id: '1001~2001', name: '2001' };

describe.runIf(POSTGRES_BIN !== undefined)(
  'meters of a team server (left out where PostgreSQL is not installed)',
  () => {
    let folder: string;
    let server: PostgresServer;
    let core: AppBench;
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'team-'));
      server = await startPostgres();
      const publisher = await openTestStore();
      for (const meter of ['2001', '2002']) await publisher.batch({ days: 3, meter });
      const about = { program: 'Meterscope', version: '1.2.3', workspace: 'Small' };
      await publisher.call('publish.run', { to: server.url, about, prepare: true });
      await publisher.dispose();
      await server.query("CREATE ROLE bob LOGIN PASSWORD 'bob-reads' IN ROLE meterscope_reader");
      core = await startAppBench(path.join(folder, 'data'));
    }, 120_000);
    afterAll(async () => {
      await core?.close();
      await server?.dispose();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    });

    const pulled = async () => {
      const { job } = await core.call('team.pull', { workspace, meters: [METER] });
      return await core.parts.jobs.ended(job);
    };
    const enterServer = async (host: string) => {
      const address = { host, port: server.port, database: 'postgres', user: 'bob' };
      await core.call('teamServer.set', { workspace, address: { ...address, sslMode: 'disable' } });
      await core.call('teamServer.setPassword', { workspace, secret: { value: 'bob-reads' } });
    };
    const state = async () => (await core.call('team.meters', { workspace, ids: [METER.id] })).rows[0]?.state;

    it('says where a server is entered, and asks it as who may only read', async () => {
      await expect(core.call('team.meters', { workspace })).rejects.toMatchObject({ code: 'team_server_missing' });
      await expect(core.call('team.pull', { workspace, meters: [METER] })).rejects.toMatchObject({
        code: 'team_server_missing',
      });
      await enterServer('127.0.0.1');
      expect(await core.call('team.meters', { workspace })).toMatchObject({ matching: 2, total: 2 });
      expect(await state()).toBeUndefined();
    }, 60_000);

    it('takes nothing where it is cancelled on its way, and all of it when it goes on', async () => {
      await server.query('BEGIN; LOCK TABLE meterscope.meters IN ACCESS EXCLUSIVE MODE');
      const { job } = await core.call('team.pull', { workspace, meters: [METER] });
      await expect.poll(() => core.parts.jobs.get(job)?.state).toBe('running');
      await core.call('jobs.cancel', { id: job });
      expect(await core.parts.jobs.ended(job)).toMatchObject({ state: 'cancelled' });
      await server.query('ROLLBACK');
      expect(await core.call('team.here', { workspace, meter: METER.id })).toBeUndefined();
      await core.call('jobs.resume', { id: job });
      expect(await core.parts.jobs.ended(job)).toMatchObject({
        state: 'done',
        title: 'Take meter 2001 from the team server',
        done: 288,
        total: 288,
        outcome: '288 readings of 1 meter',
      });
      expect(await state()).toBe('here');
      const here = await core.call('team.here', { workspace, meter: METER.id });
      expect(await core.call('usagePoints.get', { workspace, id: here ?? '' })).toMatchObject({ readings: 288 });
      expect(JSON.stringify(core.jobs())).not.toContain('bob-reads');
    }, 60_000);

    it('says so where the server is away, or does not have the meter any more', async () => {
      await server.query("UPDATE meterscope.published SET digest = 'other' WHERE kind = 'meters'");
      expect(await state()).toBe('newer');
      await server.kill();
      try {
        expect(await pulled()).toMatchObject({ state: 'failed', error: { code: 'team_server' } });
      } finally {
        await server.start();
      }
      expect(await pulled()).toMatchObject({ state: 'done' });
      expect(await state()).toBe('here');
      const { job } = await core.call('team.pull', { workspace, meters: [{ id: 'nobody', name: 'nobody' }] });
      expect(await core.parts.jobs.ended(job)).toMatchObject({
        state: 'failed',
        error: { code: 'team_meter_unknown' },
      });
    }, 60_000);

    it("takes no meter that became the workspace's own since the list was read, and says where it is", async () => {
      const source = { kind: 'request', label: 'x', requestId: 'r' } as const;
      const { session } = await core.parts.engine.call('ingest.begin', { workspace, source });
      const bytes = new TextEncoder().encode(batchFeed({ days: 3, meter: '2002' }));
      await core.parts.engine.call('ingest.chunk', { session, bytes });
      await core.parts.engine.call('ingest.finish', { session });
      const { job } = await core.call('team.pull', { workspace, meters: [{ id: '1001~2002', name: '2002' }] });
      expect(await core.parts.jobs.ended(job)).toMatchObject({
        state: 'done',
        skipped: [{ reason: "it is one of the workspace's own meters", count: 1 }],
      });
      expect(await core.call('team.here', { workspace, meter: '1001~2002' })).toBe('1001~2002');
    }, 60_000);

    it('takes nothing from another server than the one that it was started for', async () => {
      await server.query('BEGIN; LOCK TABLE meterscope.meters IN ACCESS EXCLUSIVE MODE');
      const { job } = await core.call('team.pull', { workspace, meters: [METER] });
      await expect.poll(() => core.parts.jobs.get(job)?.state).toBe('running');
      await core.call('jobs.cancel', { id: job });
      expect(await core.parts.jobs.ended(job)).toMatchObject({ state: 'cancelled' });
      await server.query('ROLLBACK');
      await enterServer('localhost');
      await core.call('jobs.resume', { id: job });
      expect(await core.parts.jobs.ended(job)).toMatchObject({
        state: 'failed',
        error: { code: 'team_server_changed', message: expect.stringMatching(/127\.0\.0\.1.*localhost/) },
      });
      // One that was kept before a job said where goes on.
      const { id: kept } = await core.parts.jobs.start(PULL_JOB, workspace, { meters: [METER] });
      expect(await core.parts.jobs.ended(kept)).toMatchObject({ state: 'done' });
      await enterServer('127.0.0.1');
    }, 60_000);
  },
);
