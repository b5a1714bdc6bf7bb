import { describe, expect, it } from 'vitest';
import type { WorkspaceSecrets } from '../../../electron/connections/secrets.ts';
import { TokenKeeper } from '../../../electron/connections/token-keeper.ts';
import { toChange, tokenViews, workspaceDetails, workspaceView } from '../../../electron/connections/views.ts';
import { type Workspace, workspaceSchema } from '../../../electron/connections/workspace.ts';
import type { WorkspaceSettings } from '../../../shared/contract/workspaces.ts';
import { ManualClock } from '../http/manual-clock.ts';

const workspace: Workspace = workspaceSchema.parse({
  id: 'w',
  name: 'W',
  kind: 'live',
  mode: 'live',
  color: '#123456',
  baseUrl: 'https://u.example/',
  zone: 'Europe/Berlin',
  oauth: { clientId: 'me' },
  createdAt: 1,
});

describe('a workspace as the page sees it', () => {
  it('has the state of the embedded service only where that is its own', () => {
    expect(workspaceView(workspace, 'ready').service).toBe('none');
    expect(workspaceView({ ...workspace, kind: 'demo' }, 'ready').service).toBe('ready');
  });

  it('has both bases where it has a service, and empty texts for what was not entered', () => {
    expect(workspaceDetails(workspace, 'none', '/data/w')).toMatchObject({
      espiBase: 'https://u.example/DataCustodian/espi/1_1/resource',
      folder: '/data/w',
      settings: { espiBase: '', appUid: '', oauth: { clientId: 'me', tokenEndpoint: '' } },
    });
    const { baseUrl: _none, ...files } = workspace;
    expect(workspaceDetails(files, 'none', '/')).not.toHaveProperty('espiBase');
  });
});

describe('settings as they are kept', () => {
  const change = (settings: Partial<WorkspaceSettings>) => toChange(settings as WorkspaceSettings, workspace);

  it('are trimmed, and away where they are empty; what was not sent stays', () => {
    expect(change({ appUid: ' 7 ', utility: ' ', baseUrl: 'https://u.example/api/' })).toEqual({
      appUid: '7',
      utility: undefined,
      baseUrl: 'https://u.example/api',
    });
  });

  it('keep the query of an OAuth address, and the members of OAuth that were not sent', () => {
    const { oauth } = change({ oauth: { tokenEndpoint: 'https://u.example/token?x=1', clientId: ' ' } });
    expect(oauth).toMatchObject({
      tokenEndpoint: 'https://u.example/token?x=1',
      clientId: undefined,
      scope: workspace.oauth.scope,
    });
  });

  it('take no address over which tokens would be read', () => {
    expect(() => change({ baseUrl: 'http://u.example' })).toThrow(expect.objectContaining({ code: 'insecure_url' }));
  });
});

describe('tokens as the page sees them', () => {
  const secrets: WorkspaceSecrets = {
    api: { token: 'geheim-1', obtainedAt: 1 },
    clientSecret: 'geheim-2',
    grants: {
      a: { token: 'geheim-3', refreshToken: 'geheim-4', obtainedAt: 2, expiresAt: 3, scope: 'FB=4' },
      b: { token: 'geheim-5', obtainedAt: 2 },
      c: { token: 'geheim-6', refreshToken: 'geheim-7', obtainedAt: 2, lostAt: 4 },
    },
    use: { api: { acceptedAt: 9 } },
  };
  const vault = { read: async () => secrets, update: async () => secrets };
  const keeper = new TokenKeeper({ vault, ask: () => Promise.reject(new Error('unasked')), clock: new ManualClock() });
  // As much of the connections as the views ask.
  const connections = { readSecrets: async () => secrets, keeper: () => keeper } as never;

  it('are a row for each class and authorization, say who renews them, and hold none', async () => {
    const { tokens: rows } = await tokenViews(connections, workspace);
    expect(rows.map(({ tokenClass, scope, present, renewal }) => [tokenClass, scope, present, renewal])).toEqual([
      ['api', undefined, true, 'none'],
      ['registration', undefined, false, 'none'],
      ['client', undefined, false, 'client_credentials'],
      ['access', 'a', true, 'refresh_token'],
      ['access', 'b', true, 'none'],
      ['access', 'c', true, 'lost'],
    ]);
    expect(rows[0]).toMatchObject({ acceptedAt: 9 });
    expect(rows[3]).toMatchObject({ expiresAt: 3, granted: 'FB=4' });
    expect(JSON.stringify(rows)).not.toContain('geheim');
  });

  it('are of thousands of authorizations those that are wanted, with how many there are', async () => {
    const grants = Object.fromEntries(
      Array.from({ length: 3000 }, (_, index) => [`uid-${index}`, { token: 'geheim', obtainedAt: 2 }]),
    );
    const many = { readSecrets: async () => ({ ...secrets, grants }), keeper: () => keeper } as never;
    const asked = async (wanted: Parameters<typeof tokenViews>[2]) => {
      const { tokens, matching, total } = await tokenViews(many, workspace, wanted);
      return [tokens.flatMap(({ scope }) => scope ?? []), matching, total];
    };
    expect(await asked({ authorization: 'uid-7', most: 1 })).toEqual([['uid-7'], 1, 3000]);
    expect(await asked({ search: 'd-299', most: 2 })).toEqual([['uid-299', 'uid-2990'], 11, 3000]);
    expect((await tokenViews(many, workspace, { most: 50 })).tokens).toHaveLength(53);
    expect(await asked({ authorization: 'none' })).toEqual([[], 0, 3000]);
  });
});
