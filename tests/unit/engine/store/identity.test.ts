import { describe, expect, it } from 'vitest';
import type { FeedPayload } from '../../../../electron/engine/reader/feed.ts';
import {
  containingPath,
  entityId,
  entityKey,
  hashId,
  keyByLinks,
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

describe('the key of an entry of an answer that has no self link', () => {
  const up = { rel: 'up', key: 'subscription/7/usagepoint' };
  const related = { rel: 'related', key: 'readingtype/7' };
  const links = (...found: object[]) =>
    payload(undefined, { links: found as FeedPayload['links'], kind: 'UsagePoint' }); // only rel and key are read

  it('is of its kind, its links, its mark and whose data was asked for; not of its place', () => {
    const key = keyByLinks(links(up, related), '7', '');
    expect(keyByLinks({ ...links(up, related), entry: 8 }, '7', '')).toBe(key);
    const others = [
      keyByLinks(links(up, related), '8', ''),
      keyByLinks(links(up, related), undefined, ''),
      keyByLinks(links(up, related), '7', '900'),
      keyByLinks(links(up), '7', ''),
      keyByLinks(links(related), '7', ''),
      keyByLinks({ ...links(up, related), kind: 'MeterReading' }, '7', ''),
    ];
    expect(new Set([key, ...others]).size).toBe(7);
  });

  it('is not of how much hangs below it, where paths tell', () => {
    const below = (kind: string) => ({ rel: 'related', key: `subscription/7/usagepoint/5/${kind}` });
    const key = keyByLinks(links(up, below('meterreading'), related), '7', '');
    expect(keyByLinks(links(up, related, below('usagesummary'), below('meterreading')), '7', '')).toBe(key);
    const other = { rel: 'related', key: 'subscription/7/usagepoint/6/meterreading' };
    // A path without the meter's own is all that tells two of them apart.
    const flat = [5, 6].map((uid) => links(up, related, { rel: 'related', key: `meterreading/${uid}` }));
    const others = [links(up, other, related), ...flat].map((payload) => keyByLinks(payload, '7', ''));
    expect(new Set([key, ...others]).size).toBe(4);
  });

  it('is no path, and no uid', () => {
    const key = keyByLinks(links({ ...up, key: 'x/subscription/7/usagepoint/5' }), '7', '');
    expect([subscriptionPath(key), lastSegment(key)]).toEqual([undefined, '']);
    expect(usagePointId('', key)).toMatch(/^[0-9a-f]{16}$/);
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
