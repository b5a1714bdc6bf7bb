import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveDataFolder } from '../../../../electron/app/data-folder/move.ts';
import { EXPORT_JOB } from '../../../../electron/app/exports.ts';
import type { AppParts } from '../../../../electron/app/parts.ts';

let base: string;
let from: string;
let to: string;
/** What happened to workspaces and their jobs, in order. */
let events: string[];
let jobs: { kind: string; state: string }[];
/** Done while the copy is made for good. */
let meanwhile: () => Promise<void>;
/** Done when a job goes on. */
let onResume: () => Promise<void>;
let folder: { data: string; moveTo(target: string, copy: () => Promise<void>): Promise<void> };
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'move-'));
  [from, to] = [path.join(base, 'old'), path.join(base, 'new')];
  [events, jobs] = [[], []];
  [meanwhile, onResume] = [async () => undefined, async () => undefined];
  await write('workspaces/a/store.duckdb', 'store of a');
  await write('workspaces/b/raw/1.xml', '<feed/>');
  await write('settings.json', '{}');
  await write('logs/meterscope.log', 'log');
  folder = {
    data: from,
    async moveTo(target, copy) {
      await meanwhile();
      await copy();
      this.data = target;
    },
  };
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(from, name)), { recursive: true });
  await writeFile(path.join(from, name), text);
}
const read = (name: string) => readFile(path.join(to, name), 'utf8');
const move = (target = to) =>
  moveDataFolder(
    {
      connections: { workspaces: { list: () => [{ id: 'a' }, { id: 'b' }] } },
      dataFolder: folder,
      engine: {
        async withClosed(id: string, next: () => Promise<void>) {
          events.push(`close ${id}`);
          await next();
          events.push(`open ${id}`);
        },
      },
      jobs: {
        list: () => jobs,
        async cancelAll(id: string) {
          events.push(`stop ${id}`);
          return [`job of ${id}`];
        },
        async resume(id: string) {
          events.push(`resume ${id}`);
          await onResume();
        },
      },
      log: { info: () => undefined },
    } as unknown as AppParts, // all that a move uses of them
    target,
  );

describe('moving the data folder', () => {
  it('copies what is the user’s, and leaves the old folder as it was', async () => {
    await move();
    expect(folder.data).toBe(to);
    expect([await read('workspaces/a/store.duckdb'), await read('workspaces/b/raw/1.xml')]).toEqual([
      'store of a',
      '<feed/>',
    ]);
    expect((await readdir(to)).toSorted()).toEqual(['settings.json', 'workspaces']);
    expect((await readdir(from)).toSorted()).toEqual(['logs', 'settings.json', 'workspaces']);
  });

  it('stops the jobs of all workspaces, copies one store after the other, and closes all only for what is left', async () => {
    await move();
    expect(events).toEqual([
      'stop a',
      'stop b',
      'close a',
      'open a',
      'close b',
      'open b',
      'close a',
      'close b',
      'open b',
      'open a',
      'resume job of b',
      'resume job of a',
    ]);
  });

  it('takes what changed, came and went since the first round', async () => {
    await write('workspaces/a/gone.txt', 'x');
    meanwhile = async () => {
      await write('workspaces/a/store.duckdb', 'new store of a');
      await write('workspaces/a/came.txt', 'y');
      await rm(path.join(from, 'workspaces/a/gone.txt'));
    };
    await move();
    expect(await read('workspaces/a/store.duckdb')).toBe('new store of a');
    expect((await readdir(path.join(to, 'workspaces/a'))).toSorted()).toEqual(['came.txt', 'store.duckdb']);
  });

  it('copies nothing twice that is the same', async () => {
    const name = 'workspaces/a/store.duckdb';
    await utimes(path.join(from, name), 1_000, 2_000);
    let first: number | undefined;
    meanwhile = async () => {
      first = (await stat(path.join(to, name))).ctimeMs;
    };
    await move();
    const { ctimeMs, mtimeMs } = await stat(path.join(to, name));
    expect([ctimeMs, mtimeMs]).toEqual([first, 2_000_000]);
  });

  it('that fails empties the new folder again, and goes on in the old one', async () => {
    meanwhile = () => Promise.reject(new Error('the disk is gone'));
    await expect(move()).rejects.toMatchObject({
      code: 'move_failed',
      message: expect.stringContaining('disk is gone'),
    });
    expect([folder.data, await readdir(to)]).toEqual([from, []]);
    expect(events.slice(-2)).toEqual(['resume job of b', 'resume job of a']);
  });

  it('that is over is not called undone where something does not go on afterwards', async () => {
    onResume = () => Promise.reject(new Error('the store cannot be written'));
    const failure = await move().catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'move_not_finished',
      message: expect.stringContaining(`The data was moved to ${to}`),
    });
    expect(failure).toMatchObject({ message: expect.stringContaining('the store cannot be written') });
    expect([folder.data, await read('settings.json')]).toEqual([to, '{}']);
  });

  it('is refused where it makes no sense, before anything is touched', async () => {
    for (const target of [from, path.join(from, 'inside'), 'relative/folder'])
      await expect(move(target), target).rejects.toMatchObject({ code: 'bad_folder' });
    await mkdir(to);
    await writeFile(path.join(to, 'mine.txt'), 'x');
    await expect(move()).rejects.toMatchObject({ code: 'folder_not_empty' });
    expect([events, await readdir(to)]).toEqual([[], ['mine.txt']]);
  });

  it('waits for an export, and for no other job', async () => {
    jobs = [{ kind: EXPORT_JOB, state: 'running' }];
    await expect(move()).rejects.toMatchObject({ code: 'export_under_way' });
    jobs = [
      { kind: EXPORT_JOB, state: 'done' },
      { kind: 'sync', state: 'running' },
    ];
    await move();
    expect(folder.data).toBe(to);
  });
});
