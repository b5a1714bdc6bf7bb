import { describe, expect, it } from 'vitest';
import { findLines, widthOf, type XmlLine, xmlLines } from '../../../../../renderer/ui/xml/xml-tokens.ts';

const textOf = (xml: string) => xmlLines(xml).lines.map((line) => line.map(({ text }) => text).join(''));

describe('XML for the eye', () => {
  it('keeps every character of text with line breaks', () => {
    const xml = '<a x="1"\n   y=\'2\'>t &amp; <!-- c\nd --><b/></a>\n<![CDATA[<x>]]>';
    expect(textOf(xml).join('\n')).toBe(xml);
  });

  it('tells tags, attributes, values and comments apart', () => {
    const [line] = xmlLines('<e:a href="x">5</e:a><!-- n -->').lines;
    expect(line?.filter(({ kind }) => kind !== 'punctuation').map(({ kind, text }) => [kind, text])).toEqual([
      ['tag', 'e:a'],
      ['attribute', 'href'],
      ['value', '"x"'],
      ['text', '5'],
      ['tag', 'e:a'],
      ['comment', '<!-- n -->'],
    ]);
  });

  it('indents a document that is one long line, texts beside their tags', () => {
    const reading = '<IntervalReading><value>12</value></IntervalReading>';
    const { lines, indented } = xmlLines(`<IntervalBlock>${reading.repeat(20)}</IntervalBlock>`);
    expect(indented).toBe(true);
    const texts = lines.map((line) => line.map(({ text }) => text).join(''));
    expect(texts.slice(0, 4)).toEqual([
      '<IntervalBlock>',
      '  <IntervalReading>',
      '    <value>12</value>',
      '  </IntervalReading>',
    ]);
  });

  it('survives what is not XML', () => {
    expect(textOf('a < b & c <')).toEqual(['a < b & c <']);
    expect(textOf('')).toEqual(['']);
  });

  it('finds lines without regard to case', () => {
    const { lines } = xmlLines('<a>\n<Value>1</Value>\n<b/>\n<value>2</value></a>');
    expect(findLines(lines, 'value')).toEqual([1, 3]);
    expect(findLines(lines, '')).toEqual([]);
  });
});

describe('the width of XML', () => {
  const line = (text: string): XmlLine => [{ kind: 'text', text }];

  it('is that of the widest line, within reason', () => {
    expect(widthOf([line('a'.repeat(90)), line('b'.repeat(120))])).toBe(120);
    expect(widthOf([])).toBe(20);
    expect(widthOf([line('x'.repeat(9000))])).toBe(2000);
  });

  it('is found for a document of half a million lines', () => {
    expect(widthOf(Array.from({ length: 500_000 }, () => line('x'.repeat(33))))).toBe(33);
  });
});
