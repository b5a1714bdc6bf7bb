import { beforeEach, describe, expect, it } from 'vitest';
import { RowBook } from '../../../../electron/common/rows/book.ts';
import { OAuthWatch } from '../../../../electron/simulator/watch/oauth-watch.ts';
import type { Seen } from '../../../../electron/simulator/watch/seen.ts';
import { seenRequest } from './seen-request.ts';

let book: RowBook;
let watch: OAuthWatch;
beforeEach(() => {
  book = new RowBook();
  watch = new OAuthWatch(book);
});
/** How often a row was right, and how often wrong. */
const looks = (row: string) => [book.outcome(row).right, book.outcome(row).wrong];
const RIGHT = [1, 0];
const WRONG = [0, 1];
const NOT_JUDGED = [0, 0];

const REDIRECT = 'http://127.0.0.1:8990/cb';

describe('an authorization request', () => {
  const authorize = (answer: Partial<Seen>, change: Record<string, string> = {}) =>
    watch.saw(
      seenRequest({
        api: 'oauth',
        path: '/DataCustodian/oauth/authorize',
        query: new URLSearchParams({
          response_type: 'code',
          client_id: 'c',
          redirect_uri: REDIRECT,
          scope: 'FB=4',
          state: 'x',
          ...change,
        }),
        ...answer,
      }),
    );

  it.each<[string, Partial<Seen>, number[], number[]]>([
    ['the page', { status: 200 }, RIGHT, RIGHT],
    ['a way back to its redirect_uri', { status: 302, location: `${REDIRECT}?error=invalid_scope` }, RIGHT, RIGHT],
    ['a way to elsewhere', { status: 302, location: 'https://elsewhere.example/login' }, NOT_JUDGED, RIGHT],
    ['a way to nowhere', { status: 302 }, NOT_JUDGED, RIGHT],
    ['400', { status: 400 }, WRONG, RIGHT],
    ['401', { status: 401 }, NOT_JUDGED, WRONG],
    ['404', { status: 404 }, NOT_JUDGED, RIGHT],
    ['429', { status: 429 }, NOT_JUDGED, NOT_JUDGED],
    ['500', { status: 500 }, NOT_JUDGED, NOT_JUDGED],
    ['200 of a fault', { status: 200, isStatusInjected: true }, NOT_JUDGED, NOT_JUDGED],
    ['400 of a fault', { status: 400, isStatusInjected: true }, NOT_JUDGED, NOT_JUDGED],
    ['401 of a fault', { status: 401, isStatusInjected: true }, NOT_JUDGED, NOT_JUDGED],
  ])('that is answered with %s', (_name, answer, redirect, form) => {
    authorize(answer);
    expect([looks('OAT001'), looks('OAT002')]).toEqual([redirect, form]);
  });

  it('is sent back to its redirect_uri, however that is written', () => {
    authorize({ status: 302, location: 'http://127.0.0.1:8990/?error=x' }, { redirect_uri: 'http://127.0.0.1:8990' });
    expect(looks('OAT001')).toEqual(RIGHT);
  });

  it('lacks what it lacks, whatever the answer is', () => {
    authorize({ status: 500 }, { state: '' });
    expect(looks('OAT002')).toEqual(WRONG);
  });
});

describe('a token request', () => {
  const token = (form: Record<string, string>, answer: Partial<Seen> = {}) =>
    watch.saw(
      seenRequest({
        api: 'oauth',
        path: '/DataCustodian/oauth/token',
        method: 'POST',
        hasBasic: true,
        form: new URLSearchParams(form),
        issued: 'a token',
        ...answer,
      }),
    );
  const EXCHANGE = { grant_type: 'authorization_code', code: 'a', redirect_uri: REDIRECT };
  const REFRESH = { grant_type: 'refresh_token', refresh_token: 'a', scope: 'FB=4' };
  const WITH_SECRET: [row: string, once: string, form: Record<string, string>][] = [
    ['OAT004', 'CODE.once', EXCHANGE],
    ['OAT008', 'REFRESH.once', REFRESH],
  ];

  describe.each<[row: string, form: Record<string, string>]>([
    ['OAT004', EXCHANGE],
    ['OAT006', { grant_type: 'client_credentials', scope: 'FB=34_35' }],
    ['OAT008', REFRESH],
  ])('of %s', (row, form) => {
    it.each<[string, Partial<Seen>, number[]]>([
      ['200', { status: 200 }, RIGHT],
      ['400', { status: 400, refusal: 'invalid_scope' }, WRONG],
      ['401', { status: 401 }, WRONG],
      ['429', { status: 429 }, NOT_JUDGED],
      ['500', { status: 500 }, NOT_JUDGED],
      ['503', { status: 503 }, NOT_JUDGED],
      ['200 of a fault', { status: 200, isStatusInjected: true }, NOT_JUDGED],
      ['400 of a fault', { status: 400, isStatusInjected: true }, NOT_JUDGED],
    ])('that is answered %s', (_name, answer, expected) => {
      token(form, answer);
      expect(looks(row)).toEqual(expected);
    });

    it('lacks what it lacks, whatever the answer is', () => {
      token(form, { hasBasic: false, status: 503 });
      expect(looks(row)).toEqual(WRONG);
    });
  });

  it('for a refresh token that may have been revoked is not judged by its form', () => {
    token(REFRESH, { status: 400, refusal: 'invalid_grant' });
    expect(looks('OAT008')).toEqual(NOT_JUDGED);
  });

  it('for a code whose answer was cut is not judged by its form when it is sent again', () => {
    token(EXCHANGE, { issued: undefined });
    token(EXCHANGE, { status: 400, issued: undefined, refusal: 'invalid_grant' });
    expect([looks('OAT004'), looks('CODE.once')]).toEqual([NOT_JUDGED, NOT_JUDGED]);
    token({ ...EXCHANGE, code: 'another' }, { status: 400, issued: undefined, refusal: 'invalid_grant' });
    expect(looks('OAT004')).toEqual(WRONG);
  });

  describe.each(WITH_SECRET)('of %s', (row, once, form) => {
    it('with a secret that was exchanged before is wrong as that only', () => {
      token(form);
      token(form, { status: 400, refusal: 'invalid_grant' });
      expect([looks(row), looks(once)]).toEqual([RIGHT, [1, 1]]);
    });

    it.each<[string, Partial<Seen>]>([
      ['a fault', { isStatusInjected: true }],
      ['cut, so that no token came', { issued: undefined }],
    ])('whose answer was %s has not spent its secret', (_, answer) => {
      token(form, answer);
      token(form);
      expect([looks(row), looks(once)]).toEqual([RIGHT, RIGHT]);
    });
  });
});
