import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { type EngineUnderTest, ingestFeed, startEngine } from './engine-harness.ts';

const MB = 1024 * 1024;
const ALL = { workspace: 'w', offset: 0, limit: 100 };

let engine: EngineUnderTest;
beforeEach(async () => {
  engine = await startEngine();
});
afterEach(() => engine.dispose());

/**
 * No file of the engine may grow above so many bytes: the system then refuses to write, in the middle of whatever DuckDB
 * does. It ends with the process.
 */
function fillDisk(bytes: number): void {
  execFileSync('prlimit', ['--pid', String(engine.child().pid), `--fsize=${bytes}:`]);
}

function makeRoom(): void {
  execFileSync('prlimit', ['--pid', String(engine.child().pid), '--fsize=unlimited:']);
}

/** Writes a megabyte that no compression makes smaller. */
async function writeMegabyte(name: string): Promise<void> {
  const value = randomBytes((MB / 4) * 3).toString('base64');
  await engine.client.call('cursors.set', { workspace: 'w', cursors: [{ name, value }] });
}

// Only Linux lets one process limit another's files.
describe.runIf(process.platform === 'linux')('a full disk', () => {
  it('is called that, loses nothing, and is over once there is room', async () => {
    const { client } = engine;
    await ingestFeed(client, 'w', batchFeed(), [{ name: 'sync/1001', value: 'before' }]);
    fillDisk(1024);
    const refused = ingestFeed(client, 'w', batchFeed(), [{ name: 'sync/1001', value: 'after' }]);
    await expect(refused).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringMatching(/^The disk is full/),
      action: expect.stringContaining('Free some space'),
    });
    const { rows } = await client.call('usagePoints.list', ALL);
    expect(rows).toMatchObject([{ readings: 192 }]);
    expect(await client.call('cursors.get', { workspace: 'w', name: 'sync/1001' })).toBe('before');
    makeRoom();
    await ingestFeed(client, 'w', batchFeed(), [{ name: 'sync/1001', value: 'after' }]);
    expect(await client.call('cursors.get', { workspace: 'w', name: 'sync/1001' })).toBe('after');
    // It was not the document's fault: there is no broken source.
    expect(await client.call('problems.all', { workspace: 'w' })).toEqual([]);
  });

  it('in the middle of a checkpoint makes DuckDB give up the database: the engine starts again, with all that was saved', async () => {
    const { client } = engine;
    await ingestFeed(client, 'w', batchFeed());
    // DuckDB writes a checkpoint once its log has 64 MB; then the database's own file would grow above the limit.
    fillDisk(66 * MB);
    const restarted = engine.restarted();
    const first = engine.child();
    let saved = 0;
    const fill = async () => {
      for (; saved < 160; saved += 1) await writeMegabyte(`filler/${saved}`);
    };
    await expect(fill()).rejects.toMatchObject({ code: expect.stringMatching(/^(disk_full|engine_stopped)$/) });
    await restarted;
    expect(engine.child().pid).not.toBe(first.pid);
    expect(saved).toBeGreaterThan(40);
    const cursors = await client.call('cursors.list', { workspace: 'w', prefix: 'filler/' });
    expect(cursors.length).toBeGreaterThanOrEqual(saved);
    expect((await client.call('usagePoints.list', ALL)).rows).toMatchObject([{ readings: 192 }]);
    await writeMegabyte('filler/one more');
  });
});
