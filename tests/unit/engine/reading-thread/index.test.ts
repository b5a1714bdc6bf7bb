import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { FeedSink } from '../../../../electron/engine/reader/feed.ts';
import { FileBytes, readFeed } from '../../../../electron/engine/reader/index.ts';
import { FeedReader, type ReadFeed } from '../../../../electron/engine/reading-thread/index.ts';
import { ReadingThread, startWorker } from '../../../../electron/engine/reading-thread/thread.ts';
import { batchFeed } from '../../../fixtures/batch-feed.ts';
import { collect, pieces } from '../reader/collect.ts';
import { feedText } from '../reader/feeds.ts';
import { expectedRows, haveSamples, sample } from '../reader/samples.ts';

const SILENT: FeedSink = { entity: () => {}, readings: () => {}, block: () => {}, problem: () => {} };
/** Some 6 MB, several batches of readings. */
const LARGE = Buffer.from(batchFeed({ days: 300 }));

let worker: Worker | undefined;
const thread = new ReadingThread((memory) => {
  worker = startWorker(memory);
  return worker;
});
const readers: FeedReader[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const reader of readers.splice(0)) await reader.close();
});
afterAll(() => thread.close());

/** Every document goes to the thread, however small. */
const inThread: ReadFeed = async (source, sink, options = {}) => {
  for (;;) {
    const lent = await thread.lend(sink, options, (run) => run.read(source));
    if (lent !== undefined) return lent.result;
    // It is not through with the run before.
    await setImmediate();
  }
};

function newReader(start?: ConstructorParameters<typeof FeedReader>[0]): FeedReader {
  const reader = new FeedReader(start);
  reader.prepare();
  readers.push(reader);
  return reader;
}

/** All calls of the sink, in their order, as text. */
async function calls(read: ReadFeed, bytes: Uint8Array, chunk: number): Promise<string[]> {
  const told: string[] = [];
  const note = (kind: string, value: unknown) =>
    void told.push(kind + JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}n` : item)));
  try {
    const summary = await read(pieces(bytes, chunk), {
      entity: (entity) => note('entity', entity),
      block: (block) => note('block', block),
      problem: (problem) => note('problem', problem),
      readings: ({ count, scaled, start, value, block }) =>
        note('readings', [count, scaled, [start, value, block].map((column) => [...column.subarray(0, count)])]),
    });
    note('summary', summary);
  } catch (error) {
    note('error', error instanceof Error ? { ...error, message: error.message, type: error.constructor.name } : error);
  }
  return told;
}

describe('the reading thread gives what the reader gives', () => {
  it('for any feed, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(feedText, fc.integer({ min: 1, max: 400 }), async (text, chunk) => {
        expect(await collect(text, chunk, {}, inThread)).toEqual(await collect(text, chunk));
      }),
      { numRuns: 60 },
    );
  });

  it.skipIf(!haveSamples)('for all real files, those that are refused too (needs ../shared/samples)', async () => {
    for (const { file, ok } of expectedRows()) {
      const bytes = sample(file);
      if (ok) expect(await collect(bytes, 4096, {}, inThread), file).toEqual(await collect(bytes, 4096));
      expect(await calls(inThread, bytes, 7919), file).toEqual(await calls(readFeed, bytes, 1 << 18));
    }
  });

  it('for a large feed, call by call and in the same order', async () => {
    expect(await calls(inThread, LARGE, 65_537)).toEqual(await calls(readFeed, LARGE, 1 << 18));
  });

  it.each([
    ['utf16le', Buffer.from(`\ufeff${batchFeed({ days: 3 })}`, 'utf16le')],
    [
      'latin1',
      Buffer.from(
        batchFeed().replace('<title>t', '<title>é').replace(/^/, '<?xml version="1.0" encoding="ISO-8859-1"?>'),
        'latin1',
      ),
    ],
    ['cut short', LARGE.subarray(0, 1_200_001)],
    ['damaged', Buffer.from(batchFeed({ days: 20 }).replaceAll('<value>7', '<value'))],
    ['empty', Buffer.alloc(0)],
    ['no XML', Buffer.from('{"a": 1}')],
    ['with a DOCTYPE', Buffer.from(`<!DOCTYPE feed [<!ENTITY a "b">]>${batchFeed()}`)],
    ['a web page', Buffer.from('<html><body>Maintenance</body></html>')],
  ])('for a document that is %s', async (_name, bytes) => {
    expect(await calls(inThread, bytes, 501)).toEqual(await calls(readFeed, bytes, 501));
  });

  it('for a file, which it opens itself, with its progress', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'meterscope-thread-'));
    const file = path.join(folder, 'feed.xml');
    await writeFile(file, LARGE);
    const source = await FileBytes.of(file);
    const told: number[] = [];
    const summary = await inThread(source, SILENT, { onProgress: (bytes) => told.push(bytes) });
    expect(summary).toEqual(await readFeed(pieces(LARGE, 1 << 18), SILENT));
    expect(told.length).toBeGreaterThan(3);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(LARGE.length);
    await rm(folder, { recursive: true });
    await expect(inThread(source, SILENT)).rejects.toMatchObject({ name: 'AppError', code: 'file_unreadable' });
  });
});

describe('a run of the reading thread ends early', () => {
  it('when the signal fires', async () => {
    const controller = new AbortController();
    const sink = { ...SILENT, readings: () => controller.abort() };
    const reading = inThread(pieces(LARGE, 65_536), sink, { signal: controller.signal });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('when the signal fires and the source gives nothing more', async () => {
    const controller = new AbortController();
    async function* endless() {
      yield LARGE.subarray(0, 100_000);
      controller.abort();
      await new Promise(() => undefined);
    }
    const reading = inThread(endless(), SILENT, { signal: controller.signal });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('with what the sink throws, after the call that threw, and closes the source', async () => {
    const full = new Error('The disk is full.');
    let closed = false;
    let later = 0;
    async function* source() {
      try {
        yield* pieces(LARGE, 65_536);
      } finally {
        closed = true;
      }
    }
    const block = async () => {
      later += 1;
      await setImmediate();
      if (later === 50) throw full;
    };
    await expect(inThread(source(), { ...SILENT, block })).rejects.toBe(full);
    expect(closed).toBe(true);
    await setImmediate();
    expect(later).toBe(50);
  });

  it('with what the source throws, after all that came before', async () => {
    const lost = new Error('The line broke.');
    async function* source() {
      yield* pieces(LARGE.subarray(0, 2_000_000), 65_536);
      throw lost;
    }
    const count = async (read: ReadFeed) => {
      let rows = 0;
      const readings: FeedSink['readings'] = (columns) => {
        rows += columns.count;
      };
      await expect(read(source(), { ...SILENT, readings })).rejects.toBe(lost);
      return rows;
    };
    expect(await count(inThread)).toBe(await count(readFeed));
  });

  it('with a sentence when the thread dies; the next run has another one', async () => {
    const errors = vi.spyOn(console, 'error').mockReturnValue();
    const before = worker;
    const block = async () => void (await before?.terminate());
    await expect(inThread(pieces(LARGE, 65_536), { ...SILENT, block })).rejects.toMatchObject({
      name: 'AppError',
      code: 'reader_stopped',
      message: expect.stringMatching(/\.$/),
    });
    expect(errors).toHaveBeenCalled();
    expect(await inThread(pieces(LARGE, 65_536), SILENT)).toMatchObject({ readings: 300 * 96 });
    expect(worker).not.toBe(before);
  });
});

describe('the reader', () => {
  it('holds back while the sink is busy', async () => {
    let given = 0;
    let release: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* source() {
      for (let copy = 0; copy < 10; copy += 1) {
        for await (const piece of pieces(LARGE, 65_536)) {
          given += piece.length;
          yield piece;
        }
      }
    }
    let first: () => void = () => undefined;
    const called = new Promise<void>((resolve) => {
      first = resolve;
    });
    const readings = async () => {
      first();
      await busy;
    };
    const reading = newReader().read(source(), { ...SILENT, readings });
    await called;
    for (let before = -1; before !== given; ) {
      before = given;
      for (let turn = 0; turn < 200; turn += 1) await setImmediate();
    }
    // Eight batches of a megabyte each, and what waits to be read.
    expect(given).toBeLessThan(16e6);
    release();
    expect(await reading).toMatchObject({ readings: 10 * 300 * 96 });
    expect(given).toBe(10 * LARGE.length);
  });

  it('reads several documents at once, three of them in the thread', async () => {
    const reader = newReader();
    const one = await calls(readFeed, LARGE, 1 << 18);
    const lend = vi.spyOn(ReadingThread.prototype, 'lend');
    const all = await Promise.all([1, 2, 3, 4].map(() => calls(reader.read, LARGE, 1 << 18)));
    const lent = await Promise.all(lend.mock.results.map(({ value }) => value));
    expect(lent.filter((result) => result !== undefined)).toHaveLength(3);
    expect(lent).toHaveLength(4);
    // In the thread and out of it, rows come in the same batches.
    for (const other of all) expect(other).toEqual(one);
  });

  it('starts no thread for one document before it is prepared', async () => {
    const start = vi.fn(startWorker);
    const reader = new FeedReader(start);
    expect(await reader.read(pieces(LARGE, 65_536), SILENT)).toMatchObject({ readings: 300 * 96 });
    expect(start).not.toHaveBeenCalled();
  });

  it('starts no thread for small documents', async () => {
    const start = vi.fn(startWorker);
    const small = LARGE.subarray(0, 900_000);
    expect(await calls(newReader(start).read, small, 4096)).toEqual(await calls(readFeed, small, 4096));
    expect(start).not.toHaveBeenCalled();
  });

  it('tells small and large documents’ progress once a chunk', async () => {
    const reader = newReader();
    for (const bytes of [LARGE.subarray(0, 300_000), LARGE]) {
      const told: number[] = [];
      const expected: number[] = [];
      await readFeed(pieces(bytes, 65_536), SILENT, { onProgress: (at) => expected.push(at) });
      await reader.read(pieces(bytes, 65_536), SILENT, { onProgress: (at) => told.push(at) });
      expect(told).toEqual(expected);
    }
  });

  it.each([
    [
      'threads are refused',
      () => {
        throw new Error('no threads here');
      },
    ],
    ['its program is missing', () => new Worker(new URL('missing.js', import.meta.url))],
  ])('reads by itself where %s', async (_why, start) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const reader = newReader(start);
    for (let time = 0; time < 2; time += 1) {
      expect(await reader.read(pieces(LARGE, 65_536), SILENT)).toMatchObject({ readings: 300 * 96 });
    }
  });

  it('ends its thread when it is closed, in the middle of a document too', async () => {
    const reader = newReader();
    const block = () => reader.close();
    await expect(reader.read(pieces(LARGE, 65_536), { ...SILENT, block })).rejects.toMatchObject({
      code: 'reader_stopped',
    });
  });
});
