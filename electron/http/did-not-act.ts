import { AppError, toErrorValue } from '#shared/errors.ts';

/** Codes of refusals that came before anything was sent. */
const NEVER_SENT = new Set([
  'token_missing',
  'token_unreadable',
  'insecure_url',
  'address_not_allowed',
  'network_unreachable',
  'proxy_failed',
  'wait_cancelled',
]);

/**
 * The AbortError of a request that was stopped while it waited: for its first send, or for the next one. What acts is sent
 * again only where the service said that it did not act (policy.ts), so it has not acted then.
 */
export class StoppedWaiting extends DOMException {
  constructor() {
    super('The request was stopped while it waited.', 'AbortError');
  }
}

/** True where it is certain that a request that acts changed nothing: a 4xx, or a failure or a stop before anything was sent. */
export function didNotAct(thrown: unknown): boolean {
  if (thrown instanceof StoppedWaiting) return true;
  if (!(thrown instanceof AppError)) return false;
  const { status, outcome } = thrown.details ?? {};
  if (outcome === 'not_acted' || outcome === 'unknown') return outcome === 'not_acted';
  return typeof status === 'number' ? status >= 400 && status < 500 : NEVER_SENT.has(thrown.code);
}

/** The same error, and whether the service acted on the request that it is about. */
export function withOutcome(thrown: unknown, outcome: 'not_acted' | 'unknown'): AppError {
  const { details, ...value } = toErrorValue(thrown);
  return new AppError({ ...value, details: { ...details, outcome } }, { cause: thrown });
}
