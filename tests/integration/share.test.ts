/** Sharing a workspace from the program: publishing to a real PostgreSQL as a job, after syncs, over a restart; and a data set. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toErrorValue } from '../../shared/errors.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

describe.runIf(POSTGRES_BIN !== undefined)('sharing (left out where PostgreSQL is not installed)', () => {
  let folder: string;
  let server: PostgresServer;
  let service: ServiceProcess;
  let core: AppBench;
  let workspace: string;
  const dataset = () => path.join(folder, 'data set');
  const start = async () => {
    core = await startAppBench(path.join(folder, 'data'), {
      capabilities: {
        openDialog: true,
        saveDialog: true,
        notifications: false,
        clipboard: false,
        pdf: false,
        trash: false,
      },
      chooseFolder: async () => dataset(),
    });
  };
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'share-'));
    [server, service] = await Promise.all([startPostgres(), startService(SHORT_HISTORY)]);
    await start();
    workspace = await core.connect('Here', service);
    await core.call('teamServer.set', {
      workspace,
      address: { host: '127.0.0.1', port: server.port, database: 'postgres', user: 'owner', sslMode: 'disable' },
    });
    await core.call('teamServer.setPassword', { workspace, secret: { value: server.password } });
  }, 120_000);
  afterAll(async () => {
    await core?.close();
    await service?.stop();
    await server?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(() => {
    delete process.env.METERSCOPE_TEST_POLICY;
  });

  const ended = async ({ job }: { job: string }) => await core.parts.jobs.ended(job);
  const readingsThere = async () => Number((await server.query('SELECT count(*) AS n FROM v1.readings'))[0]?.n);
  const readingsHere = async () => {
    const { rows } = await core.parts.engine.call('query.run', {
      workspace,
      sql: 'SELECT count(*) AS n FROM readings',
    });
    return Number(rows[0]?.[0]);
  };

  it('says that the server is not prepared, prepares it, and publishes all of the workspace', async () => {
    await ended(await core.call('sync.start', { workspace }));
    const first = await ended(await core.call('share.publish', { workspace }));
    expect(first).toMatchObject({ state: 'failed', error: { code: 'publish_not_prepared' } });
    expect((await core.call('share.get', { workspace })).published).toBeUndefined();
    await core.call('share.prepare', { workspace });
    await core.parts.jobs.resume(first.id);
    const again = await core.parts.jobs.ended(first.id);
    expect(again).toMatchObject({
      state: 'done',
      title: `Publish to postgres://owner@127.0.0.1:${server.port}/postgres`,
    });
    const { published } = await core.call('share.get', { workspace });
    expect(await readingsThere()).toBe(await readingsHere());
    expect(published).toMatchObject({ written: await readingsHere(), readings: await readingsHere(), leftOut: 0 });
    expect(JSON.stringify(core.jobs())).not.toContain(server.password);
  }, 300_000);

  it('names the series that differs, with both sides, until it is published again', async () => {
    await server.query(
      'DELETE FROM meterscope.readings WHERE (series, start_utc) = (SELECT series, start_utc FROM meterscope.readings WHERE value > 0 ORDER BY 1, 2 LIMIT 1)',
    );
    const job = await ended(await core.call('share.compare', { workspace }));
    expect(job).toMatchObject({ state: 'done', outcome: expect.stringMatching(/^1 of \d+ series differ$/) });
    const { comparison } = await core.call('share.get', { workspace });
    const [difference] = comparison?.differences ?? [];
    expect(comparison).toMatchObject({ differing: 1, readings: (comparison?.readingsThere ?? 0) + 1 });
    expect(difference?.here?.readings).toBe((difference?.there?.readings ?? 0) + 1);
    await ended(await core.call('share.publish', { workspace }));
    expect((await core.call('share.get', { workspace })).comparison).toBeUndefined();
  }, 300_000);

  it('goes on after a restart, and publishes by itself after a sync where that is switched on', async () => {
    await server.query('DELETE FROM meterscope.readings; DELETE FROM meterscope.published');
    await core.call('share.setPublishAfterSync', { workspace, on: true });
    const { job } = await core.call('share.publish', { workspace });
    const published = () => core.jobs().filter(({ kind }) => kind === 'publish');
    const before = published().length;
    await core.close();
    await start();
    await expect.poll(() => core.parts.jobs.get(job)?.state, { timeout: 240_000 }).toBe('done');
    // The syncs of before the restart are no reason to publish again.
    expect(published()).toHaveLength(before);
    expect(await readingsThere()).toBe(await readingsHere());
    await server.query('DELETE FROM meterscope.readings; DELETE FROM meterscope.published');
    await ended(await core.call('sync.start', { workspace }));
    await expect.poll(() => published().length, { timeout: 240_000 }).toBe(before + 1);
    expect(await core.parts.jobs.ended(published()[0]?.id ?? '')).toMatchObject({ state: 'done' });
    expect(await readingsThere()).toBe(await readingsHere());
  }, 300_000);

  it('does not go to another server by itself', async () => {
    const { address } = await core.call('teamServer.get', { workspace });
    if (address === undefined) throw new Error('no team server');
    await core.call('teamServer.set', { workspace, address: { ...address, database: 'other' } });
    const { published, publishAfterSync } = await core.call('share.get', { workspace });
    expect({ published, publishAfterSync }).toEqual({ published: undefined, publishAfterSync: false });
    const old = core.jobs().find(({ kind }) => kind === 'publish');
    await core.parts.jobs.resume(old?.id ?? '');
    expect(await core.parts.jobs.ended(old?.id ?? '')).toMatchObject({ error: { code: 'team_server_changed' } });
    const { workspace: copy } = await core.call('workspaces.duplicate', { workspace, name: 'A copy' });
    expect(await core.call('teamServer.get', { workspace: copy })).toEqual({ hasPassword: false });
  });

  it('writes a data set into the folder that the user chose, appends to it, and compacts it', async () => {
    await expect(core.call('share.writeDataset', { workspace })).rejects.toMatchObject({ code: 'dataset_no_folder' });
    expect(await core.call('share.chooseFolder', { workspace })).toEqual({ folder: dataset() });
    expect(await ended(await core.call('share.writeDataset', { workspace }))).toMatchObject({ state: 'done' });
    const readings = await readingsHere();
    const written = async () => (await core.call('share.get', { workspace })).dataset?.written;
    expect(await written()).toMatchObject({ export: 1, added: readings, corrected: 0, removed: 0, readings });
    await ended(await core.call('share.writeDataset', { workspace, compact: true }));
    expect(await written()).toMatchObject({ export: 2, added: 0, corrected: 0, removed: 0, readings, files: 0 });
    const manifest = JSON.parse(await readFile(path.join(dataset(), 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ export: 2, readings });
    expect(await readdir(dataset())).toContain('readings');
  }, 300_000);

  it('does none of it where the policy of the computer forbids it', async () => {
    await core.close();
    const file = path.join(folder, 'policy.json');
    await writeFile(file, JSON.stringify({ version: 1, exports: { allowed: ['csv'] } }));
    process.env.METERSCOPE_TEST_POLICY = file;
    await start();
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => toErrorValue(error).code,
      );
    const tries = [
      core.call('share.publish', { workspace }),
      core.call('share.compare', { workspace }),
      core.call('share.prepare', { workspace }),
      core.call('share.setPublishAfterSync', { workspace, on: true }),
      core.call('share.chooseFolder', { workspace }),
      core.call('share.writeDataset', { workspace }),
    ];
    expect(new Set(await Promise.all(tries.map(refusal)))).toEqual(new Set(['export_not_allowed']));
    // Nor a job of before.
    await expect.poll(() => core.jobs().length, { timeout: 240_000 }).toBeGreaterThan(0);
    const old = core.jobs().find(({ kind }) => kind === 'publish')?.id ?? '';
    await core.parts.jobs.resume(old);
    expect(await core.parts.jobs.ended(old)).toMatchObject({ error: { code: 'export_not_allowed' } });
  }, 300_000);
});

it('a browser tab cannot choose a folder, and says what does instead', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'share-browser-'));
  const core = await startAppBench(folder);
  try {
    await expect(core.call('share.chooseFolder', { workspace: 'files' })).rejects.toMatchObject({
      code: 'host_cannot',
    });
  } finally {
    await core.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
