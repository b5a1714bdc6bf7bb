import { describe, expect, it } from 'vitest';
import {
  authorizationUrl,
  challengeOf,
  newSignIn,
} from '../../../../electron/connections/oauth/authorization-request.ts';

describe('PKCE', () => {
  it('makes the challenge of RFC 7636, appendix B', () => {
    expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  it('state and verifier differ', () => {
    const texts = ['one', 'two'];
    const signIn = newSignIn((bytes) => `${bytes}-${texts.pop()}`);
    expect(signIn.state).not.toBe(signIn.verifier);
  });
});

describe('the address of the consent page', () => {
  it('keeps what the endpoint has in its query, and escapes what is added', () => {
    const url = new URL(
      authorizationUrl(
        {
          endpoint: 'https://u.example/authorize?tenant=7',
          clientId: 'a&b',
          redirectUri: 'http://127.0.0.1:1/callback',
          scope: 'FB=4_16;x=1',
        },
        { state: 's', verifier: 'v' },
      ),
    );
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: '7',
      response_type: 'code',
      client_id: 'a&b',
      redirect_uri: 'http://127.0.0.1:1/callback',
      scope: 'FB=4_16;x=1',
      state: 's',
      code_challenge: challengeOf('v'),
      code_challenge_method: 'S256',
    });
  });
});
