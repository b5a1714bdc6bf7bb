import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tightenPermissions } from '../../../../electron/app/data-folder/permissions.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rights-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function wide(name: string, mode: number): Promise<string> {
  const place = path.join(folder, name);
  await mkdir(path.dirname(place), { recursive: true });
  if (mode === 0o755) await mkdir(place, { recursive: true });
  else await writeFile(place, 'x');
  await chmod(place, mode);
  return place;
}
const modeOf = async (place: string) => (await stat(place)).mode & 0o777;

describe.skipIf(process.platform === 'win32')('the rights of others on a data folder', () => {
  it('go from it and from what the program keeps there', async () => {
    await chmod(folder, 0o755);
    const file = await wide('secrets.json', 0o644);
    const store = await wide('workspaces/w/w.duckdb', 0o664);
    expect(tightenPermissions(folder)).toEqual([]);
    expect([await modeOf(folder), await modeOf(file), await modeOf(store)]).toEqual([0o700, 0o600, 0o600]);
    expect(await modeOf(path.dirname(store))).toBe(0o700);
  });

  it('stay on other things in there', async () => {
    const other = await wide('Preferences', 0o644);
    const profile = await wide('Cache', 0o755);
    tightenPermissions(folder);
    expect([await modeOf(other), await modeOf(profile)]).toEqual([0o644, 0o755]);
  });

  it('take nothing away from the user', async () => {
    const key = await wide('secret.key', 0o400);
    tightenPermissions(folder);
    expect(await modeOf(key)).toBe(0o400);
  });

  it('are told where they could not be taken', () => {
    expect(tightenPermissions(path.join(folder, 'gone'))).toEqual([expect.stringContaining('gone')]);
  });
});
