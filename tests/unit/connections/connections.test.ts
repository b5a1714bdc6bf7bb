import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionsChange } from '../../../electron/connections/connections.ts';
import { type Bench, openBench, refusal } from './bench.ts';

let bench: Bench;
let answer: () => string;
let id: string;
let changes: ConnectionsChange['what'][];
const never = new AbortController().signal;
beforeEach(async () => {
  answer = () => '{"access_token":"new","refresh_token":"r2","expires_in":60}';
  bench = await openBench(() => answer());
  const { connections } = bench;
  ({ id } = await connections.create({ name: 'W', baseUrl: 'https://u.example' }));
  const { oauth } = connections.workspaces.get(id);
  await connections.change(id, { oauth: { ...oauth, clientId: 'me' } });
  await connections.changeSecrets(id, (secrets) => ({ ...secrets, clientSecret: 'geheim' }));
  changes = [];
  connections.subscribe(({ what }) => changes.push(what));
});
afterEach(() => bench.close());
const grants = async () => (await bench.connections.readSecrets(id)).grants;

describe('a token from elsewhere', () => {
  it('is kept as it is; what renewed the one before may renew it', async () => {
    const { connections, clock } = bench;
    await connections.changeSecrets(id, (secrets) => ({
      ...secrets,
      grants: { a: { token: 'old', obtainedAt: 1, expiresAt: 2, refreshToken: 'r', lostAt: 3 } },
    }));
    expect(await connections.authorized(id)).toEqual([{ uid: 'a', isLost: true }]);
    await connections.importToken(id, 'a', 'access', 'mine');
    expect(await grants()).toEqual({ a: { token: 'mine', obtainedAt: clock.now(), refreshToken: 'r' } });
    expect(bench.sent).toEqual([]);
    expect(await connections.authorized(id)).toEqual([{ uid: 'a', isLost: false }]);
  });

  it('that renews is used at once, and kept only where it works', async () => {
    await bench.connections.importToken(id, 'a', 'refresh', 'r1');
    expect(new URLSearchParams(bench.sent[0]?.body).get('refresh_token')).toBe('r1');
    expect(await grants()).toMatchObject({ a: { token: 'new', refreshToken: 'r2' } });
    answer = () => {
      throw refusal(400, 'invalid_grant');
    };
    await expect(bench.connections.importToken(id, 'b', 'refresh', 'spent')).rejects.toMatchObject({
      code: 'oauth_grant_refused',
    });
    expect(Object.keys(await grants())).toEqual(['a']);
  });
});

describe('a token that cannot be renewed', () => {
  const renewed = () => bench.connections.tokenSource(id).refresh('access', 'a', 'old', never);
  beforeEach(() =>
    bench.connections.changeSecrets(id, (secrets) => ({
      ...secrets,
      grants: { a: { token: 'old', obtainedAt: 1, refreshToken: 'r' } },
    })),
  );

  it('is not lost where a proxy refuses every request, and is renewed once the endpoint answers', async () => {
    const grant = answer;
    answer = () => {
      throw refusal(400);
    };
    await expect(renewed()).rejects.toMatchObject({ code: 'oauth_no_token', message: expect.stringContaining('400') });
    expect((await grants()).a).not.toHaveProperty('lostAt');
    answer = grant;
    expect(await renewed()).toBe('new');
  });

  it('is lost where the endpoint says that its refresh token is not good', async () => {
    answer = () => {
      throw refusal(400, 'invalid_grant');
    };
    expect(await renewed()).toBeUndefined();
    expect((await grants()).a).toHaveProperty('lostAt');
  });
});

describe('the secrets of a workspace', () => {
  it('are forgotten one by one, of access tokens one authorization’s', async () => {
    const { connections } = bench;
    for (const uid of ['a', 'b']) await connections.importToken(id, uid, 'access', `t-${uid}`);
    await connections.forget(id, 'access', 'a');
    expect(Object.keys(await grants())).toEqual(['b']);
    await connections.forget(id, 'clientSecret', undefined);
    expect((await connections.readSecrets(id)).clientSecret).toBeUndefined();
    expect(await connections.secretTexts()).toEqual(['t-b']);
  });

  it('are all known to who hides them', async () => {
    await bench.connections.changeSecrets(id, (secrets) => ({
      ...secrets,
      api: { token: 'api', obtainedAt: 1 },
      registration: { token: 'registration', obtainedAt: 1 },
      client: { token: 'client', obtainedAt: 1 },
      webhookSecret: 'webhook',
      grants: { a: { token: 'access', refreshToken: 'refresh', obtainedAt: 1 } },
    }));
    expect((await bench.connections.secretTexts()).toSorted()).toEqual(
      ['access', 'api', 'client', 'geheim', 'refresh', 'registration', 'webhook'].toSorted(),
    );
    expect(await bench.connections.webhookSecret(id)).toBe('webhook');
  });

  it('end with it: nothing is kept for a workspace that is gone', async () => {
    const { connections } = bench;
    const keeper = connections.keeper(id);
    await connections.remove(id);
    await expect(connections.changeSecrets(id, (secrets) => secrets)).rejects.toMatchObject({
      code: expect.any(String),
    });
    expect(await connections.secretTexts()).toEqual([]);
    expect(connections.keeper(id)).not.toBe(keeper);
  });
});

describe('what may be asked', () => {
  it('is no token without a client and its secret', async () => {
    const request = { grant: 'client_credentials' } as const;
    expect((await bench.connections.askToken(id, request, never)).token).toBe('new');
    await bench.connections.forget(id, 'clientSecret', undefined);
    await expect(bench.connections.askToken(id, request, never)).rejects.toMatchObject({
      code: 'oauth_client_missing',
    });
    expect(bench.sent).toHaveLength(1);
  });

  it('goes to the service whose secret it carries, though another connection is saved while its endpoint is looked for', async () => {
    const { connections } = bench;
    await connections.change(id, { appUid: '7' });
    await connections.changeSecrets(id, (secrets) => ({ ...secrets, registration: { token: 'r', obtainedAt: 1 } }));
    let saved: Promise<unknown> = Promise.resolve();
    answer = () => {
      if (bench.sent.length > 1) return '{"access_token":"new"}';
      saved = Promise.all([
        connections.change(id, { baseUrl: 'https://other.example' }),
        connections.changeSecrets(id, (secrets) => ({ ...secrets, clientSecret: 'other' })),
      ]);
      return 'not known';
    };
    await connections.askToken(id, { grant: 'client_credentials' }, never);
    await saved;
    const { url, basic } = bench.sent[1] ?? {};
    expect([url && new URL(url).host, basic?.password]).toEqual(['u.example', 'geheim']);
    await connections.askToken(id, { grant: 'client_credentials' }, never);
    const next = bench.sent.at(-1);
    expect([next && new URL(next.url).host, next?.basic?.password]).toEqual(['other.example', 'other']);
  });

  it('is nothing that acts, where the workspace is read-only', async () => {
    expect(() => bench.connections.requireMayAct(id)).not.toThrow();
    await bench.connections.change(id, { readOnly: true });
    expect(() => bench.connections.requireMayAct(id)).toThrow(
      expect.objectContaining({ code: 'workspace_read_only', details: { outcome: 'not_acted' } }),
    );
  });
});

it('who shows workspaces and tokens is told what changed', async () => {
  await bench.connections.change(id, { name: 'X' });
  await bench.connections.importToken(id, 'a', 'access', 't');
  expect(new Set(changes)).toEqual(new Set(['workspaces', 'tokens']));
});

describe('the demo', () => {
  it('is starting until its service listens, and says why it does not', async () => {
    expect(bench.connections.demoState).toEqual({ state: 'starting' });
    let fail: (error: Error) => void = () => undefined;
    const failing = await openBench(undefined, new Promise((_resolve, reject) => (fail = reject)));
    const told = new Promise((resolve) => failing.connections.subscribe(resolve));
    fail(new Error('no port'));
    await told;
    expect(failing.connections.demoState).toMatchObject({ state: 'failed', error: { code: 'unexpected' } });
    await expect(failing.connections.ready('demo')).rejects.toThrow('no port');
    expect((await failing.connections.ready('files')).id).toBe('files');
    await failing.close();
  });
});
