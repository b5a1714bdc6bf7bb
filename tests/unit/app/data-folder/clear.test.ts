import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  betweenJobs,
  bytesBelow,
  clearWorkspace,
  deleteWorkspace,
  folderUse,
} from '../../../../electron/app/data-folder/clear.ts';
import type { AppParts } from '../../../../electron/app/parts.ts';
import { workspaceFolder } from '../../../../electron/host/index.ts';

let base: string;
let events: string[];
let known: Set<string>;
const note =
  (what: string) =>
  async (id: string): Promise<void> =>
    void events.push(`${what} ${id}`);

function parts(): AppParts {
  return {
    connections: {
      workspaces: {
        find: (id: string) => (known.has(id) ? { id } : undefined),
        requireRemovable: (id: string) => {
          if (id === 'demo') throw new Error('built in');
        },
      },
      remove: async (id: string) => {
        known.delete(id);
        events.push(`remove ${id}`);
      },
    },
    events: { pause: note('pause'), resume: note('resume'), service: { remove: note('remove events of') } },
    supportDesk: { pause: note('pause desk of'), resume: note('resume desk of') },
    schedules: { forget: (id: string) => void events.push(`forget schedules of ${id}`) },
    oauth: { forget: note('forget sign-ins of') },
    jobs: {
      cancelAll: async (id: string) => {
        events.push(`stop jobs of ${id}`);
        return ['1', '2'];
      },
      forget: note('forget jobs of'),
      resume: note('resume job'),
    },
    documents: { forget: note('delete copies of') },
    engine: { withClosed: async (_id: string, work: () => Promise<void>) => await work() },
    host: { paths: { data: base } },
    http: { log: { forget: (id: string) => void events.push(`forget requests of ${id}`) } },
    topics: { publish: (topic: string) => events.push(topic) },
  } as unknown as AppParts; // all that is used of them
}
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'clear-'));
  [events, known] = [[], new Set(['w', 'demo'])];
  const folder = workspaceFolder(base, 'w');
  await mkdir(path.join(folder, 'raw'), { recursive: true });
  await writeFile(path.join(folder, 'store.duckdb'), 'x'.repeat(100));
  await writeFile(path.join(folder, 'raw', '1.xml'), 'x'.repeat(30));
});
afterEach(() => rm(base, { recursive: true, force: true }));
const isThere = () => existsSync(workspaceFolder(base, 'w'));

describe('how big a folder is', () => {
  it('counts kept bodies apart, and nothing where there is nothing', async () => {
    expect(await folderUse(workspaceFolder(base, 'w'))).toEqual({ store: 100, raw: 30 });
    expect(await folderUse(path.join(base, 'none'))).toEqual({ store: 0, raw: 0 });
    expect(await bytesBelow(base)).toBe(130);
  });
});

describe('the data of a workspace', () => {
  it('goes while nothing uses it, and all that uses it goes on afterwards', async () => {
    await clearWorkspace(parts(), 'w');
    expect(isThere()).toBe(false);
    expect(events).toEqual([
      'pause w',
      'pause desk of w',
      'stop jobs of w',
      'forget jobs of w',
      'delete copies of w',
      'forget requests of w',
      'store.changed',
      'forget schedules of w',
      'resume w',
      'resume desk of w',
    ]);
  });

  it('goes with the workspace, and then nothing goes on', async () => {
    await deleteWorkspace(parts(), 'w');
    expect(isThere()).toBe(false);
    expect(events[0]).toBe('forget sign-ins of w');
    expect(events.indexOf('remove w')).toBeLessThan(events.indexOf('forget jobs of w'));
    expect(events).toContain('remove events of w');
    expect(events).toEqual(expect.arrayContaining(['delete copies of w', 'forget requests of w']));
    expect(events.filter((event) => event.startsWith('resume'))).toEqual([]);
  });

  it('of a workspace that is built in stays', async () => {
    await expect(deleteWorkspace(parts(), 'demo')).rejects.toThrow('built in');
    expect(events).toEqual([]);
  });
});

it('jobs that were stopped for some work go on after it, also where it fails', async () => {
  expect(await betweenJobs(parts(), 'w', async () => 7)).toBe(7);
  await expect(betweenJobs(parts(), 'w', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(events).toEqual(Array.from({ length: 2 }, () => ['stop jobs of w', 'resume job 1', 'resume job 2']).flat());
});
