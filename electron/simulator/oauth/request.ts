/** The authorization request (RFC 6749, 4.1.1): what was asked, or how to refuse it. */
import type { Settings } from '../world/types.ts';
import type { Challenge } from './codes.ts';

/** A request that is in order. */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string | null;
  readonly challenge: Challenge | null;
}

/**
 * `page`: client or redirect are wrong, so nothing may be sent there; a person is told.
 * `redirect`: the client is told by `error` at its redirect.
 */
export type Refusal =
  | { readonly tell: 'page'; readonly of: 'client' | 'redirect'; readonly message: string }
  | { readonly tell: 'redirect'; readonly to: string };

const DEFAULT_SCOPE = 'FB=4_16_51';
const LONGEST = 2_000;

export function readRequest(fields: URLSearchParams, settings: Settings): AuthorizationRequest | Refusal {
  const clientId = fields.get('client_id');
  if (clientId !== settings.clientId)
    return { tell: 'page', of: 'client', message: 'The application that sent you here is not known (client_id).' };
  const redirectUri = fields.get('redirect_uri') ?? settings.redirectUri;
  if (!isAllowedRedirect(redirectUri, settings)) {
    return { tell: 'page', of: 'redirect', message: 'The address to return to is not registered (redirect_uri).' };
  }
  const state = fields.get('state');
  const refuse = (error: string, description: string): Refusal => ({
    tell: 'redirect',
    to: redirectWith(redirectUri, { error, error_description: description, state }),
  });
  if (fields.get('response_type') !== 'code') return refuse('unsupported_response_type', 'response_type must be code');
  const scope = fields.get('scope') || DEFAULT_SCOPE;
  if (!isScope(scope)) return refuse('invalid_scope', 'scope must name function blocks, like FB=4_16_51');
  if ((state?.length ?? 0) > LONGEST) return refuse('invalid_request', 'state is too long');
  const challenge = readChallenge(fields);
  if (challenge === 'bad') return refuse('invalid_request', 'code_challenge is malformed or its method unknown');
  return { clientId, redirectUri, scope, state, challenge };
}

/** Whether a text names function blocks, like `FB=4_16_51`. */
export function isScope(text: string): boolean {
  return text.length <= 256 && /(^|[;\s])FB=\d+(_\d+)*/.test(text);
}

function readChallenge(fields: URLSearchParams): Challenge | null | 'bad' {
  const value = fields.get('code_challenge');
  if (!value) return null;
  const method = fields.get('code_challenge_method') || 'plain';
  if (method !== 'S256' && method !== 'plain') return 'bad';
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(value) ? { value, method } : 'bad';
}

/** The registered redirect, or the same on loopback with another port (RFC 8252, 7.3). */
function isAllowedRedirect(given: string, settings: Settings): boolean {
  if (given === settings.redirectUri) return true;
  if (given.length > LONGEST || !URL.canParse(given)) return false;
  const url = new URL(given);
  return (
    url.protocol === 'http:' &&
    (url.hostname === '127.0.0.1' || url.hostname === '[::1]') &&
    url.username === '' &&
    url.password === '' &&
    url.hash === ''
  );
}

/** A redirect with query members added; null ones are left out. */
export function redirectWith(redirectUri: string, members: Record<string, string | null>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(members)) if (value !== null) url.searchParams.set(name, value);
  return url.toString();
}
