import type { TokenClass } from '#shared/resources.ts';

/**
 * Where the client gets bearer tokens. Each workspace has one; it is written in `electron/connections`.
 * A token leaves it only into the Authorization header of a request to the workspace's own origin.
 */
export interface TokenSource {
  /**
   * The token of that class to use now, fetched or renewed beforehand when it is known to have expired.
   * `scope` is the auth_uid for the class `access`, undefined for the others.
   * @throws AppError (`token_missing`, ...) saying how to get one.
   */
  token(tokenClass: TokenClass, scope: string | undefined, signal: AbortSignal): Promise<string>;
  /**
   * Called after a 401. Returns a token other than `refused`, or undefined where only a person can get one.
   * Several requests may be refused at once and a refresh token may work only once: implementations renew once for
   * all callers, and answer at once when the current token is no longer `refused`.
   */
  refresh(
    tokenClass: TokenClass,
    scope: string | undefined,
    refused: string,
    signal: AbortSignal,
  ): Promise<string | undefined>;
  /** Called with the outcome of using a token, for the page that shows last use and last refusal. `at` in epoch milliseconds. */
  noted?(tokenClass: TokenClass, scope: string | undefined, what: 'accepted' | 'refused', at: number): void;
}
