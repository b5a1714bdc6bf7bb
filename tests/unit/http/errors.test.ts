import { describe, expect, it } from 'vitest';
import {
  answerError,
  bodyTooLarge,
  type FailedAnswer,
  faultError,
  insecureUrl,
} from '../../../electron/http/errors.ts';
import { networkFault } from '../../../electron/http/faults.ts';
import { hidingSecrets } from '../../../electron/http/redact.ts';
import type { HttpRequest } from '../../../electron/http/request.ts';
import { AppError } from '../../../shared/errors.ts';

const asIs = (text: string) => text;
const source = { token: async () => 't', refresh: async () => undefined };
const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url: 'https://a.example/x',
  purpose: 'a test',
  ...more,
});
const answer = (status: number, more: Partial<FailedAnswer> = {}): FailedAnswer => ({
  requestId: 'r1',
  status,
  headers: {},
  url: 'https://a.example/x?access_token=geheim',
  text: '',
  carriedToken: true,
  ...more,
});

describe('the error for an answer', () => {
  it.each([
    [400, 'bad_request'],
    [402, 'payment_required'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [503, 'service_unavailable'],
    [418, 'http_error'],
  ])('%d', (status, code) => {
    expect(answerError('status', request(), answer(status), asIs).code).toBe(code);
  });

  it('quotes what the service said, as far as it can be read, and keeps its type apart', () => {
    const text = JSON.stringify({ error: 'too_wide', error_description: 'Ask for less.' });
    const error = answerError('status', request(), answer(400, { text }), asIs);
    expect(error.message).toBe('The service did not understand the request. It said: Ask for less.');
    expect(error).toMatchObject({ status: 400, errorType: 'too_wide', bodyText: text });
    for (const odd of ['<html>', '{"error": 7}', '{"error"', '']) {
      expect(answerError('status', request(), answer(400, { text: odd }), asIs)).toMatchObject({
        message: 'The service did not understand the request.',
        errorType: undefined,
      });
    }
  });

  it('never shows a token of the address', () => {
    expect(JSON.stringify(answerError('status', request(), answer(404), asIs).toValue())).not.toContain('geheim');
  });

  it('never shows a secret that the service repeats: whole, cut, or in an address', () => {
    const secret = 'TOKEN-1/x';
    const text = JSON.stringify({ error: `no ${secret}`, error_description: `${'x'.repeat(495)}${secret}` });
    const url = `https://a.example/no?reason=${secret}`;
    const headers = { location: `https://b.example/${secret}` };
    const hidden = hidingSecrets([secret]);
    for (const why of ['status', 'redirect'] as const) {
      // A service may write letters of a text as escapes.
      for (const written of [text, text.replaceAll('/', '\\/'), text.replaceAll('T', '\\u0054')]) {
        const error = answerError(why, request(), answer(400, { text: written, url, headers }), hidden);
        expect(JSON.stringify(error.toValue())).not.toContain('TOKEN');
        expect(error.errorType).toBe('no ***');
      }
    }
  });

  it('says of what is not a question whether the service acted', () => {
    const outcome = (status: number, method: HttpRequest['method']) =>
      answerError('status', request({ method }), answer(status), asIs).details?.outcome;
    expect([outcome(400, 'POST'), outcome(500, 'POST'), outcome(500, 'GET')]).toEqual([
      'not_acted',
      'unknown',
      undefined,
    ]);
  });

  it('tells a refused token from one that was missing or, after a redirect, not sent', () => {
    const auth = { source, tokenClass: 'access', scope: 'a1' } as const;
    const code = (more: Partial<HttpRequest>, carriedToken = true) =>
      answerError('status', request(more), answer(401, { carriedToken }), asIs).code;
    expect([code({ auth }), code({ auth }, false), code({})]).toEqual([
      'token_refused',
      'token_not_sent',
      'token_missing',
    ]);
    expect(answerError('status', request({ auth }), answer(401), asIs).message).toContain('of authorization a1');
  });

  it('names the class that the address needs', () => {
    const auth = { source, tokenClass: 'api', needs: 'registration' } as const;
    const error = answerError('status', request({ auth }), answer(403), asIs);
    expect(error.code).toBe('wrong_token_class');
    expect(error.action).toContain('registration_access_token');
    expect(error.details).toMatchObject({ tokenClass: 'api', neededClass: 'registration' });
  });

  it('of an answer that was never built, and of a redirect, is not about the status', () => {
    expect(answerError('still_building', request(), answer(202), asIs).code).toBe('still_building');
    const headers = { location: 'https://b.example/?code=geheim' };
    const error = answerError('redirect', request(), answer(302, { headers }), asIs);
    expect(error.code).toBe('redirect_refused');
    expect(JSON.stringify(error.toValue())).not.toContain('geheim');
  });
});

describe('the error for a fault', () => {
  const thrown = (code: string) => Object.assign(new Error(code), { code });
  const error = (code: string, method: HttpRequest['method']) => {
    const fault = networkFault(thrown(code));
    if (!fault) throw new Error('no fault');
    return faultError(fault, request({ method }), 'r1', thrown(code));
  };

  it('says that nobody knows whether the service acted, unless it never saw the request', () => {
    expect(error('ECONNRESET', 'POST').message).toContain('Whether the service acted on the request is not known.');
    expect(error('ECONNREFUSED', 'POST')).toMatchObject({ details: { outcome: 'not_acted' } });
    expect(error('ECONNRESET', 'GET').message).not.toContain('acted');
    expect(error('ECONNRESET', 'GET').details?.outcome).toBeUndefined();
  });

  it('keeps the code below it, for the detail view', () => {
    expect(error('ECONNRESET', 'GET').details).toMatchObject({ cause: 'ECONNRESET', requestId: 'r1' });
  });
});

it('nothing is sent to an address that is not safe, and nothing larger than its limit is held', () => {
  expect(insecureUrl('http://a.example')).toBeInstanceOf(AppError);
  expect(insecureUrl('http://a.example').code).toBe('insecure_url');
  expect(bodyTooLarge(request(), 256 * 1024).message).toContain('256 KiB');
});
