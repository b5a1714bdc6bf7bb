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

/** True where it is certain that a request that acts changed nothing: a 4xx, or a failure before anything was sent. */
export function didNotAct(thrown: unknown): boolean {
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
