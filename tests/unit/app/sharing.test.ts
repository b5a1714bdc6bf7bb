import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shareHandlers } from '../../../electron/app/handlers/share.ts';
import { teamServerHandlers } from '../../../electron/app/handlers/team-server.ts';
import { setupSharing } from '../../../electron/app/sharing.ts';
import { createConnections } from '../../../electron/connections/index.ts';
import { DataFiles } from '../../../electron/host/index.ts';
import { keyFileCipher } from '../../../electron/host/key-file-cipher.ts';
import { HttpClient } from '../../../electron/http/index.ts';
import { Waits } from '../../../electron/http/waits.ts';
import { JobRunner } from '../../../electron/jobs/index.ts';
import type { TeamServerAddress } from '../../../shared/contract/team-server.ts';
import { ManualClock } from '../http/manual-clock.ts';
import { partsWith } from './handlers/parts.ts';

const HERE: TeamServerAddress = { host: 'db', port: 5432, database: 'here', user: 'ann', sslMode: 'disable' };
const PUBLISHED = { written: 5, readings: 7, removed: 0, leftOut: 0, otherRows: 0 };

let folder: string;
let http: HttpClient;
let jobs: JobRunner;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sharing-'));
  http = new HttpClient({ userAgent: 'test' });
  const clock = new ManualClock();
  const store = { save: async () => undefined, stored: async () => [], remove: async () => undefined };
  jobs = new JobRunner({ store, waits: new Waits(clock), clock });
});
afterEach(async () => {
  await jobs.close();
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

/** A workspace with a team server, whose engine publishes until `arrive` is called. */
async function publishing() {
  const files = new DataFiles(folder);
  const demo = new Promise<never>(() => {});
  const connections = await createConnections({ files, cipher: keyFileCipher(files), http, demo });
  const { id: workspace } = await connections.workspaces.create({ name: 'Acme', baseUrl: 'https://acme.example' });
  let arrive: () => void = () => undefined;
  const arrived = new Promise<typeof PUBLISHED>((resolve) => {
    arrive = () => resolve(PUBLISHED);
  });
  let ask: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const engine = {
    on: () => () => undefined,
    call: () => {
      ask();
      return arrived;
    },
  };
  const parts = partsWith({ connections, jobs, engine } as never); // as much of them as is used
  const comparisons = setupSharing(parts);
  const handlers = { ...shareHandlers({ ...parts, comparisons }), ...teamServerHandlers(parts) };
  await handlers['teamServer.set']({ workspace, address: HERE });
  const { job } = await handlers['share.publish']({ workspace });
  await asked;
  return { workspace, handlers, arrive, ended: () => jobs.ended(job) };
}

it('says what was published to the team server', async () => {
  const { workspace, handlers, arrive, ended } = await publishing();
  arrive();
  expect(await ended()).toMatchObject({ state: 'done' });
  expect((await handlers['share.get']({ workspace })).published).toMatchObject(PUBLISHED);
});

it.each([
  ['changed', { ...HERE, database: 'there' }],
  ['taken away', undefined],
])('says nothing of a team server that was %s meanwhile', async (_how, address) => {
  const { workspace, handlers, arrive, ended } = await publishing();
  if (address) await handlers['teamServer.set']({ workspace, address });
  else await handlers['teamServer.forget']({ workspace });
  arrive();
  expect(await ended()).toMatchObject({ state: 'done' });
  expect((await handlers['share.get']({ workspace })).published).toBeUndefined();
});
