/** What those ask of a document who forgive nothing: XML as the specification wants it, or none. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '#shared/errors.ts';
import { refusedDoctype } from './refusals.ts';
import { COMMENT, Doctype, eachAttribute, isSpace, Malformed, type Scanner } from './scanner.ts';
import { type ByteSource, utf8Source } from './source.ts';
import { decodeReferences } from './text.ts';
import type { Window } from './window.ts';

export interface Attribute {
  /** As written, with its prefix. */
  name: string;
  value: string;
}

/** Refuses the document at the token that the scanner is at. */
type Refuse = (message: string) => never;

/** Where a text comes from: that of elements, of CDATA sections and of attributes have rules of their own. */
type TextOf = 'element' | 'cdata' | 'attribute';

/**
 * The bytes of a document as UTF-8.
 * @throws Malformed where it declares an encoding that is not known, or that it is not in
 */
export async function* strictUtf8(source: ByteSource): AsyncGenerator<Uint8Array> {
  const { chunks, unknownEncoding, falseEncoding } = await utf8Source(source);
  const wrong = unknownEncoding ?? falseEncoding;
  for await (const chunk of chunks) {
    // Not before the first bytes: the source is closed by what reads it.
    if (wrong !== undefined) {
      throw new Malformed(
        `It declares the encoding "${wrong.slice(0, 40)}", which ${wrong === unknownEncoding ? 'is not known' : 'it is not in'}.`,
        0,
      );
    }
    yield chunk;
  }
}

/** The text of a token: references decoded, everything that XML forbids refused. */
export function strictText(bytes: Buffer, start: number, end: number, of: TextOf, refuse: Refuse): string {
  let text = bytes.toString('utf8', start, end);
  if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) {
    refuse('Some bytes are not valid in the encoding of the document.');
  }
  if (of !== 'cdata') {
    if (of === 'element' && text.includes(']]>')) refuse('"]]>" stands in text.');
    // White space of attributes is spaces (XML 1.0, 3.3.3), unless it is written as references.
    if (of === 'attribute') text = text.replace(/\r\n|[\t\n\r]/g, ' ');
    text = decodeReferences(text, (entity) => refuse(`"${entity.slice(0, 40)}" is not an entity of XML.`));
  }
  if (hasForbidden(text)) refuse('There is a character that XML does not allow.');
  return text;
}

/** The attributes of the start tag that the scanner is at. */
export function strictAttributes({ bytes }: Window, { nameEnd, end, empty }: Scanner, refuse: Refuse): Attribute[] {
  const found: Attribute[] = [];
  eachAttribute(bytes, nameEnd, end - (empty ? 2 : 1), (nameStart, stop, valueStart, valueEnd) => {
    const name = bytes.toString('utf8', nameStart, stop);
    if (!isSpace(bytes[nameStart - 1] ?? 0)) refuse(`No space stands before an attribute (${name}).`);
    if (found.some((other) => other.name === name)) refuse(`An attribute (${name}) is there twice.`);
    found.push({ name, value: strictText(bytes, valueStart, valueEnd, 'attribute', refuse) });
  });
  return found;
}

const DECLARATION =
  /^xml\s+version\s*=\s*(["'])1\.\d+\1(\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\3)?(\s+standalone\s*=\s*(["'])(yes|no)\5)?\s*$/;
const INSTRUCTION_NAME = /^[A-Za-z_:\u0080-\u{10ffff}][\w.:\u0080-\u{10ffff}-]*(?![^\t\n\r ])/u;

/** Refuses what may not stand in the comment or the instruction (which of them says `token`) that the scanner is at. */
export function strictAside({ base, bytes }: Window, scanner: Scanner, token: number, refuse: Refuse): void {
  const { start, end, first } = scanner;
  const text = strictText(bytes, start, end, 'cdata', refuse);
  if (token === COMMENT || !first) return;
  if (/^xml\s/.test(text)) {
    // A byte order mark is no part of what the document says.
    const mark = base === 0 && bytes[0] === 0xef ? 3 : 0;
    if (base + start - 2 !== mark) refuse('There is something before the XML declaration.');
    if (!DECLARATION.test(text)) refuse('The XML declaration is damaged.');
    return;
  }
  const [name] = INSTRUCTION_NAME.exec(text) ?? [];
  if (name === undefined || /^xml$/i.test(name)) refuse('A processing instruction has no name that XML allows.');
}

/** Refuses text outside of the root element: nothing but white space may stand there, behind a byte order mark. */
export function strictOutside({ base, bytes }: Window, start: number, end: number, refuse: Refuse): void {
  const text = bytes.toString('utf8', start, end);
  const seen = base + start === 0 ? text.replace(/^\uFEFF/, '') : text;
  if (/[^\t\n\r ]/.test(seen)) refuse('There is text outside of the root element.');
}

/**
 * The error for what ended a strict reading: AppError `not_well_formed` or `feed_doctype`; anything else as it is.
 * @param action what a person can do about a document that is not well-formed
 */
export function strictRefusal(thrown: unknown, w: Window, action: string): unknown {
  if (thrown instanceof Doctype) return refusedDoctype(thrown.html);
  if (!(thrown instanceof Malformed)) return thrown;
  const line = w.lineAt(Math.max(thrown.index, w.lineMark));
  return new AppError({
    code: 'not_well_formed',
    message: `This is not well-formed XML. Line ${line}: ${thrown.message}`,
    action,
    details: { line },
  });
}

/** Characters that are none of XML 1.0 (section 2.2); lone halves of a pair cannot come from UTF-8. */
function hasForbidden(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 ? code !== 9 && code !== 10 && code !== 13 : code >= 0xfffe) return true;
  }
  return false;
}
