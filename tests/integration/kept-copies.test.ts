/** Plain copies of kept answers, which a check reads: they end with the data that they are of, and at the latest with the next start. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { defaultFolderIn, useConfigFolder } from '../fixtures/config-folder.ts';
import { type AppBench, startAppBench } from './app-bench.ts';

let base: string;
let folder: string;
let app: AppBench;
let restoreEnvironment: () => void;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'kept-copies-'));
  restoreEnvironment = useConfigFolder(base);
  folder = defaultFolderIn(base);
  app = await startAppBench(folder);
});
afterEach(async () => {
  await app.close();
  restoreEnvironment();
  await rm(base, { recursive: true, force: true, maxRetries: 5 });
});

/** Opens a file that was uploaded, so that its body is kept, and checks it. @returns what was checked */
async function checked() {
  const upload = path.join(folder, 'uploads', 'a1', 'uploaded.xml');
  await mkdir(path.dirname(upload), { recursive: true });
  await writeFile(upload, batchFeed({ days: 1 }));
  await app.openFiles([upload]);
  const { rows } = await app.call('documents.list', { workspace: 'files' });
  const of = { workspace: 'files', document: { source: rows[0]?.source ?? '' } };
  expect((await app.call('conformance.check', of)).error).toBeUndefined();
  return of;
}
const copies = () => readdir(path.join(folder, 'uploads')).catch(() => []);

describe('the copy of a kept answer', () => {
  it('is gone after the next start, whatever host it is', async () => {
    await checked();
    expect(await copies()).toHaveLength(1);
    await app.close();
    app = await startAppBench(folder);
    expect(await copies()).toEqual([]);
  });

  it('goes with the data of its workspace', async () => {
    const of = await checked();
    await app.call('data.clear', { workspace: 'files' });
    expect(await copies()).toEqual([]);
    await expect(app.call('conformance.check', of)).rejects.toMatchObject({ code: 'document_unknown' });
    expect(await copies()).toEqual([]);
  });

  it('is made anew where the data folder was moved and the old one is gone', async () => {
    const of = await checked();
    const target = path.join(base, 'elsewhere');
    await app.call('data.move', { folder: target });
    await rm(folder, { recursive: true });
    expect((await app.call('conformance.check', of)).error).toBeUndefined();
    expect(await readdir(path.join(target, 'uploads'))).toHaveLength(1);
  });
});
