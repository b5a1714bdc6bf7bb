/** The faults that can be armed: what the service does, what is seen of it, and which requests get it. */
import type { DemoFault } from '#shared/contract/demo.ts';
import { formatCounted, formatDuration } from '../../ui/format.ts';

type Made = Omit<DemoFault, 'path' | 'times'>;

interface FaultKind {
  label: string;
  /** What somebody who uses the program sees of it. */
  seen: string;
  /** A number of seconds that is asked for: of the Retry-After header, or before the answer. */
  seconds?: { label: string; first: number };
  fault: (seconds: number) => Made;
}

const retryAfter = (first: number) => ({ label: 'Retry-After, seconds', first });

export const FAULT_KINDS = {
  'slow-down': {
    label: '429 Too Many Requests',
    seen: 'A countdown where the work is shown, with “Ask now”. All requests of that token wait; then it is asked again.',
    seconds: retryAfter(60),
    fault: (seconds) => ({ status: 429, retryAfterSeconds: seconds }),
  },
  maintenance: {
    label: '503 Service Unavailable: maintenance',
    seen: 'A countdown that says the service is in maintenance; then it is asked again.',
    seconds: retryAfter(60),
    fault: (seconds) => ({ status: 503, retryAfterSeconds: seconds, body: 'json' }),
  },
  building: {
    label: '202 Accepted: still building',
    seen: 'A job waits for its feed, and asks again after each Retry-After.',
    seconds: retryAfter(20),
    fault: (seconds) => ({ status: 202, retryAfterSeconds: seconds }),
  },
  error: {
    label: '500 Internal Server Error',
    seen: 'Reading is tried again with growing pauses. A submission is not: its outcome is unknown.',
    fault: () => ({ status: 500, body: 'json' }),
  },
  'timed-out': {
    label: '504 Gateway Timeout',
    seen: 'Reading is tried again with growing pauses. A submission is not: its outcome is unknown.',
    fault: () => ({ status: 504, body: 'html' }),
  },
  refused: {
    label: '401 Unauthorized: token refused',
    seen: 'The token is renewed once where that is possible. Otherwise the work ends, and Connection shows the token as refused.',
    fault: () => ({ status: 401, body: 'json' }),
  },
  forbidden: {
    label: '403 Forbidden: wrong class of token',
    seen: 'The work ends with an error that names the class of token that was sent.',
    fault: () => ({ status: 403, body: 'json' }),
  },
  html: {
    label: '200 with HTML instead of data',
    seen: 'The answer is refused, and nothing of it is stored.',
    fault: () => ({ status: 200, body: 'html' }),
  },
  slow: {
    label: 'Slow answer',
    seen: 'The work goes on for longer. Its request shows how long the answer took.',
    seconds: { label: 'Seconds before the answer', first: 10 },
    fault: (seconds) => ({ delayMs: seconds * 1000 }),
  },
  cut: {
    label: 'Cut answer',
    seen: 'The connection ends in the middle. Nothing of a cut feed is stored; it is fetched again.',
    fault: () => ({ cut: true }),
  },
} as const satisfies Record<string, FaultKind>;

export type FaultKindName = keyof typeof FAULT_KINDS;
export const faultKind = (name: FaultKindName): FaultKind => FAULT_KINDS[name];

/** Which requests get a fault, by the path of the service. */
export const FAULT_PATHS: readonly { path: string; label: string }[] = [
  { path: '*/test-submit', label: 'Test submissions' },
  { path: '/api/v2/meters/historical-collection', label: 'Historical collections' },
  { path: '*/Batch/*', label: 'Batch feeds' },
  { path: '/DataCustodian/espi/*', label: 'All of the Green Button API' },
  { path: '/api/v2/*', label: 'All of the JSON API' },
  { path: '/DataCustodian/oauth/token', label: 'The token endpoint' },
  { path: '*', label: 'Every request' },
];

/** What an armed fault does, in one line. */
export function faultWords(fault: Made): string {
  const { status, retryAfterSeconds, body, delayMs, cut } = fault;
  const named = Object.values<FaultKind>(FAULT_KINDS).find(
    (kind) => status !== undefined && kind.fault(0).status === status,
  );
  const words = [
    named?.label ?? (status === undefined ? undefined : `Status ${status}`),
    retryAfterSeconds === undefined ? undefined : `Retry-After ${retryAfterSeconds} s`,
    body === 'html' && status !== 200 ? 'HTML body' : undefined,
    delayMs === undefined ? undefined : `after ${formatDuration(delayMs)}`,
    cut ? 'cut in its middle' : undefined,
  ].filter((word) => word !== undefined);
  const text = words.join(', ');
  return status === undefined ? `The true answer, ${text || 'unchanged'}` : text;
}

/** Which requests get it, in words. */
export function pathWords(path: string, method: string | undefined): string {
  const label = FAULT_PATHS.find((one) => one.path === path)?.label ?? path;
  return method === undefined ? label : `${method} ${label}`;
}

/** How many more requests get it, in words. */
export function leftWords(left: number | undefined): string {
  if (left === undefined) return 'until switched off';
  return left === 0 ? 'used up' : `the next ${left === 1 ? 'request' : formatCounted(left, 'request')}`;
}
