import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Engine } from '../../electron/engine/engine.ts';
import { openFailure } from '../../electron/engine/store/open-failure.ts';

/** Where DuckDB's first block begins: behind the file's header and two database headers of a page each. */
const FIRST_BLOCK = 3 * 4096;

let folder: string;
let whole: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-failure-'));
  whole = path.join(folder, 'whole.duckdb');
  const engine = new Engine();
  await engine.call('store.open', { workspace: 'a', ...place(whole) });
  const value = Array.from({ length: 60_000 }, (_, n) => Math.sin(n));
  await engine.call('settings.set', { workspace: 'a', key: 'k', value });
  await engine.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function place(file: string) {
  return { file, rawFolder: path.join(folder, 'raw'), zone: 'UTC' };
}

/** What opening (and reading) says of a copy that was changed. */
async function failureOf(change: (file: string) => Promise<unknown>) {
  const file = path.join(folder, 'changed.duckdb');
  await rm(file, { recursive: true, force: true });
  await copyFile(whole, file);
  await change(file);
  const engine = new Engine();
  try {
    await engine.call('store.open', { workspace: 'a', ...place(file) });
    await engine.call('settings.get', { workspace: 'a', key: 'k' });
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await engine.close();
  }
}

async function flipBits(file: string, places: readonly number[]): Promise<void> {
  const bytes = await readFile(file);
  for (const at of places) bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

const damaged = { code: 'store_unreadable', message: expect.stringContaining('damaged') };

describe('a store that cannot be opened', () => {
  it('is damaged where bits were flipped, wherever that was', async () => {
    const { size } = await stat(whole);
    expect(size).toBeGreaterThan(FIRST_BLOCK);
    const spread = (count: number) => Array.from({ length: count }, (_, n) => Math.floor((size / count) * n));
    for (const places of [[0], [4096 + 20], spread(200), spread(1_000)]) {
      expect(await failureOf((file) => flipBits(file, places))).toMatchObject(damaged);
    }
  });

  it('is damaged, and never just odd, where one bit of a block was flipped that is read later', async () => {
    const { size } = await stat(whole);
    let found = 0;
    for (let block = FIRST_BLOCK; block < size; block += 256 * 1024) {
      const failure = await failureOf((file) => flipBits(file, [Math.min(size - 1, block + 1000)]));
      // A block that nothing points to is never read.
      if (failure === undefined) continue;
      expect(failure).toMatchObject(damaged);
      found += 1;
    }
    expect(found).toBeGreaterThan(0);
  });

  it('lacks its end where half of it is there', async () => {
    const { size } = await stat(whole);
    for (const length of [100, 5_000, size >> 1, size - 1]) {
      const failure = await failureOf((file) => truncate(file, length));
      expect(failure).toMatchObject({ code: 'store_unreadable', message: expect.stringContaining('end of its file') });
    }
  });

  it('is no database where something else lies in its place', async () => {
    const notDatabase = { code: 'store_unreadable', message: expect.stringContaining('not a database') };
    expect(await failureOf((file) => writeFile(file, ''))).toMatchObject(notDatabase);
    expect(await failureOf((file) => writeFile(file, 'Dear diary. '.repeat(3_000)))).toMatchObject(notDatabase);
    const inPlace = async (file: string) => {
      await rm(file);
      await mkdir(file);
    };
    expect(await failureOf(inPlace)).toMatchObject(notDatabase);
  });

  it('is too new where a later DuckDB wrote it', async () => {
    expect(await failureOf((file) => setStorageVersion(file, 9_999))).toMatchObject({
      code: 'store_too_new',
      message: expect.stringMatching(
        /^A newer version of the program \(with DuckDB v1\.\d+\.\d+\) wrote this workspace's database: its storage has version 9999, and this program reads 64 to 68\.$/,
      ),
      action: 'Update Meterscope.',
    });
  });

  it('is locked where another process has it open, and says which', async () => {
    const holder = fork(new URL('../../electron/engine/process.ts', import.meta.url).pathname, [], {
      serialization: 'advanced',
      execArgv: [],
    });
    holder.send({ kind: 'call', id: 1, name: 'store.open', input: { workspace: 'a', ...place(whole) } });
    for (let answer: { kind: string } | undefined; answer?.kind !== 'reply'; ) [answer] = await once(holder, 'message');
    const engine = new Engine();
    const failure = await engine.call('store.open', { workspace: 'a', ...place(whole) }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'store_locked', message: expect.stringContaining(`process ${holder.pid}`) });
    const ended = once(holder, 'exit');
    holder.kill();
    await ended;
    await engine.close();
  });

  it.each([
    [
      'IO Error: Cannot open file "C:\\x": The process cannot access the file because it is being used by another process.',
      'store_locked',
    ],
    ['IO Error: Cannot open file "/x": Permission denied', 'store_not_permitted'],
    ['IO Error: Could not write all bytes: No space left on device', 'disk_full'],
    ['Internal Error: never heard of', 'store_unreadable'],
  ])('says of "%s": %s', (text, code) => {
    expect(openFailure('/x', new Error(text))).toMatchObject({ code, details: { file: '/x', said: text } });
  });
});

/** DuckDB's checksum of a header is the exclusive or of its words, each times a constant. */
async function setStorageVersion(file: string, version: number): Promise<void> {
  const FACTOR = 0xbf58476d1ce4e5b9n;
  const AT = 8;
  const handle = await open(file, 'r+');
  const header = Buffer.alloc(24);
  await handle.read(header, 0, header.length, 0);
  let checksum = header.readBigUInt64LE(0);
  for (const renew of [() => undefined, () => header.writeBigUInt64LE(BigInt(version), AT + 4)]) {
    renew();
    for (const word of [AT, AT + 8]) checksum ^= BigInt.asUintN(64, header.readBigUInt64LE(word) * FACTOR);
  }
  header.writeBigUInt64LE(checksum, 0);
  await handle.write(header, 0, header.length, 0);
  await handle.close();
}
