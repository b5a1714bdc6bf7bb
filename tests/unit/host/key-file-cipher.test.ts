import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFiles } from '../../../electron/host/data-files.ts';
import { keyFileCipher } from '../../../electron/host/key-file-cipher.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cipher-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => keyFileCipher(new DataFiles(folder));
const keyFile = () => path.join(folder, 'secret.key');

describe('the cipher with a key file', () => {
  it('opens what it sealed, also after a restart', async () => {
    const sealed = await open().encrypt('tökens');
    expect(Buffer.from(sealed).includes('tökens')).toBe(false);
    expect(await open().decrypt(sealed)).toBe('tökens');
  });

  it('seals the same text differently each time, with one key for calls at the same time', async () => {
    const cipher = open();
    const [one, other] = await Promise.all([cipher.encrypt('x'), cipher.encrypt('x')]);
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(false);
    expect([await cipher.decrypt(one), await cipher.decrypt(other)]).toEqual(['x', 'x']);
  });

  it('makes no key for opening', async () => {
    await expect(open().decrypt(Buffer.alloc(64))).rejects.toMatchObject({ code: 'secret_unreadable' });
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses what was changed, cut or sealed with another key', async () => {
    const cipher = open();
    const sealed = Buffer.from(await cipher.encrypt('x'));
    const changed = Buffer.from(sealed);
    changed[sealed.length - 1] = (changed[sealed.length - 1] ?? 0) ^ 1;
    for (const bytes of [changed, sealed.subarray(0, 5), Buffer.alloc(0)])
      await expect(cipher.decrypt(bytes)).rejects.toMatchObject({ code: 'secret_unreadable' });
    await cipher.renewKey?.();
    await expect(cipher.decrypt(sealed)).rejects.toMatchObject({ code: 'secret_unreadable' });
  });

  it('seals nothing with a damaged key, leaves it for a repair, and takes the repaired one', async () => {
    const cipher = open();
    await writeFile(keyFile(), 'short');
    await expect(cipher.encrypt('x')).rejects.toMatchObject({ code: 'secret_key_damaged' });
    expect(await readFile(keyFile(), 'utf8')).toBe('short');
    await writeFile(keyFile(), Buffer.alloc(32, 7));
    expect(await cipher.decrypt(await cipher.encrypt('x'))).toBe('x');
  });
});
