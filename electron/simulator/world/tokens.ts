/** Bearer tokens: who a header speaks for. Tokens are texts derived from the seed; only their owner is kept. */
import { secretText } from './random.ts';
import type { Clock, Millis, Settings, TokenClass, Tokens, TokenVerdict } from './types.ts';

interface Held {
  readonly class: TokenClass;
  readonly authUid?: string;
  readonly expiresAt: Millis;
}

/** A pair as the token endpoint hands it out. */
export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}

/** Lifetime of tokens from the token endpoint (service-facts: `expires_in` 3600). */
const TOKEN_LIFE_S = 3600;
/** A header longer than this is no token of ours; it is not even looked up. */
const LONGEST_TOKEN = 512;

export interface TokenStore extends Tokens {
  /** `until` is for bootstrap tokens, which last longer than {@link TOKEN_LIFE_S}. */
  issueAccess(authUid: string, until?: Millis): TokenPair;
  issueClient(): { accessToken: string; expiresIn: number };
  /** The authorization that a refresh token is for, or null. */
  refreshedBy(token: string): string | null;
  /** Takes a refresh token (it works once) and gives the next pair, or null. With `endsAccess` the access token of its pair ends. */
  refresh(token: string, endsAccess?: boolean): { authUid: string; pair: TokenPair } | null;
  /** Deletes all that speaks for an authorization. */
  forget(authUid: string): void;
  /** When the newest access token of an authorization ends; null when it has none. */
  accessExpiry(authUid: string): Millis | null;
}

export function createTokenStore(settings: Settings, clock: Clock): TokenStore {
  const held = new Map<string, Held>();
  /** The pair that a refresh token renews. */
  const refresh = new Map<string, { authUid: string; accessToken: string }>();
  const byAuthorization = new Map<string, { bearer: string[]; refresh: string[]; expiresAt: Millis; issued: number }>();
  let clients = 0;
  const never = Number.POSITIVE_INFINITY;
  held.set(settings.apiToken, { class: 'api', expiresAt: never });
  held.set(settings.registrationToken, { class: 'registration', expiresAt: never });

  const issueAccess = (authUid: string, until = clock.now() + TOKEN_LIFE_S * 1000): TokenPair => {
    const own = byAuthorization.get(authUid) ?? { bearer: [], refresh: [], expiresAt: 0, issued: 0 };
    byAuthorization.set(authUid, own);
    own.issued += 1;
    const accessToken = `at_${secretText(settings.seed, `access|${authUid}|${own.issued}`)}`;
    const refreshToken = `rt_${secretText(settings.seed, `refresh|${authUid}|${own.issued}`)}`;
    own.expiresAt = until;
    held.set(accessToken, { class: 'access', authUid, expiresAt: own.expiresAt });
    refresh.set(refreshToken, { authUid, accessToken });
    own.bearer.push(accessToken);
    own.refresh.push(refreshToken);
    return { accessToken, refreshToken, expiresIn: Math.round((until - clock.now()) / 1000) };
  };

  return {
    check: (header) => verdictOf(header, held, clock.now()),
    issueAccess,
    issueClient() {
      clients += 1;
      const accessToken = `ct_${secretText(settings.seed, `client|${clients}`)}`;
      held.set(accessToken, { class: 'client', expiresAt: clock.now() + TOKEN_LIFE_S * 1000 });
      return { accessToken, expiresIn: TOKEN_LIFE_S };
    },
    refreshedBy: (token) => refresh.get(token)?.authUid ?? null,
    refresh(token, endsAccess = false) {
      const before = refresh.get(token);
      if (before === undefined) return null;
      refresh.delete(token);
      if (endsAccess) held.delete(before.accessToken);
      return { authUid: before.authUid, pair: issueAccess(before.authUid) };
    },
    forget(authUid) {
      const own = byAuthorization.get(authUid);
      for (const token of own?.bearer ?? []) held.delete(token);
      for (const token of own?.refresh ?? []) refresh.delete(token);
      byAuthorization.delete(authUid);
    },
    accessExpiry: (authUid) => byAuthorization.get(authUid)?.expiresAt ?? null,
  };
}

function verdictOf(header: string | undefined, held: ReadonlyMap<string, Held>, now: Millis): TokenVerdict {
  if (header === undefined || header.trim() === '') return { state: 'missing' };
  const match = /^Bearer +([\w\-.~+/]+=*)\s*$/i.exec(header.slice(0, LONGEST_TOKEN));
  const found = match?.[1] === undefined ? undefined : held.get(match[1]);
  if (!found) return { state: 'unknown' };
  if (found.expiresAt <= now) return { state: 'expired' };
  return found.authUid === undefined
    ? { state: 'valid', class: found.class }
    : { state: 'valid', class: found.class, authUid: found.authUid };
}
