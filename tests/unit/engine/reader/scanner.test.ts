import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMENT,
  Doctype,
  END,
  eachAttribute,
  INSTRUCTION,
  Malformed,
  MORE,
  Scanner,
  START,
  TEXT,
} from '../../../../electron/engine/reader/scanner.ts';
import { Window } from '../../../../electron/engine/reader/window.ts';

type Token = string;

/** The tokens of a document that comes in these pieces; neighbouring texts of one kind are one. */
function tokens(...pieces: string[]): Token[] {
  return tokensOf(pieces, false);
}

function tokensOf(pieces: readonly string[], asides: boolean): Token[] {
  const window = new Window();
  const scanner = new Scanner(window, asides);
  const found: Token[] = [];
  const drain = () => {
    for (let token = scanner.next(); token !== MORE; token = scanner.next()) {
      const text = window.bytes.toString('latin1', scanner.start, scanner.end);
      const name = window.bytes.toString('latin1', scanner.nameStart, scanner.nameEnd);
      if (token === START) found.push(`+${name}${scanner.hasAttributes ? '@' : ''}${scanner.empty ? '/' : ''}`);
      if (token === END) found.push(`-${name}`);
      if (token === TEXT) found.push(`${scanner.cdata ? '!' : '='}${text}`);
      if (token === COMMENT) found.push(`#${text}`);
      if (token === INSTRUCTION) found.push(`${scanner.first ? '?' : '...'}${text}`);
    }
  };
  for (const piece of pieces) {
    window.append(Buffer.from(piece, 'latin1'));
    drain();
  }
  window.eof = true;
  drain();
  return found;
}

describe('the scanner', () => {
  it('finds tags and text, and passes over comments and instructions', () => {
    expect(tokens('<?xml version="1.0"?><a x="1"><!-- <b> --><c/>t<d y=\'>\' /></a >')).toEqual([
      '+a@',
      '+c/',
      '=t',
      '+d@/',
      '-a',
    ]);
  });

  it('tells CDATA from other text', () => {
    expect(tokens('<a>x<![CDATA[<b>]]]]>y<![CDATA[]]></a>')).toEqual(['+a', '=x', '!<b>]]', '=y', '-a']);
  });

  it('finds the same wherever the bytes are cut', () => {
    const document = '<?xml?><a x="1>2"><!-- - -- > --><b/>text<![CDATA[<]] >]]></a>';
    const whole = tokens(document);
    const cuts = fc.array(fc.integer({ min: 1, max: document.length - 1 }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (at) => {
        const ends = [...at.toSorted((a, b) => a - b), document.length];
        expect(tokens(...ends.map((end, index) => document.slice(ends[index - 1] ?? 0, end)))).toEqual(whole);
      }),
    );
    expect(tokens(...document)).toEqual(whole);
  });

  it('hands on comments and instructions where they are asked for, the same wherever the bytes are cut', () => {
    const document = '<?xml?><a><!-- - -> ]]> --><??><!----><?b c?>d<![CDATA[-->?>]]></a>';
    const whole = ['?xml', '+a', '# - -> ]]> ', '?', '?b c', '=d', '!-->?>', '-a'];
    for (let at = 0; at <= document.length; at++) {
      expect(tokensOf([document.slice(0, at), document.slice(at)], true)).toEqual(whole);
    }
    expect(tokensOf([...document], true)).toEqual(whole);
    for (const pieces of [['<!-- - -- > -->'], [...'<!-- --->']]) {
      expect(() => tokensOf(pieces, true)).toThrow(expect.objectContaining({ atEnd: false }));
    }
    const long = ['x'.repeat(100_000), 'y'.repeat(100_000)];
    expect(tokensOf(['<?', ...long, '?>'], true).join('')).toMatch(/^\?x{9}[x.]*y[y.]*$/);
  });

  it.each(['<a', '<a x="1', '</a', '<!-- x', '<![CDATA[', '<?xml'])('knows an end that comes too early: %s', (text) => {
    expect(() => tokens(text)).toThrow(Malformed);
    expect(() => tokens(text)).toThrow(expect.objectContaining({ atEnd: true }));
  });

  it.each(['<1>', '< a>', '<a <b>', '</>', '</a b>', '<!x>'])('refuses what is not well-formed: %s', (text) => {
    expect(() => tokens(text)).toThrow(expect.objectContaining({ atEnd: false }));
  });

  it('refuses a DOCTYPE, and knows that of a web page', () => {
    const thrown = (text: string) => {
      try {
        tokens(...text);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    expect(thrown('<!DOCTYPE html><html/>')).toMatchObject({ html: true });
    expect(thrown('<!doctype feed [<!ENTITY x "y">]>')).toMatchObject({ html: false });
    expect(thrown('<!DOCTYPE feed>')).toBeInstanceOf(Doctype);
  });
});

describe('attributes', () => {
  const attributes = (text: string) => {
    const bytes = Buffer.from(text);
    const found: Record<string, string> = {};
    eachAttribute(bytes, 0, bytes.length, (nameStart, nameEnd, valueStart, valueEnd) => {
      found[bytes.toString('utf8', nameStart, nameEnd)] = bytes.toString('utf8', valueStart, valueEnd);
    });
    return found;
  };

  it('have either quotes, and blanks around their sign', () => {
    expect(attributes(` a="1" b:c = 'x "y"'\n d=""`)).toEqual({ a: '1', 'b:c': 'x "y"', d: '' });
    expect(attributes('  ')).toEqual({});
  });

  it.each(['a', 'a=1', '="1"', 'a="1'])('are refused where they are damaged: %s', (text) => {
    expect(() => attributes(text)).toThrow(Malformed);
  });
});
