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
const PUBLISHED = { written: 5, readings: 7, removed: 0, leftOut: 0, otherRows: 0, copies: 1 };

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

/** A workspace with a team server, whose engine answers a call once it is told to. */
async function sharing() {
  const files = new DataFiles(folder);
  const demo = new Promise<never>(() => {});
  const connections = await createConnections({ files, cipher: keyFileCipher(files), http, demo });
  const { id: workspace } = await connections.workspaces.create({ name: 'Acme', baseUrl: 'https://acme.example' });
  const open = new Map<string, (answer: unknown) => void>();
  const engine = {
    on: () => () => undefined,
    call: async (name: string) => {
      const answer = await new Promise<unknown>((resolve) => open.set(name, resolve));
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const topics = { publish: () => undefined };
  const parts = partsWith({ connections, jobs, engine, topics } as never); // as much of them as is used
  const comparisons = setupSharing(parts);
  const handlers = { ...shareHandlers({ ...parts, comparisons }), ...teamServerHandlers(parts) };
  await handlers['teamServer.set']({ workspace, address: HERE });
  /** Starts a job; resolves once the engine was asked. `answer` answers its call, or rejects it, and resolves when the job has ended. */
  const started = async (name: 'publish' | 'compare') => {
    const call = `publish.${name === 'publish' ? 'run' : 'compare'}`;
    const { job } = await handlers[`share.${name}`]({ workspace });
    await expect.poll(() => open.has(call)).toBe(true);
    const answered = open.get(call);
    open.delete(call);
    return {
      answer: async (value: unknown) => {
        answered?.(value);
        return await jobs.ended(job);
      },
    };
  };
  const comparison = async () => (await handlers['share.get']({ workspace })).comparison;
  return { workspace, handlers, started, comparison };
}

/** A publication that is under way. */
async function publishing() {
  const { started, ...parts } = await sharing();
  const { answer } = await started('publish');
  return { ...parts, arrived: () => answer(PUBLISHED) };
}

it('says what was published to the team server', async () => {
  const { workspace, handlers, arrived } = await publishing();
  expect(await arrived()).toMatchObject({
    state: 'done',
    outcome: expect.stringMatching(/; 1 meter left out: copies from a team server$/),
  });
  expect((await handlers['share.get']({ workspace })).published).toMatchObject(PUBLISHED);
});

it.each([
  ['changed', { ...HERE, database: 'there' }],
  ['taken away', undefined],
])('says nothing of a team server that was %s meanwhile', async (_how, address) => {
  const { workspace, handlers, arrived } = await publishing();
  if (address) await handlers['teamServer.set']({ workspace, address });
  else await handlers['teamServer.forget']({ workspace });
  expect(await arrived()).toMatchObject({ state: 'done' });
  expect((await handlers['share.get']({ workspace })).published).toBeUndefined();
});

const DIFFERS = { series: 2, readings: 7, readingsThere: 6, differing: 1, differences: [] };
const OVERTAKEN = { state: 'failed', error: { code: 'compare_overtaken' } };

it('says what a comparison found, until something is published', async () => {
  const { started, comparison } = await sharing();
  expect(await (await started('compare')).answer(DIFFERS)).toMatchObject({ outcome: '1 of 2 series differ' });
  expect(await comparison()).toMatchObject(DIFFERS);
  // Also what ended half-way has changed the server.
  expect(await (await started('publish')).answer(new Error('away'))).toMatchObject({ state: 'failed' });
  expect(await comparison()).toBeUndefined();
});

it('says nothing of a comparison while which something was published', async () => {
  const { started, comparison } = await sharing();
  const compared = await started('compare');
  await (await started('publish')).answer(PUBLISHED);
  expect(await compared.answer(DIFFERS)).toMatchObject(OVERTAKEN);
  expect(await comparison()).toBeUndefined();
});

it('says nothing of a comparison that began while something was published, however that ended', async () => {
  const { started, comparison } = await sharing();
  const published = await started('publish');
  const compared = await started('compare');
  await published.answer(new Error('away'));
  expect(await compared.answer(DIFFERS)).toMatchObject(OVERTAKEN);
  expect(await comparison()).toBeUndefined();
  // One that is still under way.
  const next = await started('publish');
  const again = await started('compare');
  expect(await again.answer(DIFFERS)).toMatchObject(OVERTAKEN);
  await next.answer(PUBLISHED);
  await (await started('compare')).answer(DIFFERS);
  expect(await comparison()).toMatchObject(DIFFERS);
});
