import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Joinable, JoinIndex } from '../../../shared/espi/join.ts';
import { linkKey } from '../../../shared/espi/links.ts';

describe('the key of a link', () => {
  it.each([
    [
      'https://utilityapi.com/DataCustodian/espi/1_1/resource/Subscription/4/UsagePoint/1',
      'subscription/4/usagepoint/1',
    ],
    ['http://x//DataCustodian/espi/1_1/resource/Subscription/4/UsagePoint/1/', 'subscription/4/usagepoint/1'],
    ['/espi/1_1/resource/ReadingType/07?depth=1#a', 'readingtype/07'],
    ['resource/ReadingType/07', 'readingtype/07'],
    ['/v1/User/1/UsagePoint/NET_USAGE', 'v1/user/1/usagepoint/net_usage'],
    ['https://host', ''],
    ['https://host/a%20b%2Fc', 'a b/c'],
    ['/x/100%', 'x/100%'],
    ['/resource/UsagePoint/urn:uuid:AB-12/MeterReading', 'usagepoint/ab-12/meterreading'],
    ['/resource/UsageSummary/1,436,684,400,000', 'usagesummary/1,436,684,400,000'],
    ['/resource/MeterReading/Tags7afT4eW6==/IntervalBlock', 'meterreading/tags7aft4ew6==/intervalblock'],
    ['  /resource/A  ', 'a'],
    ['', ''],
  ])('%j is %j', (href, key) => {
    expect(linkKey(href)).toBe(key);
  });

  it('is stable, and never throws', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const key = linkKey(url);
        expect(linkKey(`${url.split(/[?#]/)[0]}/`)).toBe(key);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => typeof linkKey(text) === 'string'));
  });
});

const node = (entry: string, links: Partial<Omit<Joinable<string>, 'entry'>> = {}): Joinable<string> => ({
  entry,
  document: 1,
  self: undefined,
  up: [],
  related: [],
  ...links,
});

describe('joining', () => {
  const parent = node('parent', { self: 'up/1/mr/1', related: ['up/1/mr/1/ib', 'rt/1'] });
  const other = node('other', { self: 'up/1/mr/2', related: ['up/1/mr/2/ib'] });
  const index = new JoinIndex([parent, other]);

  it.each([
    ['related', node('child', { related: ['up/1/mr/1'], up: ['up/1/mr/2/ib'] })],
    ['up', node('child', { up: ['up/1/mr/1/ib'], self: 'up/1/mr/2/ib/9' })],
    ['self', node('child', { self: 'rt/1' })],
    ['path', node('child', { self: 'up/1/mr/1/blocks/9' })],
  ])('by %s', (rule, child) => {
    expect(index.find(child)).toEqual({ parent: 'parent', rule, ambiguous: false });
  });

  it('the only candidate of its own content, before that of the document', () => {
    const bundles = new JoinIndex([node('a', { content: 0 }), node('b', { content: 1 }), node('c', { content: 2 })]);
    expect(bundles.find(node('child', { content: 1 }))).toEqual({ parent: 'b', rule: 'content', ambiguous: false });
    expect(bundles.find(node('child', { content: 3 }))).toBeUndefined();
  });

  it('the only candidate of the document, last of all', () => {
    const alone = new JoinIndex([parent, node('far', { document: 2 })]);
    expect(alone.find(node('child'))).toEqual({ parent: 'parent', rule: 'only', ambiguous: false });
    expect(alone.find(node('child', { document: 3 }))).toBeUndefined();
    expect(alone.find(node('child'), false)).toBeUndefined();
    expect(index.find(node('child'))).toBeUndefined();
  });

  it('of several that fit, one of the same document, and says so', () => {
    const again = new JoinIndex([
      node('first', { self: 'a' }),
      node('second', { self: 'a' }),
      node('third', { self: 'a', document: 2 }),
    ]);
    expect(again.find(node('child', { related: ['a'] }))).toEqual({
      parent: 'second',
      rule: 'related',
      ambiguous: true,
    });
    expect(again.find(node('child', { related: ['a'], document: 2 }))).toEqual({
      parent: 'third',
      rule: 'related',
      ambiguous: false,
    });
  });

  it('an entry is not its own parent', () => {
    const self = node('x', { self: 'a/1', related: ['a/1'] });
    expect(new JoinIndex([self]).find(self)).toBeUndefined();
  });
});
