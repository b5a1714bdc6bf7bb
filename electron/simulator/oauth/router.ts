/** OAuth 2.0 as the service offers it: consent page, authorization endpoint and token endpoint (section 5, service-facts). */
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { sameText } from '../../common/same-text.ts';
import { paths } from '../greenbutton/paths.ts';
import { espiBase } from '../greenbutton/registration.ts';
import { secretText } from '../world/random.ts';
import { parseScope } from '../world/rows.ts';
import type { TokenPair } from '../world/tokens.ts';
import type { Authorization, ServiceEnv, Submission } from '../world/types.ts';
import type { ServiceWorld } from '../world/world.ts';
import { Codes } from './codes.ts';
import { codePage, consentPage, refusalPage } from './page.ts';
import { type AuthorizationRequest, isScope, type Refusal, readRequest, redirectWith } from './request.ts';

const MAX_FORM = 16 * 1024;
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
} as const;

/** Mount it at `/DataCustodian/oauth`. */
export function oauth(world: ServiceWorld, extra: Parts['extra'] = () => ({})): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>();
  const codes = new Codes(world.settings.seed, world.clock);
  /** Consents that wait for a two-factor code, by the opaque text in the page's hidden field. */
  const pending = new Map<string, Authorization>();
  app.use(
    '*',
    bodyLimit({
      maxSize: MAX_FORM,
      onError: (c) => c.json({ error: 'invalid_request', error_description: 'The form is too large.' }, 413),
    }),
  );

  app.get('/authorize', (c) => {
    const request = readRequest(new URL(c.req.url).searchParams, world.settings);
    // The test book asks for 401 where a request comes for a client that is not known (OAD001).
    if ('tell' in request) return refuse(c, request, 'of' in request && request.of === 'client' ? 401 : 400);
    return showPage(c, consentPage(request, world.settings, world.utilities, null));
  });
  app.post('/authorize', async (c) => {
    const fields = await readForm(c);
    if (!fields) return c.html(refusalPage('The form was not sent as a form.'), 400, PAGE_HEADERS);
    const request = readRequest(fields, world.settings);
    if ('tell' in request) return refuse(c, request);
    const waiting = pending.get(fields.get('pending') ?? '');
    if (waiting) return answerCode(c, { world, codes, extra }, request, waiting, fields, pending);
    return answerConsent(c, { world, codes, extra }, request, fields, pending);
  });
  app.post('/token', async (c) => answerToken(c, world, codes, await readForm(c)));
  app.all('*', (c) => {
    const known = /\/(authorize|token)$/.test(c.req.path);
    return known
      ? c.json({ error: 'invalid_request', error_description: 'This endpoint does not take this method.' }, 405)
      : c.json({ error: 'not_found', error_description: 'There is no such endpoint.' }, 404);
  });
  return app;
}

type Ask = Context<ServiceEnv>;

interface Parts {
  world: ServiceWorld;
  codes: Codes;
  /** What else is in the answer of a consent. */
  extra: () => Readonly<Record<string, string>>;
}

function refuse(c: Ask, refusal: Refusal, status: 400 | 401 = 400) {
  return refusal.tell === 'page'
    ? c.html(refusalPage(refusal.message), status, PAGE_HEADERS)
    : c.redirect(refusal.to, 302);
}

function showPage(c: Ask, page: ReturnType<typeof consentPage>, status: 200 | 400 = 200) {
  return c.html(page, status, PAGE_HEADERS);
}

/** Form fields, or null when the body is of another type. */
async function readForm(c: Ask): Promise<URLSearchParams | null> {
  const type = c.req.header('content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) return null;
  return new URLSearchParams(await c.req.text());
}

/** The customer pressed allow or deny. */
function answerConsent(
  c: Ask,
  parts: Parts,
  request: AuthorizationRequest,
  fields: URLSearchParams,
  pending: Map<string, Authorization>,
) {
  const { world } = parts;
  const { settings } = world;
  const utility = fields.get('utility') || settings.utility;
  const username = (fields.get('username') ?? '').trim();
  const decision = fields.get('decision');
  const submission: Submission = {
    utility,
    username,
    formUid: settings.formUid,
    source: 'oauth',
    scope: parseScope(request.scope),
  };
  if (decision === 'deny') {
    if (world.utilities.some(({ id }) => id === utility)) world.decline(submission);
    const error = { error: 'access_denied', error_description: 'The customer declined.', state: request.state };
    return c.redirect(redirectWith(request.redirectUri, error), 302);
  }
  if (decision !== 'allow')
    return showPage(c, consentPage(request, settings, world.utilities, 'Choose Allow or Deny.'), 400);
  if (world.login(utility, username) === null) {
    const problem = username === '' ? 'Enter your user name.' : 'The utility does not know this user name.';
    return showPage(c, consentPage(request, settings, world.utilities, problem), 400);
  }
  const authorization = world.submit(submission);
  if (world.driver?.awaitsCode(authorization)) {
    const key = secretText(settings.seed, `pending|${authorization.uid}`, 24);
    pending.set(key, authorization);
    return showPage(c, codePage(request, settings, key, null));
  }
  return finish(c, parts, request, authorization);
}

/** The customer entered a two-factor code: go on with the right one, ask again for a wrong one. */
function answerCode(
  c: Ask,
  parts: Parts,
  request: AuthorizationRequest,
  authorization: Authorization,
  fields: URLSearchParams,
  pending: Map<string, Authorization>,
) {
  const { world } = parts;
  const key = fields.get('pending') ?? '';
  if (world.driver?.awaitsCode(authorization) !== true) {
    pending.delete(key);
    const problem = 'The login does not wait for a code any more. Begin again.';
    return showPage(c, consentPage(request, world.settings, world.utilities, problem), 400);
  }
  if (!world.driver.enterCode(authorization, fields.get('mfa_code') ?? '')) {
    return showPage(
      c,
      codePage(request, world.settings, key, 'This code is wrong. Enter the code that you were sent.'),
      400,
    );
  }
  pending.delete(key);
  return finish(c, parts, request, authorization);
}

function finish(c: Ask, { world, codes, extra }: Parts, request: AuthorizationRequest, authorization: Authorization) {
  world.deliverFirst(authorization);
  const code = codes.issue(authorization.uid, request.redirectUri, request.challenge);
  return c.redirect(redirectWith(request.redirectUri, { code, state: request.state, ...extra() }), 302);
}

function answerToken(c: Ask, world: ServiceWorld, codes: Codes, fields: URLSearchParams | null) {
  c.header('Cache-Control', 'no-store');
  const fail = (error: string, description: string) => c.json({ error, error_description: description }, 400);
  if (!isClient(c, world, fields)) {
    c.header('WWW-Authenticate', 'Basic realm="token endpoint", charset="UTF-8"');
    return c.json(
      { error: 'invalid_client', error_description: 'The client is not known or its secret is wrong.' },
      401,
    );
  }
  if (!fields) return fail('invalid_request', 'Send the parameters as application/x-www-form-urlencoded.');
  switch (fields.get('grant_type')) {
    case null:
      return fail('invalid_request', 'grant_type is required.');
    case 'client_credentials': {
      const scope = fields.get('scope') || 'FB=34_35';
      if (!isScope(scope)) return fail('invalid_scope', 'scope must name function blocks, like FB=34_35.');
      const issued = world.tokenStore.issueClient();
      return c.json({
        access_token: issued.accessToken,
        token_type: 'Bearer',
        expires_in: issued.expiresIn,
        scope,
        resourceURI: espiBase(world) + paths.bulk(world.settings.bulkUid),
        authorizationURI: `${espiBase(world)}/Authorization`,
      });
    }
    case 'authorization_code': {
      const code = fields.get('code');
      if (!code) return fail('invalid_request', 'code is required.');
      // RFC 6749, 2.3: no more than one way to prove itself. The test book asks for it here (OAD003).
      if (c.req.header('authorization') !== undefined && fields.has('client_id')) {
        return fail('invalid_request', 'client_id does not belong beside HTTP Basic.');
      }
      const redirectUri = fields.get('redirect_uri') ?? '';
      const redeemed = codes.redeem(code, redirectUri, fields.get('code_verifier'));
      if ('reason' in redeemed) return fail('invalid_grant', redeemed.reason);
      return answerPair(c, world, redeemed.authUid, () => world.tokenStore.issueAccess(redeemed.authUid));
    }
    case 'refresh_token': {
      const token = fields.get('refresh_token');
      if (!token) return fail('invalid_request', 'refresh_token is required.');
      const granted = world.authorizations.get(world.tokenStore.refreshedBy(token) ?? '')?.scope.raw;
      const scope = fields.get('scope');
      if (granted !== undefined && scope && !isWithin(scope, granted)) {
        return fail('invalid_scope', 'The scope is not the one that was granted.');
      }
      // An access token is valid until it expires (section 5). A refresh in the form of the test book, which names its scope
      // (OAT008), ends it before that (OAD013).
      const refreshed = world.tokenStore.refresh(token, Boolean(scope));
      if (!refreshed) return fail('invalid_grant', 'The refresh token is not known or was used before.');
      return answerPair(c, world, refreshed.authUid, () => refreshed.pair);
    }
    default:
      return fail('unsupported_grant_type', 'Use authorization_code, refresh_token or client_credentials.');
  }
}

/** Whether a scope asks for no function block that was not granted (RFC 6749, section 6). */
function isWithin(scope: string, granted: string): boolean {
  const blocks = (text: string) => /(?:^|[;\s])FB=([\d_]+)/.exec(text)?.[1]?.split('_') ?? [];
  return isScope(scope) && blocks(scope).every((block) => blocks(granted).includes(block));
}

function answerPair(c: Ask, world: ServiceWorld, authUid: string, issue: () => TokenPair) {
  const authorization = world.authorizations.get(authUid);
  if (!authorization || authorization.revokedAt !== null || authorization.isExpired) {
    return c.json({ error: 'invalid_grant', error_description: 'The authorization was revoked or has expired.' }, 400);
  }
  const pair = issue();
  const base = espiBase(world);
  return c.json({
    access_token: pair.accessToken,
    token_type: 'Bearer',
    expires_in: pair.expiresIn,
    refresh_token: pair.refreshToken,
    scope: authorization.scope.raw,
    resourceURI: base + paths.batch(authorization),
    ...(authorization.scope.customer ? { customerResourceURI: base + paths.customerBatch(authorization) } : {}),
    authorizationURI: base + paths.authorization(authorization),
  });
}

/** HTTP Basic (RFC 6749, 2.3.1: both parts form-encoded); the same in the body is taken, too. */
function isClient(c: Ask, world: ServiceWorld, fields: URLSearchParams | null): boolean {
  const { clientId, clientSecret } = world.settings;
  const header = c.req.header('authorization');
  if (header === undefined) {
    return (
      sameText(fields?.get('client_id') ?? '', clientId) && sameText(fields?.get('client_secret') ?? '', clientSecret)
    );
  }
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})\s*$/i.exec(header)?.[1];
  if (encoded === undefined) return false;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return sameText(formDecode(id), clientId) && sameText(formDecode(secret.join(':')), clientSecret);
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
