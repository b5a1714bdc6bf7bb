/** XML text as coloured lines. It is a reader for the eye, not a parser: anything it does not know is shown as text. */

type TokenKind = 'text' | 'tag' | 'attribute' | 'value' | 'comment' | 'punctuation';

interface Token {
  kind: TokenKind;
  text: string;
}

/** Tokens of one line. */
export type XmlLine = readonly Token[];

/** Longer lines than this on average are a document without line breaks, which is indented for display. */
const unbrokenLine = 400;

/** The text as lines of tokens, and whether line breaks were added for display. */
export function xmlLines(xml: string): { lines: XmlLine[]; indented: boolean } {
  const breaks = xml.split('\n').length;
  const indented = xml.length / breaks > unbrokenLine;
  const tokens = tokenize(indented ? indent(xml) : xml);
  const lines: Token[][] = [[]];
  for (const { kind, text } of tokens) {
    const parts = text.split(/\r?\n/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ kind, text: part });
    }
  }
  return { lines, indented };
}

const markup = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[?/!]?[^>]*>?/g;
const attribute = /([^\s=/?>]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g;

function tokenize(xml: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (const match of xml.matchAll(markup)) {
    if (match.index > at) tokens.push({ kind: 'text', text: xml.slice(at, match.index) });
    tokens.push(...tokenizeMarkup(match[0]));
    at = match.index + match[0].length;
  }
  if (at < xml.length) tokens.push({ kind: 'text', text: xml.slice(at) });
  return tokens;
}

function tokenizeMarkup(text: string): Token[] {
  if (text.startsWith('<!--')) return [{ kind: 'comment', text }];
  if (text.startsWith('<![CDATA[')) return [{ kind: 'text', text }];
  const head = /^(<[?/!]?)([^\s/?>]*)/.exec(text);
  const opening = head?.[1] ?? '<';
  const name = head?.[2] ?? '';
  const tokens: Token[] = [
    { kind: 'punctuation', text: opening },
    { kind: 'tag', text: name },
  ];
  const rest = text.slice(opening.length + name.length);
  let at = 0;
  for (const match of rest.matchAll(attribute)) {
    if (match.index > at) tokens.push({ kind: 'punctuation', text: rest.slice(at, match.index) });
    tokens.push(
      { kind: 'attribute', text: match[1] ?? '' },
      { kind: 'punctuation', text: match[2] ?? '' },
      { kind: 'value', text: match[3] ?? '' },
    );
    at = match.index + match[0].length;
  }
  if (at < rest.length) tokens.push({ kind: 'punctuation', text: rest.slice(at) });
  return tokens;
}

/** A line per element, two spaces a level; elements that hold only text stay on one line. */
function indent(xml: string): string {
  const pieces = xml.match(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>|[^<]+/g) ?? [];
  let depth = 0;
  let out = '';
  let afterText = false;
  let afterOpen = false;
  for (const piece of pieces) {
    const closing = piece.startsWith('</');
    const isTag = piece.startsWith('<') && !piece.startsWith('<![CDATA[');
    if (!isTag) {
      if (piece.trim() === '') continue;
      out += piece;
      afterText = true;
      continue;
    }
    if (closing) depth = Math.max(0, depth - 1);
    if (out !== '' && !afterText && !(closing && afterOpen)) out += `\n${'  '.repeat(depth)}`;
    out += piece;
    afterOpen = !closing && !piece.endsWith('/>') && !/^<[?!]/.test(piece);
    if (afterOpen) depth += 1;
    afterText = false;
  }
  return out;
}

/** The numbers of the lines that contain the words, ignoring case. */
export function findLines(lines: readonly XmlLine[], words: string): number[] {
  const needle = words.toLowerCase();
  if (needle === '') return [];
  const found: number[] = [];
  for (const [index, line] of lines.entries()) {
    if (
      line
        .map(({ text }) => text)
        .join('')
        .toLowerCase()
        .includes(needle)
    )
      found.push(index);
  }
  return found;
}

/** Characters of the widest line, within reason. A loop: as arguments of one call, 100,000 lines would overflow the stack. */
export function widthOf(lines: readonly XmlLine[]): number {
  let widest = 20;
  for (const line of lines) widest = Math.max(widest, lengthOf(line));
  return Math.min(2000, widest);
}

const lengthOf = (line: XmlLine): number => line.reduce((sum, { text }) => sum + text.length, 0);
