/** The team server of a workspace: kept without its password, tested step by step against a real PostgreSQL, forgotten whole. */
import { chmod, chown, copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamServerAddress } from '../../shared/contract/team-server.ts';
import { POSTGRES_BIN, type PostgresServer, startPostgres } from '../fixtures/postgres-server.ts';
import { projectRoot } from '../fixtures/simulator.ts';
import { type AppBench, startAppBench } from './app-bench.ts';

const FILES = 'files';

describe.runIf(POSTGRES_BIN !== undefined)('the team server (left out where PostgreSQL is not installed)', () => {
  let folder: string;
  let server: PostgresServer;
  let core: AppBench;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'team-server-'));
    [server, core] = await Promise.all([startPostgres(), startAppBench(path.join(folder, 'data'))]);
    await core.call('secrets.decide', { keep: 'disk' });
  }, 120_000);
  afterAll(async () => {
    await core?.close();
    await server?.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const address = (change: Partial<TeamServerAddress> = {}): TeamServerAddress => ({
    host: '127.0.0.1',
    port: server.port,
    database: 'postgres',
    user: 'owner',
    sslMode: 'disable',
    ...change,
  });
  /** Sets address and password, tests them, and answers the state of each step, and the words of the one that is not right. */
  async function tested(change: Partial<TeamServerAddress> = {}, password: string | undefined = server.password) {
    await core.call('teamServer.set', { workspace: FILES, address: address(change) });
    await core.call('teamServer.setPassword', {
      workspace: FILES,
      ...(password === undefined ? {} : { secret: { value: password } }),
    });
    const checks = await core.call('teamServer.test', { workspace: FILES });
    const text = JSON.stringify(checks);
    if (password !== undefined) expect(text).not.toContain(password);
    expect(text).not.toContain(encodeURIComponent(server.password));
    const wrong = checks.find(({ state }) => state === 'failed');
    return { states: checks.map(({ id, state }) => `${id} ${state}`), wrong: wrong && `${wrong.id}: ${wrong.message}` };
  }
  const past = (...ids: string[]) => ids.map((id) => expect.stringMatching(`^${id} (ok|warning)$`));

  it('says what is wrong at the step where it is', async () => {
    expect((await tested({ host: 'nobody.invalid' })).wrong).toBe('name: No host is known by the name nobody.invalid.');
    expect((await tested({ port: 1 })).wrong).toBe('port: The computer refuses port 1: nothing listens there.');
    expect((await tested({ sslMode: 'verify-full' })).wrong).toBe('encryption: The server does not encrypt.');
    expect((await tested({}, 'not @the:password')).wrong).toMatch(/^sign-in: User name or password is wrong/);
    const missing = await tested({ database: 'not there' });
    expect(missing.wrong).toBe('database: The server has no database "not there".');
    expect(missing.states.slice(0, 4)).toEqual(past('name', 'port', 'encryption', 'sign-in'));
    expect(missing.states.slice(5)).toEqual(['tables untried', 'rights untried']);
    expect((await tested()).wrong).toBe('tables: The database is not prepared yet: it has no tables.');
  });

  it('tells a user who may publish from one who may read, and one who may nothing', async () => {
    const to = `${server.url}?sslmode=disable`;
    await core.parts.engine.call('publish.prepare', { workspace: FILES, to });
    expect(await tested()).toEqual({
      states: past('name', 'port', 'encryption', 'sign-in', 'database', 'tables', 'rights'),
      wrong: undefined,
    });
    await server.query(`CREATE ROLE ann LOGIN PASSWORD 'a/b@c:d%20 é' IN ROLE meterscope_publisher`);
    await server.query(`CREATE ROLE bob LOGIN PASSWORD 'only-reads' IN ROLE meterscope_reader`);
    await server.query(`CREATE ROLE eve LOGIN PASSWORD 'evening'`);
    expect((await tested({ user: 'ann' }, 'a/b@c:d%20 é')).states.at(-1)).toBe('rights ok');
    expect((await tested({ user: 'bob' }, 'only-reads')).states.slice(-2)).toEqual(['tables ok', 'rights warning']);
    expect((await tested({ user: 'eve' }, 'evening')).wrong).toBe('rights: This user may not read them.');
  });

  it('judges the certificate where that is wanted', async () => {
    const file = path.join(folder, 'server.pem');
    await copyFile(path.join(projectRoot, 'tests', 'fixtures', 'certificates', 'good.pem'), file);
    await chmod(file, 0o600);
    if (process.getuid?.() === 0) {
      await chown(file, 65534, 65534);
      await chmod(folder, 0o755);
    }
    for (const setting of [`ssl_cert_file = '${file}'`, `ssl_key_file = '${file}'`, 'ssl = on']) {
      await server.query(`ALTER SYSTEM SET ${setting}`);
    }
    await server.query('SELECT pg_reload_conf()');
    await expect.poll(async () => (await server.query('SHOW ssl'))[0]?.ssl).toBe('on');
    expect((await tested({ sslMode: 'verify-full' })).wrong).toMatch(/^encryption: The certificate is not right/);
    expect((await tested({ sslMode: 'require' })).states).toContain('encryption warning');
    // Who added the authority for services believes it here, too.
    const pem = await readFile(path.join(projectRoot, 'tests', 'fixtures', 'certificates', 'ca.pem'), 'utf8');
    const added = await core.call('network.addAuthorities', { pem });
    expect(await tested({ sslMode: 'verify-full' })).toEqual({
      states: past('name', 'port', 'encryption', 'sign-in', 'database', 'tables', 'rights'),
      wrong: undefined,
    });
    await core.call('network.removeAuthority', { fingerprint: added[0]?.fingerprint ?? '' });
    expect((await tested({ sslMode: 'verify-full' })).wrong).toMatch(/^encryption: The certificate is not right/);
  });

  it('is kept without its password, which is for that address only, and lies sealed', async () => {
    await tested();
    expect(await core.call('teamServer.get', { workspace: FILES })).toEqual({ address: address(), hasPassword: true });
    for (const name of await readdir(path.join(folder, 'data'), { recursive: true })) {
      const text = await readFile(path.join(folder, 'data', name)).catch(() => Buffer.alloc(0));
      expect(text.includes(server.password), name).toBe(false);
    }
    await core.close();
    core = await startAppBench(path.join(folder, 'data'));
    expect(await core.call('teamServer.get', { workspace: FILES })).toEqual({ address: address(), hasPassword: true });
    await core.call('teamServer.set', { workspace: FILES, address: address({ sslMode: 'require' }) });
    expect(await core.call('teamServer.get', { workspace: FILES })).toMatchObject({ hasPassword: true });
    await core.call('teamServer.set', { workspace: FILES, address: address({ host: 'localhost' }) });
    expect(await core.call('teamServer.get', { workspace: FILES })).toMatchObject({ hasPassword: false });
    await core.call('teamServer.forget', { workspace: FILES });
    expect(await core.call('teamServer.get', { workspace: FILES })).toEqual({ hasPassword: false });
    await expect(core.call('teamServer.test', { workspace: FILES })).rejects.toMatchObject({
      code: 'team_server_missing',
    });
  });
});
