import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkWorkspace, takeRegistration, testToken } from '../../../electron/connections/checks.ts';
import type { WorkspaceSecrets } from '../../../electron/connections/secrets.ts';
import type { HttpRequest } from '../../../electron/http/index.ts';
import type { CheckView } from '../../../shared/contract/connections.ts';
import type { TokenClass } from '../../../shared/resources.ts';
import { type Bench, openBench, refusal } from './bench.ts';

const never = new AbortController().signal;
const APPLICATION = `<ApplicationInformation><client_id>me</client_id><client_secret>geheim</client_secret>
  <authorizationServerAuthorizationEndpoint>https://u.example/authorize</authorizationServerAuthorizationEndpoint>
  <authorizationServerTokenEndpoint>https://u.example/token</authorizationServerTokenEndpoint></ApplicationInformation>`;
const STATUS = (current: number) => `<ServiceStatus><currentStatus>${current}</currentStatus></ServiceStatus>`;

/** By what the path has in it, the first that fits. */
const ANSWERS: Record<string, string> = {
  '/api/v2/forms': '{"forms":[],"next":null}',
  ApplicationInformation: APPLICATION,
  ReadServiceStatus: STATUS(1),
  '/token': '{"access_token":"t"}',
  '/resource/': '<feed/>',
};

let bench: Bench;
let answers: Record<string, string | Error>;
let id: string;
beforeEach(async () => {
  answers = { ...ANSWERS };
  bench = await openBench(({ url }: HttpRequest) => {
    const found = Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? refusal(404);
    if (found instanceof Error) throw found;
    return found;
  });
  ({ id } = await bench.connections.create({ name: 'W', baseUrl: 'https://u.example', appUid: 'app' }));
});
afterEach(() => bench.close());

const token = { token: 't', obtainedAt: 1 };
const have = (secrets: Partial<WorkspaceSecrets>) =>
  bench.connections.changeSecrets(id, (before) => ({ ...before, ...secrets }));
const oauth = (more: object) =>
  bench.connections.change(id, { oauth: { ...bench.connections.workspaces.get(id).oauth, ...more } });
const states = (checks: readonly CheckView[]) => Object.fromEntries(checks.map((check) => [check.id, check.state]));
const check = async () => await checkWorkspace(bench.connections, bench.http, id, never);
const one = async (which: string) => (await check()).find((found) => found.id === which);

describe('the checks of a workspace', () => {
  it('name the hop that failed, and ask nothing of a service that is not reached', async () => {
    await have({ api: token, registration: token, grants: { 1: token, 2: token } });
    const hop = (which: string, state: CheckView['state']): CheckView => ({
      id: which,
      title: which,
      state,
      message: which,
    });
    bench.http.hops = async (url, workspace) => {
      expect([url.startsWith('https://u.example/'), workspace]).toEqual([true, id]);
      return [hop('name', 'ok'), hop('connection', 'failed'), hop('certificate', 'untried')];
    };
    const checks = await check();
    expect(states(checks)).toEqual({
      address: 'ok',
      name: 'ok',
      connection: 'failed',
      certificate: 'untried',
      status: 'untried',
      api: 'untried',
      registration: 'untried',
      oauth: 'untried',
      client: 'untried',
      access: 'untried',
      webhook: 'skipped',
    });
    expect(checks.find(({ id: which }) => which === 'access')?.message).not.toContain('one of');
    expect(bench.sent).toEqual([]);
  });

  it('skip what was not entered, and say what it is for', async () => {
    const checks = await check();
    expect(states(checks)).toEqual({
      address: 'ok',
      status: 'skipped',
      api: 'skipped',
      registration: 'skipped',
      oauth: 'warning',
      client: 'skipped',
      access: 'skipped',
      webhook: 'skipped',
    });
    expect(checks.filter(({ state, action }) => state === 'skipped' && !action)).toEqual([]);
    expect(bench.sent).toEqual([]);
  });

  it('find all of it good', async () => {
    await oauth({ clientId: 'me' });
    await have({
      api: token,
      registration: token,
      client: { ...token, expiresAt: bench.clock.now() + 3_600_000 },
      clientSecret: 'geheim',
      webhookSecret: 'w',
      grants: { a: token },
    });
    expect(new Set(Object.values(states(await check())))).toEqual(new Set(['ok']));
  });

  it('say what is missing of the registration, each by its name', async () => {
    await have({ registration: token });
    await bench.connections.change(id, { appUid: undefined });
    expect((await one('registration'))?.message).toContain('uid of the application');
  });

  it('try one of several authorizations, and say that it is only one', async () => {
    await have({ grants: { a: token, b: token } });
    expect((await one('access:a'))?.message).toContain('authorization a, one of 2');
  });

  it.each([
    [STATUS(0), 'warning', 'not available'],
    ['<html/>', 'warning', 'cannot be read'],
    [refusal(503), 'failed', 'Refused'],
  ])('take a status for what it says (%#)', async (answer, state, words) => {
    await have({ registration: token });
    answers.ReadServiceStatus = answer;
    expect(await one('status')).toMatchObject({ state, message: expect.stringContaining(words) });
  });

  it('ask for the status with the tokens of the workspace, which are told of a refusal', async () => {
    await have({ registration: token });
    await check();
    const asked = bench.sent.find(({ url }) => url.includes('ReadServiceStatus'));
    // That any token is accepted there is not told of this one.
    expect(asked?.auth).toMatchObject({ tokenClass: 'registration', anyToken: true });
    expect(asked?.auth?.source).toBe(bench.connections.tokenSource(id));
  });

  it('ask for the status with an access_token where a client secret has no client_id', async () => {
    await have({ clientSecret: 'geheim', grants: { a: token } });
    expect(await one('status')).toMatchObject({ state: 'ok' });
    const asked = bench.sent.find(({ url }) => url.includes('ReadServiceStatus'));
    expect(asked?.auth).toMatchObject({ tokenClass: 'access', scope: 'a' });
  });

  it('call a guessed OAuth address a guess', async () => {
    await oauth({ clientId: 'me' });
    await have({ clientSecret: 'geheim' });
    expect(await one('oauth')).toMatchObject({ state: 'warning', message: expect.stringContaining('did not publish') });
    await oauth({ authorizationEndpoint: 'https://u.example/a', tokenEndpoint: 'https://u.example/t' });
    expect(await one('oauth')).toMatchObject({ state: 'ok', message: expect.stringContaining('as entered') });
  });

  it('end with who asked for them', async () => {
    await have({ api: token });
    const aborted = new DOMException('', 'AbortError');
    answers['/api/v2/forms'] = aborted;
    await expect(check()).rejects.toBe(aborted);
  });
});

describe('a token', () => {
  const tried = async (tokenClass: TokenClass, scope?: string) =>
    await testToken(bench.connections, bench.http, bench.connections.workspaces.get(id), tokenClass, scope, never);

  it('is tried with a request of its class, its own check named by its authorization', async () => {
    await have({ api: token, grants: { a: token } });
    expect(await tried('access', 'a')).toMatchObject({ id: 'access:a', state: 'ok' });
    expect(bench.sent.at(-1)).toMatchObject({ auth: { tokenClass: 'access', scope: 'a' } });
    expect(await tried('api')).toMatchObject({ id: 'api', state: 'ok' });
    expect(bench.sent.at(-1)?.url).toMatch(/^https:\/\/u\.example\/api\/v2\/forms/);
  });

  it.each(['<!DOCTYPE html><html><body>Welcome</body></html>', '<html/>', '', '{"authorizations":[]}'])(
    'is not called accepted for an answer that is no feed: %j',
    async (answer) => {
      await have({ client: { ...token, expiresAt: bench.clock.now() + 3_600_000 }, grants: { a: token } });
      answers['/resource/'] = answer;
      for (const found of [await tried('client'), await tried('access', 'a')]) {
        expect(found).toMatchObject({ state: 'warning', message: expect.stringContaining('not with a feed') });
      }
    },
  );

  it.each(['', 'Hello', '{"authorizations":[]}', '<other/>'])(
    'is not taken for accepted by the client, either, where the answer is another: %j',
    async (answer) => {
      await have({
        registration: token,
        client: { ...token, expiresAt: bench.clock.now() + 3_600_000 },
        grants: { a: token },
      });
      answers = { '/resource/': answer };
      const { send, stream } = bench.http;
      const taken: string[] = [];
      // Where an answer is taken, the client notes that the token was accepted.
      bench.http.send = async (request) => {
        const whole = await send(request);
        taken.push(request.url);
        return whole;
      };
      bench.http.stream = async (request, consume) => {
        const value = await stream(request, consume);
        taken.push(request.url);
        return value;
      };
      await tried('client');
      await tried('access', 'a');
      expect(await tried('registration')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('not an ApplicationInformation'),
      });
      expect(bench.sent).toHaveLength(3);
      expect(taken).toEqual([]);
    },
  );

  it.each([
    '\uFEFF<?xml version="1.0"?><!-- <html> --><ns1:feed xmlns:ns1="http://www.w3.org/2005/Atom"/>',
    '<entry xmlns="http://www.w3.org/2005/Atom"/>',
    `<feed>${' '.repeat(200_000)}`,
  ])('is accepted where a feed or an entry begins (%#)', async (answer) => {
    await have({ grants: { a: token } });
    answers['/resource/'] = answer;
    expect(await tried('access', 'a')).toMatchObject({ state: 'ok' });
  });

  it('finds a wrong address where a list is not there, and what else went wrong as it is', async () => {
    await have({ api: token });
    answers['/api/v2/forms'] = refusal(404);
    expect(await tried('api')).toMatchObject({ state: 'failed', action: expect.stringContaining('base URL') });
    answers['/api/v2/forms'] = refusal(401);
    expect(await tried('api')).toMatchObject({ state: 'failed', message: 'Refused.' });
  });
});

describe('what the registration says', () => {
  const taken = () => takeRegistration(bench.connections, bench.http, id, never);

  it('is taken over', async () => {
    await have({ registration: token });
    expect(states(await taken())).toEqual({ client_id: 'ok', client_secret: 'ok', authorization: 'ok', token: 'ok' });
    expect(bench.connections.workspaces.get(id).oauth.clientId).toBe('me');
    expect((await bench.connections.readSecrets(id)).clientSecret).toBe('geheim');
  });

  it('changes nothing that the user entered', async () => {
    await have({ registration: token, clientSecret: 'mine' });
    await oauth({ clientId: 'mine' });
    const checks = await taken();
    expect(checks.find(({ id: which }) => which === 'client_id')?.message).toContain('Unchanged');
    expect(bench.connections.workspaces.get(id).oauth.clientId).toBe('mine');
    expect((await bench.connections.readSecrets(id)).clientSecret).toBe('mine');
  });

  it('leaves what was entered while it was asked for', async () => {
    await have({ registration: token });
    const { send } = bench.http;
    bench.http.send = async (request) => {
      const answer = await send(request);
      await oauth({ scope: 'FB=4', tokenEndpoint: 'https://mine.example/token' });
      return answer;
    };
    await taken();
    expect(bench.connections.workspaces.get(id).oauth).toMatchObject({
      clientId: 'me',
      scope: 'FB=4',
      tokenEndpoint: 'https://mine.example/token',
    });
  });

  it('is not taken where the address is another by then', async () => {
    await have({ registration: token });
    const { send } = bench.http;
    bench.http.send = async (request) => {
      const answer = await send(request);
      await bench.connections.change(id, { baseUrl: 'https://new.example' });
      return answer;
    };
    await expect(taken()).rejects.toMatchObject({ code: 'workspace_changed' });
    expect(bench.connections.workspaces.get(id).oauth.clientId).toBeUndefined();
    expect((await bench.connections.readSecrets(id)).clientSecret).toBeUndefined();
  });

  it('says what it lacks', async () => {
    await have({ registration: token });
    answers.ApplicationInformation = '<ApplicationInformation><client_id>me</client_id></ApplicationInformation>';
    expect(states(await taken())).toEqual({
      client_id: 'ok',
      client_secret: 'warning',
      authorization: 'warning',
      token: 'warning',
    });
    expect((await bench.connections.readSecrets(id)).clientSecret).toBeUndefined();
  });
});
