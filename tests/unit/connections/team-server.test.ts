import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import type { Connections } from '../../../electron/connections/index.ts';
import { teamServerPlace, teamServerUrl } from '../../../electron/connections/index.ts';
import { type TeamServerAddress, teamServerAddress } from '../../../shared/contract/team-server.ts';

const address = (change: Partial<TeamServerAddress>): TeamServerAddress =>
  teamServerAddress.parse({
    host: 'db.example',
    port: 5433,
    database: 'meters',
    user: 'ann',
    sslMode: 'verify-full',
    ...change,
  });

/** What the library that connects reads out of the address. */
async function read(change: Partial<TeamServerAddress>, password: string | undefined, authorities?: string) {
  const connections = {
    workspaces: { get: () => ({ name: 'Here', teamServer: address(change) }) },
    teamServerPassword: async () => password,
    authorities: { place: async () => authorities },
  } as unknown as Connections; // all that is asked of it
  return new pg.Client({ connectionString: await teamServerUrl(connections, 'here') });
}

it('says host, port, database, user and password as they were entered, whatever signs they have', async () => {
  const odd = { user: 'ann@home:1', database: 'meters & more:2 %é' };
  expect(await read(odd, 'p/w?#@:% é')).toMatchObject({
    host: 'db.example',
    port: 5433,
    user: odd.user,
    database: odd.database,
    password: 'p/w?#@:% é',
  });
  expect((await read({}, 'x')).password).toBe('x');
  expect(teamServerPlace(address({ host: 'FE80::1' }))).toBe('postgres://ann@[fe80::1]:5433/meters');
});

it('means by each way there what it says', async () => {
  const ssl = async (sslMode: TeamServerAddress['sslMode']) =>
    new Map(Object.entries(await read({ sslMode }, 'x'))).get('ssl');
  expect(await ssl('verify-full')).toEqual({});
  expect(await ssl('require')).toEqual({ rejectUnauthorized: false });
  expect(await ssl('disable')).toBe(false);
});

it('believes the authorities of a file where the certificate is checked, and only then', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'authorities & more %é '));
  const file = path.join(folder, 'authorities.pem');
  await writeFile(file, 'what is in it');
  try {
    const ssl = async (sslMode: TeamServerAddress['sslMode']) =>
      new Map(Object.entries(await read({ sslMode }, 'x', file))).get('ssl');
    expect(await ssl('verify-full')).toEqual({ ca: 'what is in it' });
    expect(await ssl('require')).toEqual({ rejectUnauthorized: false });
    expect(await ssl('disable')).toBe(false);
    expect((await read({}, 'p/w?#@:% é', file)).password).toBe('p/w?#@:% é');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('takes no host that is more than a host, so that no password gets in with it', () => {
  for (const host of [
    'ann:secret@db.example',
    'postgres://db.example',
    'db.example/meters',
    'db example',
    '[::1]',
    '',
  ]) {
    expect(() => address({ host }), host).toThrow();
  }
  expect(() => address({ database: 'meters?password=secret' })).toThrow();
  expect(address({ host: '::1' }).host).toBe('::1');
});
