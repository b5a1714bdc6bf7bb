import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMistake } from '../../../shared/json-mistake.ts';

describe('where a text stops being JSON', () => {
  it.each([
    ['{"a": 1,}', 1, 9, 'a name is expected after the comma'],
    ['{\n  "meters": ["m1" "m2"]\n}', 2, 19, 'a comma or ] is expected'],
    ['{\n  "a" 1\n}', 2, 7, 'a colon is expected'],
    ['{a: 1}', 1, 2, 'a name in double quotes is expected'],
    ["['a']", 1, 2, 'texts stand in double quotes'],
    ['[1,]', 1, 4, 'a value is expected'],
    ['{"a": tru}', 1, 7, 'a value is expected'],
    ['{"a": [1, 2', 1, 12, 'the text ends, but ] is missing'],
    ['{"a":', 1, 6, 'the text ends, but a value is expected'],
    ['{"a": "x\ny"}', 1, 9, 'a line break within a text is written \\n'],
    ['{"a": "x\\q"}', 1, 9, 'there is no such escape'],
    ['{"a": "x}', 1, 7, 'the double quote that begins here is never closed'],
    ['{} {}', 1, 4, 'nothing may follow the end of the value'],
    ['  ', 1, 3, 'the text ends, but a value is expected'],
    ['{"a": 012}', 1, 8, 'a comma or } is expected'],
  ])('%j', (text, line, column, message) => {
    expect(jsonMistake(text)).toMatchObject({ line, column, message });
  });

  it('is nowhere in JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(jsonMistake(text)).toBeUndefined();
      }),
    );
  });

  it('is where a letter was put in that belongs nowhere, or where the word begins that it broke', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, somewhere) => {
        const at = somewhere % (text.length + 1);
        const mistake = jsonMistake(`${text.slice(0, at)}@${text.slice(at)}`);
        // Within a text it is a letter like others.
        if (mistake === undefined) return;
        expect(mistake.offset).toBeLessThanOrEqual(at);
        expect(text.slice(mistake.offset, at)).toMatch(/^(?:[a-z]*|\\(?:u[\dA-Fa-f]*)?|-|-?\d[\d.Ee+-]*|[.Ee][+-]?)$/);
      }),
    );
  });

  it('is at the end of what was cut off, or at the quote that was never closed', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.nat(), fc.boolean())), fc.nat(), (value, somewhere) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, somewhere % text.length);
        const { offset = -1, message = '' } = jsonMistake(cut) ?? {};
        expect(offset).toBeGreaterThanOrEqual(0);
        if (message.startsWith('the text ends')) expect(offset).toBe(cut.length);
        else expect(cut.slice(offset)).toMatch(/^(?:"|\\|t|f)/);
      }),
    );
  });
});
