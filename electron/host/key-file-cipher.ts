/**
 * The browser host has no keychain: secrets are sealed with a random key in a file that only this user may read.
 * Everyone who can read that file can read the secrets, so its strength is `weak` and the user is asked first.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { DataFiles } from './data-files.ts';
import type { SecretCipher } from './host.ts';

const KEY_FILE = 'secret.key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals with the key in `secret.key`; it is made on first use, so that trying the demo leaves none behind. Nothing is
 * sealed with a key that is not whole on disk.
 */
export function keyFileCipher(files: DataFiles): SecretCipher {
  let key: Promise<Buffer> | undefined;

  /** One key for all calls at the same time; one that could not be read is tried again by the next call. */
  function use(getKey: () => Promise<Buffer>): Promise<Buffer> {
    const got = key ?? getKey();
    key = got;
    got.catch(() => {
      if (key === got) key = undefined;
    });
    return got;
  }

  async function stored(): Promise<Buffer | undefined> {
    const bytes = await files.read(KEY_FILE);
    if (bytes !== undefined && bytes.length !== KEY_BYTES) throw damaged(files.place(KEY_FILE), bytes.length);
    return bytes;
  }

  async function make(): Promise<Buffer> {
    const made = randomBytes(KEY_BYTES);
    await files.write(KEY_FILE, made);
    return made;
  }

  return {
    backend: 'key_file',
    strength: 'weak',
    async encrypt(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', await use(async () => (await stored()) ?? (await make())), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    async decrypt(bytes) {
      try {
        const opener = await use(async () => {
          const found = await stored();
          if (found === undefined) throw new Error(`There is no ${KEY_FILE}.`);
          return found;
        });
        const decipher = createDecipheriv('aes-256-gcm', opener, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw error instanceof AppError ? error : unreadable(error);
      }
    },
    async renewKey() {
      key = undefined;
      await use(make);
    },
  };
}

function damaged(file: string, bytes: number): AppError {
  return new AppError({
    code: 'secret_key_damaged',
    message: `The key of the saved tokens and passwords is damaged: ${file} has ${bytes} bytes instead of ${KEY_BYTES}.`,
    action:
      'Restore it from a backup. Without one, choose to keep them for this session only, which gives up the saved ones, and enter them again.',
  });
}

function unreadable(cause: unknown): AppError {
  return new AppError(
    {
      code: 'secret_unreadable',
      message: 'The saved tokens and passwords cannot be read with the key on this computer.',
      action: 'Enter them again.',
    },
    { cause },
  );
}
