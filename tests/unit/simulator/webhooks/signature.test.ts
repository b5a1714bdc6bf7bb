import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signature } from '../../../../electron/simulator/webhooks/signature.ts';

describe('the webhook signature (section 6.3)', () => {
  it('is the lowercase hex SHA-256 of secret.salt.body', () => {
    // printf 'topsecret.abc123.{"events": [], "next": null}' | sha256sum
    expect(signature('topsecret', 'abc123', '{"events": [], "next": null}')).toBe(
      '34c0709dc9b441c9bf893f3bccf4d5d6222e07f0c98874d588aa893d67083de2',
    );
  });

  it('hashes the bytes as they are, and is no HMAC', () => {
    const body = '{"name": "Zoë"}';
    expect(signature('s', 'a', Buffer.from(body, 'utf8'))).toBe(signature('s', 'a', body));
    expect(signature('s', 'a', body)).not.toBe(createHmac('sha256', 's').update(`a.${body}`).digest('hex'));
  });
});
