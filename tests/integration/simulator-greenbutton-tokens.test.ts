/** Section 5 (tokens, OAuth) and what of 7.1 belongs to it; issue 3, items 2 and 11. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, entitiesOf, greenButtonBench, linksOf, readingsOf } from './simulator-greenbutton-bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await greenButtonBench();
});
afterAll(() => bench.service.stop());

const user = (scenario: string) => `${bench.line.test_prefix}_TEST_${scenario}`;

describe('the token endpoint', () => {
  it('gives a client token for client_credentials, and another the next time', async () => {
    const first = await bench.token({ grant_type: 'client_credentials' });
    const second = await bench.token({ grant_type: 'client_credentials' });
    expect(first.status).toBe(200);
    expect(first.json).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(second.json.access_token).not.toBe(first.json.access_token);
    for (const { json } of [first, second])
      expect((await bench.get('/Authorization', json.access_token)).status).toBe(200);
  });

  it('answers 401 invalid_client without Basic, with a wrong secret and with a wrong client', async () => {
    const { client_id } = bench.line;
    for (const credentials of [`${client_id}:wrong`, `wrong:${bench.secrets.client_secret}`, 'nonsense', '']) {
      const answer = await bench.token({ grant_type: 'client_credentials' }, credentials);
      expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client']);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic/);
    }
    const bare = await fetch(bench.secrets.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    expect(bare.status).toBe(401);
  });

  it.each([
    [{}, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{ grant_type: 'authorization_code', code: 'nonsense' }, 'invalid_grant'],
    [{ grant_type: 'client_credentials', scope: 'everything' }, 'invalid_scope'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
    [{ grant_type: 'refresh_token', refresh_token: 'nonsense' }, 'invalid_grant'],
  ])('answers 400 for %j: %s', async (fields, error) => {
    const answer = await bench.token(fields as Record<string, string>);
    expect([answer.status, answer.json.error]).toEqual([400, error]);
  });
});

describe('the consent', () => {
  it('page is accessible HTML: title, language, labels, the scope, both buttons, and no script', async () => {
    const query = new URLSearchParams({
      client_id: bench.line.client_id,
      redirect_uri: bench.line.redirect_uri,
      response_type: 'code',
      scope: 'FB=4_51',
      state: '"><b>',
    });
    const answer = await bench.service.request('GET', `${bench.line.authorization_endpoint}?${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.text).toContain('<html lang="en">');
    expect(answer.text).toContain('<label for="username">');
    expect(answer.text).toMatch(/name="decision" value="allow"[\s\S]*name="decision" value="deny"/);
    expect(answer.text).toContain('your customer data');
    expect(answer.text).not.toContain('your bills');
    expect(answer.text).not.toContain('"><b>');
    expect(answer.text).not.toContain('<script');
  });

  it('redirects with code and state on allow', async () => {
    const answer = await bench.consent({ username: user('residential') });
    expect(answer.status).toBe(302);
    expect(answer.location?.startsWith(`${bench.line.redirect_uri}?`)).toBe(true);
    expect(answer.query.get('state')).toBe('state-1');
    expect(answer.query.get('code')).toMatch(/^[\w-]{20,}$/);
  });

  it('redirects with access_denied on deny; the JSON API shows a declined authorization', async () => {
    const answer = await bench.consent({ username: user('residential'), decision: 'deny' });
    expect(answer.status).toBe(302);
    expect([answer.query.get('error'), answer.query.get('state'), answer.query.get('code')]).toEqual([
      'access_denied',
      'state-1',
      null,
    ]);
    const { json } = await bench.service.api('GET', '/authorizations');
    const declined = json.authorizations.filter((one: { is_declined: boolean }) => one.is_declined);
    expect(declined.length).toBeGreaterThan(0);
    const events = await bench.service.eventsOf(declined[0].uid);
    expect(events.map((event) => event.type)).toEqual(['authorization_declined']);
    expect((await bench.get(`/Authorization/${declined[0].uid}`)).text).toContain('<status>2</status>');
  });

  it('keeps a decline without a user name, or with one that nobody has', async () => {
    for (const username of ['', user('no_such_scenario')]) {
      const before = (await bench.service.api('GET', '/events?limit=1')).json.events[0].uid;
      const answer = await bench.consent({ username, decision: 'deny' });
      expect(answer.query.get('error')).toBe('access_denied');
      const [event] = (await bench.service.api('GET', '/events?limit=1')).json.events;
      expect([event.type, event.uid === before]).toEqual(['authorization_declined', false]);
    }
  });

  it('never redirects to an address or a client that is not registered', async () => {
    for (const wrong of [{ redirect_uri: 'https://evil.example/' }, { client_id: 'nobody' }]) {
      const answer = await bench.consent({ username: 'x', ...wrong });
      expect([answer.status, answer.location]).toEqual([400, null]);
    }
  });

  it('asks again when the user name is missing or is no scenario', async () => {
    for (const username of ['', user('no_such_scenario')]) {
      const answer = await bench.consent({ username });
      expect([answer.status, answer.location]).toEqual([400, null]);
      expect(answer.text).toContain('role="alert"');
    }
  });

  it('of mfa_needed waits for a code, refuses a wrong one and goes on with the right one', async () => {
    const page = await bench.consent({ username: user('mfa_needed') });
    expect([page.status, page.location]).toEqual([200, null]);
    const pending = /name="pending" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const code = /code is <code>(\d+)</.exec(page.text)?.[1] ?? '';
    const wrong = await bench.consent({ pending, mfa_code: code === '1' ? '2' : '1' });
    expect(wrong.location).toBeNull();
    expect(wrong.text).toContain('role="alert"');
    const right = await bench.consent({ pending, mfa_code: code });
    expect(right.status).toBe(302);
    const answer = await bench.token({
      grant_type: 'authorization_code',
      code: right.query.get('code') ?? '',
      redirect_uri: bench.line.redirect_uri,
    });
    const usage = await bench.get(answer.json.resourceURI, answer.json.access_token);
    expect(entitiesOf(usage.text)).toContain('UsagePoint');
    expect((await bench.consent({ pending, mfa_code: code })).query.get('code')).toBeNull();
  });

  it('of mfa_needed takes no code of an authorization that was revoked, and does not call it wrong', async () => {
    const page = await bench.consent({ username: user('mfa_needed') });
    const pending = /name="pending" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const code = /code is <code>(\d+)</.exec(page.text)?.[1] ?? '';
    const [latest] = (await bench.service.api('GET', '/authorizations?limit=1')).json.authorizations;
    await bench.service.control('POST', `/authorizations/${latest.uid}/revoke`);
    const answer = await bench.consent({ pending, mfa_code: code });
    expect([answer.status, answer.location]).toEqual([400, null]);
    expect(answer.text).toContain('does not wait for a code any more');
    expect(answer.text).not.toContain('name="mfa_code"');
  });
});

describe('authorization_code', () => {
  it('gives access and refresh tokens and the addresses of the data', async () => {
    const granted = await bench.authorize(user('residential'));
    expect(granted).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'FB=4_16_51',
      refresh_token: expect.any(String),
      customerResourceURI: `${bench.line.espi_base}/Batch/RetailCustomer/${granted.authUid}`,
    });
    const usage = await bench.get(granted.resourceURI, granted.access_token);
    expect(usage.status).toBe(200);
    expect(readingsOf(usage.text).length).toBeGreaterThan(100_000);
    expect(entitiesOf(usage.text)).toContain('UsageSummary');
    expect((await bench.get(`/Authorization/${granted.authUid}`)).status).toBe(200);
  });

  it('works once', async () => {
    const { query } = await bench.consent({ username: user('residential') });
    const fields = {
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: bench.line.redirect_uri,
    };
    expect((await bench.token(fields)).status).toBe(200);
    const again = await bench.token(fields);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
  });

  it('honours PKCE when it was sent, and does not demand it', async () => {
    const verifier = 'abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFG';
    const pkce = {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const exchange = async (more: Record<string, string>) => {
      const { query } = await bench.consent({ username: user('residential'), ...pkce });
      return bench.token({
        grant_type: 'authorization_code',
        code: query.get('code') ?? '',
        redirect_uri: bench.line.redirect_uri,
        ...more,
      });
    };
    expect((await exchange({ code_verifier: verifier })).status).toBe(200);
    expect((await exchange({ code_verifier: `${verifier}x` })).json.error).toBe('invalid_grant');
    expect((await exchange({})).json.error).toBe('invalid_grant');
  });

  it('refuses another redirect_uri than that of the request, or none, and leaves the code to its owner', async () => {
    const { query } = await bench.consent({ username: user('residential') });
    const fields = { grant_type: 'authorization_code', code: query.get('code') ?? '' };
    const other = await bench.token({ ...fields, redirect_uri: 'http://127.0.0.1:1/other' });
    expect([other.status, other.json.error]).toEqual([400, 'invalid_grant']);
    const none = await bench.token(fields);
    expect([none.status, none.json.error]).toEqual([400, 'invalid_grant']);
    expect((await bench.token({ ...fields, redirect_uri: bench.line.redirect_uri })).status).toBe(200);
  });

  it('for an empty account gives an authorization without meters', async () => {
    const granted = await bench.authorize(user('empty'));
    const usage = await bench.get(granted.resourceURI, granted.access_token);
    expect([usage.status, entitiesOf(usage.text).length]).toEqual([200, 0]);
    const points = await bench.get(`/Subscription/${granted.authUid}/UsagePoint`, granted.access_token);
    expect([points.status, entitiesOf(points.text).length]).toEqual([200, 0]);
  });

  it('for the same user twice shares the uids of meters, bills and customer', async () => {
    const [one, two] = [await bench.authorize(user('commercial')), await bench.authorize(user('commercial'))];
    expect(one.authUid).not.toBe(two.authUid);
    const uids = async (granted: typeof one) => {
      const points = await bench.get(`/Subscription/${granted.authUid}/UsagePoint`, granted.access_token);
      const customer = await bench.get(`/RetailCustomer/${granted.authUid}/Customer`, granted.access_token);
      const selves = linksOf(points.text + customer.text).filter((link) => link.rel === 'self');
      return selves.map((link) => link.href.split('/').at(-1)).sort();
    };
    expect(await uids(one)).toHaveLength(4 + 1 + 2);
    expect(await uids(one)).toEqual(await uids(two));
  });

  it('with FB=4 only leaves bills and customer out', async () => {
    const granted = await bench.authorize(user('residential'), { scope: 'FB=4' });
    const usage = await bench.get(granted.resourceURI, granted.access_token);
    expect(entitiesOf(usage.text)).not.toContain('UsageSummary');
    expect(granted).not.toHaveProperty('customerResourceURI');
  });
});

describe('lifetimes', () => {
  it('a refresh token works once and its successor goes on', async () => {
    const granted = await bench.authorize(user('residential'));
    const first = await bench.token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token });
    expect(first.status).toBe(200);
    expect(first.json.refresh_token).not.toBe(granted.refresh_token);
    expect((await bench.token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token })).json.error).toBe(
      'invalid_grant',
    );
    expect((await bench.token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token })).status).toBe(
      200,
    );
    expect((await bench.get(`/Subscription/${granted.authUid}/UsagePoint`, first.json.access_token)).status).toBe(200);
  });

  it('a refresh that names its scope ends the access token before it; one with more than was granted is refused', async () => {
    const granted = await bench.authorize(user('residential'));
    const { refresh_token } = granted;
    const scope = 'FB=4_16_51';
    const refresh = (fields: Record<string, string>) =>
      bench.token({ grant_type: 'refresh_token', refresh_token, ...fields });
    const open = async (token: string) =>
      (await bench.get(`/Subscription/${granted.authUid}/UsagePoint`, token)).status;
    for (const wider of [`${scope}_99`, 'everything']) {
      const refused = await refresh({ scope: wider });
      expect([refused.status, refused.json.error]).toEqual([400, 'invalid_scope']);
    }
    expect(await open(granted.access_token)).toBe(200);
    const next = await refresh({ scope });
    expect(next.status).toBe(200);
    expect([await open(granted.access_token), await open(next.json.access_token)]).toEqual([401, 200]);
  });

  it('access and client tokens end after their hour with 401; a refresh brings a new one', async () => {
    const own = await greenButtonBench();
    try {
      const granted = await own.authorize(`${own.line.test_prefix}_TEST_residential`);
      const path = `/Subscription/${granted.authUid}/UsagePoint`;
      await own.service.advance(3590);
      expect((await own.get(path, granted.access_token)).status).toBe(200);
      await own.service.advance(11);
      const late = await own.get(path, granted.access_token);
      expect([late.status, late.json.error_description]).toEqual([401, expect.stringContaining('expired')]);
      expect((await own.get('/Authorization')).status).toBe(401);
      const next = await own.token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token });
      expect((await own.get(path, next.json.access_token)).status).toBe(200);
      expect((await own.get(`/ApplicationInformation/${own.secrets.app_uid}`)).status).toBe(200);
    } finally {
      await own.service.stop();
    }
  });

  it.each(['revoke', 'expire'])('%s ends all tokens of the authorization', async (action) => {
    const granted = await bench.authorize(user('residential'));
    const path = `/Subscription/${granted.authUid}/UsagePoint`;
    expect((await bench.get(path, granted.access_token)).status).toBe(200);
    expect((await bench.service.control('POST', `/authorizations/${granted.authUid}/${action}`)).status).toBe(200);
    expect((await bench.get(path, granted.access_token)).status).toBe(401);
    expect((await bench.token({ grant_type: 'refresh_token', refresh_token: granted.refresh_token })).json.error).toBe(
      'invalid_grant',
    );
    expect((await bench.get(`/Authorization/${granted.authUid}`)).text).toContain('<status>0</status>');
  });
});

describe('hostile requests', () => {
  /** A request as raw bytes; resolves with the status line. */
  const raw = (text: string | Buffer): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(bench.line.base_url);
      const socket = connect(Number(port), hostname, () => socket.write(text));
      let answer = '';
      socket.on('data', (data) => {
        answer += data.toString('latin1');
      });
      socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
      socket.on('error', reject);
    });
  const base = '/DataCustodian/espi/1_1/resource';
  const get = (path: string, headers = '') =>
    raw(
      Buffer.from(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${bench.client}\r\n${headers}\r\n`,
        'latin1',
      ),
    );

  it.each([
    ['traversal', `${base}/Non-ESPI/../../../../etc/passwd`],
    ['encoded traversal', `${base}/Non-ESPI/%2e%2e%2f%2e%2e%2fetc%2fpasswd`],
    ['NUL', `${base}/Authorization/%00`],
    ['bad UTF-8', `${base}/Authorization/%ff%fe`],
    ['a broken escape', `${base}/Authorization/%zz`],
    ['markup', `${base}/Authorization/%3Cscript%3E`],
    ['a very long path', `${base}/Authorization/${'a'.repeat(8000)}`],
    ['a prototype name', `${base}/Authorization/__proto__`],
    ['bytes outside ASCII', `${base}/Authorization/\u00ff\u00fe`],
  ])('%s in the path gets a 4xx', async (_, path) => {
    expect(await get(path)).toMatch(/^HTTP\/1\.1 4\d\d/);
  });

  it('huge headers and a huge form get a 4xx, and the service lives on', async () => {
    expect(await get(`${base}/Authorization`, `X-Big: ${'x'.repeat(200_000)}\r\n`)).toMatch(/^HTTP\/1\.1 4\d\d/);
    const body = `grant_type=${'x'.repeat(3_000_000)}`;
    const answer = await fetch(bench.secrets.token_endpoint, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(413);
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/);
    expect((await bench.get('/ReadServiceStatus')).status).toBe(200);
  });
});
