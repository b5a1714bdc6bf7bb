import { describe, expect, it } from 'vitest';
import { brokenBeforeRoot, notAFeed, notXml, refusedDoctype } from '../../../../electron/engine/reader/refusals.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

describe('a document that is not read', () => {
  it.each([
    ['', /is empty/],
    [' \n ', /is empty/],
    ['\u00ef\u00bb\u00bf', /is empty/],
    ['<?xml version="1.0"?>\n', /nothing but an XML declaration/],
    ['{"a": 1}', /JSON/],
    [' [1]', /JSON/],
    ['%PDF-1.7', /PDF/],
    ['PK\u0003\u0004', /ZIP/],
    ['\u001f\u008b\u0008', /gzip/],
    ['HTTP/1.1 200 OK\r\n', /HTTP headers/],
    ['<\0\0\0', /UTF-32/],
    ['date,usage\n1,2\n', /CSV/],
    ['start\tvalue\n', /CSV/],
    ['hello', /not an XML document/],
  ])('is named by how it begins: %j', (head, said) => {
    expect(notXml(bytes(head)).message).toMatch(said);
  });

  it('has a code for nothing at all, and another for something else', () => {
    expect(notXml(bytes(' ')).code).toBe('feed_empty');
    expect(notXml(bytes('hello'), 'It is damaged.')).toMatchObject({
      code: 'feed_not_xml',
      message: 'This is not an XML document. It is damaged.',
    });
  });

  it('may be a transfer that was cut short where it begins like XML, or not at all', () => {
    for (const text of ['', '\uFEFF', '  <fe', '<?xml'])
      expect(brokenBeforeRoot(Buffer.from(text)).details).toEqual({ cutOff: true });
    expect(brokenBeforeRoot(Buffer.from('date,usage\n')).details?.cutOff).toBeUndefined();
  });
});

describe('XML of another kind', () => {
  it.each([
    [{ local: 'HTML', uri: '', vocabulary: 'none' as const }, /web page/],
    [
      { local: 'UsagePoint', uri: 'http://naesb.org/espi', vocabulary: 'espi' as const },
      /single ESPI element \(<UsagePoint>\)/,
    ],
    [{ local: 'feed', uri: 'urn:other', vocabulary: 'other' as const }, /namespace "urn:other", which is not Atom/],
    [{ local: 'rss', uri: '', vocabulary: 'none' as const }, /begins with <rss>/],
  ])('is named by its root: %j', (root, said) => {
    expect(notAFeed(root)).toMatchObject({ code: 'feed_not_atom', message: expect.stringMatching(said) });
  });

  it('is not quoted without end', () => {
    const root = { local: 'x'.repeat(1000), uri: '', vocabulary: 'none' as const };
    expect(notAFeed(root).message.length).toBeLessThan(200);
  });

  it('is refused for its DOCTYPE, unless it is a web page', () => {
    expect(refusedDoctype(false).code).toBe('feed_doctype');
    expect(refusedDoctype(true).code).toBe('feed_not_atom');
  });
});
