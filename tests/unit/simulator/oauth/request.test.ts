import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Codes } from '../../../../electron/simulator/oauth/codes.ts';
import { readRequest, redirectWith } from '../../../../electron/simulator/oauth/request.ts';
import { createSettings } from '../../../../electron/simulator/world/settings.ts';

const settings = createSettings(1);
const good = {
  client_id: settings.clientId,
  redirect_uri: settings.redirectUri,
  response_type: 'code',
  scope: 'FB=4_16_51',
  state: 's',
};
const read = (change: Record<string, string>) => readRequest(new URLSearchParams({ ...good, ...change }), settings);

describe('authorization requests', () => {
  it('are taken with and without PKCE', () => {
    expect(read({})).toMatchObject({ redirectUri: settings.redirectUri, state: 's', challenge: null });
    const value = 'c'.repeat(43);
    expect(read({ code_challenge: value, code_challenge_method: 'S256' })).toMatchObject({
      challenge: { value, method: 'S256' },
    });
  });

  it.each([
    ['another client', { client_id: 'x' }],
    ['an unregistered redirect', { redirect_uri: 'https://evil.example/cb' }],
    ['a redirect with a user', { redirect_uri: 'http://a@127.0.0.1:1/cb' }],
    ['a host that only looks like loopback', { redirect_uri: 'http://127.0.0.1.evil.example/cb' }],
    ['no address at all', { redirect_uri: 'nonsense' }],
  ])('tell the person, not the redirect, of %s', (_, change) => {
    expect(read(change)).toMatchObject({ tell: 'page' });
  });

  it('take another port on loopback', () => {
    expect(read({ redirect_uri: 'http://127.0.0.1:5123/cb' })).toMatchObject({
      redirectUri: 'http://127.0.0.1:5123/cb',
    });
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: 'everything' }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { code_challenge: 'c'.repeat(43), code_challenge_method: 'md5' }],
  ])('tell the redirect %s', (error, change) => {
    const refusal = read(change);
    if (!('tell' in refusal) || refusal.tell !== 'redirect') throw new Error('not refused at the redirect');
    const { searchParams } = new URL(refusal.to);
    expect([searchParams.get('error'), searchParams.get('state')]).toEqual([error, 's']);
  });

  it('keep the query of a redirect', () => {
    expect(redirectWith('http://127.0.0.1:1/cb?a=1', { code: 'x&y', state: null })).toBe(
      'http://127.0.0.1:1/cb?a=1&code=x%26y',
    );
  });
});

describe('codes', () => {
  const verifier = 'v'.repeat(64);
  const challenge = { value: createHash('sha256').update(verifier).digest('base64url'), method: 'S256' as const };
  const bench = () => {
    const time = { now: 0 };
    return { time, codes: new Codes(1, { now: () => time.now, schedule: () => () => undefined }) };
  };

  it('work once', () => {
    const { codes } = bench();
    const code = codes.issue('7', 'http://r', null);
    expect(codes.redeem(code, 'http://r', null)).toEqual({ authUid: '7' });
    expect(codes.redeem(code, 'http://r', null)).toHaveProperty('reason');
  });

  it('work for ten minutes, for their redirect and their verifier only', () => {
    const { codes, time } = bench();
    expect(codes.redeem(codes.issue('7', 'http://r', challenge), 'http://r', verifier)).toEqual({ authUid: '7' });
    expect(codes.redeem(codes.issue('7', 'http://r', challenge), 'http://r', null)).toHaveProperty('reason');
    expect(codes.redeem(codes.issue('7', 'http://r', challenge), 'http://r', 'w'.repeat(64))).toHaveProperty('reason');
    expect(codes.redeem(codes.issue('7', 'http://r', null), 'http://other', null)).toHaveProperty('reason');
    const late = codes.issue('7', 'http://r', null);
    time.now = 600_000;
    expect(codes.redeem(late, 'http://r', null)).toHaveProperty('reason');
  });
});
