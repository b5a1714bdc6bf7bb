import { expect, test } from 'vitest';
import {
  elementsAt,
  entryAt,
  entrySpans,
  lineOfElement,
} from '../../../../../renderer/features/resources/xml-places.ts';
import { xmlLines } from '../../../../../renderer/ui/xml/xml-tokens.ts';

const { lines } = xmlLines(
  [
    '<a:feed>',
    '<a:entry>',
    '<e:UsagePoint>',
    '<e:status>1</e:status>',
    '</e:UsagePoint>',
    '</a:entry>',
    '<a:entry>',
    '</a:entry>',
    '</a:feed>',
  ].join('\n'),
);

test('entries are found by their local name', () => {
  const spans = entrySpans(lines);
  expect(spans).toEqual([
    { from: 1, to: 5 },
    { from: 6, to: 7 },
  ]);
  expect([0, 1, 5, 7, 8].map((line) => entryAt(spans, line))).toEqual([undefined, 0, 0, 1, undefined]);
});

test('a document without entries is one span', () => {
  expect(entrySpans(xmlLines('<ServiceStatus>\n</ServiceStatus>').lines)).toEqual([{ from: 0, to: 1 }]);
});

test('elements are found on their lines, within their entry only', () => {
  expect(elementsAt(lines[3] ?? [])).toEqual(['status']);
  expect(lineOfElement(lines, { from: 1, to: 5 }, 'status')).toBe(3);
  expect(lineOfElement(lines, { from: 6, to: 7 }, 'status')).toBeUndefined();
});
