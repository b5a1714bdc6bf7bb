/** What the browser brought back, understood. Pure. */
import type { ErrorValue } from '#shared/errors.ts';
import { sameText } from '../../common/same-text.ts';

export type RedirectAnswer =
  | { kind: 'code'; code: string }
  | { kind: 'denied'; error: ErrorValue }
  | { kind: 'failed'; error: ErrorValue }
  /** Not the answer to this sign-in: it goes on waiting, and says what came. */
  | { kind: 'not_ours'; error: ErrorValue };

const TRY_AGAIN = 'Start the authorization again.';

/** @param params query of the redirect */
export function readRedirect(params: URLSearchParams, expectedState: string): RedirectAnswer {
  const state = params.get('state');
  if (state === null || !sameText(state, expectedState)) {
    return {
      kind: 'not_ours',
      error: {
        code: 'oauth_wrong_state',
        message: 'An answer came that does not belong to this sign-in, so it was ignored.',
        action: 'Use the page that this sign-in opened. If you have several open, cancel here and start again.',
      },
    };
  }
  const error = params.get('error');
  if (error !== null) return refused(error, params.get('error_description'));
  const codes = params.getAll('code');
  const code = codes[0];
  if (code === undefined || code === '' || codes.length > 1) {
    return {
      kind: 'failed',
      error: {
        code: 'oauth_no_code',
        message: 'The service sent the browser back without a code.',
        action: `${TRY_AGAIN} If it happens again, ask whoever runs the service.`,
      },
    };
  }
  return { kind: 'code', code };
}

/** RFC 6749 section 4.1.2.1. */
const REFUSALS: Readonly<Record<string, { message: string; action: string }>> = {
  invalid_scope: {
    message: 'The service does not know the scope that was asked for.',
    action: 'Correct the scope in the settings of the workspace.',
  },
  unauthorized_client: {
    message: 'The service does not let this client ask for authorizations.',
    action: 'Check the registration in the Green Button hosting settings of the service.',
  },
  invalid_request: {
    message: 'The service did not understand the authorization request.',
    action: 'Compare client_id, redirect address and scope with the registration.',
  },
  temporarily_unavailable: { message: 'The service cannot authorize right now.', action: 'Try again later.' },
  server_error: { message: 'The service failed while it authorized.', action: 'Try again later.' },
};

function refused(error: string, description: string | null): RedirectAnswer {
  const details = { errorType: error.slice(0, 100), errorDescription: description?.slice(0, 300) };
  if (error === 'access_denied') {
    return {
      kind: 'denied',
      error: {
        code: 'oauth_denied',
        message: 'The customer declined. Nothing was authorized.',
        action: `${TRY_AGAIN} Ask the customer first why they declined.`,
        details,
      },
    };
  }
  const known = REFUSALS[error];
  return {
    kind: 'failed',
    error: {
      code: 'oauth_refused',
      message: known?.message ?? `The service ended the authorization with "${error.slice(0, 100)}".`,
      action: known?.action ?? TRY_AGAIN,
      details,
    },
  };
}

/**
 * The query of an address that a user pasted; a bare query is fine too.
 * Undefined where it cannot be one.
 */
export function pastedParams(text: string): URLSearchParams | undefined {
  const trimmed = text.trim();
  if (URL.canParse(trimmed)) return new URL(trimmed).searchParams;
  const query = trimmed.replace(/^[^?]*\?/, '');
  const params = new URLSearchParams(query);
  return params.has('code') || params.has('error') ? params : undefined;
}
