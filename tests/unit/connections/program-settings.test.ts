import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProgramSettingsFile } from '../../../electron/connections/program-settings.ts';
import { DataFiles } from '../../../electron/host/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'settings.json');
const open = () => new ProgramSettingsFile(new DataFiles(folder));

describe('settings of the program', () => {
  it('have defaults where there is no file, and for each member that is missing or wrong', async () => {
    const network = {
      proxy: { mode: 'system', address: '', user: '', except: '' },
      authorities: { bundled: true, system: true, own: [] },
    };
    const plain = { notifications: true, updates: false, updateFeed: '', patienceMinutes: 30, quietSeconds: 20 };
    const defaults = { ...plain, network };
    expect(await open().get()).toEqual(defaults);
    await writeFile(file(), '{"updates": true, "patienceMinutes": "long"}');
    expect(await open().get()).toEqual({ ...defaults, updates: true });
  });

  it('are kept, one change over the other', async () => {
    const settings = open();
    await settings.change({ quietSeconds: 5 });
    await settings.change({ updates: true });
    expect(await open().get()).toMatchObject({ quietSeconds: 5, updates: true });
  });

  it('in a damaged file are the defaults, and the file is left for a repair', async () => {
    await writeFile(file(), '{"updates": tr');
    const settings = open();
    expect((await settings.get()).updates).toBe(false);
    expect((await settings.damage())?.code).toBe('settings_unreadable');
    await expect(settings.change({ updates: true })).rejects.toMatchObject({ code: 'settings_unreadable' });
    expect(await readFile(file(), 'utf8')).toBe('{"updates": tr');
    // Repaired by hand while the program runs.
    await writeFile(file(), '{"quietSeconds": 7}');
    expect(await settings.change({ updates: true })).toMatchObject({ updates: true, quietSeconds: 7 });
    expect(await settings.damage()).toBeUndefined();
  });
});
