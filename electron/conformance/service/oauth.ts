/** OAuth: requests with faults, which change nothing at a service that refuses them, and the grants that are told to. */
import { matchResource, resourceNamed, resourcePath } from '#shared/resources.ts';
import { get, judgeAnswer, type Run, rightToken } from './context.ts';
import { answerWords, type TokenForm, type TokenReply } from './door.ts';
import { textsOf } from './xml.ts';

/** No service issued it: long enough to look like a code. */
const NO_CODE = 'bm8tY29kZS1vZi10aGlzLXNlcnZpY2U';
const STATE = 'state-of-the-check';
const PAIR = ['access_token', 'token_type', 'expires_in', 'refresh_token', 'scope', 'resourceURI', 'authorizationURI'];
const CLIENT = PAIR.filter((name) => name !== 'refresh_token');

/** Rows of OAuth that need an authorization that this run makes, OAD003 in part. */
const BY_AUTHORIZING = ['OAD002', 'OAD003', 'OAD004', 'OAD005'];

/** The first address that the registration names for answers to the customer's browser, of those that are addresses. */
function redirectOf(run: Run): string | undefined {
  const application = [...run.answers.entries()].find(
    ([path]) => matchResource(path)?.resource.name === 'ApplicationInformation',
  );
  const named = textsOf(application?.[1].body ?? '', 'redirect_uri');
  return [...named, run.door.oauth?.redirectUri ?? ''].find((one) => URL.canParse(one));
}

function authorizeAddress(run: Run, fields: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(run.door.oauth?.authorization ?? '');
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

/** OAD001 and OAD003 as far as no code is needed, OAD014, OAD015. */
export async function askOAuth(run: Run): Promise<void> {
  const { door, book } = run;
  if (!door.oauth) {
    for (const id of ['OAD001', 'OAD003', 'OAD014', 'OAD015']) book.cannot(id, 'there is no client_id');
    return;
  }
  await malformedAuthorizations(run, door.oauth.clientId);
  await malformedTokens(run);
  await clientCredentials(run);
}

async function malformedAuthorizations(run: Run, clientId: string): Promise<void> {
  const redirect = redirectOf(run);
  const good = { response_type: 'code', client_id: clientId, redirect_uri: redirect, scope: 'FB=4', state: STATE };
  const toError = 'redirect' as const;
  const cases: [words: string, fields: Record<string, string | undefined>, wanted: 'redirect' | readonly number[]][] = [
    ['no response_type', { ...good, response_type: undefined }, toError],
    ['response_type=nonsense', { ...good, response_type: 'nonsense' }, toError],
    ['a malformed scope', { ...good, scope: 'no-scope-of-green-button' }, toError],
    ['no client_id', { ...good, client_id: undefined }, [401]],
    ['an unknown client_id', { ...good, client_id: 'client-of-nobody' }, [401]],
    ['an unknown redirect_uri', { ...good, redirect_uri: 'https://stranger.example/callback' }, [400, 403]],
  ];
  for (const [words, fields, wanted] of cases) {
    if (wanted === toError && redirect === undefined) {
      run.book.cannot('OAD001', 'the registered redirect_uri is not known');
      continue;
    }
    await run.pace();
    const answer = await run.door.page(authorizeAddress(run, fields), `Check: authorization request with ${words}`);
    const right =
      wanted === toError
        ? answer.status === 302 && redirectParameter(answer.headers.location, redirect, 'error') !== undefined
        : wanted.includes(answer.status ?? 0);
    const where = answer.status === 302 ? whereTo(answer.headers.location, redirect) : '';
    await judgeAnswer(run, 'OAD001', right, `${answerWords(answer)}${where} for ${words}`, answer);
  }
}

function whereTo(location: string | undefined, redirect: string | undefined): string {
  const error = redirectParameter(location, redirect, 'error');
  return error === undefined ? ' without error at the redirect_uri' : ` with error=${error}`;
}

/** A parameter of a redirect, if that leads to where it must. */
function redirectParameter(
  location: string | undefined,
  redirect: string | undefined,
  name: string,
): string | undefined {
  if (location === undefined || redirect === undefined || !URL.canParse(location)) return undefined;
  const [to, wanted] = [new URL(location), new URL(redirect)];
  if (to.origin !== wanted.origin || to.pathname !== wanted.pathname) return undefined;
  return to.searchParams.get(name) ?? undefined;
}

async function tokenRequest(run: Run, form: TokenForm, words: string): Promise<TokenReply> {
  await run.pace();
  return await run.door.token(form, `Check: token request ${words}`);
}

/** Sends a malformed token request and files what came. */
async function refused(run: Run, id: string, words: string, form: TokenForm, status: number): Promise<TokenReply> {
  const reply = await tokenRequest(run, form, `with ${words}`);
  await judgeAnswer(run, id, reply.status === status, `${answerWords(reply)} for ${words}`, reply);
  return reply;
}

function codeFields(run: Run, code: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectOf(run) ?? 'https://thirdparty.example/callback',
  };
}

async function malformedTokens(run: Run): Promise<void> {
  const fields = codeFields(run, NO_CODE);
  const { code: _code, ...noCode } = fields;
  await refused(run, 'OAD003', 'no HTTP Basic', { client: 'none', fields }, 401);
  await refused(run, 'OAD003', 'a wrong secret', { client: 'wrong_secret', fields }, 401);
  await refused(
    run,
    'OAD003',
    'an unknown grant_type',
    { client: 'right', fields: { ...fields, grant_type: 'nonsense' } },
    400,
  );
  await refused(run, 'OAD003', 'no code', { client: 'right', fields: noCode }, 400);
  await refused(run, 'OAD003', 'an unknown code', { client: 'right', fields }, 400);
}

async function clientCredentials(run: Run): Promise<void> {
  await refused(run, 'OAD014', 'no grant_type', { client: 'right', fields: { scope: 'FB=34_35' } }, 400);
  const odd = { grant_type: 'client_credentials', scope: 'no-scope-of-green-button' };
  await refused(run, 'OAD014', 'an unknown scope', { client: 'right', fields: odd }, 400);
  const registered = [...run.answers.values()].flatMap(({ body }) => textsOf(body, 'grant_types'));
  if (registered.length === 0) run.book.cannot('OAD014', 'no registered grant types could be read');
  else {
    const has = registered.includes('client_credentials');
    run.book.judge('OAD014', has, `client_credentials is ${has ? '' : 'not '}among the registered grant types`);
  }
  const fields = { grant_type: 'client_credentials', scope: 'FB=34_35' };
  const reply = await tokenRequest(run, { client: 'right', fields }, 'by client_credentials');
  const extra = reply.members.includes('refresh_token') ? ['with a refresh_token'] : [];
  await judgeMembers(run, 'OAD015', reply, CLIENT, extra);
}

async function judgeMembers(
  run: Run,
  id: string,
  reply: TokenReply,
  wanted: readonly string[],
  wrong: readonly string[] = [],
): Promise<void> {
  const missing = wanted.filter((name) => !reply.members.includes(name));
  const faults = [...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []), ...wrong];
  const right = reply.status === 200 && faults.length === 0;
  const came = reply.status === 200 && faults.length > 0 ? `200 ${faults.join(', ')}` : answerWords(reply);
  await judgeAnswer(run, id, right, came, reply);
}

/** A simulated customer declines and authorizes; the code is tried with faults, exchanged, and tried again. */
export async function authorize(run: Run): Promise<void> {
  const { door, book } = run;
  const redirect = redirectOf(run);
  if (!door.simulated || !door.oauth || redirect === undefined) return cannotAuthorize(run);
  const { login } = door.simulated;
  const fields = {
    response_type: 'code',
    client_id: door.oauth.clientId,
    redirect_uri: redirect,
    scope: 'FB=4_16_51',
    state: STATE,
  };
  const url = authorizeAddress(run, fields);
  const answerAs = async (decision: 'allow' | 'deny') => {
    await run.pace();
    return await door.page(url, `Check: a simulated customer ${decision === 'allow' ? 'authorizes' : 'declines'}`, {
      ...fields,
      ...login,
      decision,
    });
  };
  const declined = await answerAs('deny');
  const error = redirectParameter(declined.headers.location, redirect, 'error');
  const state = redirectParameter(declined.headers.location, redirect, 'state');
  const told = declined.status === 302 && error === 'access_denied' && state === STATE;
  const how = `error ${error ?? 'missing'}, state ${state === STATE ? 'as sent' : 'not as sent'}`;
  await judgeAnswer(run, 'OAD002', told, `${answerWords(declined)}, ${how}`, declined);
  const allowed = await answerAs('allow');
  const code = redirectParameter(allowed.headers.location, redirect, 'code');
  if (code === undefined) {
    book.cannot('OAD003', 'no code came that could be sent with faults');
    book.cannot('OAD004', 'no code came');
    return judgeAnswer(run, 'OAD005', false, `${answerWords(allowed)}, and no code came to the redirect_uri`, allowed);
  }
  await exchange(run, code, redirect);
}

async function exchange(run: Run, code: string, redirect: string): Promise<void> {
  const { book } = run;
  const fields = codeFields(run, code);
  const { redirect_uri: _redirect, ...noRedirect } = fields;
  const faults: [words: string, form: TokenForm][] = [
    ['no redirect_uri', { client: 'right', fields: noRedirect }],
    ['another redirect_uri', { client: 'right', fields: { ...fields, redirect_uri: `${redirect}/elsewhere` } }],
    ['client_id beside HTTP Basic', { client: 'right', fields, withClientId: true }],
  ];
  for (const [words, form] of faults) {
    const taken = await refused(run, 'OAD003', words, form, 400);
    if (taken.status !== 200) continue;
    run.made = taken.authorization;
    for (const id of ['OAD004', 'OAD005']) book.cannot(id, `the code was spent: it was taken with ${words}`);
    return;
  }
  book.cannot('OAD003', 'that a code ends after six minutes takes six minutes');
  const reply = await tokenRequest(run, { client: 'right', fields }, 'with a code');
  await judgeMembers(run, 'OAD005', reply, PAIR);
  if (reply.status !== 200) return book.cannot('OAD004', 'no code was exchanged');
  run.made = reply.authorization;
  await refused(run, 'OAD004', 'a code that was exchanged before', { client: 'right', fields }, 400);
}

function cannotAuthorize(run: Run): void {
  for (const id of BY_AUTHORIZING) {
    run.book.cannot(id, 'a customer has to authorize; only a simulated one can be made to');
  }
}

/** Malformed refreshes, one that is right, and the access_token that it replaces. @returns whether one that was good was replaced */
export async function refresh(run: Run, authorization: string): Promise<boolean> {
  const { book } = run;
  const scopeFree = { grant_type: 'refresh_token' };
  await refused(run, 'OAD011', 'no grant_type', { client: 'right', fields: {}, refreshTokenOf: authorization }, 400);
  await refused(run, 'OAD011', 'no refresh_token', { client: 'right', fields: scopeFree }, 400);
  const wider = { ...scopeFree, scope: 'FB=4_5_10_15_16_51_52_53_54' };
  await refused(
    run,
    'OAD011',
    'another scope than was granted',
    { client: 'right', fields: wider, refreshTokenOf: authorization },
    400,
  );
  const reply = await tokenRequest(
    run,
    { client: 'right', fields: scopeFree, refreshTokenOf: authorization, withScope: true },
    'with a refresh token',
  );
  await judgeMembers(run, 'OAD012', reply, PAIR);
  if (reply.status !== 200) {
    const why =
      reply.status === undefined
        ? 'whether the refresh token was taken is not known'
        : 'the refresh token was not taken';
    for (const id of ['OAD013', 'TOK.ended']) book.cannot(id, why);
    return false;
  }
  const batch = resourceNamed('BatchSubscription');
  const path = resourcePath(batch, { auth_uid: authorization });
  const wasGood = run.made === authorization || run.authorizations.includes(authorization);
  if (wasGood) {
    const purpose = 'Check: the batch with an access_token that was replaced';
    const old = await get(run, path, { kind: 'replaced', scope: authorization }, purpose, 'access');
    const ended = `${answerWords(old)} for the access_token that was replaced`;
    await judgeAnswer(run, 'OAD013', old.status === 401, ended, old);
  } else
    for (const id of ['OAD013', 'TOK.ended']) book.cannot(id, 'the access_token that was replaced was over before');
  const token = rightToken(batch, authorization);
  const fresh = await get(run, path, token, 'Check: the batch with the new access_token', 'access');
  const opened = `${answerWords(fresh)} with the new access_token`;
  await judgeAnswer(run, 'OAD012', fresh.status === 200, opened, fresh, token);
  return wasGood;
}

/** The batch with a token whose authorization was revoked. */
export async function afterRevocation(run: Run, authorization: string): Promise<void> {
  const path = resourcePath(resourceNamed('BatchSubscription'), { auth_uid: authorization });
  const held = { kind: 'held', tokenClass: 'access', scope: authorization } as const;
  const answer = await get(run, path, held, 'Check: the batch of an authorization that was revoked', 'access');
  const came = `${answerWords(answer)} after the authorization was revoked`;
  await judgeAnswer(run, 'OAD016', answer.status === 401, came, answer);
}

/** Tokens that are held although their time is over. */
export async function askWithStaleTokens(run: Run): Promise<void> {
  const { grants } = await run.door.held();
  const over = grants.filter(({ isOver }) => isOver).slice(0, 2);
  for (const { authorization } of over) {
    const path = resourcePath(resourceNamed('BatchSubscription'), { auth_uid: authorization });
    const held = { kind: 'held', tokenClass: 'access', scope: authorization } as const;
    const answer = await get(run, path, held, 'Check: the batch with an access_token whose time is over', 'access');
    const came = `${answerWords(answer)} for an access_token whose time is over`;
    await judgeAnswer(run, 'OAD016', answer.status === 401, came, answer);
  }
}
