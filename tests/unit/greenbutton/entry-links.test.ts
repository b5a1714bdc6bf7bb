import { describe, expect, it } from 'vitest';
import { entryLinks, readServiceStatus, rootIsClosed } from '../../../electron/greenbutton/entry-links.ts';

const BASE = 'https://a.example/DataCustodian/espi/1_1/resource/Subscription/1/UsagePoint/2';

describe('entryLinks', () => {
  it('reads prefixed and plain feeds alike', () => {
    const links = `<a:link rel="self" href="${BASE}/MeterReading/3"/><a:link href="${BASE}/x?a=1&amp;b=2" rel="related"/>`;
    const xml = `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:link rel="self" href="feed"/><a:entry>${links}
      <a:content><link rel="self" href="not this one"/></a:content></a:entry></a:feed>`;
    expect(entryLinks(xml)).toEqual([
      {
        self: expect.objectContaining({ values: { auth_uid: '1', meter_uid: '2', reading_uid: '3' } }),
        selfHref: `${BASE}/MeterReading/3`,
        related: [`${BASE}/x?a=1&b=2`],
      },
    ]);
  });

  it('reads a lone entry, an empty feed, and nothing in anything else', () => {
    expect(entryLinks(`<entry><link rel="self" href="${BASE}"/></entry>`)).toMatchObject([{ selfHref: BASE }]);
    expect(entryLinks('<feed><entry/><entry>x</entry></feed>')).toMatchObject([{ related: [] }, { related: [] }]);
    expect(entryLinks('<feed/>')).toEqual([]);
    const [one, two] = ['/1', '/2'].map((end) => `<feed><entry><link rel="self" href="${BASE}${end}"/></entry></feed>`);
    expect(entryLinks(`${one}<feed/>${two}`)).toMatchObject([{ selfHref: `${BASE}/1` }, { selfHref: `${BASE}/2` }]);
    expect(entryLinks('<html><body>x</body></html>')).toEqual([]);
  });
});

describe('rootIsClosed', () => {
  it.each([
    '<feed/>',
    '<?xml version="1.0"?><!-- a --><a:entry x="1">b</a:entry>\n',
    '{"a":1}',
    '<html><p>',
    '\ufeff<a></a >',
  ])('%j is whole', (text) => expect(rootIsClosed(text)).toBe(true));
  it.each(['', ' ', '<?xml', '<feed', '<feed><entry/>', '<a:entry><entry></entry>', '<!-- <feed></feed>'])(
    '%j was cut short',
    (text) => expect(rootIsClosed(text)).toBe(false),
  );
});

describe('readServiceStatus', () => {
  it.each([
    ['<ServiceStatus xmlns="http://naesb.org/espi"><currentStatus>1</currentStatus></ServiceStatus>', 1],
    ['<e:ServiceStatus xmlns:e="http://naesb.org/espi"><e:currentStatus> 0 </e:currentStatus></e:ServiceStatus>', 0],
    ['<entry><content><ServiceStatus><currentStatus>1</currentStatus></ServiceStatus></content></entry>', 1],
    ['<ServiceStatus><currentStatus>up</currentStatus></ServiceStatus>', undefined],
    ['<html/>', undefined],
  ])('%s', (xml, status) => {
    expect(readServiceStatus(xml)).toBe(status);
  });
});
