import { beforeEach, describe, expect, it } from 'vitest';
import { workspaceHandlers } from '../../../../electron/app/handlers/workspaces.ts';
import type { Workspace } from '../../../../electron/connections/index.ts';
import { TopicHub } from '../../../../electron/rpc/index.ts';
import { workspaceCalls } from '../../../../shared/contract/workspaces.ts';
import { partsWith } from './parts.ts';

const DEMO: Workspace = {
  id: 'demo',
  kind: 'demo',
  mode: 'test',
  name: 'Demo utility',
  color: '#0f766e',
  baseUrl: 'https://utility.test',
  zone: 'UTC',
  oauth: { clientAuth: 'basic', scope: '', redirectPort: 0, redirectPath: '/' },
  createdAt: 1,
} as Workspace; // as much of one as these handlers read

let happened: unknown[];
beforeEach(() => {
  happened = [];
});

function bench(workspace: Workspace = DEMO) {
  const topics = new TopicHub();
  topics.subscribe((topic, payload) => happened.push([topic, payload]));
  return workspaceHandlers(
    partsWith({
      topics,
      host: { paths: { data: '/data' } },
      engine: { call: (async (name: string, input: unknown) => void happened.push([name, input])) as never },
      events: { settingsChanged: async () => void happened.push('event log') },
      supportDesk: {
        pause: async () => void happened.push('paused'),
        resume: async () => void happened.push('resumed'),
      },
      connections: {
        workspaces: { get: () => workspace },
        change: async (_id: string, change: Partial<Workspace>) => ({ ...workspace, ...change }),
        create: (async (settings: object) => {
          happened.push(settings);
          return { id: 'made' };
        }) as never,
      },
    }),
  );
}

describe('a workspace that is changed', () => {
  it('of another name leaves all that works for it alone', async () => {
    await bench()['workspaces.change']({ workspace: 'demo', change: { name: 'Other' } });
    expect(happened).toEqual(['event log']);
  });

  it('of another address has its test submissions ask there', async () => {
    await bench()['workspaces.change']({ workspace: 'demo', change: { baseUrl: 'https://other.test' } });
    expect(happened).toEqual(['event log', 'paused', 'resumed']);
  });

  it('of another zone has every window ask again, once the store knows it', async () => {
    await bench()['workspaces.change']({ workspace: 'demo', change: { zone: 'Europe/Berlin' } });
    expect(happened).toEqual([
      'event log',
      ['store.setZone', { workspace: 'demo', zone: 'Europe/Berlin' }],
      ['store.changed', { workspace: 'demo', areas: workspaceCalls['workspaces.change'].areas }],
    ]);
  });
});

describe('a copy of a workspace', () => {
  it('has its settings, but not what makes it the demo', async () => {
    expect(await bench()['workspaces.duplicate']({ workspace: 'demo', name: 'Copy' })).toEqual({ workspace: 'made' });
    const { id: _id, kind: _kind, createdAt: _createdAt, ...settings } = DEMO;
    expect(happened).toEqual([{ ...settings, name: 'Copy', mode: 'test' }]);
  });

  it('of a live one is live', async () => {
    await bench({ ...DEMO, kind: 'live', mode: 'live' })['workspaces.duplicate']({ workspace: 'w', name: 'Copy' });
    expect(happened).toMatchObject([{ mode: 'live' }]);
  });
});

describe('deleting a workspace', () => {
  it('wants its name first, and touches nothing without', async () => {
    const asked = bench()['workspaces.delete']({ workspace: 'demo', confirm: 'demo' });
    await expect(asked).rejects.toMatchObject({ code: 'not_confirmed', action: 'Type "Demo utility" to confirm.' });
    expect(happened).toEqual([]);
  });
});
