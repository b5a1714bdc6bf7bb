import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceOfFile, serviceOfWorkspace } from '../../../electron/cli/tested-service.ts';
import { createConnections } from '../../../electron/connections/index.ts';
import { DataFiles, type SecretCipher } from '../../../electron/host/index.ts';
import { keyFileCipher } from '../../../electron/host/key-file-cipher.ts';
import { HttpClient } from '../../../electron/http/index.ts';

let folder: string;
let http: HttpClient;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tested-service-'));
  http = new HttpClient({ userAgent: 'test' });
});
afterEach(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
});

describe('a service that a file describes', () => {
  const file = () => path.join(folder, 'service.json');

  it('needs an address and a token, and takes what else there is', async () => {
    await writeFile(file(), JSON.stringify({ base_url: 'https://a.example/', api_token: 't' }));
    expect(await serviceOfFile(http, file())).toMatchObject({ form: undefined, utility: undefined });
    await writeFile(
      file(),
      JSON.stringify({ base_url: 'https://a.example', api_token: 't', form_uid: 'f', utility: 'U' }),
    );
    expect(await serviceOfFile(http, file())).toMatchObject({ form: 'f', utility: 'U' });
  });

  it.each([
    [undefined, /^There is no file .*service\.json\.$/],
    ['not json', /does not describe a service\.$/],
    ['{"base_url": "nowhere"}', /: base_url, api_token is missing or wrong\.$/],
  ])('says in a sentence what is wrong with %s', async (text, message) => {
    if (text !== undefined) await writeFile(file(), text);
    await expect(serviceOfFile(http, file())).rejects.toMatchObject({
      code: 'wrong_use',
      message: expect.stringMatching(message),
      action: expect.stringContaining('"api_token"'),
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

  async function workspaceOf(cipher: SecretCipher): Promise<void> {
    const demo = new Promise<never>(() => {});
    const connections = await createConnections({ files: new DataFiles(folder), cipher, http, demo });
    const { id } = await connections.workspaces.create({ name: 'Acme', baseUrl: 'https://acme.example' });
    await connections.secrets.decide('disk');
    await connections.changeSecrets(id, (secrets) => ({ ...secrets, api: { token: 't', obtainedAt: 1 } }));
  }

  it('is refused, with what to do, where only the window can open its tokens', async () => {
    await workspaceOf(keychain);
    await expect(serviceOfWorkspace(http, 'Acme', folder)).rejects.toMatchObject({
      code: 'tokens_not_readable',
      action: expect.stringMatching(/^Run the test in the window\. Or: Give a file/),
    });
  });

  it('is taken with the tokens that it can open', async () => {
    await workspaceOf(keyFileCipher(new DataFiles(folder)));
    expect(await serviceOfWorkspace(http, 'Acme', folder)).toMatchObject({ workspace: 'acme' });
  });
});
