import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileReport } from '../../electron/conformance/index.ts';
import { RULES } from '../../electron/conformance/rules/index.ts';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { wholeFeed } from '../fixtures/whole-feed.ts';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function check(args: string[], stdin?: string): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, 'check', ...args], { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });
}

describe('meterscope check', () => {
  let folder: string;
  let good: string;
  let broken: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-check-test-'));
    good = path.join(folder, 'good.xml');
    broken = path.join(folder, 'broken.xml');
    await writeFile(good, batchFeed({ days: 2 }));
    await writeFile(broken, '<feed xmlns="http://www.w3.org/2005/Atom"><id>1</id>');
  });

  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  it('prints one JSON object a file, with all tests of the book whatever is asked for', async () => {
    const { code, stdout } = await check(['--format', 'json', '--blocks', '4', good, good]);
    const reports = JSON.parse(stdout) as FileReport[];
    expect(reports).toHaveLength(2);
    const [report] = reports;
    expect(report).toMatchObject({ file: good, ok: true, error: null });
    expect(report?.tests.map(({ id }) => id).toSorted()).toEqual(RULES.map(({ id }) => id).toSorted());
    expect(report?.schema).toMatchObject({ id: 'SCHEMA', block: 'FB_02', verdict: 'pass' });
    expect(report?.blocks.find(({ id }) => id === 'FB_04')).toMatchObject({ claimed: false, implied: true });
    const asked = report?.blocks.find(({ id }) => id === 'FB_04');
    expect(code).toBe(asked?.verdict === 'fail' ? 1 : 0);
  });

  it('ends with 1 for findings, and only for those of blocks that are asked for', async () => {
    const { code, stdout } = await check(['--format', 'json', '--blocks', '11', good]);
    const [report] = JSON.parse(stdout) as FileReport[];
    expect(code).toBe(1);
    expect(report?.tests.find(({ id }) => id === 'D080')).toMatchObject({
      verdict: 'fail',
      contexts: 1,
      failures: [{ entry: 0, line: expect.any(Number), message: expect.stringContaining('water') }],
    });
    expect((await check(['--blocks', '13', good])).code).toBe(0);
  });

  it('ends with 2 for what cannot be read, and still judges the other files', async () => {
    const { code, stdout } = await check(['--format', 'json', broken, path.join(folder, 'none.xml'), good]);
    expect(code).toBe(2);
    const reports = JSON.parse(stdout) as FileReport[];
    expect(reports.map(({ ok, error }) => [ok, error?.code])).toEqual([
      [false, 'not_well_formed'],
      [false, 'file_unreadable'],
      [true, undefined],
    ]);
    expect(reports[0]?.tests.every(({ verdict }) => verdict === 'not_applicable')).toBe(true);
  });

  it('ends with 2 for wrong use, with a sentence', async () => {
    for (const args of [[], ['--profile', 'dmd-9', good], ['--blocks', 'x', good], ['--format', 'pdf', good]]) {
      const { code, stderr } = await check(args);
      expect([code, stderr]).toEqual([2, expect.stringContaining('error: ')]);
    }
  });

  it('takes a document that breaks the schemas for a warning, and for a failure where files must be valid', async () => {
    const odd = path.join(folder, 'odd.xml');
    await writeFile(odd, wholeFeed('UsageSummary').replace('<status>1</status>', '<status>a</status>'));
    expect((await check([odd, '--blocks', '1'])).code).toBe(0);
    expect((await check([odd, '--blocks', '1', '--fail-on', 'warning'])).code).toBe(1);
    const { code, stdout } = await check([odd, '--profile', 'dmd-3.3', '--format', 'json']);
    const [report] = JSON.parse(stdout) as FileReport[];
    expect(code).toBe(1);
    expect(report?.blocks.find(({ id }) => id === 'FB_02')?.verdict).toBe('fail');
    expect(report?.schema.failures).toMatchObject([
      { entry: 2, message: '<status> must be a whole number, but is "a".' },
    ]);
    const whole = path.join(folder, 'whole.xml');
    await writeFile(whole, wholeFeed('UsageSummary'));
    expect((await check([whole, '--profile', 'dmd-3.3', '--fail-on', 'warning'])).code).toBe(0);
  });

  it('reads standard input, and calls itself a pre-check', async () => {
    const { stdout } = await check(['-'], batchFeed({ days: 1 }));
    expect(stdout).toContain('FB_04');
    expect(stdout).toContain('not a certification');
  });
});
