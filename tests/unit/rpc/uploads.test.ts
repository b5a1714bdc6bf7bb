import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Uploads } from '../../../electron/rpc/uploads.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'uploads-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (limits = {}) => new Uploads(() => folder, { bytes: 100, files: 2, free: 0, ...limits });
const body = (text: string) => new Blob([text]).stream() as ReadableStream<Uint8Array>; // declared twice, see uploads.ts
const nameOf = async (name: string) => path.basename(await start().keep(name, undefined, body('x')));

describe('an uploaded file', () => {
  it('is kept as it came, for this user alone', async () => {
    const file = await start().keep('usage.xml', 5, body('<feed'));
    expect(await readFile(file, 'utf8')).toBe('<feed');
    expect(path.dirname(path.dirname(file))).toBe(folder);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\data\\März 1.xml', 'März 1.xml'],
    ['a<b>:c?.xml', 'a_b__c_.xml'],
    ['name. . ', 'name'],
    ['nul.xml', '_nul.xml'],
    ['COM1', '_COM1'],
    ['console.xml', 'console.xml'],
  ])('has a harmless name: %s', async (given, kept) => expect(await nameOf(given)).toBe(kept));

  it.each(['', '..', 'x/', ' . '])('needs a name: "%s"', async (name) => {
    await expect(nameOf(name)).rejects.toMatchObject({ code: 'bad_name' });
  });

  it('is refused where it is too large, as said or as it comes, and nothing of it stays', async () => {
    const uploads = start();
    await expect(uploads.keep('a', 101, body('x'))).rejects.toMatchObject({ code: 'upload_too_large' });
    await expect(uploads.keep('a', 5, body('x'.repeat(101)))).rejects.toMatchObject({ code: 'upload_too_large' });
    expect(await readdir(folder)).toEqual([]);
    // Neither counts.
    for (const name of ['a', 'b']) await uploads.keep(name, undefined, body('x'.repeat(100)));
    await expect(uploads.keep('c', undefined, body('x'))).rejects.toMatchObject({ code: 'upload_too_many' });
  });

  it('leaves room on the disk', async () => {
    const uploads = start({ free: Number.MAX_SAFE_INTEGER });
    await expect(uploads.keep('a', undefined, body('x'))).rejects.toMatchObject({ code: 'disk_full' });
    expect(await readdir(folder)).toEqual([]);
  });
});
