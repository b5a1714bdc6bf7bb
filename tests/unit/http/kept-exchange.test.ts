import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capture, newCapture } from '../../../electron/http/capture.ts';
import { keptExchange, withoutSecrets } from '../../../electron/http/kept-exchange.ts';
import { hidingSecrets } from '../../../electron/http/redact.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const asIs = (text: string) => text;

/** An exchange whose answer's body was captured up to `limit` bytes. */
function exchange(body: string | Uint8Array, change: Partial<Capture> = {}, limit = Infinity): Capture {
  const whole = typeof body === 'string' ? bytes(body) : body;
  const part = whole.subarray(0, limit);
  return {
    ...newCapture(),
    sent: { headers: { accept: 'application/json', authorization: 'Bearer ***' }, body: undefined },
    answer: { headers: { 'content-type': 'application/json' }, httpVersion: '1.1' },
    body: [part],
    bodyBytes: part.byteLength,
    ...change,
  };
}
const answered = (size: number, status = 200) => ({ method: 'GET', status, state: 'answered', bytes: size }) as const;

describe('the policy', () => {
  const kept = (keep: 'nothing' | 'headers' | 'failed' | 'all', method: string, status: number) => {
    const result = keptExchange({ ...answered(2, status), method }, exchange('{}'), { keep, bodyKiB: 64 }, asIs);
    return result?.answer?.body.state;
  };
  it.each([
    ['nothing', 'GET', 500, undefined],
    ['headers', 'GET', 500, 'setting'],
    ['failed', 'GET', 200, 'setting'],
    ['failed', 'GET', 202, 'setting'],
    ['failed', 'GET', 206, 'kept'],
    ['failed', 'GET', 404, 'kept'],
    ['failed', 'POST', 200, 'kept'],
    ['all', 'GET', 200, 'kept'],
  ] as const)('%s, %s %s: %s', (keep, method, status, state) => {
    expect(kept(keep, method, status)).toBe(state);
  });

  it('keeps what was asked by hand as what acted', () => {
    const view = { ...answered(2), about: { kind: 'browser', id: 'resources' } } as const;
    const state = (keep: 'headers' | 'failed') =>
      keptExchange(view, exchange('{}'), { keep, bodyKiB: 64 }, asIs)?.answer?.body.state;
    expect([state('headers'), state('failed')]).toEqual(['setting', 'kept']);
  });

  it('calls an answer failed that was not what was asked for', () => {
    const view = { ...answered(2), state: 'failed' } as const;
    expect(keptExchange(view, exchange('{}'), { keep: 'failed', bodyKiB: 64 }, asIs)?.answer?.body.state).toBe('kept');
  });
});

describe('a body', () => {
  const all = { keep: 'all', bodyKiB: 1 } as const;
  const bodyOf = (view: Parameters<typeof keptExchange>[0], capture: Capture) =>
    keptExchange(view, capture, all, asIs)?.answer?.body;

  it('is kept up to the limit, letters whole', () => {
    const text = `a${'é'.repeat(2_000)}`;
    const body = bodyOf(answered(bytes(text).length), exchange(text, {}, 1024));
    expect(body).toEqual({ state: 'kept', cut: true, text: `a${'é'.repeat(511)}` });
    expect(bodyOf(answered(2), exchange('{}'))).toEqual({ state: 'kept', cut: false, text: '{}' });
  });

  it('says why it is not there', () => {
    expect(bodyOf(answered(0), exchange(''))).toEqual({ state: 'absent' });
    expect(bodyOf(answered(9), exchange('<feed/>', { streamed: true }))).toEqual({ state: 'streamed' });
    expect(bodyOf(answered(9), exchange('{"access_token":"x"}', { holdsSecrets: true }))).toEqual({ state: 'secret' });
    const pdf = { headers: { 'content-type': 'application/pdf' }, httpVersion: '1.1' };
    expect(bodyOf(answered(9), exchange('%PDF', { answer: pdf }))).toEqual({ state: 'binary' });
  });

  it('of a request for tokens is not kept either', () => {
    const capture = exchange('{}', { holdsSecrets: true, sent: { headers: {}, body: 'client_secret=x' } });
    expect(keptExchange({ ...answered(2), method: 'POST' }, capture, all, asIs)?.sent.body).toEqual({
      state: 'secret',
    });
  });

  it('without an answer is no body', () => {
    const view = { method: 'GET', status: undefined, state: 'failed', bytes: 0 } as const;
    expect(keptExchange(view, exchange('', { answer: undefined }), all, asIs)).toEqual({
      sent: { headers: expect.anything(), body: { state: 'absent' } },
    });
  });
});

/** As services make them: letters and digits, and what may have to be escaped somewhere. */
const secret = fc
  .tuple(
    fc.string({ unit: fc.constantFrom(...'abcXYZ0123456789'), minLength: 6, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'"\\&<>\'/+= %~-._aZ'), maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZ0123456789'), minLength: 3, maxLength: 9 }),
  )
  .map((parts) => parts.join(''));

/** How a body may repeat a secret, or hold one that nobody knows yet under a telling name. */
const FORMS: readonly ((value: string) => string)[] = [
  (value) => JSON.stringify({ message: `The token ${value} is refused` }),
  (value) => `<error>${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</error>`,
  (value) => `a=1&b=${encodeURIComponent(value)}&c=2`,
  (value) => new URLSearchParams({ b: value }).toString(),
  (value) => `{"next":"/api/events?after=${encodeURIComponent(value)}"}`,
  (value) => `İ ${value}`,
];
const NAMED: readonly ((value: string) => string)[] = [
  (value) => JSON.stringify({ x: 1, access_token: value, y: 2 }),
  (value) => JSON.stringify({ customer: { portal_password: value } }, null, 2),
  (value) => `<a:client_secret><![CDATA[${value}]]></a:client_secret>`,
  (value) => `<registration_access_token xml:lang="en">${value.replaceAll('<', '')}</registration_access_token>`,
  (value) => `see https://x.test/f?x-amz-signature=${encodeURIComponent(value)}&amp;v=1`,
];

/** Every way to write a value down, and long parts of it. */
const traces = (value: string) => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  value.slice(0, 9),
];

describe('whatever secrets there are, none is kept', () => {
  it('of those that are known, in headers, addresses, errors and bodies, cut anywhere', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(secret, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(fc.constantFrom(...FORMS), fc.nat()), { minLength: 1, maxLength: 6 }),
        fc.nat(1500),
        (secrets, lines, cutAt) => {
          const hide = hidingSecrets(secrets);
          const text = lines.map(([form, which]) => form(secrets[which % secrets.length] ?? '')).join('\n');
          const [one = ''] = secrets;
          const inHeader = encodeURIComponent(one);
          const capture = exchange(
            `${' '.repeat(Math.max(0, 1024 - cutAt))}${text}`,
            {
              sent: { headers: { 'x-trace': inHeader }, body: text },
              answer: {
                headers: { 'content-type': 'text/plain', link: `<https://x.test/?a=${inHeader}>` },
                httpVersion: '1.1',
              },
            },
            1024,
          );
          const view = {
            ...answered(5_000, 400),
            method: 'POST',
            url: `https://x.test/p/${inHeader}?a=1`,
            retryAfter: undefined,
            error: { code: 'x', message: `It said ${one}`, details: { list: [one] } },
          };
          const kept = JSON.stringify([
            keptExchange(view, capture, { keep: 'all', bodyKiB: 1 }, hide),
            withoutSecrets(view, hide),
          ]);
          for (const value of secrets) for (const trace of traces(value)) expect(kept, text).not.toContain(trace);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('of those that nobody knows yet, under a telling name', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...NAMED), fc.nat(60), (value, form, missing) => {
        const text = form(value);
        const size = bytes(text).length;
        const capture = exchange(text, {}, Math.max(1, size - missing));
        const kept = keptExchange(answered(size), capture, { keep: 'all', bodyKiB: 64 }, asIs);
        const shown = JSON.stringify(kept);
        for (const trace of traces(value)) expect(shown, text).not.toContain(trace);
      }),
      { numRuns: 1000 },
    );
  });

  it('in a header that is for secrets', () => {
    const headers = {
      'set-cookie': 'session=SECRET',
      'x-service-webhook-signature': 'SECRET',
      'proxy-authorization': 'SECRET',
      location: 'https://x.test/callback?code=SECRET&a=1',
    };
    const capture = exchange('{}', { answer: { headers, httpVersion: '1.1' } });
    const kept = keptExchange(answered(2), capture, { keep: 'headers', bodyKiB: 1 }, asIs);
    expect(JSON.stringify(kept)).not.toContain('SECRET');
    expect(kept?.answer?.headers.location).toContain('a=1');
    expect(kept?.sent.headers.authorization).toBe('Bearer ***');
  });

  it.each(['/d/7.xml?sig=SECRET', '//store.example/a?session_token=SECRET', '/callback?code=SECRET&state=SECRET'])(
    'in an address that is relative: %s',
    (address) => {
      const headers = { location: `${address}&page=2` };
      const capture = exchange('', { answer: { headers, httpVersion: '1.1' } });
      const kept = keptExchange(answered(0, 302), capture, { keep: 'headers', bodyKiB: 1 }, asIs);
      expect(JSON.stringify(kept)).not.toContain('SECRET');
      expect(kept?.answer?.headers.location).toContain('page=2');
    },
  );
});

it('what is no secret stays as it came', () => {
  const text = '{"tariff":"Basic service","code":7,"note":"The token is missing","token_type":"Bearer"}';
  const kept = keptExchange(
    answered(text.length),
    exchange(text),
    { keep: 'all', bodyKiB: 1 },
    hidingSecrets(['abcdefgh']),
  );
  expect(kept?.answer?.body).toEqual({ state: 'kept', text, cut: false });
});
