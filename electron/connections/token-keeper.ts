/** The tokens of one workspace as the HTTP client asks for them: fetched, renewed once for all callers, and kept. */
import { AppError } from '#shared/errors.ts';
import { TOKEN_NAMES, type TokenClass } from '#shared/resources.ts';
import { untilAborted } from '#shared/until-aborted.ts';
import type { Clock, TokenSource } from '../http/index.ts';
import type { Grant, StoredToken, WorkspaceSecrets } from './secrets.ts';
import type { GrantRequest, TokenAnswer } from './token-endpoint.ts';

/** A token is renewed this long before it expires, so that none expires on its way. */
const RENEW_BEFORE_MS = 60_000;
/** How often "last used" is written down at most. */
const NOTE_EVERY_MS = 5_000;

/** Reads and changes the secrets of the workspace; resolves once a change is kept. */
export interface Vault {
  read(): Promise<WorkspaceSecrets>;
  update(change: (secrets: WorkspaceSecrets) => WorkspaceSecrets): Promise<WorkspaceSecrets>;
}

export interface TokenKeeperOptions {
  vault: Vault;
  /** Asks the token endpoint of the workspace. @throws AppError */
  ask: (request: GrantRequest, signal: AbortSignal) => Promise<TokenAnswer>;
  clock: Clock;
  /** Something on the tokens page is different now. */
  onChange?: () => void;
}

export class TokenKeeper implements TokenSource {
  readonly #options: TokenKeeperOptions;
  /**
   * Renewals under way, by key, and by client_secret where they are of the client: a refresh token may work only once, so
   * there is never a second renewal of an access_token.
   */
  readonly #renewing = new Map<string, Promise<string | undefined>>();
  readonly #use = new Map<string, { acceptedAt?: number; refusedAt?: number }>();
  #notifiedAt = 0;

  constructor(options: TokenKeeperOptions) {
    this.#options = options;
  }

  async token(tokenClass: TokenClass, scope: string | undefined, signal: AbortSignal): Promise<string> {
    const secrets = await this.#options.vault.read();
    const held = heldToken(secrets, tokenClass, scope);
    if (held && !isStale(held, this.#options.clock.now())) return held.token;
    if (tokenClass === 'client' || (tokenClass === 'access' && held)) {
      const renewed = await this.#renewOnce(tokenClass, scope, signal);
      if (renewed !== undefined) return renewed;
    }
    // Past its time and not renewable: the service has the last word, its clock may differ.
    if (held) return held.token;
    throw missing(tokenClass, scope);
  }

  async refresh(
    tokenClass: TokenClass,
    scope: string | undefined,
    refused: string,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const held = heldToken(await this.#options.vault.read(), tokenClass, scope);
    if (held && held.token !== refused) return held.token;
    if (tokenClass !== 'client' && tokenClass !== 'access') return undefined;
    return await this.#renewOnce(tokenClass, scope, signal);
  }

  /** Renews although the token may still be good. @throws AppError `token_not_renewable` where only a person can help */
  async renewNow(tokenClass: 'client' | 'access', scope: string | undefined, signal: AbortSignal): Promise<void> {
    if ((await this.#renewOnce(tokenClass, scope, signal)) !== undefined) return;
    throw new AppError({
      code: 'token_not_renewable',
      message: 'There is no refresh token for this authorization, so its access cannot be renewed.',
      action: 'Ask the customer to authorize again, or import a token.',
    });
  }

  noted(tokenClass: TokenClass, scope: string | undefined, what: 'accepted' | 'refused', at: number): void {
    const key = tokenKey(tokenClass, scope);
    const before = this.#use.get(key);
    // An answer that is long to read is noted after those that came meanwhile.
    const time = what === 'accepted' ? 'acceptedAt' : 'refusedAt';
    this.#use.set(key, { ...before, [time]: Math.max(at, before?.[time] ?? at) });
    const wasAccepted = before?.acceptedAt !== undefined && before.acceptedAt >= (before.refusedAt ?? 0);
    // That it is accepted still is no news; that it is accepted after a refusal is.
    if (what === 'accepted' && wasAccepted && at - this.#notifiedAt < NOTE_EVERY_MS) return;
    this.#notifiedAt = at;
    this.#options.onChange?.();
  }

  /** When each token was last accepted and refused; of this session, over what was kept before. */
  use(secrets: WorkspaceSecrets): Record<string, { acceptedAt?: number | undefined; refusedAt?: number | undefined }> {
    const all = { ...secrets.use };
    for (const [key, seen] of this.#use) all[key] = { ...all[key], ...seen };
    return all;
  }

  /** Writes down when tokens were last used; at the end of the session. */
  async keepUse(): Promise<void> {
    if (this.#use.size === 0) return;
    await this.#options.vault.update((secrets) => ({ ...secrets, use: this.use(secrets) }));
    this.#use.clear();
  }

  /** Renews, or joins the renewal that is under way. A caller that gives up does not stop it for the others. */
  async #renewOnce(
    tokenClass: 'client' | 'access',
    scope: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    // What becomes of a client_secret that was replaced says nothing of the one that is there now.
    const clientSecret = tokenClass === 'client' ? (await this.#options.vault.read()).clientSecret : undefined;
    const key = JSON.stringify([tokenKey(tokenClass, scope), clientSecret]);
    let running = this.#renewing.get(key);
    if (running === undefined) {
      running = this.#renew(tokenClass, scope).finally(() => this.#renewing.delete(key));
      this.#renewing.set(key, running);
    }
    return await untilAborted(running, signal);
  }

  async #renew(tokenClass: 'client' | 'access', scope: string | undefined): Promise<string | undefined> {
    const renewed = tokenClass === 'client' ? await this.#fetchClient() : await this.#renewGrant(scope ?? '');
    this.#options.onChange?.();
    return renewed;
  }

  async #fetchClient(): Promise<string> {
    const { vault, clock, ask } = this.#options;
    const before = await vault.read();
    const client = stored(await ask({ grant: 'client_credentials' }, new AbortController().signal), clock.now());
    await vault.update((secrets) => replaceClient(secrets, before, client));
    return client.token;
  }

  /** Undefined where only a person can help: no refresh token, or one that was refused. */
  async #renewGrant(authorization: string): Promise<string | undefined> {
    const { vault, clock, ask } = this.#options;
    const before = (await vault.read()).grants[authorization];
    if (before?.refreshToken === undefined || before.lostAt !== undefined) return undefined;
    try {
      const { refreshToken, scope } = before;
      const asked = { grant: 'refresh_token', refreshToken, scope } as const;
      const next = grantOf(await ask(asked, new AbortController().signal), clock.now(), before);
      // Kept before anybody uses it: the old refresh token is spent already.
      await vault.update((secrets) => replaceGrant(secrets, authorization, before, next));
      return next.token;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'oauth_grant_refused')) throw error;
      const lost = { ...before, lostAt: clock.now() };
      await vault.update((secrets) => replaceGrant(secrets, authorization, before, lost));
      return undefined;
    }
  }
}

/** The key of a token in `use`. */
export function tokenKey(tokenClass: TokenClass, scope: string | undefined): string {
  return tokenClass === 'access' ? `access:${scope ?? ''}` : tokenClass;
}

/** A token as it is kept, from an answer at `now` (epoch milliseconds). */
function stored(answer: TokenAnswer, now: number): StoredToken {
  return {
    token: answer.token,
    obtainedAt: now,
    ...(answer.expiresIn === undefined ? {} : { expiresAt: now + answer.expiresIn * 1000 }),
  };
}

/** A grant from an answer. Where the service sends no new refresh token, the old one goes on (RFC 6749 section 6). */
export function grantOf(answer: TokenAnswer, now: number, before?: Grant): Grant {
  const refreshToken = answer.refreshToken ?? before?.refreshToken;
  const scope = answer.scope ?? before?.scope;
  return {
    ...stored(answer, now),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** Puts `next` in place of `before`, unless a person has replaced or removed it since. */
export function replaceGrant(
  secrets: WorkspaceSecrets,
  authorization: string,
  before: Grant | undefined,
  next: Grant,
): WorkspaceSecrets {
  if (secrets.grants[authorization]?.token !== before?.token) return secrets;
  return { ...secrets, grants: { ...secrets.grants, [authorization]: next } };
}

/** Puts `next` in place of the client token of `before`, unless a person has changed it or its client_secret since. */
export function replaceClient(
  secrets: WorkspaceSecrets,
  before: WorkspaceSecrets,
  next: StoredToken,
): WorkspaceSecrets {
  const isSame = secrets.client?.token === before.client?.token && secrets.clientSecret === before.clientSecret;
  return isSame ? { ...secrets, client: next } : secrets;
}

function heldToken(
  secrets: WorkspaceSecrets,
  tokenClass: TokenClass,
  scope: string | undefined,
): StoredToken | undefined {
  if (tokenClass === 'access') return secrets.grants[scope ?? ''];
  return secrets[tokenClass];
}

/** Whether its time is over, or so nearly that it should be renewed. `now` in epoch milliseconds. */
export function isStale(token: StoredToken, now: number): boolean {
  if (token.expiresAt === undefined) return false;
  // A token that lives for less than the margin is still used for half of its life.
  const margin = Math.min(RENEW_BEFORE_MS, (token.expiresAt - token.obtainedAt) / 2);
  return now >= token.expiresAt - margin;
}

const HOW_TO_GET: Record<TokenClass, string> = {
  api: 'Copy it from the API settings of the service and enter it on the Connection page.',
  registration: 'Copy it from the Green Button hosting settings of the service and enter it on the Connection page.',
  client: 'Enter client_id and client_secret on the Connection page.',
  access: 'Start the authorization on the Connection page, or import a token there.',
};

function missing(tokenClass: TokenClass, scope: string | undefined): AppError {
  const whose = tokenClass === 'access' ? ` of authorization ${scope ?? '?'}` : '';
  return new AppError({
    code: 'token_missing',
    message: `There is no ${TOKEN_NAMES[tokenClass]}${whose} in this workspace.`,
    action: HOW_TO_GET[tokenClass],
    details: { tokenClass, scope },
  });
}
