import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsHandlers } from '../../../../electron/app/handlers/settings.ts';
import { ProgramSettingsFile } from '../../../../electron/connections/program-settings.ts';
import { DataFiles } from '../../../../electron/host/data-files.ts';
import { workspaceFolder } from '../../../../electron/host/index.ts';
import { RequestLog } from '../../../../electron/http/request-log.ts';
import { TopicHub } from '../../../../electron/rpc/index.ts';
import { settingsCalls } from '../../../../shared/contract/settings.ts';
import { AppError } from '../../../../shared/errors.ts';
import { unzipped } from '../../../fixtures/unzipped.ts';
import { partsWith } from './parts.ts';

let folder: string;
let happened: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'settings-'));
  happened = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Two workspaces in a data folder; the customer of each has a name. */
const WORKSPACES = [
  { id: 'demo', name: 'Demo utility', kind: 'demo', mode: 'test', zone: 'UTC' },
  { id: 'ellison-road', name: 'Ellison Road', kind: 'live', mode: 'live', zone: 'UTC' },
];

interface Choices {
  /** What the store answers to being compacted. */
  compact?: () => unknown;
  /** Where the user saves to; without it there is no dialog. */
  save?: (suggested: string) => string | undefined;
}

function bench({ compact, save }: Choices = {}) {
  const topics = new TopicHub();
  topics.subscribe((topic, payload) => happened.push([topic, payload]));
  const note = (...what: unknown[]) => void happened.push(what);
  const answers: Record<string, () => unknown> = {
    'store.compact': compact ?? (() => ({ before: 2, after: 1 })),
    'authorizations.list': () => ({ rows: [{ customerName: 'Zoe Quill', title: 'Home of Zoe' }] }),
    'usagePoints.list': () => ({ rows: [] }),
    'customers.texts': () => ({ people: [], descriptions: [] }),
    'jobs.stored': () => [],
  };
  const find = (id: string) => WORKSPACES.find((workspace) => workspace.id === id);
  return settingsHandlers(
    partsWith({
      topics,
      startedAt: 1,
      programSettings: new ProgramSettingsFile(new DataFiles(folder)),
      dataFolder: { warnings: ['Others may read it.'] },
      host: {
        kind: 'browser',
        versions: {},
        paths: { data: folder, logs: path.join(folder, 'logs'), uploads: path.join(folder, 'uploads') },
        capabilities: { saveDialog: save !== undefined },
        chooseSavePath: async ({ suggested }: { suggested: string }) => save?.(suggested),
      },
      http: { log: new RequestLog() },
      documents: { forget: async (id) => note('copies deleted', id) },
      log: { error: (what) => note('logged', what) },
      connections: {
        demoState: { state: 'ready' },
        secretTexts: async () => [],
        secrets: { status: async () => ({ backend: 'b', unreadable: [], migrated: [] }) as never },
        workspaces: {
          list: () => WORKSPACES as never,
          find: find as never,
          get: ((id: string) => {
            if (!find(id)) throw new AppError({ code: 'workspace_unknown', message: 'No.' });
          }) as never,
        },
      },
      events: { pause: async (id) => note('events rest', id), resume: (id) => note('events go on', id) },
      schedules: { forget: (workspace: string) => note('schedules forgotten', workspace) },
      supportDesk: { pause: async (id) => note('runs rest', id), resume: async (id) => note('runs go on', id) },
      jobs: {
        list: () => [],
        cancelAll: async (id) => {
          note('jobs end', id);
          return ['job-1'];
        },
        resume: (async (id: string) => note('job goes on', id)) as never,
        forget: async (id) => note('jobs forgotten', id),
      },
      engine: {
        call: (async (name: string, { workspace }: { workspace: string }) => {
          if (name === 'store.compact') note(name, workspace);
          return answers[name]?.();
        }) as never,
        withClosed: (async (id: string, work: () => Promise<void>) => {
          note('closed', id);
          await work();
          note('deleted', existsSync(workspaceFolder(folder, id)));
        }) as never,
      },
    }),
  );
}

/** Files of a workspace, by name and size in bytes. */
async function filesOf(workspace: string, sizes: Record<string, number>) {
  for (const [name, size] of Object.entries(sizes)) {
    const file = path.join(workspaceFolder(folder, workspace), name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, Buffer.alloc(size));
  }
}

describe('settings of the program', () => {
  it('keep what a change does not name, also where it names it without a value', async () => {
    const handlers = bench();
    await handlers['settings.change']({ updates: true, quietSeconds: 45, updateFeed: 'https://updates.test/feed' });
    await handlers['settings.change']({ notifications: false, updates: undefined, quietSeconds: undefined });
    const expected = { notifications: false, updates: true, quietSeconds: 45, updateFeed: 'https://updates.test/feed' };
    expect(await handlers['settings.get']()).toMatchObject(expected);
    expect(JSON.parse(await readFile(path.join(folder, 'settings.json'), 'utf8'))).toMatchObject(expected);
  });

  it('ask no address for newer versions that anyone on the way could answer for; none at all may be set', async () => {
    const handlers = bench();
    const change = handlers['settings.change']({ updateFeed: 'http://updates.test/feed', notifications: false });
    await expect(change).rejects.toMatchObject({ code: 'update_feed_bad' });
    expect(await handlers['settings.get']()).toMatchObject({ updateFeed: '', notifications: true });
    await handlers['settings.change']({ updateFeed: 'https://updates.test/feed' });
    await handlers['settings.change']({ updateFeed: '' });
    expect(await handlers['settings.get']()).toMatchObject({ updateFeed: '' });
  });
});

describe('the data on disk', () => {
  it('is counted by workspace, kept bodies apart; a workspace without a folder has 0', async () => {
    await filesOf('demo', { 'store.duckdb': 1000, 'raw/2025/a.xml': 30, 'raw/b.xml': 4 });
    await mkdir(path.join(folder, 'logs'));
    await writeFile(path.join(folder, 'logs', 'a.log'), 'abc');
    expect(await bench()['data.use']()).toEqual({
      folder,
      total: 1037,
      logs: 3,
      uploads: 0,
      warnings: ['Others may read it.'],
      workspaces: [
        { workspace: 'demo', name: 'Demo utility', folder: workspaceFolder(folder, 'demo'), store: 1000, raw: 34 },
        {
          workspace: 'ellison-road',
          name: 'Ellison Road',
          folder: workspaceFolder(folder, 'ellison-road'),
          store: 0,
          raw: 0,
        },
      ],
    });
  });

  it('is deleted while nothing uses it, of that workspace alone, and every window asks again', async () => {
    await filesOf('demo', { 'store.duckdb': 10 });
    await filesOf('ellison-road', { 'store.duckdb': 10 });
    await bench()['data.clear']({ workspace: 'demo' });
    expect(happened).toEqual([
      ['events rest', 'demo'],
      ['runs rest', 'demo'],
      ['jobs end', 'demo'],
      ['jobs forgotten', 'demo'],
      ['closed', 'demo'],
      ['deleted', false],
      ['copies deleted', 'demo'],
      ['store.changed', { workspace: 'demo', areas: settingsCalls['data.clear'].areas }],
      ['schedules forgotten', 'demo'],
      ['events go on', 'demo'],
      ['runs go on', 'demo'],
    ]);
    expect(existsSync(workspaceFolder(folder, 'ellison-road'))).toBe(true);
  });

  it('of a workspace that does not exist is left alone: its id would name a folder', async () => {
    await writeFile(path.join(folder, 'settings.json'), '{}');
    await expect(bench()['data.clear']({ workspace: '..' })).rejects.toMatchObject({ code: 'workspace_unknown' });
    expect(happened).toEqual([]);
    expect(existsSync(path.join(folder, 'settings.json'))).toBe(true);
  });

  it('is compacted between jobs', async () => {
    expect(await bench()['data.compact']({ workspace: 'demo' })).toEqual({ before: 2, after: 1 });
    expect(happened).toEqual([
      ['jobs end', 'demo'],
      ['store.compact', 'demo'],
      ['job goes on', 'job-1'],
    ]);
  });

  it('that cannot be compacted keeps no job waiting', async () => {
    const full = new AppError({ code: 'disk_full', message: 'The disk is full.' });
    const handlers = bench({
      compact: () => {
        throw full;
      },
    });
    await expect(handlers['data.compact']({ workspace: 'demo' })).rejects.toBe(full);
    expect(happened.at(-1)).toEqual(['job goes on', 'job-1']);
  });
});

describe('a support bundle', () => {
  it('is downloaded where there is no dialog, and names neither customers nor live workspaces', async () => {
    await mkdir(path.join(folder, 'logs'));
    await writeFile(path.join(folder, 'logs', 'meterscope.log'), 'No readings of Zoe Quill in ellison-road\n');
    const { name, base64 = '', bytes, path: file } = await bench()['support.save']();
    expect([name.endsWith('.zip'), file, Buffer.from(base64, 'base64').length]).toEqual([true, undefined, bytes]);
    const members = unzipped(Buffer.from(base64, 'base64'));
    expect(members.find((member) => member.name === 'meterscope.log')?.text).toContain('No readings of');
    const found = ['Zoe', 'Ellison Road', 'ellison-road'].flatMap((word) =>
      members.filter(({ text }) => text.includes(word)).map((member) => `${word} in ${member.name}`),
    );
    expect(found).toEqual([]);
    expect(happened).toEqual([]);
  });

  it('goes where the user wants it, readable for them alone', async () => {
    const saved = await bench({ save: () => path.join(folder, 'mine.zip') })['support.save']();
    expect(saved).toEqual({ path: path.join(folder, 'mine.zip'), name: saved.name, bytes: saved.bytes });
    const { size, mode } = await stat(path.join(folder, 'mine.zip'));
    expect(size).toBe(saved.bytes);
    if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
  });

  it('is written nowhere when they changed their mind', async () => {
    expect(await bench({ save: () => undefined })['support.save']()).toMatchObject({ bytes: 0 });
    expect(existsSync(path.join(folder, 'mine.zip'))).toBe(false);
  });
});
