import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WorkspaceRegistry } from '../../../electron/connections/registry.ts';
import { DataFiles } from '../../../electron/host/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'registry-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => WorkspaceRegistry.open({ files: new DataFiles(folder), zone: 'Europe/Berlin', now: () => 1000 });
const ids = (registry: WorkspaceRegistry) => registry.list().map(({ id }) => id);

describe('workspaces', () => {
  it('two are always there, and looking at them writes nothing', async () => {
    expect(ids(await open())).toEqual(['demo', 'files']);
    await expect(readFile(path.join(folder, 'workspaces.json'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('are kept, between the demo and the files, under ids made of their names', async () => {
    const registry = await open();
    await registry.create({ name: 'Nörd & Co', baseUrl: 'https://a.example' });
    await registry.create({ name: 'Nord Co', baseUrl: 'https://b.example' });
    await registry.create({ name: '電力', baseUrl: 'https://c.example' });
    expect(ids(await open())).toEqual(['demo', 'nord-co', 'nord-co-2', 'workspace', 'files']);
  });

  it('what a newer version wrote stays in the file', async () => {
    const foreign = { id: 'later', kind: 'cluster', shards: 3 };
    await writeFile(path.join(folder, 'workspaces.json'), JSON.stringify({ version: 1, workspaces: [foreign] }));
    const registry = await open();
    expect(ids(registry)).toEqual(['demo', 'files']);
    await registry.create({ name: 'A', baseUrl: 'https://a.example' });
    expect(JSON.parse(await readFile(path.join(folder, 'workspaces.json'), 'utf8')).workspaces).toContainEqual(foreign);
  });

  it('a damaged file is named, not overwritten', async () => {
    await writeFile(path.join(folder, 'workspaces.json'), '{"version": 1');
    await expect(open()).rejects.toMatchObject({ code: 'workspaces_unreadable' });
  });

  it('the built-in ones cannot be deleted, and the demo keeps its service in memory only', async () => {
    const registry = await open();
    await expect(registry.remove('demo')).rejects.toMatchObject({ code: 'workspace_built_in' });
    registry.describeDemo({ baseUrl: 'http://127.0.0.1:1', appUid: 'app' });
    await registry.change('demo', { color: '#123456', name: 'Mine', baseUrl: 'https://evil.example' });
    expect(registry.get('demo')).toMatchObject({
      name: 'Demo utility',
      color: '#123456',
      baseUrl: 'http://127.0.0.1:1',
    });
    const again = (await open()).get('demo');
    expect(again).toMatchObject({ color: '#123456' });
    expect(again.baseUrl).toBeUndefined();
  });

  it('an id is not used again while things of a deleted workspace may still run', async () => {
    const registry = await open();
    const { id } = await registry.create({ name: 'A', baseUrl: 'https://a.example' });
    await registry.remove(id);
    expect((await registry.create({ name: 'A', baseUrl: 'https://a.example' })).id).toBe('a-2');
    expect(() => registry.get(id)).toThrow(expect.objectContaining({ code: 'workspace_unknown' }));
  });
});
