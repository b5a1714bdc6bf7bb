import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  DEMO_SETTINGS,
  newToken,
  settingsInFolder,
} from '../../../electron/events/event-settings.ts';
import { DataFiles } from '../../../electron/host/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'event-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () =>
  settingsInFolder(new DataFiles(folder), (workspace) => (workspace === 'demo' ? DEMO_SETTINGS : DEFAULT_SETTINGS));

describe('settings of the events', () => {
  it('begin with those of the workspace, under a path that nobody can guess', async () => {
    const [demo, other] = [await open().load('demo'), await open().load('w')];
    expect([demo.settings, other.settings]).toEqual([DEMO_SETTINGS, DEFAULT_SETTINGS]);
    expect(demo.token).not.toBe(other.token);
    expect(Buffer.from(newToken(), 'base64url')).toHaveLength(24);
  });

  it('are kept for each workspace, also where its id is no name of a file, until it is forgotten', async () => {
    const kept = {
      settings: { ...DEFAULT_SETTINGS, poll: { enabled: false, everySeconds: 9 } },
      token: newToken(),
      lastPort: 4711,
    };
    await open().save('../w', kept);
    expect(await open().load('../w')).toEqual(kept);
    expect(await readdir(path.join(folder, 'events'))).toEqual(['..%2Fw.json']);
    await open().forget('../w');
    expect((await open().load('../w')).token).not.toBe(kept.token);
  });

  it('that are damaged begin anew: a new address is a nuisance, a program that does not start is worse', async () => {
    const { save, load } = open();
    await save('w', { settings: DEFAULT_SETTINGS, token: newToken() });
    for (const text of ['{', '{"token": "short"}', '[]']) {
      await writeFile(path.join(folder, 'events', 'w.json'), text);
      expect((await load('w')).settings).toEqual(DEFAULT_SETTINGS);
    }
  });
});
