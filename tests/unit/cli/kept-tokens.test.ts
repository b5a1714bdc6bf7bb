import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepTokens } from '../../../electron/cli/kept-tokens.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-kept-tokens-'));
  file = path.join(folder, 'line.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const LINE = {
  espi_base: 'https://u.example/espi',
  authorizations: [
    { auth_uid: '7', access_token: 'a1', refresh_token: 'r1', expires_at: 1, meters: ['m'] },
    { auth_uid: '8', access_token: 'b1' },
  ],
  later: 'more',
};
const GRANTS = { '7': { token: 'a2', refreshToken: 'r2', obtainedAt: 0 } };
const OTHER = LINE.authorizations[1];
const KEPT = {
  ...LINE,
  authorizations: [{ auth_uid: '7', access_token: 'a2', refresh_token: 'r2', meters: ['m'] }, OTHER],
};
const kept = async () => JSON.parse(await readFile(file, 'utf8')) as unknown;

it('new tokens are written in place of those before, with all else as it was, for this user only', async () => {
  await writeFile(file, JSON.stringify(LINE), { mode: 0o644 });
  await keepTokens(file, GRANTS);
  expect(await kept()).toEqual(KEPT);
  expect(await readdir(folder)).toEqual(['line.json']);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  await keepTokens(file, { '7': { ...GRANTS['7'], expiresAt: 5999, scope: 'FB=4' } });
  expect(await kept()).toMatchObject({ authorizations: [{ expires_at: 5, scope: 'FB=4' }, OTHER] });
});

it('a line stays a line, and what was written by hand stays readable', async () => {
  await writeFile(file, JSON.stringify(LINE));
  await keepTokens(file, GRANTS);
  expect((await readFile(file, 'utf8')).trim()).not.toContain('\n');
  await writeFile(file, JSON.stringify(LINE, null, 4));
  await keepTokens(file, GRANTS);
  expect(await readFile(file, 'utf8')).toContain('\n  "later"');
});

it.skipIf(process.platform === 'win32')('a link goes on leading to the file', async () => {
  await writeFile(file, JSON.stringify(LINE));
  const link = path.join(folder, 'link.json');
  await symlink(file, link);
  await keepTokens(link, GRANTS);
  expect(await kept()).toEqual(KEPT);
});

it.each([
  ['gone', async () => undefined],
  ['of other authorizations', async () => await writeFile(file, JSON.stringify({ authorizations: [OTHER] }))],
  ['no line any more', async () => await writeFile(file, 'no JSON')],
])('a file that is %s is left, and said to keep nothing', async (_, prepare) => {
  await prepare();
  const before = await readFile(file, 'utf8').catch(() => undefined);
  await expect(keepTokens(file, GRANTS)).rejects.toMatchObject({ code: 'file_not_written' });
  expect(await readFile(file, 'utf8').catch(() => undefined)).toBe(before);
});

it.skipIf(process.platform === 'win32')('what is no file, such as a pipe, keeps nothing', async () => {
  await expect(keepTokens('/dev/null', GRANTS)).rejects.toMatchObject({
    code: 'file_not_written',
    message: expect.stringContaining('/dev/null'),
  });
});
