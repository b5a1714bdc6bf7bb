/** Requests to the token endpoint that test it, and the tokens that a test of a service sends. No token leaves it. */

import { toErrorValue } from '#shared/errors.ts';
import { parsedJson } from '#shared/json.ts';
import { bitsOf } from '../common/chance.ts';
import type { HeldTokens, TokenForm, TokenReply } from '../conformance/service/index.ts';
import {
  type Clock,
  type HttpClient,
  HttpError,
  type HttpRequest,
  systemClock,
  type TokenSource,
} from '../http/index.ts';
import { authorizationOf } from './oauth/token-scope.ts';
import type { Grant, WorkspaceSecrets } from './secrets.ts';
import { type GrantRequest, readTokenAnswer, requestToken, type TokenClient } from './token-endpoint.ts';
import { grantOf, isStale, replaceClient, replaceGrant, TokenKeeper, type Vault } from './token-keeper.ts';

interface TokenProbeParts {
  http: HttpClient;
  vault: Vault;
  keeper: TokenKeeper;
  client: (signal: AbortSignal) => Promise<TokenClient>;
  clock: Clock;
  /** @throws AppError where new tokens could not be kept: that must come out while those before are not spent yet */
  ensureKept?: () => Promise<void>;
}

/** So much the clock of a service may be behind this computer's. */
const CLOCKS_DIFFER_MS = 60_000;

/** Sent with every request of the probe. */
type Mark = Pick<HttpRequest, 'purpose' | 'about' | 'headers' | 'signal' | 'limits'>;

export class TokenProbe {
  readonly #parts: TokenProbeParts;
  /** Of authorizations that were made in a test; they are not kept. */
  readonly #made = new Map<string, Grant>();
  /** Access tokens that were replaced in a test, by auth_uid. */
  readonly #replaced = new Map<string, string>();

  constructor(parts: TokenProbeParts) {
    this.#parts = parts;
  }

  /**
   * Of a service that is no workspace: its secrets live as long as the probe.
   * @param keep the grants that changed since the probe was made, each time before they are used, as those before may be spent; none of
   *   them before anything is spent. @throws AppError where that cannot be done
   */
  static inMemory(
    http: HttpClient,
    secrets: WorkspaceSecrets,
    to: Pick<TokenClient, 'endpoint' | 'clientId' | 'workspace'>,
    keep: (grants: WorkspaceSecrets['grants']) => Promise<void>,
  ): TokenProbe {
    let held = secrets;
    const vault: Vault = {
      read: async () => held,
      update: async (change) => {
        const before = held;
        held = change(before);
        if (held.grants !== before.grants) await keepChanged();
        return held;
      },
    };
    const keepChanged = async () =>
      await keep(
        Object.fromEntries(Object.entries(held.grants).filter(([uid, grant]) => secrets.grants[uid] !== grant)),
      );
    const client = async (): Promise<TokenClient> => ({
      ...to,
      clientSecret: held.clientSecret ?? '',
      clientAuth: 'basic',
    });
    const ask = async (request: GrantRequest, signal: AbortSignal) =>
      await requestToken(http, await client(), request, signal);
    const keeper = new TokenKeeper({ vault, ask, clock: systemClock });
    return new TokenProbe({ http, vault, keeper, client, clock: systemClock, ensureKept: keepChanged });
  }

  /** Fetches a client_access_token where there is none that is good, as any reading does. */
  async prepare(signal: AbortSignal): Promise<void> {
    await this.#parts.keeper.token('client', undefined, signal).catch(() => undefined);
  }

  /** What is held. */
  async held(): Promise<HeldTokens> {
    const secrets = await this.#secrets();
    const { api, registration, client } = secrets;
    const now = this.#parts.clock.now();
    const grants = Object.entries(secrets.grants).map(([authorization, grant]) => ({
      authorization,
      isEndKnown: grant.expiresAt !== undefined,
      isStale: isStale(grant, now) || grant.lostAt !== undefined,
      isOver: grant.expiresAt !== undefined && now >= grant.expiresAt + CLOCKS_DIFFER_MS,
      renewable: grant.refreshToken !== undefined && grant.lostAt === undefined,
    }));
    return {
      classes: [
        ...(registration ? (['registration'] as const) : []),
        ...(client ? (['client'] as const) : []),
        ...(grants.length > 0 ? (['access'] as const) : []),
        ...(api ? (['api'] as const) : []),
      ],
      isClientStale: client !== undefined && isStale(client, now),
      grants,
    };
  }

  /** The tokens as they are held: nothing is renewed. */
  readonly source: TokenSource = {
    token: async (tokenClass, scope) => {
      const secrets = await this.#secrets();
      const held = tokenClass === 'access' ? secrets.grants[scope ?? ''] : secrets[tokenClass];
      return held?.token ?? 'none-is-held';
    },
    refresh: async () => undefined,
  };

  /** The access tokens that were replaced. */
  readonly replaced: TokenSource = {
    token: async (_tokenClass, scope) => this.#replaced.get(scope ?? '') ?? 'none-was-replaced',
    refresh: async () => undefined,
  };

  /** How much chance each token that is held can carry. */
  async bits(): Promise<{ what: string; bits: number }[]> {
    const { registration, client, grants } = await this.#secrets();
    const one = (what: string, token: string | undefined) => (token ? [{ what, bits: bitsOf(token) }] : []);
    const all = Object.values(grants);
    return [
      ...one('registration_access_token', registration?.token),
      ...one('client_access_token', client?.token),
      ...all.slice(0, 3).flatMap((grant) => one('access_token', grant.token)),
      ...all.slice(0, 3).flatMap((grant) => one('refresh token', grant.refreshToken)),
    ];
  }

  /**
   * Sends one request to the token endpoint. Tokens that come are taken in place of those before.
   * @throws AppError where what comes cannot be kept
   */
  async ask(form: TokenForm, mark: Mark): Promise<TokenReply> {
    const client = await this.#parts.client(mark.signal ?? new AbortController().signal);
    // With the client_secret that is sent: another may have been entered while the endpoint was looked for.
    const began = { ...(await this.#secrets()), clientSecret: client.clientSecret };
    const before = form.refreshTokenOf === undefined ? undefined : began.grants[form.refreshTokenOf];
    if (before && !this.#made.has(form.refreshTokenOf ?? '')) await this.#parts.ensureKept?.();
    const fields = new URLSearchParams({ ...form.fields });
    if (before?.refreshToken !== undefined) fields.set('refresh_token', before.refreshToken);
    if (form.withScope && before?.scope !== undefined) fields.set('scope', before.scope);
    if (form.withClientId) fields.set('client_id', client.clientId);
    const password = form.client === 'right' ? client.clientSecret : 'not-the-secret';
    let answer: Awaited<ReturnType<HttpClient['send']>>;
    try {
      answer = await this.#parts.http.send({
        ...mark,
        method: 'POST',
        url: client.endpoint,
        headers: { ...mark.headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: fields.toString(),
        workspace: client.workspace,
        holdsSecrets: true,
        maxBytes: 256 * 1024,
        ...(form.client === 'none' ? {} : { basic: { user: client.clientId, password } }),
      });
    } catch (thrown) {
      if (mark.signal?.aborted) throw thrown;
      return refusal(thrown);
    }
    const { status, headers, requestId } = answer;
    const text = answer.text();
    const authorization = await this.#take(text, form, before, began);
    return {
      status,
      headers,
      request: requestId,
      members: membersOf(text),
      error: undefined,
      authorization,
      fault: undefined,
    };
  }

  /** Keeps what came, as the old tokens may be spent; but not over what a person has changed since the request `began`. */
  async #take(
    text: string,
    { fields, refreshTokenOf }: TokenForm,
    before: Grant | undefined,
    began: WorkspaceSecrets,
  ): Promise<string | undefined> {
    const answer = readTokenAnswer(text);
    if (!answer) return undefined;
    const { vault, clock } = this.#parts;
    if (fields.grant_type === 'client_credentials') {
      const { refreshToken: _none, ...client } = grantOf(answer, clock.now());
      await vault.update((secrets) => replaceClient(secrets, began, client));
      return undefined;
    }
    // An answer that names no authorization, or another one, has spent the refresh token all the same.
    const authorization = refreshTokenOf ?? authorizationOf(answer);
    if (authorization === undefined) return undefined;
    const grant = grantOf(answer, clock.now(), before);
    if (before) this.#replaced.set(authorization, before.token);
    if (!before || this.#made.has(authorization)) this.#made.set(authorization, grant);
    else await vault.update((secrets) => replaceGrant(secrets, authorization, began.grants[authorization], grant));
    return authorization;
  }

  async #secrets(): Promise<WorkspaceSecrets> {
    const secrets = await this.#parts.vault.read();
    return { ...secrets, grants: { ...secrets.grants, ...Object.fromEntries(this.#made) } };
  }
}

function membersOf(text: string): string[] {
  const value = parsedJson(text);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (one === null || one === '' ? [] : [name]));
}

function refusal(thrown: unknown): TokenReply {
  const { message, details } = toErrorValue(thrown);
  const request = typeof details?.requestId === 'string' ? details.requestId : undefined;
  const none = { members: [], authorization: undefined, request };
  if (thrown instanceof HttpError) {
    return { ...none, status: thrown.status, headers: thrown.headers, error: thrown.errorType, fault: undefined };
  }
  return { ...none, status: undefined, headers: {}, error: undefined, fault: message };
}
