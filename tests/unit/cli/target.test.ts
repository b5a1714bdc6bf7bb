import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTarget, type TargetOptions } from '../../../electron/cli/target.ts';
import { createConnections } from '../../../electron/connections/index.ts';
import { DataFiles, type SecretCipher } from '../../../electron/host/index.ts';
import { keyFileCipher } from '../../../electron/host/key-file-cipher.ts';
import { HttpClient } from '../../../electron/http/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'target-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

async function opened(options: TargetOptions) {
  const target = await openTarget(options);
  await target.close();
  return target;
}

describe('a service that a file describes', () => {
  const file = () => path.join(folder, 'service.json');

  it('needs an address and a token, and takes what else there is', async () => {
    await writeFile(file(), JSON.stringify({ base_url: 'https://a.example/', api_token: 't' }));
    expect(await opened({ bootstrap: file() })).toMatchObject({ form: undefined, utility: undefined });
    await writeFile(
      file(),
      JSON.stringify({ base_url: 'https://a.example', api_token: 't', form_uid: 'f', utility: 'U' }),
    );
    expect(await opened({ bootstrap: file() })).toMatchObject({ form: 'f', utility: 'U' });
  });

  it.each([
    [undefined, /^The file .*service\.json cannot be read\.$/],
    ['not json', /is no JSON object/],
    ['{"base_url": "nowhere"}', /the member base_url is not what it should be/],
    ['{"api_token": "t"}', /the member base_url is missing/],
  ])('says in a sentence what is wrong with %s', async (text, message) => {
    if (text !== undefined) await writeFile(file(), text);
    await expect(opened({ bootstrap: file() })).rejects.toMatchObject({
      code: 'wrong_use',
      message: expect.stringMatching(message),
    });
  });
});

describe('the service of a workspace', () => {
  /** The desktop's keychain: what it sealed, only it opens. */
  const keychain: SecretCipher = {
    backend: 'keychain',
    strength: 'os',
    encrypt: async (text) => Buffer.from(text).reverse(),
    decrypt: async (bytes) => Buffer.from(bytes).reverse().toString(),
  };

  async function workspaceOf(cipher: SecretCipher, name = 'Acme'): Promise<void> {
    const http = new HttpClient({ userAgent: 'test' });
    const demo = new Promise<never>(() => {});
    const connections = await createConnections({ files: new DataFiles(folder), cipher, http, demo });
    const { id } = await connections.workspaces.create({ name, baseUrl: 'https://acme.example' });
    await connections.secrets.decide('disk');
    await connections.changeSecrets(id, (secrets) => ({ ...secrets, api: { token: 't', obtainedAt: 1 } }));
    await http.close();
  }

  it('is refused, with what to do, where only the window can open its tokens', async () => {
    await workspaceOf(keychain);
    await expect(opened({ workspace: 'Acme', data: folder })).rejects.toMatchObject({
      code: 'wrong_use',
      message: expect.stringMatching(
        /sealed by the window with the system's key store \(keychain\), which only the window can open/,
      ),
      action: expect.stringMatching(/^Set METERSCOPE_API_TOKEN/),
    });
  });

  it('is taken with the tokens that it can open', async () => {
    await workspaceOf(keyFileCipher(new DataFiles(folder)));
    expect(await opened({ workspace: 'Acme', data: folder })).toMatchObject({ workspace: 'acme' });
  });

  it('is taken by its id where two have the name, which is refused', async () => {
    const cipher = keyFileCipher(new DataFiles(folder));
    await workspaceOf(cipher, 'Same');
    await workspaceOf(cipher, 'Same');
    expect(await opened({ workspace: 'same-2', data: folder })).toMatchObject({ workspace: 'same-2' });
    await expect(opened({ workspace: 'Same', data: folder })).rejects.toMatchObject({
      code: 'workspace_ambiguous',
      message: expect.stringContaining('same (live), same-2 (live)'),
    });
  });
});
