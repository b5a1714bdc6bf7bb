/** What is done with an answer or a fault: decisions only, no effects. DESIGN section 5 is the rule book. */
import type { WaitView } from '#shared/contract/jobs.ts';
import { isSafeTransport } from '#shared/safe-transport.ts';
import type { NetworkFault } from './faults.ts';
import { boundedWait, parseRetryAfter } from './retry-after.ts';

/** Why a request waits after an answer or a fault (the interface has one sentence for each). */
type WaitReason = Exclude<WaitView['reason'], 'pace' | 'offline'>;

export interface RetryLimits {
  /** Sends of one request because of 5xx and network faults, the first one included. */
  attempts: number;
  /** 429 says when to come back, so it may be obeyed more often. Counted apart from `attempts`. */
  rateLimited: number;
  /** How long a 202 may go on, from the first one, in milliseconds. Past it the caller falls back to smaller requests. */
  buildingDeadlineMs: number;
  redirects: number;
}

export const DEFAULT_LIMITS: RetryLimits = {
  attempts: 5,
  rateLimited: 20,
  buildingDeadlineMs: 15 * 60_000,
  redirects: 5,
};

/**
 * Statuses after which a GET is asked again. 206 answers a range, and none was asked for: something on the way sent a part
 * of what it had. 502 means that a gateway could not reach the service.
 */
const RETRIED: Readonly<Record<number, WaitReason>> = {
  206: 'network',
  429: 'rate_limited',
  500: 'error',
  502: 'error',
  503: 'unavailable',
  504: 'error',
};

/** First wait without a Retry-After, doubled each time up to the second number. Milliseconds. */
const BACKOFF: Readonly<Record<WaitReason, readonly [first: number, longest: number]>> = {
  building: [2_000, 60_000],
  rate_limited: [5_000, 300_000],
  unavailable: [5_000, 120_000],
  error: [1_000, 60_000],
  network: [500, 30_000],
  portal: [15_000, 15_000],
};

/** What a request has been through so far. */
export interface History {
  /** Sends that ended in a retried 5xx or a network fault. */
  failures: number;
  rateLimited: number;
  /** Epoch milliseconds of the first 202, undefined before. */
  buildingSince: number | undefined;
  /** How many times 202 was answered. */
  building: number;
  redirects: number;
  /** Epoch milliseconds since when another computer answers in place of the service. */
  portalSince: number | undefined;
  /** True once the token was renewed because of a 401. */
  refreshed: boolean;
}

export function newHistory(): History {
  return {
    failures: 0,
    rateLimited: 0,
    buildingSince: undefined,
    building: 0,
    redirects: 0,
    portalSince: undefined,
    refreshed: false,
  };
}

/** What one send of a request ended with. */
export type Outcome =
  | {
      kind: 'answer';
      status: number;
      retryAfter: string | undefined;
      date: string | undefined;
      location: string | undefined;
    }
  | { kind: 'fault'; fault: NetworkFault };

export type Decision =
  | { kind: 'deliver' }
  /** `whole` holds back every request of the same host and token, else only this one. */
  | { kind: 'wait'; reason: WaitReason; ms: number; asked: boolean; whole: boolean }
  | { kind: 'refresh_token' }
  | { kind: 'redirect'; url: string; keepToken: boolean }
  /** This request is given up, and others of the same host and token are held back for `pauseMs`. */
  | { kind: 'fail'; why: FailWhy; pauseMs?: number };

export type FailWhy = 'status' | 'gave_up' | 'still_building' | 'redirect' | 'network';

export interface Situation {
  method: string;
  /** The URL that was asked. */
  url: string;
  /** True where the request carried a token that could be renewed. */
  renewable: boolean;
  history: History;
  /** The service answered before, and the request may wait until it does so again. */
  hasAnswered?: boolean;
  limits: RetryLimits;
  /** Epoch milliseconds. */
  now: number;
  /** In [0, 1). */
  random: number;
}

/** What to do after a send. The caller then updates the history with {@link remember}. */
export function decide(outcome: Outcome, at: Situation): Decision {
  if (outcome.kind === 'fault') return afterFault(outcome.fault, at);
  const { status } = outcome;
  if (status === 202 && at.method === 'GET') return afterBuilding(outcome, at);
  if (status >= 200 && status < 300 && !(status === 206 && at.method === 'GET')) return { kind: 'deliver' };
  if (status >= 300 && status < 400) return afterRedirect(outcome, at);
  if (status === 401 && at.renewable && !at.history.refreshed) return { kind: 'refresh_token' };
  const reason = RETRIED[status];
  if (reason === undefined || !mayRepeat(at.method, outcome)) return { kind: 'fail', why: 'status' };
  return afterRetriedStatus(reason, outcome, at);
}

/** The history after a decision; a new object. */
export function remember(history: History, decision: Decision, now: number): History {
  switch (decision.kind) {
    case 'refresh_token':
      return { ...history, refreshed: true };
    case 'redirect':
      return { ...history, redirects: history.redirects + 1 };
    case 'wait':
      if (decision.reason === 'rate_limited') return { ...history, rateLimited: history.rateLimited + 1 };
      if (decision.reason === 'portal') return { ...history, portalSince: history.portalSince ?? now };
      if (decision.reason !== 'building') return { ...history, failures: history.failures + 1 };
      return { ...history, building: history.building + 1, buildingSince: history.buildingSince ?? now };
    case 'deliver':
    case 'fail':
      return history;
  }
}

/** A GET changes nothing. Other methods are repeated only where the service said that it did not act. */
function mayRepeat(method: string, answer: { status: number; retryAfter: string | undefined }): boolean {
  if (method === 'GET' || answer.status === 429) return true;
  return answer.status === 503 && answer.retryAfter !== undefined;
}

function afterRetriedStatus(reason: WaitReason, answer: Outcome & { kind: 'answer' }, at: Situation): Decision {
  const limited = reason === 'rate_limited';
  const spent = limited ? at.history.rateLimited >= at.limits.rateLimited - 1 : lastAttempt(at);
  const asked = parseRetryAfter(answer.retryAfter, answer.date, at.now);
  const before = limited ? at.history.rateLimited : at.history.failures;
  const ms = boundedWait(asked ?? backoff(reason, before), at.random);
  if (spent) return { kind: 'fail', why: 'gave_up', ...(limited && asked !== undefined ? { pauseMs: ms } : {}) };
  return { kind: 'wait', reason, ms, asked: asked !== undefined, whole: limited };
}

function afterBuilding(answer: Outcome & { kind: 'answer' }, at: Situation): Decision {
  const since = at.history.buildingSince ?? at.now;
  const left = since + at.limits.buildingDeadlineMs - at.now;
  if (left <= 0) return { kind: 'fail', why: 'still_building' };
  const asked = parseRetryAfter(answer.retryAfter, answer.date, at.now);
  const ms = boundedWait(asked ?? backoff('building', at.history.building), at.random);
  // A service that says "in a day" is not waited for: smaller requests may be answered now.
  if (ms > left) return { kind: 'fail', why: 'still_building' };
  return { kind: 'wait', reason: 'building', ms, asked: asked !== undefined, whole: false };
}

function afterFault(fault: NetworkFault, at: Situation): Decision {
  if (at.method !== 'GET') return { kind: 'fail', why: 'network' };
  if (isPortal(fault, at)) {
    return { kind: 'wait', reason: 'portal', ms: backoff('portal', 0), asked: false, whole: false };
  }
  if (!fault.passing) return { kind: 'fail', why: 'network' };
  if (lastAttempt(at)) return { kind: 'fail', why: 'network' };
  const ms = boundedWait(backoff('network', at.history.failures), at.random);
  return { kind: 'wait', reason: 'network', ms, asked: false, whole: false };
}

/** For how long another computer may answer in place of the service: a person has to sign in to the network first. */
const PORTAL_MS = 30 * 60_000;

/** Alerts of the other side about the certificate that it was shown, or missed (RFC 8446, section 6.2). */
const ABOUT_OUR_CERTIFICATE = /_ALERT_(?:\w*CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;

/** Whether it may be the page on which a network wants a sign-in that answers in place of the service. */
function isPortal(fault: NetworkFault, { hasAnswered = false, history, now }: Situation): boolean {
  if (fault.code !== 'tls_failed' || ABOUT_OUR_CERTIFICATE.test(fault.cause)) return false;
  return hasAnswered && now - (history.portalSince ?? now) < PORTAL_MS;
}

function lastAttempt(at: Situation): boolean {
  return at.history.failures >= at.limits.attempts - 1;
}

function backoff(reason: WaitReason, before: number): number {
  const [first, longest] = BACKOFF[reason];
  return Math.min(first * 2 ** before, longest);
}

/** 307 and 308 repeat the method; the others would turn a POST into a GET, which is never what an API call meant. */
function afterRedirect(answer: Outcome & { kind: 'answer' }, at: Situation): Decision {
  const to = answer.location;
  const sameMethod = answer.status === 307 || answer.status === 308;
  const follows = [301, 302, 303, 307, 308].includes(answer.status);
  if (!follows || to === undefined || at.history.redirects >= at.limits.redirects)
    return { kind: 'fail', why: 'redirect' };
  if (!URL.canParse(to, at.url)) return { kind: 'fail', why: 'redirect' };
  const target = new URL(to, at.url);
  const keepToken = target.origin === new URL(at.url).origin;
  if (at.method !== 'GET' && !(sameMethod && keepToken)) return { kind: 'fail', why: 'redirect' };
  if (!isSafeTransport(target.href)) return { kind: 'fail', why: 'redirect' };
  return { kind: 'redirect', url: target.href, keepToken };
}
