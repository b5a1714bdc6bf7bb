import { afterAll, beforeAll, expect, it } from 'vitest';
import { tagDemo } from '../../../electron/app/demo-tags.ts';
import { serviceBootstrap } from '../../../electron/connections/bootstrap.ts';
import { type Service, startService } from '../../../electron/simulator/server.ts';
import { startInstant } from '../../../electron/simulator/world/time.ts';
import { openTestStore, type TestStore } from '../engine/store/store-harness.ts';

const workspace = 'demo';
let service: Service;
let store: TestStore;
/** What the core asks. */
const engine: Parameters<typeof tagDemo>[0] = { call: (name, input) => store.engine.call(name, input) };
let line: ReturnType<typeof serviceBootstrap.parse>;
beforeAll(async () => {
  service = await startService({ port: 0, seed: 1, portfolio: 'clients', months: 37, clockRate: 0 });
  line = serviceBootstrap.parse(service.description);
  store = await openTestStore();
  const zone = 'America/Los_Angeles';
  await store.engine.call('store.open', { workspace, file: ':memory:', rawFolder: store.folder, zone });
});
afterAll(async () => {
  await service.close();
  await store.dispose();
});

/** The token that opens authorizations. */
async function clientToken(): Promise<string> {
  const answer = await fetch(line.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${line.client_id}:${line.client_secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'FB=4' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token; // as its schema has it
}

/** Fetches what an authorization gives, as a sync does. */
async function fetchAll(of: (typeof line.authorizations)[number]): Promise<void> {
  const source = { kind: 'request', label: line.espi_base, requestId: 'r' } as const;
  const paths = [
    [`Authorization/${of.auth_uid}`, await clientToken()],
    [`Batch/Subscription/${of.auth_uid}`, of.access_token],
  ];
  for (const [path, token] of paths) {
    const answer = await fetch(`${line.espi_base}/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status, path).toBe(200);
    const { session } = await store.engine.call('ingest.begin', { workspace, source, authorization: of.auth_uid });
    await store.engine.call('ingest.chunk', { session, bytes: new Uint8Array(await answer.arrayBuffer()) });
    await store.engine.call('ingest.finish', { session });
  }
  const cursors = [{ name: `sync/${of.auth_uid}`, value: '{}' }];
  await store.engine.call('cursors.set', { workspace, cursors });
}

it('the demo has a few dozen meters of several clients, and those that came after the demo carry tags', async () => {
  const tagged = line.authorizations.filter(({ tags }) => tags !== undefined);
  const [first] = line.authorizations;
  // What the first chart is of stays what it was.
  expect(first?.tags).toBeUndefined();
  expect(line.authorizations.indexOf(tagged[0] ?? line.authorizations[0] ?? ({} as never))).toBe(10);
  expect(tagged).toHaveLength(7);
  expect(line.authorizations.flatMap(({ meters }) => meters).length).toBeGreaterThan(36);
});

it('gives the meters their tags and groups once; what needs attention is there', async () => {
  const clients = line.authorizations.filter(({ tags = [] }) => tags.includes('Hotels') || tags.includes('Public'));
  for (const one of clients) await fetchAll(one);
  const some = { ...line, authorizations: clients };
  expect(await tagDemo(engine, { ...line, authorizations: [] })).toBe(false);
  expect(await tagDemo(engine, some)).toBe(true);
  const tags = () => store.engine.call('tags.list', { workspace });
  expect((await tags()).map(({ tag, meters }) => [tag, meters])).toEqual([
    ['Hotels', 3],
    ['Public', 3],
  ]);
  const groups = await store.engine.call('groups.list', { workspace });
  expect(groups.map(({ name }) => name)).toEqual(['Night load', 'Retail']);
  const overview = await store.engine.call('overview.get', { workspace, count: 12 });
  expect(overview.sides.tag.map(({ label }) => label).toSorted()).toEqual(['Hotels', 'Public']);
  const now = startInstant(1);
  const attention = await store.engine.call('attention.lines', { workspace, now, ahead: now - Date.now() });
  expect(attention.counts).toMatchObject({ stopped: 3, expiring: 1 });
  // What the user takes away stays away.
  await store.engine.call('tags.change', {
    workspace,
    meters: clients.flatMap((one) => one.meters.map((meter) => `${one.auth_uid}~${meter}`)),
    authorizations: clients.map(({ auth_uid }) => auth_uid),
    remove: ['Public'],
    add: [],
  });
  expect(await tagDemo(engine, some)).toBe(false);
  expect((await tags()).map(({ tag }) => tag)).toEqual(['Hotels']);
});
