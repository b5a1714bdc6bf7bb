/** JSON text as coloured lines, laid out with two blanks a level. Pure. */
import type { XmlLine } from './xml-tokens.ts';

/** Undefined for what is no whole JSON object or list. */
export function jsonLines(text: string): XmlLine[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split('\n').map(tokensOf);
  } catch {
    return undefined;
  }
}

/** A line holds at most a name, a value, and a comma or bracket. */
function tokensOf(line: string): XmlLine {
  const [, blanks = '', name, colon, rest = ''] = /^(\s*)(?:("(?:[^"\\]|\\.)*")(: ))?(.*)$/.exec(line) ?? [];
  const comma = rest.endsWith(',') ? ',' : '';
  const value = rest.slice(0, rest.length - comma.length);
  const tokens: XmlLine = [
    { kind: 'text', text: blanks },
    { kind: 'attribute', text: name ?? '' },
    { kind: 'punctuation', text: colon ?? '' },
    { kind: /^[[\]{}]/.test(value) ? 'punctuation' : 'value', text: value },
    { kind: 'punctuation', text: comma },
  ];
  return tokens.filter(({ text }) => text !== '');
}
