import { describe, expect, it } from 'vitest';
import type { Connections } from '../../../electron/connections/connections.ts';
import { noSecrets, type WorkspaceSecrets } from '../../../electron/connections/secrets.ts';
import { TokenKeeper } from '../../../electron/connections/token-keeper.ts';
import { tokenViews } from '../../../electron/connections/views.ts';
import type { Workspace } from '../../../electron/connections/workspace.ts';
import { systemClock } from '../../../electron/http/index.ts';

function bench(obtainedAt: number) {
  let secrets: WorkspaceSecrets = { ...noSecrets(), api: { token: 'first', obtainedAt } };
  let notified = 0;
  const keeper = new TokenKeeper({
    vault: {
      read: async () => secrets,
      update: async (change) => {
        secrets = change(secrets);
        return secrets;
      },
    },
    ask: () => Promise.reject(new Error('Nothing is renewed here.')),
    clock: systemClock,
    onChange: () => {
      notified += 1;
    },
  });
  // As much of both as the view asks for.
  const connections = { readSecrets: async () => secrets, keeper: () => keeper } as unknown as Connections;
  const workspace = { id: 'w', oauth: {} } as Workspace;
  return {
    keeper,
    notified: () => notified,
    replace: (at: number) => {
      secrets = { ...secrets, api: { token: 'second', obtainedAt: at } };
    },
    card: async () => (await tokenViews(connections, workspace)).tokens.find(({ tokenClass }) => tokenClass === 'api'),
  };
}

describe('what is said of a token', () => {
  it('is not said of the one that replaces it', async () => {
    const { keeper, card, replace } = bench(1000);
    keeper.noted('api', undefined, 'accepted', 2000);
    keeper.noted('api', undefined, 'refused', 3000);
    expect(await card()).toMatchObject({ acceptedAt: 2000, refusedAt: 3000 });
    replace(4000);
    expect(await card()).toMatchObject({ obtainedAt: 4000, acceptedAt: undefined, refusedAt: undefined });
    keeper.noted('api', undefined, 'accepted', 5000);
    expect(await card()).toMatchObject({ acceptedAt: 5000, refusedAt: undefined });
  });

  it('is shown at once when it is accepted after a refusal, and seldom while nothing changes', () => {
    const { keeper, notified } = bench(1000);
    keeper.noted('api', undefined, 'refused', 10_000);
    expect(notified()).toBe(1);
    keeper.noted('api', undefined, 'accepted', 10_100);
    expect(notified()).toBe(2);
    for (const at of [10_200, 10_300]) keeper.noted('api', undefined, 'accepted', at);
    expect(notified()).toBe(2);
  });
});
