import { describe, expect, it } from 'vitest';
import { type GrantRequest, requestToken, type TokenClient } from '../../../electron/connections/token-endpoint.ts';
import { HttpError, type HttpRequest } from '../../../electron/http/index.ts';

const never = new AbortController().signal;
const client: TokenClient = {
  endpoint: 'https://u.example/token',
  clientId: 'me',
  clientSecret: 'geheim',
  clientAuth: 'basic',
  workspace: 'w',
};
const renewal: GrantRequest = { grant: 'refresh_token', refreshToken: 'r1' };

/** Asks an endpoint that answers `text`, or refuses with a status and an error type. */
async function ask(
  answer: string | [number, string | undefined],
  asked = renewal,
  who = client,
  /** Takes what has no scope. */
  refusesScope = false,
) {
  let sent: HttpRequest | undefined;
  let times = 0;
  const http = {
    send: async (request: HttpRequest) => {
      sent = request;
      times += 1;
      if (refusesScope && !request.body?.includes('scope')) return { text: () => '{"access_token":"bare"}' };
      if (typeof answer === 'string') return { text: () => answer };
      const [status, type] = answer;
      const head = { requestId: 'r', status, headers: {}, url: request.url, text: '', carriedToken: false };
      throw new HttpError({ code: 'x', message: 'x' }, head, { type, description: undefined });
    },
  };
  // Only `send` is used.
  const outcome = await requestToken(http as never, who, asked, never).catch((error: { code: string }) => error);
  return { outcome, sent, times, form: Object.fromEntries(new URLSearchParams(sent?.body)) };
}

describe('the token endpoint', () => {
  it.each([
    [{ grant: 'client_credentials' }, { grant_type: 'client_credentials', scope: 'FB=34_35' }],
    [renewal, { grant_type: 'refresh_token', refresh_token: 'r1' }],
    [
      { ...renewal, scope: 'FB=4_16;AdditionalScope=x' },
      { grant_type: 'refresh_token', refresh_token: 'r1', scope: 'FB=4_16;AdditionalScope=x' },
    ],
    [
      { grant: 'authorization_code', code: 'c', redirectUri: 'http://127.0.0.1/cb', verifier: 'v' },
      { grant_type: 'authorization_code', code: 'c', redirect_uri: 'http://127.0.0.1/cb', code_verifier: 'v' },
    ],
  ] as const)('is sent the form of its grant', async (asked, form) => {
    expect((await ask('{"access_token":"t"}', asked)).form).toEqual(form);
  });

  it('gets id and secret in the header or in the form, never in both', async () => {
    const basic = await ask('{"access_token":"t"}');
    expect(basic.sent?.basic).toEqual({ user: 'me', password: 'geheim' });
    expect(basic.form).not.toHaveProperty('client_secret');
    const body = await ask('{"access_token":"t"}', renewal, { ...client, clientAuth: 'body' });
    expect(body.sent?.basic).toBeUndefined();
    expect(body.form).toMatchObject({ client_id: 'me', client_secret: 'geheim' });
  });

  it('answers tokens, whose lifetime may be a text, or unreadable', async () => {
    const answer = { access_token: 't', expires_in: '3600', refresh_token: null, scope: 'FB=4', other: 1 };
    expect((await ask(JSON.stringify(answer))).outcome).toMatchObject({
      token: 't',
      expiresIn: 3600,
      refreshToken: undefined,
      scope: 'FB=4',
    });
    expect((await ask('{"access_token":"t","expires_in":"soon"}')).outcome).toMatchObject({ expiresIn: undefined });
  });

  it.each(['invalid_scope', 'invalid_request', undefined])(
    'is asked without a scope that it refuses as %s',
    async (type) => {
      const scoped = { ...renewal, scope: 'FB=4' };
      for (const asked of [scoped, { grant: 'client_credentials' } as const]) {
        const { outcome, times } = await ask([400, type], asked, client, true);
        expect(outcome).toMatchObject({ token: 'bare' });
        expect(times).toBe(2);
      }
    },
  );

  it.each([
    [400, 'invalid_grant', 'oauth_grant_refused'],
    [401, 'invalid_client', 'oauth_client_refused'],
    [503, undefined, 'x'],
  ] as const)('is asked once where %d %s says that it is not the scope', async (status, type, code) => {
    const { outcome, times } = await ask([status, type], { ...renewal, scope: 'FB=4' }, client, true);
    expect(outcome).toMatchObject({ code });
    expect(times).toBe(1);
  });

  it.each(['<html>', '{}', '{"access_token":""}'])('%s is not a token', async (text) => {
    expect((await ask(text)).outcome).toMatchObject({ code: 'oauth_bad_answer' });
  });

  it.each([
    [401, undefined, renewal, 'oauth_client_refused'],
    [400, 'invalid_client', renewal, 'oauth_client_refused'],
    [400, 'unauthorized_client', renewal, 'oauth_client_refused'],
    [400, 'invalid_grant', renewal, 'oauth_grant_refused'],
    [400, undefined, renewal, 'oauth_no_token'],
    [400, 'invalid_scope', renewal, 'oauth_no_token'],
    [
      400,
      undefined,
      { grant: 'authorization_code', code: 'c', redirectUri: 'http://127.0.0.1/cb', verifier: 'v' },
      'oauth_no_token',
    ],
    [400, undefined, { grant: 'client_credentials' }, 'x'],
    [403, undefined, renewal, 'oauth_no_token'],
    [403, undefined, { grant: 'client_credentials' }, 'oauth_no_token'],
    [404, undefined, renewal, 'oauth_no_token'],
    [404, undefined, { grant: 'client_credentials' }, 'oauth_no_token'],
    [503, undefined, renewal, 'x'],
  ] as const)('refuses with %d %s', async (status, type, asked, code) => {
    expect((await ask([status, type], asked)).outcome).toMatchObject({ code });
  });

  it('is named with its address where it is not there', async () => {
    const { outcome } = await ask([404, undefined]);
    expect(outcome).toMatchObject({
      message: 'The token endpoint https://u.example/token answered 404 and gave no token.',
    });
    expect(outcome).not.toBeInstanceOf(HttpError);
  });
});
