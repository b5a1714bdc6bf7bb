import { describe, expect, it } from 'vitest';
import { pastedParams, readRedirect } from '../../../../electron/connections/oauth/answer.ts';

const STATE = 'the-state';
const read = (query: string) => readRedirect(new URLSearchParams(query), STATE);

describe('what the browser brought back', () => {
  it('is a code', () => {
    expect(read('code=abc&state=the-state')).toEqual({ kind: 'code', code: 'abc' });
  });

  it.each(['code=abc', 'code=abc&state=other', 'code=abc&state=the-state2', 'error=access_denied', 'code=abc&state='])(
    'is not ours without our state: %s',
    (query) => {
      expect(read(query)).toMatchObject({ kind: 'not_ours', error: { code: 'oauth_wrong_state' } });
    },
  );

  it('is a denial', () => {
    expect(read('error=access_denied&state=the-state')).toMatchObject({
      kind: 'denied',
      error: { code: 'oauth_denied' },
    });
  });

  it.each(['invalid_scope', 'unauthorized_client', 'server_error', 'something_new'])(
    '%s fails with a next step',
    (error) => {
      const answer = read(`error=${error}&state=the-state`);
      expect(answer).toMatchObject({ kind: 'failed', error: { code: 'oauth_refused', details: { errorType: error } } });
      expect(answer.kind === 'failed' && answer.error.action).toBeTruthy();
    },
  );

  it.each(['state=the-state', 'code=&state=the-state', 'code=a&code=b&state=the-state'])(
    'has no single code: %s',
    (query) => {
      expect(read(query)).toMatchObject({ kind: 'failed', error: { code: 'oauth_no_code' } });
    },
  );

  it('an endless error is cut', () => {
    const answer = read(`error=${'x'.repeat(5000)}&state=the-state`);
    expect(JSON.stringify(answer).length).toBeLessThan(1000);
  });
});

describe('a pasted address', () => {
  it.each([
    'https://utility.example/done?code=a&state=b',
    '  http://127.0.0.1:1/callback?code=a&state=b ',
    '?code=a&state=b',
    'code=a&state=b',
  ])('is understood: %s', (text) => {
    expect(pastedParams(text)?.get('code')).toBe('a');
  });

  it('is nothing where it is just words', () => {
    expect(pastedParams('I am done')).toBeUndefined();
  });
});
