/** Where a text stops being JSON (RFC 8259), and what is expected there. Pure. */

export interface JsonMistake {
  /** In the text, from 0. */
  offset: number;
  /** From 1. */
  line: number;
  column: number;
  message: string;
}

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'more';

/** Texts have no line break, no other control character, and few escapes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what may not be there
const LETTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const BLANKS = /[ \t\n\r]*/y;

/** Undefined where the text is JSON. */
export function jsonMistake(text: string): JsonMistake | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const [offset, message] = firstMistake(text);
    const before = text.slice(0, offset).split('\n');
    return { offset, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message };
  }
}

function firstMistake(text: string): [offset: number, message: string] {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  for (;;) {
    at = past(BLANKS, text, at);
    const letter = text[at];
    const closing = open.at(-1) === '{' ? '}' : ']';
    if (letter === undefined) return [at, ending(expected, open.length > 0 ? closing : undefined)];
    if (expected === 'more') {
      if (open.length === 0) return [at, 'nothing may follow the end of the value'];
      if (letter !== ',' && letter !== closing) return [at, `a comma or ${closing} is expected`];
      if (letter === ',') expected = closing === '}' ? 'name' : 'value';
      else open.pop();
      at += 1;
    } else if (expected.endsWith('or end') && letter === closing) {
      open.pop();
      expected = 'more';
      at += 1;
    } else if (expected === 'colon') {
      if (letter !== ':') return [at, 'a colon is expected'];
      expected = 'value';
      at += 1;
    } else if (letter === '"') {
      const end = textEnd(text, at);
      if (typeof end !== 'number') return end;
      expected = expected.startsWith('name') ? 'colon' : 'more';
      at = end;
    } else if (expected.startsWith('name')) {
      return [at, letter === closing ? 'a name is expected after the comma' : 'a name in double quotes is expected'];
    } else if (letter === '{' || letter === '[') {
      open.push(letter);
      expected = letter === '{' ? 'name or end' : 'value or end';
      at += 1;
    } else {
      const end = Math.max(past(NUMBER, text, at), past(WORD, text, at));
      if (end === at) return [at, letter === "'" ? 'texts stand in double quotes' : 'a value is expected'];
      expected = 'more';
      at = end;
    }
  }
}

function ending(expected: Expected, closing: string | undefined): string {
  if (closing === undefined || !(expected === 'more' || expected.endsWith('or end'))) {
    return `the text ends, but a ${expected === 'colon' ? 'colon' : expected.startsWith('name') ? 'name' : 'value'} is expected`;
  }
  return `the text ends, but ${closing} is missing`;
}

/** The offset behind a text's closing quote, or the mistake in it. `at`: its opening quote. */
function textEnd(text: string, at: number): number | [offset: number, message: string] {
  let now = at + 1;
  for (;;) {
    now = past(LETTERS, text, now);
    const letter = text[now];
    if (letter === '"') return now + 1;
    if (letter === undefined) return [at, 'the double quote that begins here is never closed'];
    if (letter === '\n' || letter === '\r') return [now, 'a line break within a text is written \\n'];
    const behind = past(ESCAPE, text, now);
    if (behind === now) {
      return [now, letter === '\\' ? 'there is no such escape' : 'a control character within a text is written \\u00…'];
    }
    now = behind;
  }
}

/** The offset behind what matches at `at`; `at` where nothing does. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}
