/** The address that the browser is sent to, and what must be known to understand what comes back. RFC 6749, 7636, 8252. */
import { createHash } from 'node:crypto';

/** What a sign-in is bound to; it never leaves the main process. */
export interface SignInSecrets {
  /** Ties the answer to this sign-in. */
  state: string;
  /** Proves at the token endpoint that the code was asked for by us (PKCE). */
  verifier: string;
}

/** 32 random bytes each, as text that is safe in a URL. */
export function newSignIn(randomText: (bytes: number) => string): SignInSecrets {
  return { state: randomText(32), verifier: randomText(32) };
}

/** RFC 7636 section 4.2, method S256. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}

export interface AuthorizationRequest {
  endpoint: string;
  clientId: string;
  redirectUri: string;
  scope: string;
}

/** The address of the consent page. Query parameters that the endpoint has already are kept (RFC 6749 section 3.1). */
export function authorizationUrl(request: AuthorizationRequest, signIn: SignInSecrets): string {
  const url = new URL(request.endpoint);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('client_id', request.clientId);
  url.searchParams.set('redirect_uri', request.redirectUri);
  if (request.scope !== '') url.searchParams.set('scope', request.scope);
  url.searchParams.set('state', signIn.state);
  url.searchParams.set('code_challenge', challengeOf(signIn.verifier));
  url.searchParams.set('code_challenge_method', 'S256');
  return url.href;
}
