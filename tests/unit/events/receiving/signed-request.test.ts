import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../../electron/events/receiving/signature.ts';
import { bodyOf, signedRequest } from '../../../../electron/events/receiving/signed-request.ts';

const text = bodyOf([{ uid: 'e1' }, { uid: 'e2' }]);
const wanted = { secret: 's3cret', headerPrefix: 'X-Acme-', salt: 'salt', text, breakage: 'none' as const };
const isRight = ({ headers, body }: ReturnType<typeof signedRequest>) =>
  headers['X-Acme-Signature'] === signatureOf('s3cret', 'salt', body);

describe('a webhook request', () => {
  it('has its events in one list, and is signed over the bytes of its body', () => {
    const request = signedRequest(wanted);
    expect(JSON.parse(new TextDecoder().decode(request.body))).toEqual({
      events: [{ uid: 'e1' }, { uid: 'e2' }],
      next: null,
    });
    expect(request.headers).toMatchObject({ 'Content-Type': 'application/json', 'X-Acme-Salt': 'salt' });
    expect(isRight(request)).toBe(true);
  });

  it('is signed over the bytes of letters that take several', () => {
    expect(isRight(signedRequest({ ...wanted, text: '{"a":"é😀"}' }))).toBe(true);
  });

  it('has a signature that nobody can make where there is no secret', () => {
    const [one, other] = [
      signedRequest({ ...wanted, secret: undefined }),
      signedRequest({ ...wanted, secret: undefined }),
    ];
    expect(isRight(one)).toBe(false);
    expect(one.headers['X-Acme-Signature']).not.toBe(other.headers['X-Acme-Signature']);
  });

  it('is spoiled in one way only', () => {
    expect(isRight(signedRequest({ ...wanted, breakage: 'wrong_secret' }))).toBe(false);
    const changed = signedRequest({ ...wanted, breakage: 'changed_byte' });
    const right = signedRequest(wanted);
    expect(isRight(changed)).toBe(false);
    expect(changed.headers).toEqual(right.headers);
    expect(changed.body.filter((byte, index) => byte !== right.body[index])).toHaveLength(1);
    const unsalted = signedRequest({ ...wanted, breakage: 'missing_salt' });
    expect(unsalted.headers).not.toHaveProperty('X-Acme-Salt');
    expect(isRight(unsalted)).toBe(true);
    const unsigned = signedRequest({ ...wanted, breakage: 'missing_signature' });
    expect(Object.keys(unsigned.headers)).toEqual(['Content-Type', 'X-Acme-Salt']);
  });

  it('that is no JSON is signed rightly all the same', () => {
    const request = signedRequest({ ...wanted, breakage: 'not_json' });
    expect(isRight(request)).toBe(true);
    expect(() => JSON.parse(new TextDecoder().decode(request.body))).toThrow(SyntaxError);
  });
});
