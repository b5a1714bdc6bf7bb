import { mkdir, rm } from 'node:fs/promises';
import { request as rawRequest } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GreenButtonClient } from '../../electron/greenbutton/index.ts';
import { ManualClock } from '../unit/http/manual-clock.ts';
import { type Bench, consent, grantFirst, startBench } from './connection-bench.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

let service: ServiceProcess;
const benches: Bench[] = [];
const never = new AbortController().signal;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});

async function bench(options?: Parameters<typeof startBench>[1]): Promise<Bench> {
  const made = await startBench(service, options);
  benches.push(made);
  return made;
}

const user = (b: Bench) => `${b.line.test_prefix}_TEST_residential`;
const last = (b: Bench) => b.flows.list(b.id)[0];

describe('an authorization in the browser', () => {
  it('ends with a kept access_token that opens the data', async () => {
    const opened: string[] = [];
    const b = await bench({ openBrowser: async (url) => void opened.push(url) });
    const flow = await b.flows.start(b.id, undefined, true);
    expect(opened).toEqual([flow.url]);
    const asked = new URL(flow.url).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);

    const tab = await fetch(await consent(flow.url, user(b), 'allow'));
    expect(tab.status).toBe(200);
    expect(await tab.text()).toContain('You can close this tab');
    const done = last(b);
    expect(done).toMatchObject({ state: 'done' });
    const authorization = done?.authorization ?? '';
    const client = new GreenButtonClient({
      http: b.http,
      tokens: b.tokens,
      espiBase: b.line.espi_base,
      workspace: b.id,
    });
    const points = await client.get('UsagePointList', { auth_uid: authorization });
    expect(points.text()).toContain('UsagePoint');
    expect((await b.connections.readSecrets(b.id)).grants[authorization]?.refreshToken).toBeTruthy();
    expect(b.seen.map(({ state }) => state)).toEqual(['waiting', 'exchanging', 'done']);
  });

  it('is called one in the tab as well, where its token cannot be saved', async () => {
    const b = await bench();
    await b.connections.secrets.decide('disk');
    // Nothing can be written in its place.
    const place = path.join(b.folder, 'secrets.json');
    await rm(place);
    await mkdir(place);
    const flow = await b.flows.start(b.id, undefined, false);
    const tab = await fetch(await consent(flow.url, user(b), 'allow'));
    const text = await tab.text();
    expect([tab.status, text]).toEqual([200, expect.stringContaining('<h1>Authorized</h1>')]);
    expect(text).toContain('for the present session only');
    expect(last(b)).toMatchObject({ state: 'done', notice: { code: 'secret_not_kept' } });
  });

  it('says that the customer declined', async () => {
    const b = await bench();
    const flow = await b.flows.start(b.id, undefined, false);
    const tab = await fetch(await consent(flow.url, user(b), 'deny'));
    expect(await tab.text()).toContain('declined');
    expect(last(b)).toMatchObject({ state: 'denied', error: { code: 'oauth_denied' } });
    expect(last(b)?.error?.action).toBeTruthy();
    expect(await b.connections.authorized(b.id)).toEqual([]);
  });

  it('ignores an answer with a wrong state, says so, and still takes the right one', async () => {
    const b = await bench();
    const flow = await b.flows.start(b.id, undefined, false);
    const right = await consent(flow.url, user(b), 'allow');
    const wrong = new URL(right);
    wrong.searchParams.set('state', 'x'.repeat(43));
    expect((await fetch(wrong)).status).toBe(400);
    expect(last(b)).toMatchObject({ state: 'waiting', notice: { code: 'oauth_wrong_state' } });
    await fetch(right);
    expect(last(b)).toMatchObject({ state: 'done' });
    expect(last(b)?.notice).toBeUndefined();
  });

  it('counts one answer: the second tab is told that it is over', async () => {
    const b = await bench();
    const flow = await b.flows.start(b.id, undefined, false);
    const right = await consent(flow.url, user(b), 'allow');
    const [one, two] = await Promise.all([fetch(right), fetch(right)]);
    expect([one.status, two.status].sort()).toEqual([200, 410]);
    expect((await fetch(right)).status).toBe(410);
    const exchanges = b.http.log.list().filter(({ purpose }) => purpose.startsWith('Exchange'));
    expect(exchanges).toHaveLength(1);
  });

  it('explains a code that was used before', async () => {
    const b = await bench();
    const first = await b.flows.start(b.id, undefined, false);
    const answer = await consent(first.url, user(b), 'allow');
    const used = new URL(answer).searchParams.get('code') ?? '';
    await fetch(answer);
    expect(last(b)).toMatchObject({ state: 'done' });
    const second = await b.flows.start(b.id, undefined, false);
    const tab = await fetch(withCode(await consent(second.url, user(b), 'allow'), used));
    expect(await tab.text()).toContain('used before');
    expect(last(b)).toMatchObject({ state: 'failed', error: { code: 'oauth_grant_refused' } });
  });

  it('explains a code that has expired', async () => {
    const b = await bench();
    const flow = await b.flows.start(b.id, undefined, false);
    const late = await consent(flow.url, user(b), 'allow');
    await service.advance(3600);
    await fetch(late);
    expect(last(b)).toMatchObject({ state: 'failed', error: { code: 'oauth_grant_refused' } });
  });

  it('stops waiting when nobody comes back (a closed tab), and tells a late one', async () => {
    const clock = new ManualClock();
    const b = await bench({ clock, timeLimitMs: 60_000 });
    const flow = await b.flows.start(b.id, undefined, false);
    const expired = new Promise<void>((resolve) => {
      const look = () => (last(b)?.state === 'expired' ? resolve() : setImmediate(look));
      look();
    });
    clock.advance(60_000);
    await expired;
    expect(last(b)).toMatchObject({ error: { code: 'oauth_timed_out' } });
    await expect(b.flows.paste(flow.id, `${flow.redirectUri}?code=a&state=b`)).rejects.toMatchObject({
      code: 'oauth_flow_over',
    });
  });

  it('is one where the button is clicked twice: every tab of it comes back to a listener', async () => {
    const opened: string[] = [];
    const clock = new ManualClock();
    const b = await bench({ clock, openBrowser: async (url) => void opened.push(url) });
    const [one, two] = await Promise.all([b.flows.start(b.id, undefined, true), b.flows.start(b.id, undefined, true)]);
    const three = await b.flows.start(b.id, undefined, true);
    expect([two.id, three.id]).toEqual([one.id, one.id]);
    expect(opened).toEqual([one.url]);
    // Later, as who closed the tab does: the same consent in another tab.
    clock.advance(30_000);
    await b.flows.start(b.id, undefined, true);
    expect(opened).toEqual([one.url, one.url]);
    const tab = await fetch(await consent(one.url, user(b), 'allow'));
    expect(tab.status).toBe(200);
    expect(last(b)).toMatchObject({ state: 'done' });
  });

  it('gives a tab that comes back after it was cancelled a sentence', async () => {
    const b = await bench();
    const flow = await b.flows.start(b.id, undefined, false);
    const late = await consent(flow.url, user(b), 'allow');
    await b.flows.cancel(flow.id);
    const tab = await fetch(late);
    expect([tab.status, await tab.text()]).toEqual([410, expect.stringContaining('This sign-in is over')]);
  });

  it('can be cancelled, and one for another authorization cancels it', async () => {
    const b = await bench();
    const one = await b.flows.start(b.id, undefined, false);
    await b.flows.start(b.id, '438131', false);
    expect(b.flows.list(b.id).map(({ state }) => state)).toEqual(['waiting', 'cancelled']);
    await b.flows.cancel(last(b)?.id ?? '');
    expect(last(b)).toMatchObject({ state: 'cancelled', error: { code: 'oauth_cancelled' } });
    await expect(b.flows.paste(one.id, 'https://x.example/?code=1')).rejects.toMatchObject({ code: 'oauth_flow_over' });
  });

  it('takes a pasted address where the redirect is a fixed one', async () => {
    const b = await bench({ oauth: { fixedRedirect: service.line.redirect_uri } });
    const flow = await b.flows.start(b.id, undefined, false);
    expect(flow).toMatchObject({ mode: 'paste', redirectUri: service.line.redirect_uri });
    await expect(b.flows.paste(flow.id, 'https://utility.example/done')).rejects.toMatchObject({
      code: 'oauth_wrong_state',
    });
    await expect(b.flows.paste(flow.id, 'what is this')).rejects.toMatchObject({ code: 'oauth_bad_address' });
    const done = await b.flows.paste(flow.id, await consent(flow.url, user(b), 'allow'));
    expect(done.state).toBe('done');
  });

  it('names the port when it is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number }; // a TCP server
    const b = await bench({ oauth: { redirectPort: port } });
    await expect(b.flows.start(b.id, undefined, false)).rejects.toMatchObject({ code: 'oauth_port_taken' });
    await new Promise((resolve) => taken.close(resolve));
  });

  it('answers only its own path, name and method', async () => {
    const b = await bench();
    const flow = await b.flows.start(b.id, undefined, false);
    const other = new URL(flow.redirectUri);
    expect((await fetch(`${other.origin}/other`)).status).toBe(404);
    expect((await fetch(flow.redirectUri, { method: 'POST' })).status).toBe(405);
    expect(await statusWithHost(flow.redirectUri, 'evil.example')).toBe(404);
    expect((await fetch(`${flow.redirectUri}?code=1`)).status).toBe(400);
    expect(last(b)?.state).toBe('waiting');
  });

  it('goes on waiting where no browser can be opened', async () => {
    const b = await bench({ openBrowser: async () => Promise.reject(new Error('no browser')) });
    await b.flows.start(b.id, undefined, true);
    expect(last(b)).toMatchObject({ state: 'waiting', notice: { code: 'unexpected' } });
  });
});

describe('tokens of a workspace', () => {
  it('are fetched with client_credentials and renewed before they expire', async () => {
    const clock = new ManualClock();
    const b = await bench({ clock });
    const first = await b.tokens.token('client', undefined, never);
    expect(await b.tokens.token('client', undefined, never)).toBe(first);
    clock.advance(3_550_000);
    const second = await b.tokens.token('client', undefined, never);
    expect(second).not.toBe(first);
  });

  it('are renewed once for all requests that are refused at the same time, with a refresh token that works once', async () => {
    const b = await bench();
    const authorization = await grantFirst(b.connections, b.id, b.line);
    // The bootstrap's own tokens outlive a test; one that was renewed lives an hour.
    await b.connections.keeper(b.id).renewNow('access', authorization, never);
    const before = (await b.connections.readSecrets(b.id)).grants[authorization];
    await service.advance(2 * 3600);
    const client = new GreenButtonClient({
      http: b.http,
      tokens: b.tokens,
      espiBase: b.line.espi_base,
      workspace: b.id,
    });
    const ask = () => client.get('UsagePointList', { auth_uid: authorization });
    await Promise.all([ask(), ask(), ask()]);
    const renewals = () => b.http.log.list().filter(({ purpose }) => purpose.startsWith('Renew'));
    expect(renewals()).toHaveLength(2);
    const after = (await b.connections.readSecrets(b.id)).grants[authorization];
    expect(after?.refreshToken).not.toBe(before?.refreshToken);
    // The rotated one works as well.
    await service.advance(2 * 3600);
    await ask();
    expect(renewals()).toHaveLength(3);
  });

  it('say that only the customer can help once the refresh token is spent', async () => {
    const b = await bench();
    await b.connections.changeSecrets(b.id, (secrets) => ({
      ...secrets,
      grants: { '438132': { token: 'at_old', refreshToken: 'rt_spent', obtainedAt: 0 } },
    }));
    const client = new GreenButtonClient({
      http: b.http,
      tokens: b.tokens,
      espiBase: b.line.espi_base,
      workspace: b.id,
    });
    await expect(client.get('UsagePointList', { auth_uid: '438132' })).rejects.toMatchObject({ code: 'token_refused' });
    expect((await b.connections.readSecrets(b.id)).grants['438132']?.lostAt).toBeTypeOf('number');
    await expect(b.connections.keeper(b.id).renewNow('access', '438132', never)).rejects.toMatchObject({
      code: 'token_not_renewable',
    });
  });

  it('of the wrong class are refused with both names', async () => {
    const b = await bench();
    const client = new GreenButtonClient({
      http: b.http,
      tokens: b.tokens,
      espiBase: b.line.espi_base,
      workspace: b.id,
    });
    const asked = client.get('AuthorizationList', {}, { tokenClass: 'registration' });
    await expect(asked).rejects.toMatchObject({
      code: 'wrong_token_class',
      message: expect.stringContaining('client_access_token'),
    });
    const use = b.connections.keeper(b.id).use(await b.connections.readSecrets(b.id));
    expect(use.registration?.refusedAt).toBeTypeOf('number');
  });

  it('are not fetched with a wrong client_secret, and the sentence says what to compare', async () => {
    const b = await bench();
    await b.connections.changeSecrets(b.id, (secrets) => ({ ...secrets, clientSecret: 'wrong' }));
    await expect(b.tokens.token('client', undefined, never)).rejects.toMatchObject({ code: 'oauth_client_refused' });
  });

  it('can be imported: an access_token as it is, a refresh token by using it', async () => {
    const b = await bench();
    const third = b.line.authorizations[2];
    const fourth = b.line.authorizations[3];
    if (!third || !fourth) throw new Error('The portfolio is too small.');
    await b.connections.importToken(b.id, fourth.auth_uid, 'refresh', fourth.refresh_token);
    const renewed = (await b.connections.readSecrets(b.id)).grants[fourth.auth_uid];
    expect(renewed?.token).not.toBe(fourth.access_token);
    await expect(b.connections.importToken(b.id, third.auth_uid, 'refresh', 'rt_wrong')).rejects.toMatchObject({
      code: 'oauth_grant_refused',
    });
    await b.connections.importToken(b.id, third.auth_uid, 'access', third.access_token);
    expect(await b.tokens.token('access', third.auth_uid, never)).toBe(third.access_token);
    await b.connections.forget(b.id, 'access', third.auth_uid);
    await expect(b.tokens.token('access', third.auth_uid, never)).rejects.toMatchObject({ code: 'token_missing' });
  });

  it('a caller that gives up does not stop the renewal of the others', async () => {
    const b = await bench();
    const impatient = new AbortController();
    const given = b.tokens.token('client', undefined, impatient.signal);
    const patient = b.tokens.token('client', undefined, never);
    impatient.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
    expect(await patient).toMatch(/^ct_/);
  });
});

function withCode(url: string, code: string): string {
  const changed = new URL(url);
  changed.searchParams.set('code', code);
  return changed.href;
}

/** fetch would not let a test lie about its Host. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = rawRequest(url, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    sent.end();
  });
}
