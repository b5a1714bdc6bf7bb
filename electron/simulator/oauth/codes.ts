/** Authorization codes: each works once, for one client, one redirect and ten minutes (RFC 6749, 4.1.2). */
import { createHash } from 'node:crypto';
import { secretText } from '../world/random.ts';
import type { Clock, Millis } from '../world/types.ts';

const CODE_LIFE_MS = 600_000;

/** PKCE as it was sent with the authorization request (RFC 7636). */
export interface Challenge {
  readonly value: string;
  readonly method: 'S256' | 'plain';
}

interface Grant {
  readonly authUid: string;
  readonly redirectUri: string;
  readonly challenge: Challenge | null;
  readonly expiresAt: Millis;
}

export class Codes {
  readonly #seed: number;
  readonly #clock: Clock;
  readonly #grants = new Map<string, Grant>();
  #issued = 0;

  constructor(seed: number, clock: Clock) {
    this.#seed = seed;
    this.#clock = clock;
  }

  issue(authUid: string, redirectUri: string, challenge: Challenge | null): string {
    this.#issued += 1;
    const code = secretText(this.#seed, `code|${this.#issued}`);
    this.#grants.set(code, { authUid, redirectUri, challenge, expiresAt: this.#clock.now() + CODE_LIFE_MS });
    return code;
  }

  /**
   * Uses a code up. Returns the authorization's uid, or the reason why not, for a sentence. A refused attempt does not
   * spend the code: who merely guessed its redirect or verifier must not be able to take it from its owner.
   */
  redeem(code: string, redirectUri: string, verifier: string | null): { authUid: string } | { reason: string } {
    const grant = this.#grants.get(code);
    if (!grant) return { reason: 'The code is not known or was used before.' };
    if (grant.expiresAt <= this.#clock.now()) return { reason: 'The code has expired.' };
    if (grant.redirectUri !== redirectUri)
      return { reason: 'The redirect_uri is not the one of the authorization request.' };
    if (grant.challenge && !matches(grant.challenge, verifier)) return { reason: 'The code_verifier does not match.' };
    this.#grants.delete(code);
    return { authUid: grant.authUid };
  }
}

function matches(challenge: Challenge, verifier: string | null): boolean {
  if (verifier === null) return false;
  if (challenge.method === 'plain') return verifier === challenge.value;
  return createHash('sha256').update(verifier).digest('base64url') === challenge.value;
}
