import { describe, expect, it } from 'vitest';
import { RowBook } from '../../../../electron/common/rows/book.ts';
import type { Run } from '../../../../electron/conformance/service/context.ts';
import type { Answer, ServiceDoor, TokenForm, TokenReply } from '../../../../electron/conformance/service/door.ts';
import { askOAuth, askWithStaleTokens, authorize, refresh } from '../../../../electron/conformance/service/oauth.ts';
import { resourceNamed, resourcePath } from '../../../../shared/resources.ts';

const REDIRECT = 'https://me.example/callback';
const APPLICATION = resourcePath(resourceNamed('ApplicationInformation'), { app_uid: '1' });
const PAIR = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'resourceURI', 'authorizationURI'];
const CLIENT = PAIR.filter((name) => name !== 'refresh_token');
const NO_CODE = /^bm8t/;

const answer = (status: number, location?: string): Answer => ({
  status,
  headers: location === undefined ? {} : { location },
  body: '',
  request: 'r',
  fault: undefined,
});
const reply = (status: number, members: readonly string[] = [], authorization?: string): TokenReply => ({
  status,
  headers: {},
  request: 'r',
  fault: undefined,
  members,
  error: undefined,
  authorization,
});

/** The page of a service that is right in everything. */
function rightPage(url: string, form?: Readonly<Record<string, string>>): Answer {
  const asked = new URL(url).searchParams;
  if (asked.get('client_id') !== 'me') return answer(401);
  if (asked.get('redirect_uri') !== REDIRECT) return answer(400);
  const scoped = /^FB=[\d_]+$/.test(asked.get('scope') ?? '');
  if (asked.get('response_type') !== 'code' || !scoped) return answer(302, `${REDIRECT}?error=invalid_request`);
  if (form === undefined) return answer(200);
  const told = form.decision === 'allow' ? 'code=good' : 'error=access_denied';
  return answer(302, `${REDIRECT}?${told}&state=${asked.get('state')}`);
}

/** Its token endpoint; a code works once. */
function rightTokens() {
  let spent = false;
  return ({ client, fields, withClientId, refreshTokenOf }: TokenForm): TokenReply => {
    if (client !== 'right') return reply(401);
    if (withClientId) return reply(400);
    const { grant_type: grant, code = 'none', redirect_uri: redirect, scope } = fields;
    if (grant === 'client_credentials') return scope === 'FB=34_35' ? reply(200, CLIENT) : reply(400);
    if (grant === 'refresh_token')
      return refreshTokenOf !== undefined && scope === undefined ? reply(200, PAIR, refreshTokenOf) : reply(400);
    if (grant !== 'authorization_code' || NO_CODE.test(code) || redirect !== REDIRECT || code !== 'good' || spent)
      return reply(400);
    spent = true;
    return reply(200, PAIR, '12');
  };
}

interface Service {
  page?: typeof rightPage;
  token?: (form: TokenForm) => TokenReply;
  get?: ServiceDoor['get'];
  oauth?: ServiceDoor['oauth'];
  /** What the registration says. */
  registration?: string;
}

/** A run against a service that differs from a right one as it is told. */
function runAt(service: Service = {}): Run & { pages: string[]; purposes: string[]; forms: TokenForm[] } {
  const [pages, purposes, forms]: [string[], string[], TokenForm[]] = [[], [], []];
  const { page = rightPage, token = rightTokens() } = service;
  const oauth = {
    authorization: 'https://u.example/authorize',
    token: 'https://u.example/token',
    clientId: 'me',
    redirectUri: undefined,
  };
  const door = {
    oauth: 'oauth' in service ? service.oauth : oauth,
    page: async (url: string, purpose: string, form?: Readonly<Record<string, string>>) => {
      pages.push(url);
      purposes.push(purpose);
      return page(url, form);
    },
    token: async (form: TokenForm) => {
      forms.push(form);
      return token(form);
    },
    get: service.get ?? (async (_path, { kind }) => answer(kind === 'replaced' ? 401 : 200)),
    simulated: { login: { utility: 'DEMO', username: 'anna' } },
  } as Pick<ServiceDoor, 'oauth' | 'page' | 'token' | 'get'>;
  const { registration = `<redirect_uri>${REDIRECT}</redirect_uri><grant_types>client_credentials</grant_types>` } =
    service;
  return {
    door: door as ServiceDoor, // nothing else of it is used here
    book: new RowBook(),
    consents: new Set(),
    pace: async () => undefined,
    authorizations: ['7'],
    answers: new Map([[APPLICATION, { ...answer(200), body: registration }]]),
    found: new Map(),
    known: new Set(),
    active: new Set(),
    refused: new Set(),
    renewable: [],
    made: undefined,
    pages,
    purposes,
    forms,
  };
}

const failures = ({ book }: Run, id: string) => book.outcome(id).failed.map(({ came }) => came);

describe('requests with faults', () => {
  it('are all refused by a service that is right', async () => {
    const run = runAt();
    await askOAuth(run);
    const rows = ['OAD001', 'OAD003', 'OAD014', 'OAD015'];
    expect(rows.flatMap((id) => failures(run, id))).toEqual([]);
    expect(rows.map((id) => run.book.outcome(id).passed.length)).toEqual([6, 5, 3, 1]);
    expect(rows.flatMap((id) => run.book.outcome(id).cannot)).toEqual([]);
  });

  it('name the first registered redirect_uri that is an address, and none where none is', async () => {
    const odd = runAt({
      registration: `<redirect_uri/><redirect_uri>nowhere</redirect_uri><redirect_uri>${REDIRECT}</redirect_uri>`,
    });
    await askOAuth(odd);
    expect(failures(odd, 'OAD001')).toEqual([]);
    expect(odd.book.outcome('OAD001').right).toBe(6);
    const none = runAt({ registration: '<redirect_uri>nowhere</redirect_uri>' });
    await askOAuth(none);
    expect(none.book.outcome('OAD001').cannot).toEqual(['the registered redirect_uri is not known']);
  });

  it('are called what they are', async () => {
    const run = runAt();
    await askOAuth(run);
    const named = run.purposes.flatMap((purpose, at) => {
      const type = /response_type=(\S+)/.exec(purpose)?.[1];
      return type === undefined ? [] : [[type, new URL(run.pages[at] ?? '').searchParams.get('response_type')]];
    });
    expect(named).toEqual([['nonsense', 'nonsense']]);
  });

  it('cannot be sent without a client_id', async () => {
    const run = runAt({ oauth: undefined });
    await askOAuth(run);
    expect([...run.pages, ...run.forms]).toEqual([]);
    expect(run.book.outcome('OAD014').cannot).toEqual(['there is no client_id']);
  });

  it('that end at the redirect_uri are left where none is known, the others are not', async () => {
    const run = runAt({ registration: '', page: () => answer(401) });
    await askOAuth(run);
    expect(run.book.outcome('OAD001').cannot).toEqual(['the registered redirect_uri is not known']);
    expect(run.pages).toHaveLength(3);
    expect(failures(run, 'OAD001')).toEqual(['401 for an unknown redirect_uri']);
  });

  it.each([
    ['https://stranger.example/callback?error=x', '302 without error at the redirect_uri for no response_type'],
    [`${REDIRECT}/else?error=x`, '302 without error at the redirect_uri for no response_type'],
    [`${REDIRECT}?state=x`, '302 without error at the redirect_uri for no response_type'],
    ['not an address', '302 without error at the redirect_uri for no response_type'],
  ])('that are redirected to %s fail', async (location, words) => {
    const run = runAt({ page: () => answer(302, location) });
    await askOAuth(run);
    expect(failures(run, 'OAD001')).toContain(words);
  });

  it('show what an unknown client is told at the redirect_uri', async () => {
    const run = runAt({ page: () => answer(302, `${REDIRECT}?error=unauthorized_client`) });
    await askOAuth(run);
    expect(failures(run, 'OAD001')).toEqual([
      '302 with error=unauthorized_client for no client_id',
      '302 with error=unauthorized_client for an unknown client_id',
      '302 with error=unauthorized_client for an unknown redirect_uri',
    ]);
  });

  it('judge the tokens of the client by what is missing and what does not belong there', async () => {
    const members = PAIR.filter((name) => name !== 'expires_in');
    const run = runAt({ token: () => reply(200, members) });
    await askOAuth(run);
    expect(failures(run, 'OAD015')).toEqual(['200 without expires_in, with a refresh_token']);
  });

  it('say nothing of registered grant types where the registration has none', async () => {
    const [none, other] = [
      runAt({ registration: '' }),
      runAt({ registration: '<grant_types>authorization_code</grant_types>' }),
    ];
    await askOAuth(none);
    await askOAuth(other);
    expect(failures(none, 'OAD014')).toEqual([]);
    expect(none.book.outcome('OAD014').cannot).toEqual(['no registered grant types could be read']);
    expect(failures(other, 'OAD014')).toEqual(['client_credentials is not among the registered grant types']);
  });
});

describe('a service that does not answer', () => {
  const RESET = { ...answer(0), status: undefined, fault: 'connection reset' };
  const SILENT: TokenReply = { ...reply(0), status: undefined, fault: 'connection reset' };
  const ALL = ['OAD001', 'OAD002', 'OAD003', 'OAD004', 'OAD005', 'OAD011', 'OAD012', 'OAD013', 'OAD014', 'OAD015'];

  it.each([
    ['nothing comes', RESET, SILENT],
    ['it is away', answer(503), reply(503)],
  ])('fails in nothing: %s', async (_, page, token) => {
    const run = runAt({ page: () => page, token: () => token, get: async () => page });
    await askOAuth(run);
    await authorize(run);
    await refresh(run, '7');
    for (const id of ALL) {
      expect(failures(run, id), id).toEqual([]);
      expect(run.book.outcome(id).cannot.length, id).toBeGreaterThan(0);
    }
  });

  it('fails where it answers by a failure of its own', async () => {
    const run = runAt({ page: () => answer(500), token: () => reply(500) });
    await askOAuth(run);
    expect(failures(run, 'OAD003')).toHaveLength(5);
    expect(failures(run, 'OAD001')).toHaveLength(6);
  });
});

describe('a code that no answer came to', () => {
  it('may be spent: that it is refused then says nothing', async () => {
    let exchanged = false;
    const right = rightTokens();
    const run = runAt({
      token: (form) => {
        const taken = right(form);
        if (taken.status !== 200 || exchanged) return taken;
        exchanged = true;
        return { ...taken, status: undefined, fault: 'connection reset', members: [], authorization: undefined };
      },
    });
    await authorize(run);
    expect(failures(run, 'OAD005')).toEqual([]);
    expect(run.book.outcome('OAD005').cannot).toEqual(['connection reset']);
    expect(run.book.outcome('OAD004')).toMatchObject({ passed: [], failed: [], cannot: ['no code was exchanged'] });
  });
});

describe('a token whose time is over', () => {
  const grant = { authorization: '7', isEndKnown: true, isStale: true, isOver: true, renewable: false };
  const staleAt = (grants: readonly (typeof grant)[]) => {
    const run = runAt({ get: async () => answer(200) });
    run.door.held = async () => ({ classes: ['access'], isClientStale: false, grants });
    return run;
  };

  it('must open nothing', async () => {
    const run = staleAt([grant]);
    await askWithStaleTokens(run);
    expect(failures(run, 'OAD016')).toEqual(['200 for an access_token whose time is over']);
  });

  it('is none that only ends soon, or that cannot be renewed', async () => {
    const run = staleAt([{ ...grant, isOver: false }]);
    await askWithStaleTokens(run);
    expect(failures(run, 'OAD016')).toEqual([]);
  });
});

describe('a customer who authorizes', () => {
  it('passes every row at a service that is right, and leaves the authorization that was made', async () => {
    const run = runAt();
    await authorize(run);
    expect(['OAD002', 'OAD003', 'OAD004', 'OAD005'].flatMap((id) => failures(run, id))).toEqual([]);
    expect(run.book.outcome('OAD004').passed).toHaveLength(1);
    expect(run.made).toBe('12');
  });

  it('who has no code at the end fails the exchange', async () => {
    const run = runAt({ page: () => answer(302, `${REDIRECT}?error=access_denied&state=other`) });
    await authorize(run);
    expect(failures(run, 'OAD002')).toEqual(['302, error access_denied, state not as sent']);
    expect(failures(run, 'OAD005')).toEqual(['302, and no code came to the redirect_uri']);
    expect(run.forms).toEqual([]);
  });

  it('leaves the faults beside a good code out where there is no code, or no customer who can be made to', async () => {
    const declined = runAt({ page: () => answer(302, `${REDIRECT}?error=access_denied`) });
    await authorize(declined);
    expect(declined.book.outcome('OAD003').cannot).toEqual(['no code came that could be sent with faults']);
    const real = runAt();
    real.door.simulated = undefined;
    await askOAuth(real);
    await authorize(real);
    expect(real.book.outcome('OAD003')).toMatchObject({
      right: 5,
      cannot: ['a customer has to authorize; only a simulated one can be made to'],
    });
  });

  it('whose code is taken with a fault cannot be exchanged any more: the authorization is kept', async () => {
    const run = runAt({ token: ({ withClientId }) => (withClientId ? reply(200, PAIR, '12') : reply(400)) });
    await authorize(run);
    expect(failures(run, 'OAD003')).toEqual(['200 for client_id beside HTTP Basic']);
    expect(run.book.outcome('OAD005').cannot).toEqual([
      'the code was spent: it was taken with client_id beside HTTP Basic',
    ]);
    expect(run.made).toBe('12');
    expect(run.forms).toHaveLength(3);
  });
});

describe('a refresh', () => {
  it('passes every row at a service that is right', async () => {
    const run = runAt();
    await refresh(run, '7');
    expect(['OAD011', 'OAD012', 'OAD013'].map((id) => run.book.outcome(id))).toEqual([
      { passed: [expect.anything(), expect.anything(), expect.anything()], right: 3, failed: [], wrong: 0, cannot: [] },
      { passed: [expect.anything(), expect.anything()], right: 2, failed: [], wrong: 0, cannot: [] },
      { passed: [expect.anything()], right: 1, failed: [], wrong: 0, cannot: [] },
    ]);
    expect(run.forms.at(-1)).toMatchObject({ refreshTokenOf: '7', withScope: true });
  });

  it('that is not taken says nothing of the token that it would have replaced', async () => {
    const run = runAt({ token: () => reply(400) });
    await refresh(run, '7');
    expect(failures(run, 'OAD012')).toEqual(['400']);
    expect(run.book.outcome('OAD013')).toEqual({
      passed: [],
      right: 0,
      failed: [],
      wrong: 0,
      cannot: ['the refresh token was not taken'],
    });
  });

  it('of a token that was over before says nothing of the one that it replaces', async () => {
    const run = runAt();
    run.authorizations = [];
    expect(await refresh(run, '7')).toBe(false);
    expect(run.book.outcome('OAD012').right).toBe(2);
    for (const id of ['OAD013', 'TOK.ended'])
      expect(run.book.outcome(id)).toMatchObject({
        right: 0,
        wrong: 0,
        cannot: ['the access_token that was replaced was over before'],
      });
  });

  it('after which the old token still opens the batch fails', async () => {
    const run = runAt({ get: async () => answer(200) });
    await refresh(run, '7');
    expect(failures(run, 'OAD013')).toEqual(['200 for the access_token that was replaced']);
  });
});
