/** Files of queries in a folder where others work, too: nothing is lost, nothing outside is reached. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryFileHandlers } from '../../../../electron/app/handlers/query-files.ts';
import type { AppParts } from '../../../../electron/app/parts.ts';
import { listQueries, openQuery, renameQuery, saveQuery } from '../../../../electron/app/query-files/query-files.ts';
import { createBrowserHost } from '../../../../electron/host/browser-host.ts';
import { DataFiles } from '../../../../electron/host/index.ts';

let home: string;
let folder: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'query-files-'));
  folder = path.join(home, 'repository');
  await mkdir(folder);
});
afterEach(async () => await rm(home, { recursive: true, force: true }));

const write = (name: string, text: string | Uint8Array) => writeFile(path.join(folder, name), text);
const read = (name: string) => readFile(path.join(folder, name), 'utf8');

describe('files of queries', () => {
  it('are listed by name with what their first comments say; what is none is left out', async () => {
    await write('b.sql', '-- The second.\n-- $from = 2026-01-01\nSELECT $from');
    await write('a.sql', 'SELECT 1');
    await write('notes.md', '# Not a query');
    await write('large.sql', 'x'.repeat(400_001));
    await write('bytes.sql', Uint8Array.of(0x53, 0xff, 0xfe));
    await write('.hidden.sql', 'SELECT 1');
    await mkdir(path.join(folder, 'folder.sql'));
    await writeFile(path.join(home, 'secret.sql'), 'SELECT 1');
    await symlink(path.join(home, 'secret.sql'), path.join(folder, 'link.sql'));
    const { files, leftOut } = await listQueries(folder);
    expect(files.map(({ name, description, parameters }) => [name, description, parameters])).toEqual([
      ['a.sql', '', {}],
      ['b.sql', 'The second.', { from: '2026-01-01' }],
    ]);
    expect(leftOut).toBe(3);
    await expect(openQuery(folder, 'link.sql')).rejects.toMatchObject({ code: 'query_file_unreadable' });
    await expect(openQuery(folder, 'large.sql')).rejects.toMatchObject({ code: 'query_file_unreadable' });
    await expect(openQuery(folder, '../secret.sql')).rejects.toMatchObject({ code: 'query_name_wrong' });
    await expect(openQuery(folder, 'none.sql')).rejects.toMatchObject({ code: 'query_file_missing' });
  });

  it('are made whole, and never over another one', async () => {
    const { version } = await saveQuery(folder, { name: 'new.sql', sql: 'SELECT 1' });
    expect(await openQuery(folder, 'new.sql')).toMatchObject({ sql: 'SELECT 1', version });
    for (const name of ['new.sql', 'NEW.sql']) {
      await expect(saveQuery(folder, { name, sql: 'SELECT 2' })).rejects.toMatchObject({ code: 'query_file_exists' });
    }
    await expect(saveQuery(folder, { name: '../out.sql', sql: 'x' })).rejects.toMatchObject({
      code: 'query_name_wrong',
    });
    expect([await read('new.sql'), await readdir(folder), await readdir(home)]).toEqual([
      'SELECT 1',
      ['new.sql'],
      ['repository'],
    ]);
  });

  it('are written only over what was read', async () => {
    await write('x.sql', 'SELECT 1\r\nFROM readings\r\n');
    const opened = await openQuery(folder, 'x.sql');
    expect(opened.sql).toBe('SELECT 1\nFROM readings\n');
    // Its lines end as before.
    const { version } = await saveQuery(folder, { ...opened, sql: 'SELECT 2\nFROM readings\n' });
    expect(await read('x.sql')).toBe('SELECT 2\r\nFROM readings\r\n');
    await write('x.sql', 'of somebody else');
    await expect(saveQuery(folder, { name: 'x.sql', sql: 'mine', version })).rejects.toMatchObject({
      code: 'query_file_changed',
    });
    await expect(renameQuery(folder, { name: 'x.sql', to: 'y.sql', version })).rejects.toMatchObject({
      code: 'query_file_changed',
    });
    expect([await read('x.sql'), await readdir(folder)]).toEqual(['of somebody else', ['x.sql']]);
    await rm(path.join(folder, 'x.sql'));
    await expect(saveQuery(folder, { name: 'x.sql', sql: 'mine', version })).rejects.toMatchObject({
      code: 'query_file_missing',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('get another name that is free', async () => {
    await write('x.sql', 'SELECT 1');
    await write('y.sql', 'SELECT 2');
    const { version } = await openQuery(folder, 'x.sql');
    const rename = (to: string) => renameQuery(folder, { name: 'x.sql', to, version });
    await expect(rename('Y.SQL')).rejects.toMatchObject({ code: 'query_file_exists' });
    await expect(rename('../x.sql')).rejects.toMatchObject({ code: 'query_name_wrong' });
    expect(await rename('X.sql')).toEqual({ name: 'X.sql', version });
    expect(await renameQuery(folder, { name: 'X.sql', to: 'z.sql', version })).toEqual({ name: 'z.sql', version });
    expect([await readdir(folder), await read('z.sql'), await read('y.sql')]).toEqual([
      ['y.sql', 'z.sql'],
      'SELECT 1',
      'SELECT 2',
    ]);
  });
});

describe('the folder of them', () => {
  function handlers(chosen?: string, trashed: string[] = []) {
    const files = new DataFiles(path.join(home, 'data'));
    const paths = { files, data: files.folder, logs: '', uploads: '' };
    const host = createBrowserHost(paths);
    const desktop = {
      ...host,
      chooseFolder: async () => chosen,
      trash: async (file: string) => void trashed.push(file),
    };
    return queryFileHandlers({ host: chosen === undefined ? host : desktop } as Pick<AppParts, 'host'>);
  }

  it('lies in the data folder, closed to others, until the dialog of the host names another one', async () => {
    const own = handlers();
    await own['queryFiles.save']({ name: 'a.sql', sql: 'SELECT 1' });
    expect(await own['queryFiles.list'](undefined)).toMatchObject({
      folder: path.join(home, 'data', 'queries'),
      isOwn: true,
      files: [{ name: 'a.sql' }],
    });
    expect((await stat(path.join(home, 'data', 'queries'))).mode & 0o777).toBe(0o700);
    await expect(own['queryFiles.choose']({ own: false })).rejects.toMatchObject({ code: 'host_cannot' });

    await write('b.sql', 'SELECT 2');
    const desktop = handlers(folder);
    await desktop['queryFiles.choose']({ own: false });
    expect(await desktop['queryFiles.list'](undefined)).toMatchObject({
      folder,
      isOwn: false,
      files: [{ name: 'b.sql' }],
    });
    await rm(folder, { recursive: true });
    await expect(desktop['queryFiles.list'](undefined)).rejects.toMatchObject({
      code: 'query_folder_missing',
    });
    await desktop['queryFiles.choose']({ own: true });
    expect(await desktop['queryFiles.list'](undefined)).toMatchObject({ isOwn: true });
  });

  it('loses a file to the trash only, and only as it was read', async () => {
    const trashed: string[] = [];
    const desktop = handlers(folder, trashed);
    const saved = await desktop['queryFiles.save']({ name: 'a.sql', sql: 'SELECT 1' });
    await expect(handlers()['queryFiles.remove'](saved)).rejects.toMatchObject({ code: 'host_cannot' });
    const file = path.join(home, 'data', 'queries', 'a.sql');
    expect(await readFile(file, 'utf8')).toBe('SELECT 1');
    await writeFile(file, 'changed');
    await expect(desktop['queryFiles.remove'](saved)).rejects.toMatchObject({ code: 'query_file_changed' });
    await writeFile(file, 'SELECT 1');
    await desktop['queryFiles.remove'](saved);
    expect(trashed).toEqual([file]);
  });
});
