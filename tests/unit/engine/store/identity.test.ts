import { describe, expect, it } from 'vitest';
import type { FeedPayload } from '../../../../electron/engine/reader/feed.ts';
import {
  containingPath,
  entityId,
  entityKey,
  hashId,
  keyHash,
  lastSegment,
  selfKey,
  subscriptionPath,
  usagePointId,
} from '../../../../electron/engine/store/identity.ts';

const payload = (self: string | undefined, more: Partial<FeedPayload> = {}) =>
  ({
    entry: 3,
    payload: 0,
    links: self === undefined ? [] : [{ rel: 'self', key: self }],
    ...more,
  }) as unknown as FeedPayload; // only these members are read

describe('the key of an entity', () => {
  it('is its self link, else its place in the document', () => {
    expect(entityKey(payload('usagepoint/1'))).toBe('usagepoint/1');
    expect(entityKey(payload(undefined))).toBe('#3');
    expect(entityKey(payload(''))).toBe('#3');
    expect(selfKey(payload(''))).toBeUndefined();
  });

  it('tells several payloads of one entry apart', () => {
    expect(entityKey(payload('usagepoint/1', { payload: 2 }))).toBe('usagepoint/1#2');
  });
});

describe('the id of an entity', () => {
  const id = (kind: Parameters<typeof entityId>[0], scope: string, key: string) =>
    entityId(kind, scope, key, keyHash(scope, key));

  it('is what people know it by at a service', () => {
    expect(id('Authorization', '', 'authorization/77')).toBe('77');
    expect(id('UsagePoint', '', 'subscription/77/usagepoint/5')).toBe('77~5');
    expect(usagePointId('', 'batch/subscription/77/usagepoint/5')).toBe('77~5');
  });

  it('is a hash for everything else, and for all of a file', () => {
    const hash = /^[0-9a-f]{16}$/;
    expect(id('MeterReading', '', 'subscription/77/usagepoint/5/meterreading/1')).toMatch(hash);
    expect(id('UsagePoint', '', 'usagepoint/5')).toMatch(hash);
    expect(id('UsagePoint', '', 'subscription/77/usagepoint/5/odd')).toMatch(hash);
    expect(id('UsagePoint', 'file', 'subscription/77/usagepoint/5')).toMatch(hash);
    expect(id('Authorization', 'file', 'authorization/77')).toMatch(hash);
  });

  it('of one href differs from file to file, and is the same everywhere', () => {
    expect(keyHash('a', 'x')).not.toBe(keyHash('b', 'x'));
    expect(keyHash('a\nb', 'c')).toBe(keyHash('a\nb', 'c'));
    expect(hashId(keyHash('', 'usagepoint/5'))).toBe(id('UsagePoint', '', 'usagepoint/5'));
    expect(hashId(255n)).toBe('00000000000000ff');
  });
});

describe('paths', () => {
  it('of a subscription are taken apart', () => {
    expect(subscriptionPath('subscription/7')).toEqual({ authorization: '7', usagePoint: undefined, rest: '' });
    expect(subscriptionPath('x/subscription/7/usagepoint/5/meterreading/1')).toEqual({
      authorization: '7',
      usagePoint: '5',
      rest: 'meterreading/1',
    });
    expect(subscriptionPath('mysubscription/7')).toBeUndefined();
    expect(subscriptionPath('subscription')).toBeUndefined();
  });

  it('have a last segment', () => {
    expect(['a/b/7', 'a/7//', '7?x=/9', '7#a/b', ''].map(lastSegment)).toEqual(['7', '7', '7', '7', '']);
  });

  it('are at or below one of a kind', () => {
    expect(containingPath('subscription/7/usagepoint/5/meterreading/1', 'usagepoint')).toBe(
      'subscription/7/usagepoint/5',
    );
    expect(containingPath('usagepoint/5', 'usagepoint')).toBe('usagepoint/5');
    expect(containingPath('myusagepoint/5', 'usagepoint')).toBeUndefined();
    expect(containingPath('subscription/7/usagepoint', 'usagepoint')).toBeUndefined();
  });
});
