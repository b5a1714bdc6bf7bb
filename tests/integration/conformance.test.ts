/** Pre-checks in the program: where documents come from, that they can be cancelled, and that copies without names check alike. */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { wholeFeed } from '../fixtures/whole-feed.ts';
import { type AppBench, startAppBench } from './app-bench.ts';

let folder: string;
let app: AppBench;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  app = await startAppBench(folder);
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function fileWith(name: string, text: string): Promise<string> {
  const file = path.join(folder, 'made', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** A document of some 60 MB. */
async function largeFile(): Promise<string> {
  const feed = batchFeed({ days: 300 });
  const entries = feed.slice(feed.indexOf('<entry'), feed.lastIndexOf('</feed>'));
  const head = feed.slice(0, feed.indexOf('<entry'));
  return await fileWith('large.xml', `${head}${entries.repeat(Math.ceil(60e6 / entries.length))}</feed>`);
}

/** The most memory in bytes that a checker process of this one takes, as far as /proc tells. */
function watchCheckers() {
  let peak = 0;
  const timer = setInterval(() => {
    if (process.platform !== 'linux') return;
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('checker/process.ts')) continue;
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (Number(/PPid:\s+(\d+)/.exec(status)?.[1]) !== process.pid) continue;
        peak = Math.max(peak, 1024 * Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      } catch {
        // It has ended in the meantime.
      }
    }
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

const broken = () =>
  wholeFeed('UsageSummary')
    .replace(/<title>Entry \d+<\/title>/, '<title>Ada Lovelace</title>')
    .replace(/<link rel="self" href="[^"]*\/MeterReading\/2"\/>/, '');

describe('a file that was handed over', () => {
  it('is judged again only when it has changed, and by what is asked for', async () => {
    const file = await fileWith('a.xml', broken());
    const of = { workspace: 'files', document: { handle: app.giveHandle(file) } };
    const first = await app.call('conformance.check', of);
    expect(first).toMatchObject({ name: 'a.xml', basis: 'inferred' });
    expect(first.blocks.find(({ id }) => id === 'FB_04')?.verdict).toBe('fail');
    const again = await app.call('conformance.check', { ...of, blocks: ['FB_15'] });
    expect(again).toMatchObject({ basis: 'chosen', checkedAt: first.checkedAt });
    expect(again.blocks.filter(({ asked }) => asked).map(({ id }) => id)).toEqual(['FB_15']);
    await writeFile(file, wholeFeed('UsageSummary'));
    const changed = await app.call('conformance.check', of);
    expect(changed.blocks.every(({ verdict }) => verdict !== 'fail')).toBe(true);
    expect((await app.call('files.list', {})).total).toBe(0);
  });

  it('shows the entry that fails, and the tags that are meant', async () => {
    const file = await fileWith('a.xml', broken());
    const of = { workspace: 'files', document: { handle: app.giveHandle(file) } };
    const { tests, version } = await app.call('conformance.check', of);
    const failing = tests.find(
      ({ verdict, severity, id }) => verdict === 'fail' && severity === 'fail' && id !== 'SCHEMA',
    );
    const at = { ...of, version, test: failing?.id ?? '' };
    const excerpt = await app.call('conformance.excerpt', { ...at, failure: 0 });
    expect(excerpt).toMatchObject({ line: failing?.failures[0]?.line, cut: false, marks: [0] });
    expect(excerpt.xml).toMatch(/^<entry>.*<\/entry>$/s);
    await expect(app.call('conformance.excerpt', { ...at, failure: 7 })).rejects.toMatchObject({
      code: 'no_such_failure',
    });
    const report = await app.call('conformance.report', { ...of, version, format: 'html' });
    expect(report).toContain('<mark>&lt;entry&gt;</mark>');
    // Nothing of a file that has changed is shown under a verdict of before, though it fails there, too.
    await writeFile(file, broken().replace('<title>Entry', '<title>Changed entry'));
    await expect(app.call('conformance.excerpt', { ...at, failure: 0 })).rejects.toMatchObject({
      code: 'document_changed',
    });
    await expect(app.call('conformance.report', { ...of, version, format: 'json' })).rejects.toMatchObject({
      code: 'document_changed',
    });
    const changed = await app.call('conformance.check', of);
    expect(changed.version).not.toBe(version);
    expect(changed.version).not.toContain('a.xml');
    const shown = await app.call('conformance.excerpt', { ...at, version: changed.version, failure: 0 });
    expect(shown.xml).toMatch(/^<entry>.*<\/entry>$/s);
  });

  it('says why it cannot be judged, and what is not known', async () => {
    const document = { handle: app.giveHandle(await fileWith('a.xml', '<feed>')) };
    const check = await app.call('conformance.check', { workspace: 'files', document });
    expect(check).toMatchObject({ error: { code: 'not_well_formed' }, tests: [] });
    for (const [unknown, code] of [
      [{ handle: 'x' }, 'not_handed_out'],
      [{ answer: 'x' }, 'answer_gone'],
      [{ source: 'x' }, 'document_unknown'],
    ] as const) {
      await expect(app.call('conformance.check', { workspace: 'files', document: unknown })).rejects.toMatchObject({
        code,
      });
    }
    const profile = {
      workspace: 'files',
      document: { handle: app.giveHandle(await fileWith('b.xml', broken())) },
      profile: 'x',
    };
    await expect(app.call('conformance.check', profile)).rejects.toMatchObject({ code: 'profile_unknown' });
  });

  it('can be cancelled while it is large, tells how far it is, and leaves the program to others', async () => {
    const of = { workspace: 'files', document: { handle: app.giveHandle(await largeFile()) } };
    const told: { bytes: number; total: number }[] = [];
    const stop = app.topics.subscribe((topic, payload) => {
      if (topic === 'conformance.progress') told.push(payload as { bytes: number; total: number });
    });
    const checking = app.call('conformance.check', of);
    const outcome = expect(checking).rejects.toMatchObject({ code: 'cancelled' });
    await expect.poll(() => told.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const asked = performance.now();
    await app.call('files.list', {});
    expect(performance.now() - asked).toBeLessThan(2000);
    await app.call('conformance.cancel', of);
    await outcome;
    stop();
    expect(told[0]?.total).toBeGreaterThan(59e6);
    expect(told[0]?.bytes).toBeLessThan(told[0]?.total ?? 0);
    // Nothing of the cancelled one is kept: it is judged whole the next time.
    const whole = await app.call('conformance.check', of);
    expect(whole.error).toBeUndefined();
  });
});

describe('a copy without names of a large file', () => {
  it('can be cancelled while it is written and while it is checked: nothing of it is left; whole it takes little memory', async () => {
    const of = { workspace: 'files', document: { handle: app.giveHandle(await largeFile()) } };
    const exported = path.join(folder, 'exports');
    const told: { doing: string; bytes: number; total: number }[] = [];
    const stop = app.topics.subscribe((topic, payload) => {
      if (topic === 'conformance.progress') told.push(payload as (typeof told)[number]);
    });
    for (const doing of ['writing', 'comparing']) {
      told.length = 0;
      const outcome = expect(app.call('documents.anonymise', of)).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => told.at(-1)?.doing, { timeout: 60_000, interval: 20 }).toBe(doing);
      const { bytes = 0, total = 0 } = told.at(-1) ?? {};
      expect([bytes > 0, bytes <= total, total > 50e6]).toEqual([true, true, true]);
      await app.call('conformance.cancel', of);
      await outcome;
      // Neither the copy nor the folder that was made for it.
      expect(await readdir(exported)).toEqual([]);
    }
    stop();
    const memory = watchCheckers();
    const saved = await app.call('documents.anonymise', of);
    const peak = memory.stop();
    expect(saved).toMatchObject({ differing: [] });
    if (process.platform !== 'linux') return;
    expect(peak).toBeGreaterThan(0);
    expect(peak).toBeLessThan(300e6);
  });
});

describe('a document of the store', () => {
  it('is listed with what it holds, and is judged as it came, from the file or from the kept body', async () => {
    await app.openFiles([await fileWith('kept.xml', broken())]);
    const upload = path.join(folder, 'uploads', 'a1', 'uploaded.xml');
    await mkdir(path.dirname(upload), { recursive: true });
    await writeFile(upload, broken());
    await app.openFiles([upload]);
    const { rows: documents } = await app.call('documents.list', { workspace: 'files' });
    expect(documents.map(({ label, kind }) => [label, kind])).toEqual([
      ['uploaded.xml', 'file'],
      ['kept.xml', 'file'],
    ]);
    expect(documents[0]?.holds).toMatchObject({ UsagePoint: 3 });
    for (const { source, label } of documents) {
      const check = await app.call('conformance.check', { workspace: 'files', document: { source } });
      expect(check).toMatchObject({ name: label });
      expect(check.blocks.find(({ id }) => id === 'FB_04')?.verdict).toBe('fail');
    }
    // The copy of the kept body lies among the uploads, which go with the next start.
    expect((await readdir(path.join(folder, 'uploads'))).length).toBeGreaterThan(0);
    expect((await app.call('documents.list', { workspace: 'files', authorization: 'x' })).total).toBe(0);
    await writeFile(path.join(folder, 'made', 'kept.xml'), 'changed');
    const source = documents[1]?.source ?? '';
    await expect(
      app.call('conformance.check', { workspace: 'files', document: { source }, blocks: ['FB_01'] }),
    ).rejects.toMatchObject({ code: 'raw_file_changed' });
  });

  it('is written without names, and its copy comes to the same verdicts', async () => {
    const document = { handle: app.giveHandle(await fileWith('people.xml', broken())) };
    const saved = await app.call('documents.anonymise', { workspace: 'files', document });
    expect(saved).toMatchObject({ differing: [], tests: 146 });
    const copy = await readFile(saved?.path ?? '', 'utf8');
    expect(copy).not.toContain('Lovelace');
    expect(copy.match(/<entry>/g)).toHaveLength(broken().match(/<entry>/g)?.length ?? 0);
    const secret = 'one secret for both files';
    const texts = [];
    for (let i = 0; i < 2; i++) {
      const again = await app.call('documents.anonymise', { workspace: 'files', document, secret, jitter: 5 });
      texts.push(await readFile(again?.path ?? '', 'utf8'));
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(copy);
  });
});
