/** Which tags of an entry a failing test is about. Works on text that may be cut: for the eye, no parser. */

/** A start tag in document order: with an element that is closed at once, it is its own end. */
interface Tag {
  /** Local name. */
  name: string;
  attributes: string;
  /** Number of the tag that holds it, -1 for the first. */
  parent: number;
  /** Offsets of its text. */
  from: number;
  to: number;
}

const MARKUP = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(\/?)([^\s<>/]+)([^<>]*)>/g;

/** A piece of a document as it is shown: one element, or the head of a feed. */
export interface Piece {
  text: string;
  /** It is longer than what is shown of it. */
  cut: boolean;
}

/** The first element of `text`; of a feed what stands before its entries. @param more the document goes on behind the text */
export function firstElement(text: string, more: boolean): Piece {
  let depth = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [whole, closing, name, attributes = ''] = match;
    if (name === undefined) continue;
    if (depth > 0 && closing === '' && localName(name) === 'entry')
      return { text: text.slice(0, match.index).trimEnd(), cut: false };
    if (closing === '/') depth--;
    else if (!attributes.endsWith('/')) depth++;
    if (depth <= 0) return { text: text.slice(0, match.index + whole.length), cut: false };
  }
  return { text, cut: more };
}

/**
 * The start tags of `text` that are to be looked at, by their numbers among all start tags, and their places in the text.
 * Of a path those elements that lack the next step; where none does, those at its end.
 */
export function offendingTags(text: string, look: readonly string[]): { number: number; from: number; to: number }[] {
  const tags = tagsOf(text);
  const found = new Set(
    look.flatMap((one) => (one.startsWith('link:') ? linksOf(tags, one.slice(5)) : endsOf(tags, one))),
  );
  if (found.size === 0 && tags.length > 0) found.add(0);
  return [...found]
    .toSorted((a, b) => a - b)
    .flatMap((number) => {
      const tag = tags[number];
      return tag ? [{ number, from: tag.from, to: tag.to }] : [];
    });
}

function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  const open: number[] = [];
  for (const match of text.matchAll(MARKUP)) {
    const [whole, closing, name, attributes = ''] = match;
    if (name === undefined) continue;
    if (closing === '/') {
      open.pop();
      continue;
    }
    const { index: from } = match;
    tags.push({ name: localName(name), attributes, parent: open.at(-1) ?? -1, from, to: from + whole.length });
    if (!attributes.endsWith('/')) open.push(tags.length - 1);
  }
  return tags;
}

function linksOf(tags: readonly Tag[], relation: string): number[] {
  return numbers(tags, ({ name, attributes }) => {
    return name === 'link' && /\srel\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] === relation;
  });
}

function endsOf(tags: readonly Tag[], path: string): number[] {
  const [first, ...steps] = path.split('/');
  let at = numbers(tags, ({ name }) => name === first);
  for (const step of steps) {
    const next = numbers(tags, ({ name, parent }) => name === step && at.includes(parent));
    const having = new Set(next.map((number) => tags[number]?.parent));
    const lacking = at.filter((number) => !having.has(number));
    if (lacking.length > 0) return lacking;
    at = next;
  }
  return at;
}

function numbers(tags: readonly Tag[], is: (tag: Tag) => boolean): number[] {
  return tags.flatMap((tag, number) => (is(tag) ? [number] : []));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
