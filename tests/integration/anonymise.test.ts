import { execFile } from 'node:child_process';
import { link, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchFeed } from '../fixtures/batch-feed.ts';

const CLI = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function run(args: string[], { stdin, secret }: { stdin?: string; secret?: string } = {}): Promise<Run> {
  const { METERSCOPE_ANONYMISE_SECRET: _, ...rest } = process.env;
  const env = secret === undefined ? rest : { ...rest, METERSCOPE_ANONYMISE_SECRET: secret };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [CLI, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });
}

describe('meterscope anonymise', () => {
  let folder: string;
  let from: string;
  const at = (name: string) => path.join(folder, name);
  const SECRET = 'a secret of sixteen characters and more';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-anonymise-test-'));
    from = at('in.xml');
    await writeFile(from, batchFeed({ days: 2 }).replace(/<title>[^<]*<\/title>/, '<title>Ada Lovelace</title>'));
    await writeFile(at('secret'), `${SECRET}\n`);
  });

  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  it('writes a file without the names, the same by the same secret, and says when the secret was random', async () => {
    const byFile = await run(['anonymise', from, at('1.xml'), '--secret-file', at('secret')]);
    expect(byFile).toEqual({ code: 0, stdout: `Written: ${at('1.xml')}\n`, stderr: '' });
    const out = await readFile(at('1.xml'), 'utf8');
    expect(out).not.toMatch(/Ada|Lovelace/);
    const fromInput = await run(['anonymise', '-', at('2.xml')], {
      stdin: await readFile(from, 'utf8'),
      secret: SECRET,
    });
    expect(fromInput.code).toBe(0);
    expect(await readFile(at('2.xml'), 'utf8')).toBe(out);
    const random = await run(['anonymise', from, at('2.xml')]);
    expect([random.code, random.stdout]).toEqual([0, expect.stringContaining('a random secret')]);
    expect(await readFile(at('2.xml'), 'utf8')).not.toBe(out);
    const moved = await run(['anonymise', from, at('2.xml'), '--secret-file', at('secret'), '--jitter', '5']);
    expect(moved.code).toBe(0);
    expect(await readFile(at('2.xml'), 'utf8')).not.toBe(out);
  });

  it('ends with 2 and leaves what was there, where it cannot do it', async () => {
    await writeFile(at('cut.xml'), (await readFile(from, 'utf8')).slice(0, -20));
    await writeFile(at('old.xml'), 'old');
    await writeFile(at('short'), 'short');
    await symlink(from, at('link.xml'));
    await link(from, at('hard.xml'));
    const before = await readFile(from, 'utf8');
    const names = await readdir(folder);
    for (const [args, said] of [
      [[at('cut.xml'), at('old.xml')], 'not well-formed'],
      [[at('none.xml'), at('old.xml')], 'There is no file none.xml'],
      [[from, from], 'the same file'],
      [[from, at('link.xml')], 'the same file'],
      [[from, at('hard.xml')], 'the same file'],
      [[from, folder], 'is not a file'],
      [[from, path.join(folder, 'none', 'out.xml')], 'could not be written'],
      [[from, at('old.xml'), '--secret-file', at('none')], 'could not be read'],
      [[from, at('old.xml'), '--secret-file', at('short')], 'shorter than'],
      [[from, at('old.xml'), '--jitter', '51'], 'percentage'],
      [[from], 'missing required argument'],
    ] as const) {
      const { code, stderr } = await run(['anonymise', ...args]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
    }
    expect(await readdir(folder)).toEqual(names);
    expect([await readFile(at('old.xml'), 'utf8'), await readFile(from, 'utf8')]).toEqual(['old', before]);
  });
});
