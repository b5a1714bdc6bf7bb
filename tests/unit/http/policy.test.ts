import { describe, expect, it } from 'vitest';
import { networkFault } from '../../../electron/http/faults.ts';
import {
  DEFAULT_LIMITS,
  decide,
  newHistory,
  type Outcome,
  remember,
  type Situation,
} from '../../../electron/http/policy.ts';

const NOW = Date.UTC(2026, 4, 1, 12, 0, 0);

function at(change: Partial<Situation> = {}): Situation {
  return {
    method: 'GET',
    url: 'https://service.example/api/v2/events',
    renewable: true,
    history: newHistory(),
    limits: DEFAULT_LIMITS,
    now: NOW,
    random: 0,
    ...change,
  };
}

function answer(status: number, headers: { retryAfter?: string; date?: string; location?: string } = {}): Outcome {
  return { kind: 'answer', status, retryAfter: undefined, date: undefined, location: undefined, ...headers };
}

function fault(code: string): Outcome {
  const found = networkFault(Object.assign(new Error('x'), { code }));
  if (!found) throw new Error(`${code} is no network fault`);
  return { kind: 'fault', fault: found };
}

describe('statuses', () => {
  it.each([200, 201, 204])('delivers %i', (status) => {
    expect(decide(answer(status), at())).toEqual({ kind: 'deliver' });
  });

  it.each([
    [206, 'network'],
    [429, 'rate_limited'],
    [500, 'error'],
    [502, 'error'],
    [503, 'unavailable'],
    [504, 'error'],
  ])('asks a GET again after %i', (status, reason) => {
    expect(decide(answer(status), at())).toMatchObject({ kind: 'wait', reason, asked: false });
    expect(decide(answer(status, { retryAfter: '9' }), at())).toMatchObject({ ms: 9_000, asked: true });
  });

  it.each([400, 402, 403, 404, 409, 410, 418, 501])('does not ask again after %i', (status) => {
    expect(decide(answer(status, { retryAfter: '1' }), at())).toEqual({ kind: 'fail', why: 'status' });
  });

  it.each([
    [429, undefined, 'wait'],
    [429, '3', 'wait'],
    [503, '3', 'wait'],
    [503, undefined, 'fail'],
    [500, '3', 'fail'],
    [502, '3', 'fail'],
    [504, '3', 'fail'],
  ])('a POST answered %i with Retry-After %s: %s', (status, retryAfter, kind) => {
    const headers = retryAfter === undefined ? {} : { retryAfter };
    expect(decide(answer(status, headers), at({ method: 'POST' })).kind).toBe(kind);
  });

  it('holds back the whole host and token after 429 only', () => {
    expect(decide(answer(429), at())).toMatchObject({ whole: true });
    expect(decide(answer(503), at())).toMatchObject({ whole: false });
  });
});

describe('giving up', () => {
  it('doubles the wait without a Retry-After, then gives up', () => {
    let history = newHistory();
    const waits: number[] = [];
    for (;;) {
      const decision = decide(answer(500), at({ history }));
      if (decision.kind !== 'wait') {
        expect(decision).toEqual({ kind: 'fail', why: 'gave_up' });
        break;
      }
      waits.push(decision.ms);
      history = remember(history, decision, NOW);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('obeys 429 more often than it forgives failures, and counts them apart', () => {
    const worn = { ...newHistory(), failures: DEFAULT_LIMITS.attempts - 1 };
    expect(decide(answer(500), at({ history: worn })).kind).toBe('fail');
    expect(decide(answer(429), at({ history: worn })).kind).toBe('wait');
    const limited = { ...newHistory(), rateLimited: DEFAULT_LIMITS.rateLimited - 1 };
    expect(decide(answer(429), at({ history: limited }))).toEqual({ kind: 'fail', why: 'gave_up' });
    // Given up, but who asks next waits for as long as the service said.
    expect(decide(answer(429, { retryAfter: '30' }), at({ history: limited, random: 0 }))).toEqual({
      kind: 'fail',
      why: 'gave_up',
      pauseMs: 30_000,
    });
  });
});

describe('202', () => {
  it('waits as told until its own deadline', () => {
    const first = decide(answer(202, { retryAfter: '30' }), at());
    expect(first).toMatchObject({ kind: 'wait', reason: 'building', ms: 30_000, whole: false });
    const history = remember(newHistory(), first, NOW);
    expect(history.buildingSince).toBe(NOW);
    const late = NOW + DEFAULT_LIMITS.buildingDeadlineMs;
    expect(decide(answer(202), at({ history, now: late - 10_000 })).kind).toBe('wait');
    expect(decide(answer(202), at({ history, now: late }))).toEqual({ kind: 'fail', why: 'still_building' });
  });

  it('does not start a wait that ends past the deadline', () => {
    const limits = { ...DEFAULT_LIMITS, buildingDeadlineMs: 60_000 };
    expect(decide(answer(202, { retryAfter: '61' }), at({ limits }))).toEqual({ kind: 'fail', why: 'still_building' });
  });

  it('is a success of a POST', () => {
    expect(decide(answer(202), at({ method: 'POST' }))).toEqual({ kind: 'deliver' });
  });
});

describe('401', () => {
  it('renews the token once', () => {
    const decision = decide(answer(401), at());
    expect(decision).toEqual({ kind: 'refresh_token' });
    const history = remember(newHistory(), decision, NOW);
    expect(decide(answer(401), at({ history }))).toEqual({ kind: 'fail', why: 'status' });
    expect(decide(answer(401), at({ renewable: false })).kind).toBe('fail');
    expect(decide(answer(401), at({ method: 'POST' })).kind).toBe('refresh_token');
  });
});

describe('network faults', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'HEAD_TIMEOUT', 'IDLE_TIMEOUT'])(
    '%s: a GET is sent again, a POST never',
    (code) => {
      expect(decide(fault(code), at())).toMatchObject({ kind: 'wait', reason: 'network' });
      expect(decide(fault(code), at({ method: 'POST' }))).toEqual({ kind: 'fail', why: 'network' });
    },
  );

  it('does not try a refused certificate again', () => {
    expect(decide(fault('CERT_HAS_EXPIRED'), at())).toEqual({ kind: 'fail', why: 'network' });
    expect(decide(fault('DEPTH_ZERO_SELF_SIGNED_CERT'), at())).toEqual({ kind: 'fail', why: 'network' });
  });

  it('another certificate than before may be the page on which a network wants a sign-in: tried for half an hour', () => {
    const known = at({ hasAnswered: true });
    const decision = decide(fault('ERR_TLS_CERT_ALTNAME_INVALID'), known);
    expect(decision).toMatchObject({ kind: 'wait', reason: 'portal', ms: 15_000 });
    const history = remember(known.history, decision, NOW);
    const later = (minutes: number) => ({ ...known, history, now: NOW + minutes * 60_000 });
    expect(decide(fault('SELF_SIGNED_CERT_IN_CHAIN'), later(29))).toMatchObject({ reason: 'portal' });
    expect(decide(fault('SELF_SIGNED_CERT_IN_CHAIN'), later(30))).toEqual({ kind: 'fail', why: 'network' });
    const never = at({ hasAnswered: false });
    expect(decide(fault('ERR_TLS_CERT_ALTNAME_INVALID'), never)).toEqual({ kind: 'fail', why: 'network' });
  });

  it.each([
    'ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED',
    'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
    'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
    'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA',
    'ERR_SSL_TLSV1_ALERT_ACCESS_DENIED',
  ])('%s, which the service says of our certificate, is no such page', (code) => {
    expect(decide(fault(code), at({ hasAnswered: true }))).toEqual({ kind: 'fail', why: 'network' });
  });

  it('knows what was surely not sent, also behind causes and aggregates', () => {
    expect(networkFault(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))?.unsent).toBe(true);
    expect(networkFault(Object.assign(new Error('x'), { code: 'ECONNRESET' }))?.unsent).toBe(false);
    const inner = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    expect(networkFault(new AggregateError([inner]))?.code).toBe('network_unreachable');
    expect(networkFault(new Error('fetch failed', { cause: inner }))?.code).toBe('network_unreachable');
    expect(networkFault(new TypeError('a bug'))).toBeUndefined();
  });
});

describe('redirects', () => {
  const redirect = (status: number, location: string, change: Partial<Situation> = {}) =>
    decide(answer(status, { location }), at(change));

  it('keeps the token within the origin only', () => {
    expect(redirect(301, '/other')).toEqual({
      kind: 'redirect',
      url: 'https://service.example/other',
      keepToken: true,
    });
    expect(redirect(302, 'https://elsewhere.example/x')).toMatchObject({ keepToken: false });
    expect(redirect(302, 'https://service.example:8443/x')).toMatchObject({ keepToken: false });
    expect(redirect(302, '//service.example.evil.example/x')).toMatchObject({ keepToken: false });
  });

  it('refuses plain http, other schemes, loops and missing targets', () => {
    const refused = { kind: 'fail', why: 'redirect' };
    expect(redirect(301, 'http://service.example/x')).toEqual(refused);
    expect(redirect(301, 'file:///etc/passwd')).toEqual(refused);
    expect(decide(answer(302), at())).toEqual(refused);
    expect(redirect(304, '/x')).toEqual(refused);
    const history = { ...newHistory(), redirects: DEFAULT_LIMITS.redirects };
    expect(redirect(302, '/again', { history })).toEqual(refused);
  });

  it('repeats a POST only for 307 and 308 within the origin', () => {
    expect(redirect(307, '/x', { method: 'POST' }).kind).toBe('redirect');
    expect(redirect(308, 'https://elsewhere.example/', { method: 'POST' }).kind).toBe('fail');
    expect(redirect(302, '/x', { method: 'POST' }).kind).toBe('fail');
  });
});
