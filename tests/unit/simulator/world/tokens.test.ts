import { beforeEach, describe, expect, it } from 'vitest';
import { createSettings } from '../../../../electron/simulator/world/settings.ts';
import { createTokenStore, type TokenStore } from '../../../../electron/simulator/world/tokens.ts';

const settings = createSettings(1);

describe('tokens', () => {
  let now: number;
  let store: TokenStore;
  beforeEach(() => {
    now = 1_000_000;
    store = createTokenStore(settings, { now: () => now, schedule: () => () => undefined });
  });

  it.each([
    [undefined, 'missing'],
    ['', 'missing'],
    ['Bearer', 'unknown'],
    ['Bearer nonsense', 'unknown'],
    ['Basic abc', 'unknown'],
    [`Bearer ${'x'.repeat(10_000)}`, 'unknown'],
  ])('judges %j as %s', (header, state) => {
    expect(store.check(header).state).toBe(state);
  });

  it('knows the class of each token', () => {
    const { accessToken } = store.issueAccess('7');
    const classes = [settings.apiToken, settings.registrationToken, store.issueClient().accessToken, accessToken].map(
      (token) => store.check(`Bearer ${token}`),
    );
    expect(classes).toEqual([
      { state: 'valid', class: 'api' },
      { state: 'valid', class: 'registration' },
      { state: 'valid', class: 'client' },
      { state: 'valid', class: 'access', authUid: '7' },
    ]);
  });

  it('ends access and client tokens after an hour, never the registration token', () => {
    const access = store.issueAccess('7');
    const client = store.issueClient();
    expect([access.expiresIn, client.expiresIn]).toEqual([3600, 3600]);
    now += 3_600_000 - 1;
    expect(store.check(`Bearer ${access.accessToken}`).state).toBe('valid');
    now += 1;
    expect(store.check(`Bearer ${access.accessToken}`).state).toBe('expired');
    expect(store.check(`Bearer ${client.accessToken}`).state).toBe('expired');
    expect(store.check(`Bearer ${settings.registrationToken}`).state).toBe('valid');
  });

  it('gives the next pair for a refresh token once', () => {
    const first = store.issueAccess('7');
    const next = store.refresh(first.refreshToken);
    expect(next?.authUid).toBe('7');
    expect(next?.pair.accessToken).not.toBe(first.accessToken);
    expect(store.refresh(first.refreshToken)).toBeNull();
    expect(store.refresh(next?.pair.refreshToken ?? '')).not.toBeNull();
  });

  it('forgets all tokens of an authorization', () => {
    const pair = store.issueAccess('7');
    const other = store.issueAccess('8');
    store.forget('7');
    expect(store.check(`Bearer ${pair.accessToken}`).state).toBe('unknown');
    expect(store.refresh(pair.refreshToken)).toBeNull();
    expect(store.accessExpiry('7')).toBeNull();
    expect(store.check(`Bearer ${other.accessToken}`).state).toBe('valid');
  });
});
