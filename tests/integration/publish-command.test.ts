/** `meterscope publish` as a person runs it: publish, check, and what the check finds. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { startAppBench } from './app-bench.ts';
import { startCommand } from './command-process.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

describe.runIf(POSTGRES_BIN !== undefined)('meterscope publish (left out where PostgreSQL is not installed)', () => {
  let folder: string;
  let server: PostgresServer;
  let service: ServiceProcess;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'publish-command-'));
    [server, service] = await Promise.all([startPostgres(), startService(SHORT_HISTORY)]);
    const core = await startAppBench(path.join(folder, 'data'));
    try {
      const { job } = await core.call('sync.start', { workspace: await core.connect('Here', service) });
      await core.parts.jobs.ended(job);
    } finally {
      await core.close();
    }
  }, 120_000);
  afterAll(async () => {
    await service?.stop();
    await server?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it('publishes, agrees with the server, and names a series that does not; the password is nowhere', async () => {
    const to = `postgres://owner@127.0.0.1:${server.port}/postgres`;
    const of = ['publish', '--data', path.join(folder, 'data'), '--workspace', 'Here', '--to', to];
    const run = (...more: string[]) => startCommand([...of, ...more], { PGPASSWORD: server.password }).ended;
    const ended = [await run('--prepare')];
    expect(ended[0]).toMatchObject({ code: 0, output: expect.stringContaining('readings here; months with') });
    ended.push(await run('--check'));
    expect(ended[1]).toMatchObject({
      code: 0,
      output: expect.stringContaining('series agree in count, sum and checksum'),
    });
    await server.query(
      'DELETE FROM meterscope.readings WHERE (series, start_utc) = (SELECT series, start_utc FROM meterscope.readings WHERE value > 0 ORDER BY 1, 2 LIMIT 1)',
    );
    ended.push(await run('--check'));
    expect(ended[2]).toMatchObject({ code: 2, output: expect.stringMatching(/^1 of \d+ series differ: /) });
    for (const { output, error } of ended) expect(output + error).not.toContain(server.password);
  }, 120_000);
});
