/** Which workspace commands take that need no service, from their arguments to what they print. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DataFolder } from '../../../electron/app/data-folder/data-folder.ts';
import { exportCommand } from '../../../electron/cli/export.ts';
import { queryCommand } from '../../../electron/cli/query.ts';
import { WorkspaceRegistry } from '../../../electron/connections/registry.ts';
import { Engine } from '../../../electron/engine/engine.ts';
import { storeFiles } from '../../../electron/host/index.ts';
import { batchFeed } from '../../fixtures/batch-feed.ts';

let folder: string;
let data: string;
let out: string;
let said: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-named-'));
  data = path.join(folder, 'data');
  out = '';
  said = '';
  const dataFolder = DataFolder.open(data, 'test');
  const registry = await WorkspaceRegistry.open({ files: dataFolder.files, zone: 'UTC', now: Date.now });
  const engine = new Engine();
  for (const [at, mode] of (['test', 'live'] as const).entries()) {
    const { id: workspace } = await registry.create({ name: 'Same', baseUrl: `https://${mode}.example`, mode });
    await engine.call('store.open', { workspace, ...storeFiles(dataFolder.data, workspace), zone: 'UTC' });
    const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
    const { session } = await engine.call('ingest.begin', { workspace, source });
    await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(batchFeed({ days: at + 1 })) });
    await engine.call('ingest.finish', { session });
  }
  await engine.close();
  dataFolder.close();
  const into = (take: (text: string) => void) => (text: unknown, done?: unknown) => {
    take(String(text));
    if (typeof done === 'function') done();
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(into((text) => (out += text)));
  vi.spyOn(process.stderr, 'write').mockImplementation(into((text) => (said += text)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
  await rm(folder, { recursive: true, force: true });
});

const COMMANDS = {
  export: (workspace: string) =>
    exportCommand().parseAsync(['node', 'export', '--data', data, '--workspace', workspace, '--to', `${folder}/out`]),
  query: (workspace: string) =>
    queryCommand().parseAsync([
      ...['node', 'query', 'SELECT count(*) AS n FROM readings'],
      ...['--data', data, '--workspace', workspace],
    ]),
};

describe.each(['export', 'query'] as const)('meterscope %s', (command) => {
  it('refuses a name that two workspaces have, and lists their ids', async () => {
    await COMMANDS[command]('Same');
    expect([process.exitCode, out]).toEqual([1, '']);
    expect(said).toContain('More than one workspace goes by "Same": same (test), same-2 (live).');
  });

  it('takes the id of one of them', async () => {
    await COMMANDS[command]('same-2');
    expect([process.exitCode, out]).toEqual([undefined, expect.stringContaining('192')]);
  });
});
