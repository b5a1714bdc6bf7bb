import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFiles, writeWhole } from '../../../electron/host/data-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'data-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the small files of the data folder', () => {
  it('are read as they were written, and undefined where there is none', async () => {
    const files = new DataFiles(folder);
    await files.write('deep/in/a.json', 'käse');
    expect(await files.readText('deep/in/a.json')).toBe('käse');
    expect((await files.read('deep/in/a.json'))?.length).toBe(5);
    expect(await files.readText('b.json')).toBeUndefined();
    await files.remove('deep/in/a.json');
    await files.remove('deep/in/a.json');
    expect(await files.read('deep/in/a.json')).toBeUndefined();
  });

  it('say so where they are there and cannot be read', async () => {
    await mkdir(path.join(folder, 'a.json'));
    await expect(new DataFiles(folder).read('a.json')).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it.skipIf(process.platform === 'win32')('are for this user only, also over a file that was open to all', async () => {
    await writeFile(path.join(folder, 'a.json'), 'old', { mode: 0o644 });
    await new DataFiles(folder).write('a.json', 'new');
    expect((await stat(path.join(folder, 'a.json'))).mode & 0o777).toBe(0o600);
  });

  it('are whole whichever of many writes comes last, and leave nothing beside them', async () => {
    const files = new DataFiles(folder);
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5_000));
    await Promise.all(texts.map((text) => files.write('a.json', text)));
    expect(texts).toContain(await files.readText('a.json'));
    expect(await readdir(folder)).toEqual(['a.json']);
  });

  it('name the file that cannot be written, keep what is there, and leave no draft', async () => {
    const file = path.join(folder, 'taken');
    await mkdir(path.join(file, 'by-a-folder'), { recursive: true });
    await expect(writeWhole(file, 'x')).rejects.toMatchObject({ code: 'file_not_written', details: { file } });
    expect(await readdir(folder)).toEqual(['taken']);
    await writeFile(path.join(folder, 'plain'), '');
    await expect(new DataFiles(folder).write('plain/a.json', 'x')).rejects.toMatchObject({ code: 'file_not_written' });
  });

  it('wait for a move, and then lie in the new folder', async () => {
    const files = new DataFiles(path.join(folder, 'old'));
    await files.write('a', '1');
    const during: string[][] = [];
    let write: Promise<void> | undefined;
    await files.moveTo(path.join(folder, 'new'), async () => {
      write = files.write('b', '2');
      await new Promise((resolve) => setTimeout(resolve, 30));
      during.push(await readdir(path.join(folder, 'old')));
    });
    await write;
    expect(during).toEqual([['a']]);
    expect(files.folder).toBe(path.join(folder, 'new'));
    expect(await readdir(files.folder)).toEqual(['b']);
  });

  it('move only after the writes under way, and stay where the move fails', async () => {
    const files = new DataFiles(folder);
    const write = files.write('a', '1');
    const seen: (string | undefined)[] = [];
    const move = files.moveTo(path.join(folder, 'new'), async () => {
      seen.push(await files.readText('a'));
      throw new Error('no room');
    });
    await expect(move).rejects.toThrow('no room');
    await write;
    expect(seen).toEqual(['1']);
    expect(files.folder).toBe(folder);
    await files.write('b', '2');
    expect((await readdir(folder)).sort()).toEqual(['a', 'b']);
  });
});
