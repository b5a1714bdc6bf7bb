import { describe, expect, it, vi } from 'vitest';
import { type Grant, noSecrets, type WorkspaceSecrets } from '../../../electron/connections/secrets.ts';
import type { Vault } from '../../../electron/connections/token-keeper.ts';
import { TokenProbe } from '../../../electron/connections/token-probe.ts';
import { HttpError, type HttpRequest, systemClock } from '../../../electron/http/index.ts';
import { AppError } from '../../../shared/errors.ts';

const HOUR = 3_600_000;
const URI = 'https://u.example/DataCustodian/espi/1_1/resource/Batch/Subscription/';
const mark = { purpose: 'Check' };

/** What the endpoint answers, one after the other: the members of a token, or a refusal by status. */
type Answer = Record<string, unknown> | number;

function probe(...answers: Answer[]) {
  const sent: HttpRequest[] = [];
  const kept: Record<string, Grant>[] = [];
  const place = { fullAfter: Number.POSITIVE_INFINITY };
  const http = {
    send: async (request: HttpRequest) => {
      sent.push(request);
      const answer = answers.shift() ?? 500;
      const head = { requestId: `r${sent.length}`, status: 200, headers: { 'cache-control': 'no-store' } };
      if (typeof answer === 'object') return { ...head, text: () => JSON.stringify(answer) };
      const failed = { ...head, status: answer, url: request.url, text: '', carriedToken: false };
      throw new HttpError({ code: 'x', message: 'x' }, failed, { type: 'invalid_grant', description: undefined });
    },
  };
  const secrets = {
    clientSecret: 'geheim',
    registration: { token: 'reg', obtainedAt: 0 },
    grants: {
      '7': { token: 'a1', refreshToken: 'r1', scope: 'FB=4_16', obtainedAt: 0 },
      '8': { token: 'b1', obtainedAt: 0, expiresAt: 1 },
      '9': { token: 'c1', refreshToken: 'r9', obtainedAt: 0, expiresAt: Date.now() + HOUR, lostAt: 1 },
    },
    use: {},
  };
  const to = { endpoint: 'https://u.example/token', clientId: 'me', workspace: 'w' };
  // Only `send` is used.
  const made = TokenProbe.inMemory(http as never, secrets, to, async (grants) => {
    if (kept.length >= place.fullAfter) throw new AppError({ code: 'disk_full', message: 'The disk is full.' });
    kept.push(grants);
  });
  const never = new AbortController().signal;
  return {
    probe: made,
    sent,
    kept,
    place,
    form: (at: number) => Object.fromEntries(new URLSearchParams(sent[at]?.body)),
    access: (uid: string) => made.source.token('access', uid, never),
    replaced: (uid: string) => made.replaced.token('access', uid, never),
  };
}

const refresh = { client: 'right', fields: { grant_type: 'refresh_token' }, refreshTokenOf: '7' } as const;
const code = { client: 'right', fields: { grant_type: 'authorization_code', code: 'c' } } as const;

describe('what a probe holds', () => {
  it('is told by class, and by authorization whether it is stale and can be renewed', async () => {
    expect(await probe().probe.held()).toEqual({
      classes: ['registration', 'access'],
      grants: [
        { authorization: '7', isEndKnown: false, isStale: false, isOver: false, renewable: true },
        { authorization: '8', isEndKnown: true, isStale: true, isOver: true, renewable: false },
        { authorization: '9', isEndKnown: true, isStale: true, isOver: false, renewable: false },
      ],
      isClientStale: false,
    });
  });

  it('is told by what the service said of its life: a token that ends within a minute is stale, and not over', async () => {
    const { probe: made } = probe(
      { access_token: 'n1', expires_in: 3600, resourceURI: `${URI}12` },
      { access_token: 'c1', expires_in: 3600 },
    );
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      await made.ask(code, mark);
      await made.ask({ client: 'right', fields: { grant_type: 'client_credentials' } }, mark);
      const seen = async () => {
        const { isClientStale, grants } = await made.held();
        return [isClientStale, grants.find(({ authorization }) => authorization === '12')];
      };
      const grant = { authorization: '12', isEndKnown: true, renewable: false };
      expect(await seen()).toEqual([false, { ...grant, isStale: false, isOver: false }]);
      vi.setSystemTime(Date.now() + HOUR - 30_000);
      expect(await seen()).toEqual([true, { ...grant, isStale: true, isOver: false }]);
      // Clocks differ: the service may have it for good still.
      vi.setSystemTime(Date.now() + 60_000);
      expect(await seen()).toEqual([true, { ...grant, isStale: true, isOver: false }]);
      vi.setSystemTime(Date.now() + 60_000);
      expect(await seen()).toEqual([true, { ...grant, isStale: true, isOver: true }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is sent as it is: a stale token is not renewed, and one that is missing is a text that is no token', async () => {
    const { access, sent, replaced } = probe();
    expect([await access('8'), await access('1')]).toEqual(['b1', 'none-is-held']);
    expect(await replaced('7')).toBe('none-was-replaced');
    expect(sent).toEqual([]);
  });
});

describe('a request of a probe', () => {
  it('is signed as its form says, and holds the refresh token and the scope that it names', async () => {
    const { probe: made, sent, form } = probe(400, 400, 400);
    await made.ask({ ...refresh, withScope: true }, mark);
    await made.ask({ ...code, client: 'wrong_secret', withClientId: true }, mark);
    await made.ask({ ...code, client: 'none' }, mark);
    expect(sent.map(({ basic }) => basic)).toEqual([
      { user: 'me', password: 'geheim' },
      { user: 'me', password: 'not-the-secret' },
      undefined,
    ]);
    expect(form(0)).toEqual({ grant_type: 'refresh_token', refresh_token: 'r1', scope: 'FB=4_16' });
    expect(form(1)).toEqual({ grant_type: 'authorization_code', code: 'c', client_id: 'me' });
    expect(form(2)).toEqual({ grant_type: 'authorization_code', code: 'c' });
    expect(sent.every(({ holdsSecrets }) => holdsSecrets)).toBe(true);
  });

  it('that is refused answers the status and the error, and keeps every token', async () => {
    const { probe: made, access } = probe(400);
    expect(await made.ask(refresh, mark)).toMatchObject({
      status: 400,
      error: 'invalid_grant',
      request: 'r1',
      members: [],
      authorization: undefined,
      fault: undefined,
    });
    expect(await access('7')).toBe('a1');
  });

  it('that was cancelled is no answer', async () => {
    await expect(probe(400).probe.ask(refresh, { ...mark, signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      HttpError,
    );
  });
});

describe('tokens that come', () => {
  it('take the place of those before, which can still be sent as replaced', async () => {
    const {
      probe: made,
      form,
      access,
      replaced,
    } = probe({ access_token: 'a2', refresh_token: 'r2', scope: '', resourceURI: `${URI}7` }, 400);
    const reply = await made.ask(refresh, mark);
    expect(reply).toMatchObject({ status: 200, authorization: '7', request: 'r1' });
    expect(reply.members).toEqual(['access_token', 'refresh_token', 'resourceURI']);
    expect([await access('7'), await replaced('7')]).toEqual(['a2', 'a1']);
    await made.ask(refresh, mark);
    expect(form(1)).toMatchObject({ refresh_token: 'r2' });
  });

  it('are kept before the run goes on, and nothing else is written; those of a test and of the client are not kept', async () => {
    const { probe: made, kept } = probe(
      { access_token: 'a2', refresh_token: 'r2', resourceURI: `${URI}7` },
      { access_token: 'n1', refresh_token: 'rn', resourceURI: `${URI}12` },
      { access_token: 'n2', resourceURI: `${URI}12` },
      { access_token: 'client1' },
    );
    await made.ask(refresh, mark);
    // First nothing, which tells whether anything can be kept.
    expect(kept).toEqual([{}, { '7': expect.objectContaining({ token: 'a2', refreshToken: 'r2' }) }]);
    const times = kept.length;
    await made.ask(code, mark);
    await made.ask({ ...refresh, refreshTokenOf: '12' }, mark);
    await made.ask({ client: 'right', fields: { grant_type: 'client_credentials' } }, mark);
    expect(kept).toHaveLength(times);
  });

  it('are those of the authorization that was asked for, also where the answer names none', async () => {
    const { probe: made, kept, access, replaced } = probe({ access_token: 'a2', refresh_token: 'r2' });
    await made.ask(refresh, mark);
    expect(kept.at(-1)).toMatchObject({ '7': { token: 'a2', refreshToken: 'r2' } });
    expect([await access('7'), await replaced('7')]).toEqual(['a2', 'a1']);
  });

  it('are not asked for where they could not be kept: no refresh token is spent', async () => {
    const { probe: made, sent, place } = probe({ access_token: 'a2', refresh_token: 'r2', resourceURI: `${URI}7` });
    place.fullAfter = 0;
    await expect(made.ask(refresh, mark)).rejects.toMatchObject({ code: 'disk_full' });
    expect(sent).toEqual([]);
  });

  it('that cannot be kept any more, once they are there, end the step', async () => {
    const { probe: made, sent, place } = probe({ access_token: 'a2', refresh_token: 'r2', resourceURI: `${URI}7` });
    place.fullAfter = 1;
    await expect(made.ask(refresh, mark)).rejects.toMatchObject({ code: 'disk_full' });
    expect(sent).toHaveLength(1);
  });

  it('leave a refresh token that the service did not renew', async () => {
    const { probe: made, form } = probe({ access_token: 'a2', resourceURI: `${URI}7` }, 400);
    await made.ask(refresh, mark);
    await made.ask(refresh, mark);
    expect(form(1)).toMatchObject({ refresh_token: 'r1' });
  });

  it('of a new authorization are held beside the others', async () => {
    const {
      probe: made,
      access,
      replaced,
    } = probe(
      { access_token: 'n1', refresh_token: 'rn', resourceURI: `${URI}12` },
      { access_token: 'n2', resourceURI: `${URI}12` },
    );
    await made.ask(code, mark);
    expect((await made.held()).grants).toContainEqual({
      authorization: '12',
      isEndKnown: false,
      isStale: false,
      isOver: false,
      renewable: true,
    });
    await made.ask({ ...refresh, refreshTokenOf: '12' }, mark);
    expect([await access('12'), await replaced('12')]).toEqual(['n2', 'n1']);
  });

  it('of the client are held without a refresh token', async () => {
    const { probe: made } = probe({ access_token: 'client1', refresh_token: 'odd', expires_in: 3600 });
    const reply = await made.ask({ client: 'right', fields: { grant_type: 'client_credentials' } }, mark);
    expect(reply.members).toContain('refresh_token');
    expect((await made.held()).classes).toEqual(['registration', 'client', 'access']);
    expect((await made.bits()).map(({ what }) => what)).toEqual([
      'registration_access_token',
      'client_access_token',
      ...['access_token', 'access_token', 'access_token'],
      ...['refresh token', 'refresh token'],
    ]);
  });

  it.each([
    ['a client token, with its client_secret', { grant_type: 'client_credentials' }, undefined],
    ['an authorization', { grant_type: 'refresh_token' }, '7'],
  ])('are not kept where a person deleted %s, meanwhile', async (_what, fields, refreshTokenOf) => {
    let held: WorkspaceSecrets = {
      ...noSecrets(),
      clientSecret: 'one',
      grants: { '7': { token: 'a1', obtainedAt: 0 } },
    };
    const emptied = { ...noSecrets(), clientSecret: 'two' };
    const vault: Vault = {
      read: async () => held,
      update: async (change) => {
        held = change(held);
        return held;
      },
    };
    const send = async () => {
      held = emptied;
      const text = () => JSON.stringify({ access_token: 'late', resourceURI: `${URI}7` });
      return { status: 200, headers: {}, requestId: 'r1', text };
    };
    const client = async () => ({
      endpoint: 'https://u.example/token',
      clientId: 'me',
      clientSecret: held.clientSecret ?? '',
      clientAuth: 'basic' as const,
      workspace: 'w',
    });
    // Only `send` is used, and no keeper.
    const made = new TokenProbe({
      http: { send } as never,
      vault,
      keeper: undefined as never,
      client,
      clock: systemClock,
    });
    await made.ask({ client: 'right', fields, ...(refreshTokenOf && { refreshTokenOf }) }, mark);
    expect(held).toEqual(emptied);
  });

  it('for nobody in particular are left', async () => {
    const { probe: made } = probe({ access_token: 'x' });
    expect((await made.ask(code, mark)).authorization).toBeUndefined();
    expect((await made.held()).grants).toHaveLength(3);
  });
});
