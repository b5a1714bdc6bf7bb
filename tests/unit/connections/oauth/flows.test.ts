import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FlowsOptions, OAuthFlows } from '../../../../electron/connections/oauth/flows.ts';
import type { HttpRequest } from '../../../../electron/http/index.ts';
import type { OAuthFlowView } from '../../../../shared/contract/connections.ts';
import { type Bench, openBench, refusal } from '../bench.ts';

// The redirect is a fixed one, so that nothing listens: the user brings the address back.
const OAUTH = {
  clientId: 'me',
  authorizationEndpoint: 'https://u.example/authorize',
  tokenEndpoint: 'https://u.example/token',
  fixedRedirect: 'https://mine.example/callback',
};
const TOKENS = {
  access_token: 't',
  refresh_token: 'r',
  authorizationURI: 'https://u.example/DataCustodian/espi/1_1/resource/Authorization/42',
};

let bench: Bench;
let flows: OAuthFlows;
let id: string;
let answer: (request: HttpRequest) => string | Promise<string>;
let opened: string[];
let seen: OAuthFlowView['state'][];
const flowsOf = (more: Partial<FlowsOptions> = {}) =>
  new OAuthFlows({
    connections: bench.connections,
    clock: bench.clock,
    openBrowser: async (url) => void opened.push(url),
    onChange: ({ state }) => seen.push(state),
    ...more,
  });

beforeEach(async () => {
  answer = () => JSON.stringify(TOKENS);
  [opened, seen] = [[], []];
  bench = await openBench((request) => answer(request));
  ({ id } = await bench.connections.create({ name: 'W', baseUrl: 'https://u.example' }));
  await configure(OAUTH);
  await bench.connections.changeSecrets(id, (secrets) => ({ ...secrets, clientSecret: 'geheim' }));
  flows = flowsOf();
});
afterEach(async () => {
  await flows.close();
  await bench.close();
});
async function configure(oauth: object): Promise<void> {
  await bench.connections.change(id, { oauth: { ...bench.connections.workspaces.get(id).oauth, ...oauth } });
}
const start = (authorization?: string, open = false) => flows.start(id, authorization, open);
/** The address that the browser comes back to. */
function back(flow: OAuthFlowView, members: Record<string, string>): string {
  const url = new URL(flow.redirectUri);
  url.searchParams.set('state', new URL(flow.url).searchParams.get('state') ?? '');
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  return url.href;
}
const last = () => flows.list(id)[0];
const grants = async () => (await bench.connections.readSecrets(id)).grants;

describe('a sign-in', () => {
  it('ends with a token that is kept for the authorization that the service names', async () => {
    const flow = await start(undefined, true);
    expect(opened).toEqual([flow.url]);
    expect(flow).toMatchObject({ mode: 'paste', state: 'waiting', redirectUri: OAUTH.fixedRedirect });
    expect(await flows.paste(flow.id, back(flow, { code: 'c' }))).toMatchObject({ state: 'done', authorization: '42' });
    expect(await grants()).toEqual({ 42: { token: 't', refreshToken: 'r', obtainedAt: bench.clock.now() } });
    const sent = new URLSearchParams(bench.sent[0]?.body);
    expect([sent.get('code'), sent.get('redirect_uri')]).toEqual(['c', OAUTH.fixedRedirect]);
    expect(seen).toEqual(['waiting', 'exchanging', 'done']);
  });

  it('that renews one keeps it for that one, where the service names none', async () => {
    answer = () => '{"access_token":"t"}';
    const flow = await start('7');
    await flows.paste(flow.id, back(flow, { code: 'c' }));
    expect(Object.keys(await grants())).toEqual(['7']);
  });

  it('fails where nobody says whose token it is, and keeps none', async () => {
    answer = () => '{"access_token":"t"}';
    const flow = await start();
    await flows.paste(flow.id, back(flow, { code: 'c' }));
    expect(last()).toMatchObject({ state: 'failed', error: { code: 'oauth_no_authorization' } });
    expect(await grants()).toEqual({});
  });

  it('fails where the code is refused, and says so', async () => {
    answer = () => {
      throw refusal(400, 'invalid_grant');
    };
    const flow = await start();
    await flows.paste(flow.id, back(flow, { code: 'spent' }));
    expect(last()).toMatchObject({ state: 'failed', error: { code: 'oauth_grant_refused' } });
  });

  it('is denied where the customer declined', async () => {
    const flow = await start();
    await flows.paste(flow.id, back(flow, { error: 'access_denied' }));
    expect(last()).toMatchObject({ state: 'denied', error: { code: 'oauth_denied' } });
    expect(bench.sent).toEqual([]);
  });

  it('goes on waiting after an answer that is not its own, and after an address without one', async () => {
    const flow = await start();
    await expect(flows.paste(flow.id, back(flow, { state: 'other', code: 'c' }))).rejects.toMatchObject({
      code: 'oauth_wrong_state',
    });
    await expect(flows.paste(flow.id, 'nothing')).rejects.toMatchObject({ code: 'oauth_bad_address' });
    expect(last()).toMatchObject({ state: 'waiting', notice: { code: 'oauth_wrong_state' } });
    await flows.paste(flow.id, back(flow, { code: 'c' }));
    expect(last()).toMatchObject({ state: 'done', notice: undefined });
  });

  it('counts one answer', async () => {
    const flow = await start();
    await flows.paste(flow.id, back(flow, { code: 'c' }));
    await expect(flows.paste(flow.id, back(flow, { code: 'c' }))).rejects.toMatchObject({ code: 'oauth_flow_over' });
    expect(bench.sent).toHaveLength(1);
  });

  it('is over after its time, or once it is cancelled', async () => {
    const first = await start();
    bench.clock.advance(10 * 60_000);
    await vi.waitFor(() => expect(last()).toMatchObject({ state: 'expired', error: { code: 'oauth_timed_out' } }));
    await expect(flows.paste(first.id, back(first, { code: 'c' }))).rejects.toMatchObject({ code: 'oauth_flow_over' });
    const second = await start();
    await flows.cancel(second.id);
    bench.clock.advance(10 * 60_000);
    expect(last()).toMatchObject({ id: second.id, state: 'cancelled' });
  });

  it('that is cancelled while the token is fetched stays so', async () => {
    let fetched = () => undefined as unknown;
    answer = ({ signal }) =>
      new Promise((_resolve, reject) => {
        fetched = () => reject(signal?.reason);
      });
    const flow = await start();
    const pasted = flows.paste(flow.id, back(flow, { code: 'c' }));
    await vi.waitFor(() => expect(last()?.state).toBe('exchanging'));
    await vi.waitFor(() => expect(bench.sent).toHaveLength(1));
    await flows.cancel(flow.id);
    fetched();
    expect(await pasted).toMatchObject({ state: 'cancelled' });
    expect(await grants()).toEqual({});
  });

  it('whose token is fetched when its time is over goes on, and ends as the service says', async () => {
    let fetched = (_text: string) => undefined as unknown;
    answer = () =>
      new Promise((resolve) => {
        fetched = resolve;
      });
    const flow = await start();
    const pasted = flows.paste(flow.id, back(flow, { code: 'c' }));
    await vi.waitFor(() => expect(bench.sent).toHaveLength(1));
    bench.clock.advance(10 * 60_000);
    fetched(JSON.stringify(TOKENS));
    expect(await pasted).toMatchObject({ state: 'done', authorization: '42' });
    expect(seen).toEqual(['waiting', 'exchanging', 'done']);
  });

  it('whose token cannot be saved is done, and says that it counts for this session', async () => {
    await bench.connections.secrets.decide('disk');
    // Nothing can be written in its place.
    const place = path.join(bench.folder, 'secrets.json');
    await rm(place);
    await mkdir(place);
    const flow = await start();
    const done = await flows.paste(flow.id, back(flow, { code: 'c' }));
    expect(done).toMatchObject({
      state: 'done',
      authorization: '42',
      notice: { code: 'secret_not_kept', message: expect.stringContaining('for the present session only') },
    });
    expect(done.error).toBeUndefined();
    expect(await grants()).toMatchObject({ 42: { token: 't', refreshToken: 'r' } });
  });

  it('is not begun without a client, nor over an address that others can read', async () => {
    await configure({ ...OAUTH, clientId: undefined });
    await expect(start()).rejects.toMatchObject({ code: 'oauth_client_missing' });
    await configure({ ...OAUTH, tokenEndpoint: 'http://u.example/token' });
    await expect(start()).rejects.toMatchObject({ code: 'insecure_url' });
    expect(flows.list(id)).toEqual([]);
  });

  it('goes on where no browser can be opened, and says so', async () => {
    flows = flowsOf({ openBrowser: () => Promise.reject(new Error('no browser')) });
    await start(undefined, true);
    expect(last()).toMatchObject({ state: 'waiting', notice: { message: expect.stringContaining('no browser') } });
  });
});

describe('several sign-ins', () => {
  it('for the same are one; two clicks at once open one tab, a later one another', async () => {
    const [first, second] = await Promise.all([start('7', true), start('7', true)]);
    expect(second?.id).toBe(first?.id);
    await start('7', true);
    expect(opened).toHaveLength(1);
    bench.clock.advance(2_000);
    expect((await start('7', true)).id).toBe(first?.id);
    expect(opened).toEqual([first?.url, first?.url]);
  });

  it('for another authorization end the one that waits', async () => {
    const first = await start('7');
    const second = await start('8');
    expect(flows.list(id).map((flow) => [flow.id, flow.state])).toEqual([
      [second.id, 'waiting'],
      [first.id, 'cancelled'],
    ]);
  });

  it('are listed by workspace, the twenty newest that are over', async () => {
    for (let n = 0; n < 25; n += 1) await start(String(n));
    expect(flows.list(id)).toHaveLength(20);
    expect(last()?.state).toBe('waiting');
    expect(flows.list('demo')).toEqual([]);
  });

  it('of a workspace that is deleted are gone', async () => {
    const flow = await start();
    await flows.forget(id);
    expect([flows.list(id), seen.at(-1)]).toEqual([[], 'cancelled']);
    await expect(flows.paste(flow.id, back(flow, { code: 'c' }))).rejects.toMatchObject({ code: 'oauth_flow_over' });
  });
});
