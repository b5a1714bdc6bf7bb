import { describe, expect, it } from 'vitest';
import { decodeReferences } from '../../../../electron/engine/reader/text.ts';

const decoded = (text: string) => {
  const unknown: string[] = [];
  return [decodeReferences(text, (entity) => unknown.push(entity)), unknown];
};

describe('references in a text', () => {
  it.each([
    ['&amp;&lt;&gt;&quot;&apos;', '&<>"\''],
    ['&#65;&#x42;&#x1F600;', 'AB😀'],
    // Decoded once only.
    ['&amp;lt;', '&lt;'],
    ['none at all', 'none at all'],
  ])('%s', (text, plain) => {
    expect(decoded(text)).toEqual([plain, []]);
  });

  it.each(['&nbsp;', '&', '& ', '&amp', '&#0;', '&#xD800;', '&#x110000;', '&constructor;'])(
    '%s is none of XML: it stays, and is said',
    (text) => {
      expect(decoded(`a${text}b`)[0]).toBe(`a${text}b`);
      expect(decoded(`a${text}b`)[1]).toHaveLength(1);
    },
  );
});
