import { expect, test } from 'vitest';
import { jsonLines } from '../../../../../renderer/ui/xml/json-lines.ts';

const laidOut = (text: string) =>
  jsonLines(text)
    ?.map((line) => line.map((token) => token.text).join(''))
    .join('\n');

test('JSON is laid out, and its text is that of JSON.stringify', () => {
  const value = { a: 'x: "y",', 'b"': [1, -2.5, null], c: {}, d: [], e: { f: true }, g: '{' };
  expect(laidOut(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

test('names, values and marks have their colours', () => {
  expect(jsonLines('{"a":1,"b":"x"}')?.[1]).toEqual([
    { kind: 'text', text: '  ' },
    { kind: 'attribute', text: '"a"' },
    { kind: 'punctuation', text: ': ' },
    { kind: 'value', text: '1' },
    { kind: 'punctuation', text: ',' },
  ]);
});

test.each(['', '<feed/>', '{"cut":', 'plain'])('%j is no JSON', (text) => {
  expect(jsonLines(text)).toBeUndefined();
});
