/** Files that a browser handed over: what they held is there as long as it is listed. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { type AppBench, startAppBench } from './app-bench.ts';

let folder: string;
let app: AppBench;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
  app = await startAppBench(folder);
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** As the page's upload leaves it. @returns the file's path */
async function upload(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, 'uploads', 'a1b2c3', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

async function openFile(file: string) {
  await app.openFiles([file]);
  const opened = await app.call('files.list', {});
  expect(opened.total).toBe(1);
  return opened.rows[0];
}

/** The raw text of the first block of the first meter. */
async function rawBlock(): Promise<string> {
  const workspace = 'files';
  const { rows } = await app.call('usagePoints.list', { workspace, offset: 0, limit: 1 });
  const [series] = await app.call('series.list', { workspace, usagePoint: rows[0]?.id ?? '' });
  const span = { from: 0, to: 4_000_000_000, offset: 0, limit: 10 };
  const blocks = await app.call('usage.blocks', { workspace, series: series?.id ?? '', ...span });
  const { xml } = await app.call('entries.raw', { workspace, id: blocks.rows[0]?.entry ?? '' });
  return xml;
}

it.each([
  ['as it is', (text: string) => Buffer.from(text)],
  ['in UTF-16', (text: string) => Buffer.from(`\uFEFF${text.replace(/<\?xml[^>]*>/, '')}`, 'utf16le')],
])(
  'the raw text of an uploaded file %s is there after a restart, a move and without the upload',
  async (_how, encode) => {
    const file = await upload('meter.xml', encode(batchFeed()));
    const opened = await openFile(file);
    expect(opened).toMatchObject({ ok: true, name: 'meter.xml', readings: 192 });
    expect(opened?.path).toBeUndefined();
    // Nothing is kept twice.
    expect(await readdir(path.join(folder, 'uploads'))).toEqual([]);
    const before = await rawBlock();
    expect(before).toMatch(/^<entry>.*<IntervalBlock.*<\/entry>$/s);
    await app.close();
    await rm(path.join(folder, 'uploads'), { recursive: true });
    app = await startAppBench(folder);
    expect(await rawBlock()).toBe(before);
    await app.close();
    const elsewhere = `${folder}-copy`;
    await cp(folder, elsewhere, { recursive: true });
    await rm(folder, { recursive: true });
    app = await startAppBench(elsewhere);
    folder = elsewhere;
    expect(await rawBlock()).toBe(before);
  },
);

it('a file of the disk is read from where it lies, and stays there', async () => {
  const file = path.join(folder, 'own.xml');
  await writeFile(file, batchFeed());
  expect((await openFile(file))?.path).toBe(file);
  expect(await rawBlock()).toContain('<IntervalBlock');
  expect(await readFile(file, 'utf8')).toBe(batchFeed());
});

it('an upload that is refused is listed with its reason', async () => {
  const file = await upload('letter.xml', '<letter>Dear sir</letter>');
  expect(await openFile(file)).toMatchObject({ ok: false, name: 'letter.xml' });
});
