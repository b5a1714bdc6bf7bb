/** The support bundle of the running core: what the stores know of customers is found nowhere in it. */
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unzipped } from '../fixtures/unzipped.ts';
import { type AppBench, startAppBench } from './app-bench.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

let folder: string;
let app: AppBench;
let service: ServiceProcess;

beforeAll(async () => {
  service = await startService(SHORT_HISTORY);
  folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
  app = await startAppBench(folder);
});
afterAll(async () => {
  await app?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('holds no name, address, account or meter number of a customer, wherever a log wrote it', async () => {
  const workspace = await app.connect('Ellison Road project', service);
  const { job } = await app.call('sync.start', { workspace });
  expect(await app.parts.jobs.ended(job)).toMatchObject({ state: 'done' });
  const { rows } = await app.call('authorizations.list', { workspace, offset: 0, limit: 100 });
  const trees = await Promise.all(rows.map(({ id }) => app.call('customers.list', { workspace, authorization: id })));
  const entities = trees.flatMap((tree) => tree.rows);
  const of = (kind: string) => entities.filter((entity) => entity.kind === kind);
  const known = {
    customers: of('Customer').map(({ name }) => name),
    accounts: of('CustomerAccount').map(({ name }) => name),
    addresses: of('ServiceLocation').map(({ address }) => address),
    streets: of('ServiceLocation').map(({ address }) => address?.split(', ')[0]),
    meters: entities.map(({ serial }) => serial),
    // Its id is made of its name.
    workspace: ['Ellison Road project', workspace],
  };
  const words: string[] = [];
  for (const [what, texts] of Object.entries<(string | undefined)[]>(known)) {
    const found = texts.filter((text) => text !== undefined);
    expect(found.length, what).toBeGreaterThan(0);
    words.push(...found);
  }
  // A failure with a customer in its message, a page that reports one, and a line of an earlier version of the program.
  for (const [index, word] of words.entries()) {
    app.parts.log.error(`Could not draw ${word}`, new Error(`no readings of “${word}”`), { index, about: { word } });
    await app.call('app.reportError', { message: `TypeError at ${word.toUpperCase()}`, stack: `at draw (${word})` });
    await appendFile(path.join(folder, 'logs', 'meterscope.log'), `${word}\n`);
  }
  const { base64 } = await app.call('support.save', undefined);
  const members = unzipped(Buffer.from(base64 ?? '', 'base64'));
  expect(members.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['about.json', 'workspaces.json', 'jobs.json', 'requests.ndjson', 'meterscope.log']),
  );
  for (const { name, text } of members) {
    const lower = text.toLowerCase();
    expect(
      words.filter((word) => lower.includes(word.toLowerCase())),
      name,
    ).toEqual([]);
  }
  // The search would find them: the log that it was made from has them all.
  const log = members.find(({ name }) => name === 'meterscope.log')?.text ?? '';
  expect(log.split('[personal]').length).toBeGreaterThan(words.length * 4);
  expect(log).toContain('Could not draw');
  // And what is no customer's can be read.
  const read = (wanted: string) => members.find(({ name }) => name === wanted)?.text ?? '';
  expect(read('README.txt')).toContain('Support bundle of Meterscope.');
  expect(read('README.txt')).not.toContain('[personal]');
  expect(JSON.parse(read('about.json'))).toMatchObject({
    program: { name: 'Meterscope' },
    capabilities: { openDialog: expect.any(Boolean) },
  });
  expect(read('requests.ndjson')).toMatch(
    /"purpose":"Authorization list".*resource\/Authorization","tokenClass":"client"/,
  );
  expect(read('requests.ndjson')).not.toContain('[personal]');
});

it('holds neither the id nor the name of a workspace that was deleted, also after a restart', async () => {
  const name = 'Quillfeather Lane';
  const workspace = await app.connect(name, service);
  const { job } = await app.call('sync.start', { workspace });
  expect(await app.parts.jobs.ended(job)).toMatchObject({ state: 'done' });
  app.parts.log.error(
    'A call failed',
    new Error(`${folder}/workspaces/${workspace}/store.duckdb of ${name} is in use`),
  );
  app.parts.log.warn('Another process holds the store', { workspace });
  await app.call('workspaces.delete', { workspace, confirm: name });
  const left = async () => {
    const { base64 } = await app.call('support.save', undefined);
    const members = unzipped(Buffer.from(base64 ?? '', 'base64'));
    return members.filter(({ text }) => /quillfeather/i.test(text)).map((member) => member.name);
  };
  // The search would find them.
  expect(await readFile(path.join(folder, 'logs', 'meterscope.log'), 'utf8')).toMatch(
    /"workspace":"quillfeather-lane"/,
  );
  expect(await left()).toEqual([]);
  expect(app.parts.http.log.list(workspace)).toEqual([]);
  await app.close();
  app = await startAppBench(folder);
  expect(await left()).toEqual([]);
});

it('holds no address for newer versions, which may have a key in it', async () => {
  await app.call('settings.change', { updateFeed: 'https://updates.test/feed.json?key=quillkey' });
  const { base64 } = await app.call('support.save', undefined);
  const members = unzipped(Buffer.from(base64 ?? '', 'base64'));
  expect(members.filter(({ text }) => /quillkey|updates\.test/.test(text)).map(({ name }) => name)).toEqual([]);
  const about = members.find(({ name }) => name === 'about.json')?.text ?? '';
  expect(JSON.parse(about)).toMatchObject({ settings: { updateFeed: 'set' } });
});
