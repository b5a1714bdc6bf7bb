import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SecretsStore } from '../../../electron/connections/secrets-store.ts';
import { DataFiles, type SecretCipher } from '../../../electron/host/index.ts';
import { AppError } from '../../../shared/errors.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'secrets-store-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true, force: true });
});

/** A backend that opens only what it sealed itself, with the same key. */
function backend(name: string, strength: 'os' | 'weak' = 'os', key = name): SecretCipher {
  return {
    backend: name,
    strength,
    encrypt: async (text) => Buffer.from(`${key}:${text}`),
    decrypt: async (bytes) => {
      const text = Buffer.from(bytes).toString();
      if (!text.startsWith(`${key}:`)) throw new AppError({ code: 'secret_unreadable', message: 'Not mine.' });
      return text.slice(key.length + 1);
    },
  };
}

/** The same backend on two computers, each with a key of its own. */
const hereCipher = () => backend('keychain', 'os', 'here');
const thereCipher = () => backend('keychain', 'os', 'there');

const open = (cipher: SecretCipher, ...earlier: SecretCipher[]) =>
  new SecretsStore({ files: new DataFiles(folder), cipher, earlier });
const token = (value: string) => ({ api: { token: value, obtainedAt: 1 }, grants: {}, use: {} });
const onDisk = async () => JSON.parse(await readFile(path.join(folder, 'secrets.json'), 'utf8')).backends;

describe('the secrets store', () => {
  it('moves what an earlier backend sealed to the present one, and says from where', async () => {
    await open(backend('old')).update('w', () => token('t'));
    const now = open(backend('new'), backend('old'));
    expect((await now.read('w')).api?.token).toBe('t');
    expect((await now.status()).migrated).toEqual([{ workspace: 'w', from: 'old' }]);
    const { old, new: own } = await onDisk();
    expect([Object.keys(old.sealed), Object.keys(own.sealed)]).toEqual([[], ['w']]);
  });

  it('leaves a copy with the stronger backend when it moves to a weaker one', async () => {
    await open(backend('strong')).update('w', () => token('t'));
    const weak = open(backend('weak', 'weak'), backend('strong'));
    await weak.decide('disk');
    expect((await weak.read('w')).api?.token).toBe('t');
    const backends = await onDisk();
    expect(Object.keys(backends.strong.sealed)).toEqual(['w']);
    expect(Object.keys(backends.weak.sealed)).toEqual(['w']);
  });

  it('moves nothing to a weak backend before the user was asked', async () => {
    await open(backend('strong')).update('w', () => token('t'));
    const weak = open(backend('weak', 'weak'), backend('strong'));
    expect((await weak.read('w')).api?.token).toBe('t');
    expect(await weak.status()).toMatchObject({ keeping: 'undecided', migrated: [], unreadable: [] });
    expect(Object.keys((await onDisk()).strong.sealed)).toEqual(['w']);
  });

  it('names what cannot be opened and leaves it, also when other secrets are written', async () => {
    await open(backend('elsewhere')).update('w', () => token('t'));
    const here = open(backend('here'));
    expect(await here.read('w')).toEqual({ grants: {}, use: {} });
    expect((await here.status()).unreadable).toEqual([{ workspace: 'w', backend: 'elsewhere' }]);
    await here.update('other', () => token('u'));
    await here.update('w', () => token('mine'));
    expect((await here.status()).unreadable).toEqual([]);
    expect((await open(backend('elsewhere')).read('w')).api?.token).toBe('t');
    expect((await open(backend('here')).read('w')).api?.token).toBe('mine');
  });

  it('sets a damaged file aside as it was, and goes on with a new one', async () => {
    for (const damaged of ['{"version":1,"backe', '{"version":2,"backends":{}}', '']) {
      await writeFile(path.join(folder, 'secrets.json'), damaged);
      const store = open(backend('one'));
      expect((await store.status()).problem?.code).toBe('secrets_damaged');
      expect(await readFile(path.join(folder, 'secrets.json.damaged'), 'utf8')).toBe(damaged);
      await store.update('w', () => token('t'));
      expect((await store.status()).problem).toBeUndefined();
      expect((await open(backend('one')).read('w')).api?.token).toBe('t');
    }
  });

  it('reads what it moves even where the move cannot be written, and says so', async () => {
    await open(backend('old')).update('w', () => token('t'));
    const files = new DataFiles(folder);
    files.write = async () => {
      throw new AppError({ code: 'disk_full', message: 'The disk is full.' });
    };
    const now = new SecretsStore({ files, cipher: backend('new'), earlier: [backend('old')] });
    expect((await now.read('w')).api?.token).toBe('t');
    expect(await now.status()).toMatchObject({ problem: { code: 'disk_full' }, migrated: [] });
    expect(Object.keys((await onDisk()).old.sealed)).toEqual(['w']);
  });

  it('keeps what another key of the same backend sealed, also where other secrets are entered in its place', async () => {
    await open(thereCipher()).update('w', () => token('theirs'));
    const here = open(hereCipher());
    expect((await here.status()).unreadable).toEqual([{ workspace: 'w', backend: 'keychain' }]);
    await here.update('w', () => token('ours'));
    await here.update('w', () => token('ours, renewed'));
    expect((await open(thereCipher()).read('w')).api?.token).toBe('theirs');
    expect((await open(hereCipher()).read('w')).api?.token).toBe('ours, renewed');
  });

  it('opens the newest that its key can open, and keeps one of each key', async () => {
    for (const value of ['first', 'second']) {
      await open(thereCipher()).update('w', () => token(`theirs, ${value}`));
      await open(hereCipher()).update('w', () => token(`ours, ${value}`));
    }
    expect((await open(thereCipher()).read('w')).api?.token).toBe('theirs, second');
    expect((await open(hereCipher()).read('w')).api?.token).toBe('ours, second');
    const { sealed, aside } = (await onDisk()).keychain;
    expect([Object.keys(sealed), aside.w.length]).toEqual([['w'], 1]);
  });

  it('keeps what another key sealed, also where the user wants nothing of this session on disk', async () => {
    await open(thereCipher()).update('w', () => token('theirs'));
    const here = open(hereCipher());
    await here.decide('session');
    expect((await here.status()).unreadable).toEqual([{ workspace: 'w', backend: 'keychain' }]);
    expect((await open(hereCipher()).status()).unreadable).toEqual([{ workspace: 'w', backend: 'keychain' }]);
    expect((await open(thereCipher()).read('w')).api?.token).toBe('theirs');
  });

  it('says that they cannot be opened also where the user decides otherwise and back', async () => {
    await open(thereCipher()).update('w', () => token('theirs'));
    const here = open(hereCipher());
    await here.status();
    await here.decide('session');
    await here.decide('disk');
    expect((await open(hereCipher()).status()).unreadable).toEqual([{ workspace: 'w', backend: 'keychain' }]);
    expect((await open(thereCipher()).read('w')).api?.token).toBe('theirs');
  });

  it('deletes what this key sealed where the user wants nothing on disk, and only that', async () => {
    await open(thereCipher()).update('w', () => token('theirs'));
    await open(hereCipher()).update('w', () => token('ours'));
    await open(hereCipher()).decide('session');
    expect((await open(hereCipher()).read('w')).api).toBeUndefined();
    expect((await open(thereCipher()).read('w')).api?.token).toBe('theirs');
  });

  it('moves from an earlier backend only what it can open there', async () => {
    await open(backend('old', 'os', 'mine')).update('w', () => token('mine'));
    await open(backend('old', 'os', 'other')).update('w', () => token('of another'));
    const now = open(backend('new'), backend('old', 'os', 'mine'));
    expect((await now.read('w')).api?.token).toBe('mine');
    expect((await open(backend('new')).read('w')).api?.token).toBe('mine');
    expect((await open(backend('old', 'os', 'mine')).read('w')).api).toBeUndefined();
    expect((await open(backend('old', 'os', 'other')).read('w')).api?.token).toBe('of another');
  });

  it('opens a file of a version that put nothing aside', async () => {
    await open(backend('one')).update('w', () => token('t'));
    const backends = await onDisk();
    delete backends.one.aside;
    await writeFile(path.join(folder, 'secrets.json'), JSON.stringify({ version: 1, backends }));
    expect((await open(backend('one')).read('w')).api?.token).toBe('t');
  });

  it('forgets what another key sealed, too, once its workspace is deleted', async () => {
    await open(thereCipher()).update('w', () => token('theirs'));
    const here = open(hereCipher());
    await here.update('w', () => token('ours'));
    await here.forget('w');
    expect((await open(thereCipher()).read('w')).api).toBeUndefined();
  });
});
