import { EventEmitter, once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { noSecrets, type WorkspaceSecrets } from '../../../electron/connections/secrets.ts';
import type { TokenAnswer } from '../../../electron/connections/token-endpoint.ts';
import { grantOf, TokenKeeper, tokenKey } from '../../../electron/connections/token-keeper.ts';
import { AppError } from '../../../shared/errors.ts';
import { ManualClock } from '../http/manual-clock.ts';

const never = new AbortController().signal;
const fetched = (token: string, more: Partial<TokenAnswer> = {}): TokenAnswer => ({
  token,
  expiresIn: 3600,
  refreshToken: undefined,
  scope: undefined,
  resourceUri: undefined,
  customerResourceUri: undefined,
  authorizationUri: undefined,
  ...more,
});

/** A keeper over secrets in memory; `ask` stands for the token endpoint. */
function keeperOf(start: Partial<WorkspaceSecrets>, ask: () => Promise<TokenAnswer>) {
  const clock = new ManualClock(1_000_000);
  const asked = vi.fn(ask);
  const held = { secrets: { ...noSecrets(), ...start } };
  const onChange = vi.fn();
  const vault = {
    read: async () => held.secrets,
    update: async (change: (secrets: WorkspaceSecrets) => WorkspaceSecrets) => {
      held.secrets = change(held.secrets);
      return held.secrets;
    },
  };
  return { keeper: new TokenKeeper({ vault, ask: asked, clock, onChange }), clock, asked, held, onChange };
}

const grant = { token: 'old', refreshToken: 'r1', obtainedAt: 1_000_000, expiresAt: 1_000_000 + 3_600_000 };

describe('a token that is asked for', () => {
  it('is the one that is held, until a minute before it expires', async () => {
    const { keeper, clock, asked } = keeperOf({ grants: { a: grant } }, async () => fetched('new'));
    clock.advance(3_600_000 - 60_001);
    expect(await keeper.token('access', 'a', never)).toBe('old');
    expect(asked).not.toHaveBeenCalled();
    clock.advance(1);
    expect(await keeper.token('access', 'a', never)).toBe('new');
  });

  it('that lives for a minute is used for half of it', async () => {
    const short = { ...grant, expiresAt: grant.obtainedAt + 60_000 };
    const { keeper, clock } = keeperOf({ grants: { a: short } }, async () => fetched('new'));
    clock.advance(29_999);
    expect(await keeper.token('access', 'a', never)).toBe('old');
    clock.advance(1);
    expect(await keeper.token('access', 'a', never)).toBe('new');
  });

  it('is fetched where it is of the client, and missing with what to do otherwise', async () => {
    const { keeper, held } = keeperOf({}, async () => fetched('made'));
    expect(await keeper.token('client', undefined, never)).toBe('made');
    expect(held.secrets.client).toEqual({ token: 'made', obtainedAt: 1_000_000, expiresAt: 1_000_000 + 3_600_000 });
    await expect(keeper.token('api', undefined, never)).rejects.toMatchObject({ code: 'token_missing' });
    await expect(keeper.token('access', 'a', never)).rejects.toThrow('of authorization a');
  });

  it('is sent past its time where nothing renews it: the service has the last word', async () => {
    const { refreshToken: _none, ...bare } = grant;
    const { keeper, clock, asked } = keeperOf({ grants: { a: bare } }, async () => fetched('new'));
    clock.advance(4_000_000);
    expect(await keeper.token('access', 'a', never)).toBe('old');
    expect(asked).not.toHaveBeenCalled();
  });
});

describe('a renewal', () => {
  it('is one for all who ask meanwhile, kept before anybody uses it, and spends the refresh token once', async () => {
    const { keeper, asked, held } = keeperOf({ grants: { a: grant } }, async () => fetched('new'));
    const both = [keeper.refresh('access', 'a', 'old', never), keeper.refresh('access', 'a', 'old', never)];
    expect(await Promise.all(both)).toEqual(['new', 'new']);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(held.secrets.grants.a).toMatchObject({ token: 'new', refreshToken: 'r1' });
    // Refused is one that nobody holds any more.
    expect(await keeper.refresh('access', 'a', 'old', never)).toBe('new');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('goes on for the others when one caller gives up', async () => {
    const endpoint = new EventEmitter();
    const { keeper, asked } = keeperOf({ grants: { a: grant } }, async () => {
      const [answer] = await once(endpoint, 'answer');
      return answer;
    });
    const impatient = new AbortController();
    const given = keeper.refresh('access', 'a', 'old', impatient.signal).catch((error: Error) => error.name);
    const other = keeper.refresh('access', 'a', 'old', never);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    impatient.abort();
    expect(await given).toBe('AbortError');
    endpoint.emit('answer', fetched('new'));
    expect(await other).toBe('new');
  });

  it('that is refused needs the customer, and is not tried again', async () => {
    const refuse = async () => {
      throw new AppError({ code: 'oauth_grant_refused', message: 'spent' });
    };
    const { keeper, asked, held } = keeperOf({ grants: { a: grant } }, refuse);
    expect(await keeper.refresh('access', 'a', 'old', never)).toBeUndefined();
    expect(held.secrets.grants.a?.lostAt).toBe(1_000_000);
    await expect(keeper.renewNow('access', 'a', never)).rejects.toMatchObject({ code: 'token_not_renewable' });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('that fails otherwise loses nothing', async () => {
    const { keeper, held } = keeperOf({ grants: { a: grant } }, async () => {
      throw new AppError({ code: 'network_timeout', message: 'late' });
    });
    await expect(keeper.refresh('access', 'a', 'old', never)).rejects.toMatchObject({ code: 'network_timeout' });
    expect(held.secrets.grants.a).toEqual(grant);
  });

  it('leaves alone what a person entered meanwhile', async () => {
    const { keeper, held } = keeperOf({ grants: { a: grant } }, async () => {
      held.secrets = { ...held.secrets, grants: { a: { token: 'pasted', obtainedAt: 2 } } };
      return fetched('new');
    });
    await keeper.refresh('access', 'a', 'old', never);
    expect(held.secrets.grants.a?.token).toBe('pasted');
  });

  it('does not exist for tokens that are copied by hand', async () => {
    const { keeper } = keeperOf({ api: { token: 'k', obtainedAt: 1 } }, async () => fetched('new'));
    expect(await keeper.refresh('api', undefined, 'k', never)).toBeUndefined();
  });
});

describe('a client token that is being fetched', () => {
  const old = { token: 'old', obtainedAt: 1 };
  interface Fetch {
    resolve: (answer: TokenAnswer) => void;
    reject: (error: AppError) => void;
  }
  /** Each fetch is answered by the test. */
  function answeredByHand(start: Partial<WorkspaceSecrets>) {
    const fetches: Fetch[] = [];
    const made = keeperOf(start, () => new Promise((resolve, reject) => fetches.push({ resolve, reject })));
    const begun = async (n: number) => {
      await vi.waitFor(() => expect(fetches).toHaveLength(n));
      return fetches[n - 1] as Fetch; // it was just counted
    };
    const enter = (change: Partial<WorkspaceSecrets>) => {
      made.held.secrets = { ...made.held.secrets, ...change };
    };
    return { ...made, begun, enter };
  }

  it.each([
    ['its client_secret is replaced', { client: old }, { client: undefined, clientSecret: 'two' }],
    ['its client_secret is replaced, and none was held', {}, { clientSecret: 'two' }],
    ['the one that was held is deleted', { client: old }, { client: undefined }],
  ])('is not kept where %s meanwhile', async (_name, start, change) => {
    const { keeper, held, begun, enter } = answeredByHand({ clientSecret: 'one', ...start });
    const renewed = keeper.renewNow('client', undefined, never);
    const first = await begun(1);
    enter(change);
    first.resolve(fetched('of one'));
    await renewed;
    expect(held.secrets.client).toBeUndefined();
  });

  it('is not waited for with another client_secret: what is said of the old one is not told of the new', async () => {
    const { keeper, held, begun, enter } = answeredByHand({ clientSecret: 'one' });
    const before = keeper.token('client', undefined, never);
    const first = await begun(1);
    enter({ clientSecret: 'two' });
    const after = [keeper.token('client', undefined, never), keeper.token('client', undefined, never)];
    const refused = expect(before).rejects.toMatchObject({ code: 'oauth_client_refused' });
    const second = await begun(2);
    first.reject(new AppError({ code: 'oauth_client_refused', message: 'wrong' }));
    await refused;
    second.resolve(fetched('of two'));
    expect(await Promise.all(after)).toEqual(['of two', 'of two']);
    expect(held.secrets.client?.token).toBe('of two');
  });
});

describe('when a token was used', () => {
  it('is told at once where it was refused, and every five seconds where it was accepted', () => {
    const { keeper, onChange } = keeperOf({}, async () => fetched('x'));
    keeper.noted('api', undefined, 'accepted', 10_000);
    keeper.noted('api', undefined, 'accepted', 14_999);
    expect(onChange).toHaveBeenCalledTimes(1);
    keeper.noted('api', undefined, 'refused', 14_999);
    keeper.noted('api', undefined, 'accepted', 20_000);
    expect(onChange).toHaveBeenCalledTimes(3);
  });

  it('is when it was accepted last, though an older answer was read to its end later', () => {
    const { keeper } = keeperOf({}, async () => fetched('x'));
    keeper.noted('api', undefined, 'accepted', 50);
    keeper.noted('api', undefined, 'accepted', 40);
    expect(keeper.use(noSecrets())).toEqual({ api: { acceptedAt: 50 } });
  });

  it('is kept at the end, over what was known before', async () => {
    const { keeper, held } = keeperOf({ use: { api: { acceptedAt: 1, refusedAt: 2 } } }, async () => fetched('x'));
    keeper.noted('api', undefined, 'accepted', 50);
    keeper.noted('access', 'a', 'refused', 60);
    await keeper.keepUse();
    expect(held.secrets.use).toEqual({
      api: { acceptedAt: 50, refusedAt: 2 },
      [tokenKey('access', 'a')]: { refusedAt: 60 },
    });
  });
});

it('an answer without a refresh token or scope leaves the ones before', () => {
  expect(grantOf(fetched('new', { expiresIn: undefined }), 5, { ...grant, scope: 'FB=4' })).toEqual({
    token: 'new',
    obtainedAt: 5,
    refreshToken: 'r1',
    scope: 'FB=4',
  });
});
