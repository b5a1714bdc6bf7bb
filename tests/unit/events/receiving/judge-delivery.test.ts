import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTooDeep } from '../../../../electron/events/parse.ts';
import { judgeDelivery } from '../../../../electron/events/receiving/judge-delivery.ts';
import { signatureOf } from '../../../../electron/events/receiving/signature.ts';
import { sent, signed } from '../sample.ts';

const SECRET = 'whsec';
const bytes = (text: string) => new TextEncoder().encode(text);
const judge = (body: Uint8Array, more: Partial<Parameters<typeof judgeDelivery>[0]> = {}) =>
  judgeDelivery({
    headers: signed(SECRET, 'salt', body),
    body,
    secret: SECRET,
    headerPrefix: 'X-Service-Webhook-',
    ...more,
  });
const events = (...list: unknown[]) => bytes(JSON.stringify({ events: list, next: null }));

describe('the signature', () => {
  it('is the lowercase hex SHA-256 of secret.salt.body', () => {
    // printf '%s' 's.t.{}' | sha256sum
    expect(signatureOf('s', 't', bytes('{}'))).toBe('25452bf30925b38430fcabfdf5cd4fc9d375b37ba7c7ef1e6b22bc8098149578');
  });
});

describe('the verdict on a delivery', () => {
  const good = events(sent(1), sent(2));

  it('is good when the signature fits', () => {
    expect(judge(good)).toMatchObject({ verdict: 'good', answer: 200 });
    expect(judge(good).events.map(({ uid }) => uid)).toEqual(['event-1', 'event-2']);
  });

  it('takes the header prefix from the settings, in any case', () => {
    const headers = { 'x-brand-webhook-salt': 'salt', 'x-brand-webhook-signature': signatureOf(SECRET, 'salt', good) };
    expect(judge(good, { headers, headerPrefix: 'X-BRAND-Webhook-' }).verdict).toBe('good');
    expect(judge(good, { headers }).verdict).toBe('missing_signature');
  });

  it('says what is wrong', () => {
    const salt = { 'x-service-webhook-salt': 'salt' };
    const signature = { 'x-service-webhook-signature': signatureOf(SECRET, 'salt', good) };
    expect(judge(good, { headers: salt })).toMatchObject({ verdict: 'missing_signature', answer: 400, events: [] });
    expect(judge(good, { headers: signature })).toMatchObject({ verdict: 'missing_salt', answer: 400, events: [] });
    expect(judge(good, { headers: signed('other', 'salt', good) })).toMatchObject({
      verdict: 'wrong_signature',
      answer: 401,
      events: [],
    });
    expect(judge(bytes('{"events":['))).toMatchObject({ verdict: 'not_json', answer: 400 });
    expect(judge(bytes('{"event":[]}'))).toMatchObject({ verdict: 'not_events', answer: 400 });
    expect(judge(Uint8Array.from([0xff, 0xfe]))).toMatchObject({ verdict: 'not_utf8', answer: 400 });
    expect(judge(bytes('['.repeat(100_000)))).toMatchObject({ verdict: 'too_deep', answer: 400 });
  });

  it('asks for the delivery again while it cannot be judged', () => {
    expect(judge(good, { secret: undefined })).toMatchObject({ verdict: 'no_secret', answer: 503, events: [] });
  });

  it('refuses whatever differs in one bit', () => {
    fc.assert(
      fc.property(fc.nat(good.length * 8 - 1), (bit) => {
        const changed = Uint8Array.from(good);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(judge(changed, { headers: signed(SECRET, 'salt', good) }).verdict).toBe('wrong_signature');
      }),
    );
  });

  it('keeps unknown types and members, and events without a uid once', () => {
    const judged = judge(events(sent(1, { type: 'brand_new', extra: { a: [1] } }), { type: 'ping' }, 'nonsense'));
    expect(judged.reason).toContain('1 of 3');
    expect(judged.events).toHaveLength(3);
    expect(judged.events[2]).toMatchObject({ type: '(no event)', json: '"nonsense"' });
    expect(JSON.parse(judged.events[0]?.json ?? '')).toMatchObject({ type: 'brand_new', extra: { a: [1] } });
    expect(judged.events[1]?.uid).toMatch(/^no-uid-[0-9a-f]{24}$/);
    expect(judge(events({ type: 'ping' })).events[0]?.uid).toBe(judged.events[1]?.uid);
  });

  it('takes a member of a wrong type for missing', () => {
    expect(judge(events(sent(1, { ts: 12, meter_uid: null, is_delivered: 'yes' }))).events[0]).toMatchObject({
      uid: 'event-1',
      ts: '',
      happenedAt: undefined,
      meter: undefined,
      delivered: undefined,
    });
  });

  it('never throws, whatever is signed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map(bytes),
          fc.anything().map((value) => bytes(`{"events":[${JSON.stringify(value)}]}`)),
        ),
        (body) => {
          expect(judge(body).answer).toBeGreaterThanOrEqual(200);
        },
      ),
    );
  });
});

describe('depth of JSON', () => {
  it('counts brackets outside of texts only', () => {
    expect(isTooDeep('{"a":"[[[[\\"[[["}', 1)).toBe(false);
    expect(isTooDeep('[[1],[2]]', 2)).toBe(false);
    expect(isTooDeep('[[[1]]]', 2)).toBe(true);
  });
});
