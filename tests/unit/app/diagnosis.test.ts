import { expect, it } from 'vitest';
import { bundleFacts, knownPersonalData } from '../../../electron/app/diagnosis.ts';
import type { AppParts } from '../../../electron/app/parts.ts';
import { DEFAULT_NETWORK } from '../../../electron/network/index.ts';
import { NO_POLICY, Policy } from '../../../electron/policy/index.ts';

const WORKSPACES = [
  { id: 'demo', kind: 'demo', name: 'Demo', mode: 'test', zone: 'UTC' },
  { id: 'stadtwerke-x', kind: 'live', name: 'Stadtwerke X', mode: 'live', zone: 'Europe/Berlin' },
];
const PAGE = 10_000;

/** A core whose live store has so many customers, and whose demo cannot be opened. */
function parts(customers: number): { parts: AppParts; errors: string[] } {
  const errors: string[] = [];
  const page = ({ offset, limit }: { offset: number; limit: number }) =>
    Array.from({ length: Math.min(limit, Math.max(0, customers - offset)) }, (_, n) => offset + n);
  const answers: Record<string, (input: never) => unknown> = {
    'authorizations.list': (input) => ({
      rows: page(input).map((n) => ({ customerName: `Ann ${n}`, title: 'Authorization' })),
    }),
    'usagePoints.list': (input) => ({
      rows: page(input).map((n) => ({
        address: `${n} Elm Street, Springfield, MA`,
        meterNumber: `E${n}`,
        title: 'Meter',
      })),
    }),
    'customers.texts': () => ({ people: ['Bea'], descriptions: ['her house'] }),
    'jobs.stored': () => [
      { view: { kind: 'pull' }, input: { meters: [{ id: '1001~9', name: 'Home of Cleo' }], server: 'postgres://db' } },
      { view: { kind: 'pull' }, input: 'of another version' },
      { view: { kind: 'sync' }, input: { meters: [{ id: '1', name: 'nobody' }] } },
    ],
  };
  return {
    errors,
    parts: {
      connections: {
        workspaces: { list: () => WORKSPACES },
        demoState: { state: 'ready' },
        secrets: { status: async () => ({ keep: 'disk', unreadable: ['stadtwerke-x'], migrated: [] }) },
      },
      engine: {
        call: async (name: string, input: { workspace: string }) => {
          if (input.workspace === 'demo') throw new Error('damaged');
          return answers[name]?.(input as never);
        },
      },
      log: { error: (what: string) => errors.push(what) },
      host: { kind: 'browser', versions: {}, capabilities: {}, paths: { data: '/nowhere', logs: '/nowhere/logs' } },
      policy: NO_POLICY,
      programSettings: { get: async () => ({ network: DEFAULT_NETWORK }) },
      jobs: { list: () => [{}, {}] },
      http: { log: { list: () => Array.from({ length: 1_200 }, (_, n) => ({ id: String(n) })) } },
      startedAt: 1,
    } as unknown as AppParts, // all that a bundle asks of them
  };
}

it('a bundle leaves out all that the stores know of customers, page by page, and streets by themselves', async () => {
  const { parts: core, errors } = parts(PAGE + 1);
  const { people, descriptions } = await knownPersonalData(core);
  expect(people).toEqual(expect.arrayContaining(['Ann 0', `Ann ${PAGE}`, 'Bea', 'E0', 'Stadtwerke X']));
  expect(people).toEqual(expect.arrayContaining(['7 Elm Street, Springfield, MA', '7 Elm Street', 'Springfield']));
  // The server has it, and the store may not.
  expect(people).toContain('Home of Cleo');
  expect(people).not.toContain('nobody');
  // What says nothing by itself would take half of the log with it.
  expect(people).not.toContain('MA');
  expect(people).not.toContain('Demo');
  expect(descriptions.toSorted()).toEqual(['Authorization', 'Meter', 'her house']);
  expect(errors).toHaveLength(1);
});

it('a bundle names workspaces of users by numbers, and counts secrets without naming them', async () => {
  const { parts: core } = parts(0);
  const facts = await bundleFacts(core);
  expect(facts.workspaces.map(({ workspace, service }) => [workspace, service])).toEqual([
    ['demo', { state: 'ready' }],
    ['live-1', undefined],
  ]);
  expect(facts.about).toMatchObject({ secrets: { keep: 'disk', unreadable: 1, migrated: 0 } });
  expect([facts.requests.length, facts.requests.at(-1)?.id]).toEqual([1_000, '1199']);
  expect(JSON.stringify(facts)).not.toMatch(/stadtwerke/i);
});

it.each([
  ['none', {}, ''],
  ['set', {}, 'https://u:SECRET@updates.test/SECRET/newest.json?key=SECRET'],
  ['set', { updates: { check: true, feed: 'https://updates.test/SECRET/newest.json?key=SECRET' } }, ''],
])('a bundle says of the address for newer versions that it is %s, and not what it is', async (said, content, own) => {
  const { parts: core } = parts(0);
  const policy = new Policy('/nowhere/policy.json', content);
  const set = policy.over({ notifications: true, updates: true, updateFeed: own, network: DEFAULT_NETWORK });
  const programSettings = { get: async () => set } as unknown as AppParts['programSettings']; // all that it asks of them
  const { about } = await bundleFacts({ ...core, policy, programSettings });
  expect(about).toMatchObject({ settings: { notifications: true, updates: true, updateFeed: said } });
  expect(JSON.stringify(about)).not.toMatch(/SECRET|updates\.test/);
});
