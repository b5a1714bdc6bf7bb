import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretsStore } from '../../electron/connections/secrets-store.ts';
import type { SecretCipher } from '../../electron/host/index.ts';
import { DataFiles } from '../../electron/host/index.ts';
import { keyFileCipher } from '../../electron/host/key-file-cipher.ts';
import { AppError } from '../../shared/errors.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'secrets.json');
const api = (token: string) => ({ api: { token, obtainedAt: 1 }, grants: {}, use: {} });

/** A keychain: what it sealed, only it opens. */
function keychain(backend: string, strength: 'os' | 'weak' = 'os'): SecretCipher {
  const mark = `${backend}:`;
  return {
    backend,
    strength,
    encrypt: async (text) => Buffer.from(mark + Buffer.from(text).toString('hex')),
    async decrypt(bytes) {
      const text = Buffer.from(bytes).toString();
      if (!text.startsWith(mark)) throw new AppError({ code: 'secret_unreadable', message: 'Sealed by another.' });
      return Buffer.from(text.slice(mark.length), 'hex').toString();
    },
  };
}

const store = (cipher: SecretCipher, earlier: SecretCipher[] = []) =>
  new SecretsStore({ files: new DataFiles(folder), cipher, earlier });

describe('secrets on disk', () => {
  it('are sealed in a 0600 file that names the backend, and found again', async () => {
    const first = store(keychain('keychain'));
    await first.update('acme', () => api('tok_marked'));
    const text = await readFile(file(), 'utf8');
    expect(text).not.toContain('tok_marked');
    expect(JSON.parse(text).backends.keychain.strength).toBe('os');
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await store(keychain('keychain')).read('acme')).api?.token).toBe('tok_marked');
  });

  it('are not written to a weak backend before the user was asked', async () => {
    const weak = store(keychain('basic_text', 'weak'));
    await weak.update('acme', () => api('tok'));
    await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await weak.status()).toMatchObject({ strength: 'weak', keeping: 'undecided' });
    expect((await weak.read('acme')).api?.token).toBe('tok');
    await weak.decide('disk');
    expect((await store(keychain('basic_text', 'weak')).read('acme')).api?.token).toBe('tok');
  });

  it('"this session only" deletes what lay on disk and goes on with it', async () => {
    const one = store(keychain('keychain'));
    await one.update('acme', () => api('tok'));
    await one.decide('session');
    expect(JSON.parse(await readFile(file(), 'utf8')).backends.keychain.sealed).toEqual({});
    expect((await one.read('acme')).api?.token).toBe('tok');
    await one.update('acme', () => api('newer'));
    expect((await store(keychain('keychain')).read('acme')).api).toBeUndefined();
  });

  it('move to a stronger backend when it appears', async () => {
    const weak = keyFileCipher(new DataFiles(folder));
    const before = store(weak);
    await before.update('acme', () => api('tok'));
    await before.decide('disk');
    const after = store(keychain('gnome_libsecret'), [weak]);
    expect((await after.read('acme')).api?.token).toBe('tok');
    const { backends } = JSON.parse(await readFile(file(), 'utf8'));
    expect(backends.key_file.sealed).toEqual({});
    expect(Object.keys(backends.gnome_libsecret.sealed)).toEqual(['acme']);
    expect((await after.status()).migrated).toEqual([{ workspace: 'acme', from: 'key_file' }]);
  });

  it('that this backend cannot open stay for the one that can, and are named', async () => {
    await store(keychain('keychain')).update('acme', () => api('tok'));
    const other = store(keychain('kwallet'));
    expect((await other.read('acme')).api).toBeUndefined();
    expect((await other.status()).unreadable).toEqual([{ workspace: 'acme', backend: 'keychain' }]);
    await other.update('beta', () => api('other'));
    expect((await store(keychain('keychain')).read('acme')).api?.token).toBe('tok');
  });

  it('that were forgotten are gone from every backend', async () => {
    await store(keychain('keychain')).update('acme', () => api('tok'));
    const other = store(keychain('kwallet'));
    await other.forget('acme');
    expect((await store(keychain('keychain')).read('acme')).api).toBeUndefined();
  });

  it('of the demo never go to disk', async () => {
    const one = store(keychain('keychain'));
    one.holdInMemory('demo', api('tok_demo'));
    await one.update('demo', () => api('tok_demo_2'));
    await one.update('acme', () => api('tok'));
    expect(Object.keys(JSON.parse(await readFile(file(), 'utf8')).backends.keychain.sealed)).toEqual(['acme']);
  });

  it('a locked keychain keeps them for the session and says why', async () => {
    const locked: SecretCipher = {
      ...keychain('keychain'),
      encrypt: async () => {
        throw new AppError({ code: 'secrets_unavailable', message: 'Locked.' });
      },
    };
    const one = store(locked);
    await one.update('acme', () => api('tok'));
    expect((await one.read('acme')).api?.token).toBe('tok');
    expect((await one.status()).problem).toMatchObject({ code: 'secrets_unavailable' });
  });

  it('a damaged file is put aside, not overwritten', async () => {
    await writeFile(file(), '{"version": 1, "back');
    const one = store(keychain('keychain'));
    await one.update('acme', () => api('tok'));
    expect(await readFile(`${file()}.damaged`, 'utf8')).toBe('{"version": 1, "back');
    expect((await store(keychain('keychain')).read('acme')).api?.token).toBe('tok');
  });

  it('changes that come at the same time are all kept', async () => {
    const one = store(keychain('keychain'));
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        one.update('acme', (secrets) => ({
          ...secrets,
          grants: { ...secrets.grants, [n]: { token: `t${n}`, obtainedAt: n } },
        })),
      ),
    );
    expect(Object.keys((await store(keychain('keychain')).read('acme')).grants)).toHaveLength(20);
  });
});

/** What becomes of a secret in a process that may write `bytes` at most into each file: as on a disk that is full. */
async function keepWithin(bytes: number): Promise<{ code: string; message: string } | 'kept'> {
  const at = (file: string) => new URL(`../../electron/${file}`, import.meta.url).pathname;
  const script = `
    import { SecretsStore } from '${at('connections/secrets-store.ts')}';
    import { DataFiles } from '${at('host/data-files.ts')}';
    import { keyFileCipher } from '${at('host/key-file-cipher.ts')}';
    const files = new DataFiles(${JSON.stringify(folder)});
    const store = new SecretsStore({ files, cipher: keyFileCipher(files), earlier: [] });
    try {
      await store.update('acme', () => ({ api: { token: 'tok'.padEnd(4000, '.'), obtainedAt: 1 }, grants: {}, use: {} }));
      if ((await store.status()).keeping === 'disk') store.requireKept('acme');
      else await store.decide('disk');
      process.send('kept');
    } catch ({ code, message }) {
      process.send({ code, message });
    }`;
  // A shell counts in blocks of 512 bytes; without the trap the system would end the process.
  const limited = `ulimit -f ${Math.floor(bytes / 512)}; trap '' XFSZ; exec "$0" --input-type=module -e "$1"`;
  const child = spawn('sh', ['-c', limited, process.execPath, script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [answer] = await once(child, 'message');
  return answer;
}

describe.skipIf(process.platform === 'win32')('secrets on a full disk', () => {
  it('are never said to be kept, and leave no empty key behind', async () => {
    expect(await keepWithin(0)).toMatchObject({ code: 'disk_full' });
    expect(await readdir(folder)).toEqual([]);
    // The choice fits, the sealed secrets do not.
    await store(keyFileCipher(new DataFiles(folder))).decide('disk');
    expect(await keepWithin(512)).toMatchObject({ code: 'secret_not_kept', message: expect.stringContaining('full') });
    for (const name of await readdir(folder)) expect((await stat(path.join(folder, name))).size).toBeGreaterThan(0);
    expect((await store(keyFileCipher(new DataFiles(folder))).read('acme')).api).toBeUndefined();
    expect(await keepWithin(1 << 20)).toBe('kept');
    expect((await store(keyFileCipher(new DataFiles(folder))).read('acme')).api?.token).toMatch(/^tok[.]+$/);
  });
});

describe('the key file of the browser host', () => {
  it('is replaced where it is empty and nothing was sealed with it yet', async () => {
    for (const bytes of [0, 5, 33]) {
      await rm(file(), { force: true });
      await writeFile(path.join(folder, 'secret.key'), Buffer.alloc(bytes));
      const one = store(keyFileCipher(new DataFiles(folder)));
      await one.decide('disk');
      await one.update('acme', () => api('tok'));
      one.requireKept('acme');
      expect((await stat(path.join(folder, 'secret.key'))).size).toBe(32);
      expect((await store(keyFileCipher(new DataFiles(folder))).read('acme')).api?.token).toBe('tok');
    }
  });

  it('is told of, and left as it is, where saved tokens need the one that was there', async () => {
    const first = store(keyFileCipher(new DataFiles(folder)));
    await first.decide('disk');
    await first.update('acme', () => api('tok'));
    await writeFile(path.join(folder, 'secret.key'), '');
    const one = store(keyFileCipher(new DataFiles(folder)));
    await one.update('beta', () => api('other'));
    expect(() => one.requireKept('beta')).toThrow(expect.objectContaining({ code: 'secret_not_kept' }));
    expect(await one.status()).toMatchObject({
      unreadable: [{ workspace: 'acme', backend: 'key_file' }],
      problem: { code: 'secret_key_damaged', message: expect.stringContaining('0 bytes') },
    });
    expect((await stat(path.join(folder, 'secret.key'))).size).toBe(0);
    // The cure that it names: the sealed ones are given up, and the key is made anew.
    await one.decide('session');
    await one.decide('disk');
    expect((await store(keyFileCipher(new DataFiles(folder))).read('beta')).api?.token).toBe('other');
  });

  it('is made on first use, readable by its owner only, and seals differently each time', async () => {
    const cipher = keyFileCipher(new DataFiles(folder));
    await expect(stat(path.join(folder, 'secret.key'))).rejects.toMatchObject({ code: 'ENOENT' });
    const one = await cipher.encrypt('text');
    const two = await cipher.encrypt('text');
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false);
    expect((await stat(path.join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await keyFileCipher(new DataFiles(folder)).decrypt(one)).toBe('text');
  });

  it('notices a changed byte', async () => {
    const cipher = keyFileCipher(new DataFiles(folder));
    const sealed = Buffer.from(await cipher.encrypt('text'));
    sealed.writeUInt8((sealed.at(-1) ?? 0) ^ 1, sealed.length - 1);
    await expect(cipher.decrypt(sealed)).rejects.toMatchObject({ code: 'secret_unreadable' });
  });
});
