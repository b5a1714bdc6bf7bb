/**
 * The browser host has no keychain: secrets are sealed with a random key in a file that only this user may read.
 * Whoever can read that file can read the secrets, so its strength is `weak` and the user is asked first.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#shared/errors.ts';
import type { SecretCipher } from './host.ts';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Opens (or makes) the key in `folder`; the key is made on first use, so that a look at the demo leaves none behind. */
export function keyFileCipher(folder: string): SecretCipher {
  const file = path.join(folder, 'secret.key');
  let key: Buffer | undefined;

  function loadKey(create: boolean): Buffer {
    if (key) return key;
    try {
      key = readFileSync(file);
    } catch (error) {
      if (!create) throw unreadable(error);
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      key = randomBytes(KEY_BYTES);
      writeFileSync(file, key, { mode: 0o600, flag: 'wx' });
    }
    return key;
  }

  return {
    backend: 'key_file',
    strength: 'weak',
    async encrypt(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', loadKey(true), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    async decrypt(bytes) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', loadKey(false), bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw error instanceof AppError ? error : unreadable(error);
      }
    },
  };
}

function unreadable(cause: unknown): AppError {
  return new AppError(
    {
      code: 'secret_unreadable',
      message: 'The saved tokens cannot be read with the key on this machine.',
      action: 'Enter the tokens again.',
    },
    { cause },
  );
}
