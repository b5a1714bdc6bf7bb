/** What holds for every command: wrong use ends with 2, and whoever closes the output early is no failure. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';
import { startCommand } from './command-process.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

let folder: string;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-command-line-'));
  service = await startService(['--clock', '600']);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What would begin all the same has a home of its own. */
const run = (args: readonly string[], env?: Record<string, string>) =>
  startCommand(args, { HOME: folder, XDG_CONFIG_HOME: folder, ...env }).ended;
const at = (name: string) => path.join(folder, name);
const token = () => ({ METERSCOPE_API_TOKEN: service.line.api_token });

describe('wrong use', () => {
  it.each([
    ['an unknown option of a nested command', ['events', 'tail', '--evry', '5'], /unknown option '--evry'/],
    ['an unknown nested command', ['tags', 'improt'], /unknown command 'improt'/],
    ['no nested command', ['events'], /^Usage: meterscope events/],
    ['a missing option of a nested command', ['tags', 'import', 'f.csv'], /required option '--data <dir>'/],
    ['an unknown option of the service', ['service', '--prot', '0'], /unknown option '--prot'/],
    ['a port of the service that is none', ['service', '--port', ''], /Enter a whole number from 0 to 65535\./],
    ['a port that is empty', ['serve', '--port', ''], /Enter a whole number from 0 to 65535\./],
    ['an empty patience', ['test', '--patience', ''], /Enter a number of milliseconds\./],
    ['an empty quiet', ['test', '--quiet', ' '], /Enter a number of milliseconds\./],
    ['a patience of nothing', ['test', '--patience', '0'], /Enter a number above 0\./],
    ['an empty time', ['events', 'tail', '--every', ''], /Enter a number of seconds\./],
    [
      'an empty limit',
      ['pull', '--from', 'postgres://a', '--data', 'd', '--workspace', 'w', '--limit', ''],
      /Enter a whole number from 1 to 10000\./,
    ],
    ['a folder without data', ['tags', 'import', 'f.csv', '--data', '/no/such', '--workspace', 'a'], /no data folder/],
  ])('ends with 2 and says so: %s', async (_case, args, sentence) => {
    await writeFile(at('f.csv'), 'meter,tag\n');
    const given = args.map((one) => (one === 'f.csv' ? at('f.csv') : one));
    const { code, output, error } = await run(given);
    expect({ code, output, error }).toEqual({ code: 2, output: '', error: expect.stringMatching(sentence) });
    expect(error).not.toMatch(/^\s+at /m);
  });

  it('is a workspace that is not there, for tags as for others', async () => {
    await mkdir(at('data'));
    await writeFile(at('f.csv'), 'meter,tag\n');
    const where = ['--data', at('data'), '--workspace', 'nobody'];
    const { code, error } = await run(['tags', 'import', at('f.csv'), ...where]);
    expect([code, error]).toEqual([2, expect.stringContaining('There is no workspace named nobody')]);
    expect((await run(['test', '--scenarios', 'all', ...where])).code).toBe(2);
  });

  it('is not to ask for help', async () => {
    for (const args of [
      ['events', 'tail', '--help'],
      ['service', '--help'],
      ['tags', 'help', 'import'],
      ['--version'],
    ]) {
      expect(await run(args), args.join(' ')).toMatchObject({ code: 0, error: '' });
    }
  });
});

describe('reports of meterscope test', () => {
  const FAST = ['--scenarios', 'badlogin', '--look', '100', '--quiet', '800', '--patience', '30000'];
  const submissions = async () => (await service.api('GET', '/authorizations?is_test=true')).json.authorizations.length;

  it.each([
    ['--junit', 'none/junit.xml', /cannot be written: no folder .*none is found\./],
    ['--html', 'none/report.html', /cannot be written: no folder .*none is found\./],
    ['--junit', '.', /cannot be written: .* is a folder\./],
  ])('that cannot be written end with 2 before anything is submitted: %s %s', async (option, name, sentence) => {
    const before = await submissions();
    const { code, output, error } = await run(
      ['test', '--base-url', service.line.base_url, ...FAST, option, at(name)],
      token(),
    );
    expect({ code, output, error }).toEqual({ code: 2, output: '', error: expect.stringMatching(sentence) });
    expect(await submissions()).toBe(before);
  });

  it('that have no name end with 2', async () => {
    const { code } = await run(['test', '--base-url', service.line.base_url, ...FAST, '--junit', ''], token());
    expect(code).toBe(2);
  });

  it.skipIf(process.platform !== 'linux')(
    'that could not be written after all are told beside the verdicts, and the others are written',
    async () => {
      const { code, output, error } = await run(
        ['test', '--base-url', service.line.base_url, ...FAST, '--junit', '/dev/full', '--html', at('report.html')],
        token(),
      );
      expect(output).toContain('1 of 1 passed');
      expect(error).toMatch(/^The report \/dev\/full could not be written: .*ENOSPC/);
      expect(error.trim().split('\n')).toHaveLength(1);
      expect(code).toBe(3);
      expect(await readFile(at('report.html'), 'utf8')).toContain('</html>');
    },
  );
});

describe.skipIf(process.platform === 'win32')('an output that is closed early', () => {
  /** Runs a command whose output nobody reads any more once it has begun. */
  async function closedEarly(args: readonly string[], env: Record<string, string>, input?: string) {
    const { child, ended } = startCommand(args, env, input);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.destroy();
    return ended;
  }

  it('is the end of what is wanted: no trace of the program, no copy of what was piped in', async () => {
    const temporary = at('temporary');
    await mkdir(temporary);
    await writeFile(at('good.xml'), batchFeed({ days: 2 }));
    // More than a pipe takes at once.
    const files = Array.from({ length: 20 }, () => at('good.xml'));
    const { code, error } = await closedEarly(
      ['check', '-', ...files, '--format', 'json', '--blocks', '13'],
      { TMPDIR: temporary },
      batchFeed({ days: 2 }),
    );
    expect([code, error]).toEqual([0, '']);
    expect(await readdir(temporary)).toEqual([]);
  });

  it('ends a tail of events', async () => {
    const tail = closedEarly(
      ['events', 'tail', '--base-url', service.line.base_url, '--all', '--every', '0.2', '--json'],
      token(),
    );
    const stop = setInterval(() => void service.submit('badlogin'), 2000);
    try {
      expect(await tail).toMatchObject({ code: 0, error: '' });
    } finally {
      clearInterval(stop);
    }
  });
});

it.skipIf(process.platform === 'win32')('a watched service says what it saw where the report is gone', async () => {
  await mkdir(at('gone'));
  const { child, ended } = startCommand(['service', '--port', '0', '--watch', at('gone/report.json')]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(existsSync(at('gone/report.json'))).toBe(true);
  await rm(at('gone'), { recursive: true });
  child.kill('SIGTERM');
  const { code, output, error } = await ended;
  expect(error).toMatch(/^The report could not be written: /);
  expect(error.trim().split('\n')).toHaveLength(1);
  expect(output).toMatch(/OAT/);
  expect(code).toBe(1);
});
