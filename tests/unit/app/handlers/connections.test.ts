import { describe, expect, it } from 'vitest';
import { connectionHandlers } from '../../../../electron/app/handlers/connections.ts';
import type { WorkspaceSecrets } from '../../../../electron/connections/secrets.ts';
import { partsWith } from './parts.ts';

/** Secrets of one workspace, and a clipboard. */
function bench(before: Partial<WorkspaceSecrets> = {}, clipboard = '') {
  let secrets = { grants: {}, ...before } as WorkspaceSecrets;
  const imported: unknown[] = [];
  const handlers = connectionHandlers(
    partsWith({
      host: { readClipboard: async () => clipboard },
      connections: {
        changeSecrets: async (_workspace: string, change: (secrets: WorkspaceSecrets) => WorkspaceSecrets) => {
          secrets = change(secrets);
        },
        importToken: async (...args: unknown[]) => void imported.push(args),
      },
    }),
  );
  return { handlers, imported, secrets: () => secrets };
}

describe('a secret that is entered', () => {
  it.each([
    ['  abc.DEF-1 \n', 'abc.DEF-1'],
    ['Bearer abc', 'abc'],
    ['Authorization: bearer  abc', 'abc'],
  ])('%j is the token alone', async (text, token) => {
    const { handlers, secrets } = bench();
    await handlers['connections.setSecret']({ workspace: 'w', which: 'api', secret: { value: text } });
    expect(secrets().api).toMatchObject({ token });
  });

  it('is taken from the clipboard by the main side', async () => {
    const { handlers, imported } = bench({}, 'Bearer copied');
    await handlers['connections.importToken']({
      workspace: 'w',
      authorization: '7',
      what: 'refresh',
      secret: { clipboard: true },
    });
    expect(imported).toEqual([['w', '7', 'refresh', 'copied']]);
  });

  it.each(['', ' \n', 'two words', 'x'.repeat(8001)])('%.20j on the clipboard is refused', async (clipboard) => {
    const { handlers, secrets } = bench({}, clipboard);
    const asked = handlers['connections.setSecret']({ workspace: 'w', which: 'api', secret: { clipboard: true } });
    await expect(asked).rejects.toMatchObject({ code: 'not_a_token' });
    expect(secrets().api).toBeUndefined();
  });

  it('of the client makes the client token that was fetched with the old one void; others stay', async () => {
    const token = { token: 'old', obtainedAt: 1 };
    const { handlers, secrets } = bench({ client: token, api: token });
    await handlers['connections.setSecret']({ workspace: 'w', which: 'webhookSecret', secret: { value: 'a' } });
    expect(secrets()).toMatchObject({ webhookSecret: 'a', client: token });
    await handlers['connections.setSecret']({ workspace: 'w', which: 'clientSecret', secret: { value: 'new' } });
    expect(secrets()).toMatchObject({ clientSecret: 'new', client: undefined, api: token });
  });
});
