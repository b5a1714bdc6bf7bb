import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../electron/app/log.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'log-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const linesOf = async (file: string) =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the log', () => {
  it('is one JSON object in each line, with its level and facts, for this user only', async () => {
    const log = createLog({ logs: path.join(folder, 'logs') });
    log.info('Started', { port: 1 });
    log.warn('Two\nlines');
    const file = path.join(folder, 'logs', 'meterscope.log');
    expect(await linesOf(file)).toEqual([
      { at: expect.stringMatching(/^\d{4}-.*Z$/), level: 'info', what: 'Started', port: 1 },
      { at: expect.any(String), level: 'warn', what: 'Two\nlines' },
    ]);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('keeps the stack and all causes of an error, and hides what is secret in them', async () => {
    const log = createLog({ logs: folder });
    const root = new Error('Authorization: Bearer abcdef0123456789abcdef');
    log.error('Failed', new Error('outer', { cause: new Error('middle', { cause: root }) }), { job: 'j' });
    log.error('Failed', 'a text');
    const file = path.join(folder, 'meterscope.log');
    const [first, second] = await linesOf(file);
    expect(first).toMatchObject({
      level: 'error',
      job: 'j',
      error: { message: 'outer', cause: { message: 'middle' } },
    });
    expect(first.error.cause.cause.message).toContain('Authorization');
    expect(first.error.stack).toContain('log.test.ts');
    expect(second.error).toBe('a text');
    expect(await readFile(file, 'utf8')).not.toContain('abcdef0123456789abcdef');
  });

  it('begins anew once it is full, and keeps the one before', async () => {
    const file = path.join(folder, 'meterscope.log');
    await writeFile(file, 'old\n');
    await truncate(file, 5 * 1024 * 1024 + 1);
    const log = createLog({ logs: folder });
    log.info('new');
    log.info('newer');
    expect((await linesOf(file)).map(({ what }) => what)).toEqual(['new', 'newer']);
    expect((await stat(path.join(folder, 'meterscope.1.log'))).size).toBe(5 * 1024 * 1024 + 1);
  });

  it('follows the data folder', async () => {
    const paths = { logs: path.join(folder, 'a') };
    const log = createLog(paths);
    log.info('one');
    paths.logs = path.join(folder, 'b');
    log.info('two');
    paths.logs = path.join(folder, 'a');
    log.info('three');
    expect((await linesOf(path.join(folder, 'a', 'meterscope.log'))).map(({ what }) => what)).toEqual(['one', 'three']);
    expect((await linesOf(path.join(folder, 'b', 'meterscope.log'))).map(({ what }) => what)).toEqual(['two']);
  });

  it('that cannot be written stops nobody', async () => {
    await writeFile(path.join(folder, 'plain'), '');
    const log = createLog({ logs: path.join(folder, 'plain') });
    expect(() => log.info('x')).not.toThrow();
    expect(await readdir(folder)).toEqual(['plain']);
  });
});
