import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspectFile } from '../../../electron/cli/inspect-report.ts';
import { Engine } from '../../../electron/engine/engine.ts';
import { batchFeed } from '../../fixtures/batch-feed.ts';
import { customerFeed } from '../../fixtures/customer-feed.ts';

let folder: string;
let engine: Engine;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inspect-'));
  engine = new Engine();
  await engine.call('store.open', { workspace: 'w', file: ':memory:', rawFolder: folder, zone: 'America/Los_Angeles' });
});
afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});
async function inspected(text: string) {
  const where = path.join(folder, 'upload-1');
  await writeFile(where, text);
  return await inspectFile(engine, 'w', 'shown.xml', where);
}

describe('what is found in a file', () => {
  it('has null for what is not known, and names usage points by their uid', async () => {
    const report = await inspected(batchFeed({ days: 1 }));
    expect(report).toMatchObject({ file: 'shown.xml', ok: true, error: null, unattached: [] });
    expect(report.series).toEqual([expect.objectContaining({ usagePoint: '2001', cost: null, currency: null })]);
    expect(report.localTimes).toEqual([
      expect.objectContaining({ usagePoint: '2001', source: 'meter', warning: null }),
    ]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it('has readings without a usage point, and none without a time', async () => {
    const report = await inspected(batchFeed({ days: 1, parts: ['readingType'] }));
    expect(report).toMatchObject({ ok: true, readings: { count: 0, firstStart: null, lastStart: null }, series: [] });
  });

  it('is the file’s own: nothing of the one before is in it', async () => {
    await inspected(batchFeed({ days: 1 }));
    const place = { authorization: '1001', meter: '2001', street: '5 Elm', serial: 'E400' };
    const report = await inspected(customerFeed(place));
    expect(report.series).toEqual([]);
    expect(await engine.call('files.stored', { workspace: 'w' })).toEqual([]);
  });

  it('that cannot be read is why, and what to do; nothing of it stays', async () => {
    const report = await inspected('{"error": "maintenance"}');
    expect(report).toMatchObject({ file: 'shown.xml', ok: false, series: [], readings: { count: 0 } });
    expect(report.error).toEqual({ code: expect.any(String), message: expect.any(String), action: expect.any(String) });
    expect(await engine.call('files.stored', { workspace: 'w' })).toEqual([]);
    expect((await inspected(batchFeed({ days: 1 }))).ok).toBe(true);
  });

  it('has its problems with their places, also where it ends too early', async () => {
    const { ok, problems } = await inspected(batchFeed({ days: 1 }).slice(0, -100));
    expect(ok).toBe(true);
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', line: expect.any(Number) }));
  });
});
