import { beforeEach, describe, expect, it } from 'vitest';
import { ClientWatch } from '../../../../electron/simulator/watch/client-watch.ts';
import type { Seen } from '../../../../electron/simulator/watch/seen.ts';
import { seenRequest } from './seen-request.ts';

let watch: ClientWatch;
beforeEach(() => {
  watch = new ClientWatch(() => 'http://x');
  watch.start();
});
const row = (id: string) => watch.report().tests.find((test) => test.id === id);
const verdict = (id: string) => row(id)?.verdict;

describe('the pages of a list', () => {
  const path = '/api/v2/meters';
  /** Reads a page. @param next the query of the page after it */
  const read = (query: string, next?: string, change: Partial<Seen> = {}) =>
    watch.saw(
      seenRequest({
        api: 'json',
        path,
        query: new URLSearchParams(query),
        list: 'meters',
        next: next === undefined ? undefined : `${path}?${next}`,
        ...change,
      }),
    );

  it('are read to the last one, or not', () => {
    read('limit=1', 'after=1&limit=1');
    expect(verdict('PAGE.next')).toBe('fail');
    read('after=1&limit=1');
    expect(verdict('PAGE.next')).toBe('pass');
  });

  it('of a list that some filter cut down say nothing of the whole one', () => {
    read('uids=1');
    read('limit=1', 'after=1&limit=1');
    expect(verdict('PAGE.next')).toBe('fail');
  });

  it('of one caller say nothing of another', () => {
    read('');
    read('limit=1', 'after=1&limit=1', { caller: 'another client' });
    expect(verdict('PAGE.next')).toBe('fail');
  });

  it('may be read anew from the first one, and longer', () => {
    read('limit=1', 'after=1&limit=1');
    read('');
    expect(verdict('PAGE.next')).toBe('pass');
    expect(row('PAGE.next')?.contexts).toBe(1);
  });

  it('may be read again from the first one where a reading broke off', () => {
    read('', 'after=1');
    read('', 'after=9');
    expect(verdict('PAGE.next')).toBe('fail');
    read('after=9');
    expect(verdict('PAGE.next')).toBe('pass');
  });

  it('are not awaited any more once they were read: the rest is known', () => {
    read('');
    read('limit=1', 'after=1&limit=1');
    expect(verdict('PAGE.next')).toBe('pass');
  });

  it('are followed of so many lists only', () => {
    for (let count = 0; count < 10_001; count += 1) read(`uids=${count}`, `after=1&uids=${count}`);
    expect(row('PAGE.next')?.contexts).toBe(10_000);
  });
});

describe('an answer that was switched on', () => {
  const status = { isStatusInjected: true } as const;
  const verdictOf = { state: 'valid', class: 'access', token: 'a' } as const;

  it.each([200, 400])('%i says nothing of the query', (code) => {
    const query = new URLSearchParams('published-min=x');
    watch.saw(seenRequest({ api: 'espi', path: '/x', query, status: code, ...status }));
    expect(verdict('QRY.form')).toBe('not_checkable');
  });

  it.each([200, 403])('%i says nothing of the token', (code) => {
    const seen = { api: 'espi', path: '/x', verdict: verdictOf, isWrongClass: code === 403, status: code } as const;
    watch.saw(seenRequest({ ...seen, ...status }));
    expect(verdict('TOK.class')).toBe('not_checkable');
    watch.saw(seenRequest(seen));
    expect(verdict('TOK.class')).toBe(code === 403 ? 'fail' : 'pass');
  });

  it('takes no token that was issued', () => {
    watch.saw(
      seenRequest({
        api: 'oauth',
        path: '/DataCustodian/oauth/token',
        method: 'POST',
        hasBasic: true,
        form: new URLSearchParams({ grant_type: 'authorization_code', code: 'c', redirect_uri: 'http://127.0.0.1/' }),
        issued: 'a',
      }),
    );
    watch.saw(seenRequest({ api: 'espi', path: '/x', verdict: verdictOf, ...status }));
    expect(verdict('OAT005')).toBe('not_checkable');
    expect(row('OAT005')?.came).toBe('a token was issued that is not used so far');
    watch.saw(seenRequest({ api: 'espi', path: '/x', verdict: verdictOf }));
    expect(verdict('OAT005')).toBe('pass');
  });
});
