/** What those ask of a document who forgive nothing: XML as the specification wants it, or none. */
import { isUtf8 } from 'node:buffer';
import { AppError } from '#shared/errors.ts';
import { refusedDoctype } from './refusals.ts';
import { Doctype, eachAttribute, Malformed, type Scanner } from './scanner.ts';
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
    if (found.some((other) => other.name === name)) refuse(`An attribute (${name}) is there twice.`);
    found.push({ name, value: strictText(bytes, valueStart, valueEnd, 'attribute', refuse) });
  });
  return found;
}

/**
 * Refuses a document whose declaration, before its root that begins here, is not the first thing in it. A byte order mark
 * is no part of what it says.
 */
export function strictProlog({ base, bytes }: Window, rootStart: number, refuse: Refuse): void {
  const before = base === 0 ? bytes.toString('utf8', 0, rootStart).replace(/^\uFEFF/, '') : '';
  // Comments may say anything.
  const instructions = before.replaceAll(/<!--.*?-->/gs, '-');
  if (/(?!^)<\?xml\s/.test(instructions)) refuse('There is something before the XML declaration.');
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
