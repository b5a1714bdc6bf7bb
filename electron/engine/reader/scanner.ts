import type { Window } from './window.ts';

/** What {@link Scanner.next} found. */
export const MORE = 0;
export const TEXT = 1;
export const START = 2;
export const END = 3;
/** Handed on only where that is asked for. */
export const COMMENT = 4;
export const INSTRUCTION = 5;

/** A tag longer than this is taken for damage. */
const MAX_TAG = 1 << 18;
/** Text is handed on in pieces when it is longer than this. */
const MAX_TEXT = 1 << 16;

const LT = 60;
const GT = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;
const QUOTE = 34;
const APOSTROPHE = 39;
const AMP = 38;
const EQUALS = 61;

const COMMENT_END = [45, 45, GT] as const;
const CDATA_END = [93, 93, GT] as const;
const PI_END = [QUESTION, GT] as const;

const NO_END = 'A comment or processing instruction does not end.';

/** The document is not well-formed at `index` of the window. */
export class Malformed extends Error {
  readonly index: number;
  /** The document just ends too early. */
  readonly atEnd: boolean;
  constructor(message: string, index: number, atEnd = false) {
    super(message);
    this.index = index;
    this.atEnd = atEnd;
  }
}

/** A DOCTYPE: refused, because entity definitions can blow up memory and read files. */
export class Doctype extends Error {
  readonly html: boolean;
  constructor(html: boolean) {
    super('DOCTYPE');
    this.html = html;
  }
}

/**
 * Finds the tokens of an XML document in a {@link Window}: tags and text; comments and processing instructions are
 * passed over where they are not asked for. It can be interrupted at every byte: `MORE` leaves the window where it can go
 * on with more bytes.
 */
export class Scanner {
  /** Bounds of the token; for a tag with its brackets, for text without a CDATA frame. */
  start = 0;
  end = 0;
  nameStart = 0;
  nameEnd = 0;
  /** The tag closes itself: `<a/>`. */
  empty = false;
  /** The tag has something after its name. */
  hasAttributes = false;
  /** The text came from a CDATA section: references are not decoded. */
  cdata = false;
  /** This is the first piece of a comment, an instruction or a CDATA section. */
  first = false;

  readonly #window: Window;
  readonly #asides: boolean;
  /** Up to here, counted from the start of the document, the token under way was looked through: nothing is read twice. */
  #seen = 0;
  /** The end that is looked for while inside a comment, a CDATA section or a processing instruction. */
  #until: readonly number[] | undefined;
  /** Nothing of what is inside was handed on so far. */
  #fresh = false;

  /** @param asides also hands on what stands in comments and instructions, and refuses two hyphens in a comment */
  constructor(window: Window, asides = false) {
    this.#window = window;
    this.#asides = asides;
  }

  /** Forgets a comment or section that was begun: the caller has moved the window elsewhere. */
  reset(): void {
    this.#until = undefined;
    this.#seen = 0;
  }

  /** The next token: MORE, TEXT, START or END; COMMENT or INSTRUCTION. */
  next(): number {
    const w = this.#window;
    for (;;) {
      if (this.#until) {
        const found = this.#inside(this.#until);
        if (found >= 0) return found;
        continue;
      }
      const p = w.pos;
      if (p >= w.end) return MORE;
      if (w.bytes[p] !== LT) return this.#text();
      if (p + 1 >= w.end) return this.#more('a tag');
      const c = w.bytes[p + 1];
      if (c === SLASH) return this.#endTag();
      if (c === QUESTION) {
        this.#enter(PI_END, 2);
      } else if (c === BANG) {
        if (!this.#declaration()) return MORE;
      } else {
        return this.#startTag();
      }
    }
  }

  /** True at the end of the document, with nothing left open that the scanner knows of. */
  get open(): boolean {
    return this.#until !== undefined;
  }

  #more(what: string): number {
    const w = this.#window;
    if (w.eof) throw new Malformed(`The document ends inside ${what}.`, w.pos, true);
    if (w.end - w.pos > MAX_TAG) throw new Malformed('A tag does not end.', w.pos);
    return MORE;
  }

  #text(): number {
    const w = this.#window;
    const { bytes, end } = w;
    let q = Math.max(w.pos, this.#seen - w.base);
    while (q < end && bytes[q] !== LT) q++;
    if (q === end && !w.eof) {
      this.#seen = w.base + end;
      if (end - w.pos < MAX_TEXT) return MORE;
      q = safeCut(bytes, w.pos, end);
    }
    this.start = w.pos;
    this.end = q;
    this.cdata = false;
    w.pos = q;
    return TEXT;
  }

  /** Whether a ">" is there for the tag at the window's position; what was looked through is not looked through again. */
  #closes(): boolean {
    const w = this.#window;
    const at = w.bytes.indexOf(GT, Math.max(w.pos, this.#seen - w.base));
    if (at >= 0 && at < w.end) return true;
    this.#seen = w.base + w.end;
    return false;
  }

  #startTag(): number {
    const w = this.#window;
    const { bytes, end } = w;
    const p = w.pos;
    let q = p + 1;
    if (!isNameStart(bytes[q] ?? 0)) throw new Malformed('A "<" is not followed by a name.', p);
    if (!this.#closes()) return this.#more('a tag');
    while (q < end && isNameByte(bytes[q] ?? 0)) q++;
    if (q >= end) return this.#more('a tag');
    this.nameStart = p + 1;
    this.nameEnd = q;
    let quote = 0;
    for (; q < end; q++) {
      const c = bytes[q];
      if (c === LT) throw new Malformed('A tag does not end before the next one begins.', p);
      if (quote !== 0) {
        if (c === quote) quote = 0;
      } else if (c === QUOTE || c === APOSTROPHE) quote = c;
      else if (c === GT) break;
    }
    if (q >= end) return this.#more('a tag');
    this.start = p;
    this.end = q + 1;
    this.empty = bytes[q - 1] === SLASH;
    this.hasAttributes = q - (this.empty ? 1 : 0) > this.nameEnd;
    w.pos = q + 1;
    return START;
  }

  #endTag(): number {
    const w = this.#window;
    const { bytes, end } = w;
    const p = w.pos;
    if (!this.#closes()) return this.#more('a tag');
    let q = p + 2;
    while (q < end && isNameByte(bytes[q] ?? 0)) q++;
    const nameEnd = q;
    while (q < end && isSpace(bytes[q] ?? 0)) q++;
    if (q >= end) return this.#more('a tag');
    if (bytes[q] !== GT || nameEnd === p + 2) throw new Malformed('An end tag is damaged.', p);
    this.start = p;
    this.end = q + 1;
    this.nameStart = p + 2;
    this.nameEnd = nameEnd;
    w.pos = q + 1;
    return END;
  }

  /** `<!`: enters a comment or CDATA section, refuses a DOCTYPE; false when more bytes are needed to tell. */
  #declaration(): boolean {
    const w = this.#window;
    const head = w.bytes.toString('latin1', w.pos, Math.min(w.end, w.pos + 15));
    if (head.startsWith('<!--')) {
      this.#enter(COMMENT_END, 4);
      return true;
    }
    if (head.startsWith('<![CDATA[')) {
      this.#enter(CDATA_END, 9);
      return true;
    }
    if (/^<!doctype\s/i.test(head)) {
      if (head.length < 15 && !w.eof) return false;
      throw new Doctype(/^<!doctype\s+html/i.test(head));
    }
    const begins = '<!--'.startsWith(head) || '<![CDATA['.startsWith(head) || /^<!d?o?c?t?y?p?e?$/i.test(head);
    if (begins && !w.eof) return false;
    throw new Malformed('A "<!" begins neither a comment nor a CDATA section.', w.pos);
  }

  #enter(until: readonly number[], length: number): void {
    this.#until = until;
    this.#fresh = true;
    this.#window.pos += length;
  }

  /** Inside a comment, CDATA section or PI. -1: it ended, go on; otherwise a token. */
  #inside(until: readonly number[]): number {
    const w = this.#window;
    const { bytes, end } = w;
    const last = until.length - 1;
    let q = Math.max(w.pos, this.#seen - w.base - last);
    for (; q + last < end; q++) {
      if (bytes[q] !== until[0] || bytes[q + 1] !== until[1]) continue;
      if (last < 2 || bytes[q + 2] === until[2]) break;
      if (this.#asides && until === COMMENT_END) throw new Malformed('"--" stands in a comment.', q);
    }
    const found = q + last < end;
    if (until === CDATA_END || this.#asides) return this.#piece(until, q, found);
    w.pos = found ? q + last + 1 : Math.max(w.pos, q);
    if (found) {
      this.#until = undefined;
      return -1;
    }
    if (w.eof) throw new Malformed(NO_END, w.pos, true);
    return MORE;
  }

  /** What is inside, up to `q`: to its end, where that was found. */
  #piece(until: readonly number[], q: number, found: boolean): number {
    const w = this.#window;
    const { bytes, end } = w;
    // Like other text it comes as a whole, so that what is told of it does not hang on how the bytes came.
    if (!found && !w.eof && end - w.pos < MAX_TEXT) {
      this.#seen = w.base + end;
      return MORE;
    }
    // A character that the cut would tear apart waits for its other half.
    const cut = found ? q : charStart(bytes, w.pos, q);
    this.start = w.pos;
    this.end = cut;
    this.cdata = until === CDATA_END;
    this.first = this.#fresh;
    w.pos = found ? q + until.length : cut;
    if (found) this.#until = undefined;
    // An instruction has a name, so an empty one is told as well.
    if (cut > this.start || (found && this.first && until === PI_END)) {
      this.#fresh = false;
      return until === CDATA_END ? TEXT : until === PI_END ? INSTRUCTION : COMMENT;
    }
    if (w.eof && !found) throw new Malformed(this.cdata ? 'A CDATA section does not end.' : NO_END, w.pos, true);
    return found ? -1 : MORE;
  }
}

/** Calls `take` for every attribute of a start tag: bounds of its name and of its raw value (inside the quotes). */
export function eachAttribute(
  bytes: Uint8Array,
  from: number,
  to: number,
  take: (nameStart: number, nameEnd: number, valueStart: number, valueEnd: number) => void,
): void {
  let q = from;
  for (;;) {
    while (q < to && isSpace(bytes[q] ?? 0)) q++;
    if (q >= to) return;
    const nameStart = q;
    while (q < to && isNameByte(bytes[q] ?? 0)) q++;
    const nameEnd = q;
    while (q < to && isSpace(bytes[q] ?? 0)) q++;
    if (bytes[q] !== EQUALS || nameEnd === nameStart) throw new Malformed('An attribute is damaged.', nameStart);
    q++;
    while (q < to && isSpace(bytes[q] ?? 0)) q++;
    const quote = bytes[q];
    if (quote !== QUOTE && quote !== APOSTROPHE) throw new Malformed('An attribute has no quotes.', nameStart);
    const valueStart = ++q;
    while (q < to && bytes[q] !== quote) q++;
    if (q >= to) throw new Malformed('An attribute does not end.', nameStart);
    take(nameStart, nameEnd, valueStart, q);
    q++;
  }
}

/** Space, tab, line feed, carriage return. */
export function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 9 || c === 13;
}

/** Anything but the bytes that end a name; what XML forbids beyond that does no harm here. */
function isNameByte(c: number): boolean {
  return c > 32 && c !== GT && c !== SLASH && c !== EQUALS && c !== LT && c !== QUOTE && c !== APOSTROPHE;
}

function isNameStart(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || c === 95 || c === 58 || c >= 128;
}

/** Where text may be cut so that neither a character nor a reference is torn apart. */
function safeCut(bytes: Uint8Array, from: number, to: number): number {
  for (let q = to - 1; q >= Math.max(from + 1, to - 64); q--) if (bytes[q] === AMP) return q;
  return Math.max(charStart(bytes, from, to), from + 1);
}

/** The last index not after `to` that does not split a UTF-8 character. */
function charStart(bytes: Uint8Array, from: number, to: number): number {
  for (let q = to - 1; q >= Math.max(from, to - 4); q--) {
    const c = bytes[q] ?? 0;
    if (c < 0x80) return to;
    if (c >= 0xc0) {
      const length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
      return q + length > to ? q : to;
    }
  }
  return to;
}
