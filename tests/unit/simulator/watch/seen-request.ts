import type { Seen } from '../../../../electron/simulator/watch/seen.ts';

/** A request that nothing is wrong with, and an answer 200, but for what is changed. */
export function seenRequest(change: Partial<Seen> & Pick<Seen, 'api' | 'path'>): Seen {
  const { path, method = 'GET', query = new URLSearchParams() } = change;
  return {
    at: 0,
    answeredAt: 1,
    agent: 'a client',
    method,
    query,
    address: `${path}?${query}`,
    words: `${method} ${path}`,
    caller: 'a client',
    verdict: { state: 'missing', token: '' },
    hasBasic: false,
    form: undefined,
    status: 200,
    isStatusInjected: false,
    retryAfter: undefined,
    location: undefined,
    isWrongClass: false,
    isSpoiled: false,
    list: undefined,
    next: undefined,
    issued: undefined,
    refusal: undefined,
    ...change,
  };
}
