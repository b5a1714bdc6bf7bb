import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProgramSettingsFile } from '../../../electron/connections/program-settings.ts';
import { DataFiles } from '../../../electron/host/index.ts';
import { Policy } from '../../../electron/policy/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'settings.json');
const open = (policy?: Policy) => new ProgramSettingsFile(new DataFiles(folder), policy);

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

describe('what a policy has as a mere default', () => {
  const offAtFirst = new Policy('policy.json', { notifications: { show: false, mayChange: true } });
  const kept = async () => JSON.parse(await readFile(file(), 'utf8'));

  it('counts until the user chooses, is not written as their choice, and is gone with the policy', async () => {
    const settings = open(offAtFirst);
    expect(await settings.change({ quietSeconds: 5 })).toMatchObject({ quietSeconds: 5, notifications: false });
    expect(await kept()).toEqual({ quietSeconds: 5 });
    expect(await open(offAtFirst).get()).toMatchObject({ notifications: false });
    expect(await open().get()).toMatchObject({ quietSeconds: 5, notifications: true });
  });

  it('counts for a user who chose something else before there was a policy', async () => {
    await open().change({ quietSeconds: 5 });
    expect(await open(offAtFirst).get()).toMatchObject({ notifications: false });
  });

  it('gives way to a choice, also to one that says the same', async () => {
    await open(offAtFirst).change({ notifications: false });
    expect(await open().get()).toMatchObject({ notifications: false });
    await open(offAtFirst).change({ notifications: true });
    expect(await open(offAtFirst).get()).toMatchObject({ notifications: true });
  });

  it('gives way to a file of before, which has all members', async () => {
    await writeFile(file(), JSON.stringify({ ...(await open().get()), quietSeconds: 5 }));
    expect(await open(offAtFirst).get()).toMatchObject({ notifications: true, quietSeconds: 5 });
  });
});
