import { escapeXml } from '#shared/escape-xml.ts';
import { linkKey } from '#shared/espi/links.ts';
import type { XmlNode } from '#shared/espi/node.ts';
import { parseDate } from '#shared/time/date-text.ts';
import type { EntryLink } from './feed.ts';
import type { Element, Scope } from './names.ts';
import { eachAttribute } from './scanner.ts';
import { decodeReferences } from './text.ts';

/** A payload that is not an IntervalBlock, held until its entry ends. */
interface PendingPayload {
  element: Element;
  node: XmlNode;
  /** 0-based, among the payloads of the content. */
  position: number;
  /** Offsets in the document. */
  start: number;
  end: number;
  /** What its text needs to stand alone, see {@link inheritedDeclarations}. */
  declarations: string;
  /** Its own text, where that of the whole entry is not kept. */
  raw: string | undefined;
}

/** What is known of the blocks of an entry: plain numbers, for there may be a hundred thousand in one. */
interface PendingBlocks {
  first: number;
  element: Element;
  intervalStart: (number | undefined)[];
  intervalDuration: (number | undefined)[];
  readings: number[];
  /** Position of each among the payloads of the content. */
  payload: number[];
}

/** The entry that is being read. */
export interface OpenEntry {
  index: number;
  /** Depth of the element stack at the entry itself. */
  depth: number;
  /** What the entry's text needs to stand alone. */
  declarations: string;
  /** Offset in the document of its `<`, its place. */
  offset: number;
  line: number;
  column: number;
  atomId: string | undefined;
  title: string | undefined;
  updated: string | undefined;
  published: string | undefined;
  links: EntryLink[];
  payloads: PendingPayload[];
  blocks: PendingBlocks | undefined;
  /** Payloads so far, blocks included. */
  count: number;
  /** Its text is held in the window since its start. */
  held: boolean;
  /** There was a content element; it held text that is not blank. */
  content: boolean;
  contentText: boolean;
  /** Another entry stood inside of it. */
  nested: boolean;
  /** There was no `<entry>`: the payload stood alone. */
  synthetic: boolean;
  /** It could not be read to its end. */
  broken: boolean;
}

/** A link element as written. */
export function readLink(bytes: Buffer, from: number, to: number): EntryLink | undefined {
  let rel = '';
  let href: string | undefined;
  let type: string | undefined;
  eachAttribute(bytes, from, to, (nameStart, nameEnd, valueStart, valueEnd) => {
    const length = nameEnd - nameStart;
    if (length !== 3 && length !== 4) return;
    const name = bytes.toString('latin1', nameStart, nameEnd);
    if (name === 'rel') rel = attributeText(bytes, valueStart, valueEnd);
    else if (name === 'href') href = attributeText(bytes, valueStart, valueEnd);
    else if (name === 'type') type = attributeText(bytes, valueStart, valueEnd);
  });
  if (href === undefined) return undefined;
  // RFC 4287, 4.2.7.2: a link without rel is an alternate.
  return { rel: rel.trim().toLowerCase() || 'alternate', href, key: linkKey(href), type };
}

function attributeText(bytes: Buffer, from: number, to: number): string {
  return decodeReferences(bytes.toString('utf8', from, to));
}

/** A date of the entry, and whether it was there but could not be read. */
export function entryDate(text: string | undefined): { time: number | undefined; unreadable: boolean } {
  if (text === undefined || text === '') return { time: undefined, unreadable: false };
  const time = parseDate(text);
  return { time, unreadable: time === undefined };
}

/**
 * The declarations that let a piece of the document stand alone, as attributes: those in force outside of it
 * that its own start tag does not make anew.
 */
export function inheritedDeclarations(outer: Scope, ownPrefixes: readonly string[]): string {
  let text = '';
  for (const [prefix, uri] of outer.declarations()) {
    if (ownPrefixes.includes(prefix) || prefix === 'xml' || (prefix === '' && uri === '')) continue;
    text += ` xmlns${prefix ? `:${prefix}` : ''}="${escapeXml(uri)}"`;
  }
  return text;
}

/** Puts attributes behind the name of the first tag of `xml`. */
export function withDeclarations(xml: string, declarations: string): string {
  if (declarations === '') return xml;
  const end = xml.search(/[\s/>]/);
  return end < 0 ? xml : xml.slice(0, end) + declarations + xml.slice(end);
}
