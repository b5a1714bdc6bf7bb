/** Names, namespaces and attributes: which stay, and what stands for the others. */

import { WORD_LISTS } from '#shared/espi/code-lists.ts';
import { ENTITY_NAMES } from '#shared/espi/entities.ts';
import { ATOM_TYPE_NAMES } from '../conformance/schema/atom.ts';
import { SCHEMAS } from '../conformance/schema/types.ts';
import { type Element, type Scope, vocabularyOf } from '../engine/reader/names.ts';
import type { Attribute } from '../engine/reader/strict.ts';
import { isKnownName } from './frames.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { replaceText, replaceUri, replaceWords } from './texts.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Namespaces beside those of Atom and ESPI whose name says nothing. */
const NAMESPACES: ReadonlySet<string> = new Set([
  '',
  XSI,
  XML,
  'http://www.w3.org/2001/XMLSchema',
  'http://www.w3.org/1999/xhtml',
  'http://purl.org/dc/elements/1.1/',
]);

const PREFIX = /^(?:xml|xmlns|xsi|xsd?|dc|atom|a|espi|e|gb|cust|customer|c|ns\d{0,3}|n\d{0,3}|p\d{0,3})?$/;

const RELATIONS: ReadonlySet<string> = new Set(
  'self up related alternate enclosure via edit first last next previous'.split(' '),
);

/** Types of links and contents: of media, of text constructs of Atom, and those that name a resource. */
const MEDIA: ReadonlySet<string> = new Set(
  [
    ...WORD_LISTS.MediaType,
    ...['', 'text', 'html', 'xhtml', 'xml', 'atom+xml', 'application/xml', 'application/xhtml+xml'],
    ...['application/atom+xml', 'application/octet-stream', 'application/atom+xml;type=feed'],
    ...['application/atom+xml;type=entry', 'text/xsl', 'image/svg+xml'],
    ...[...ENTITY_NAMES.map(([name]) => name), 'RetailCustomer', 'Subscription'].flatMap((name) =>
      ['espi', 'cust'].flatMap((kind) => [`${kind}-entry/${name}`, `${kind}-feed/${name}`]),
    ),
  ].map((type) => type.toLowerCase()),
);

const TYPES: ReadonlySet<string> = new Set([
  ...ATOM_TYPE_NAMES,
  ...[...SCHEMAS.values()].flatMap(({ types }) => [...types.keys()]),
  ...['string', 'anyURI', 'anyType', 'boolean', 'dateTime', 'integer', 'int', 'long', 'short', 'float', 'hexBinary'],
  // As the schema of Atom itself names them.
  ...[...ATOM_TYPE_NAMES].map((name) => `${name}Type`),
]);

/** What is done with an attribute without a prefix. */
const ATTRIBUTES: Readonly<Record<string, (value: string, pseudonyms: Pseudonyms) => string>> = {
  href: replaceUri,
  src: replaceUri,
  uri: replaceUri,
  scheme: replaceUri,
  rel: unless((value) => RELATIONS.has(value)),
  type: unless((value) => MEDIA.has(value.replace(/\s+/g, '').toLowerCase())),
  length: unless((value) => /^\d{1,12}$/.test(value)),
  hreflang: unless(isLanguage),
  title: replaceText,
  term: replaceText,
  label: replaceText,
  version: replaceText,
};

function unless(stays: (value: string) => boolean): (value: string, pseudonyms: Pseudonyms) => string {
  return (value, pseudonyms) => (stays(value.trim()) ? value : replaceText(value, pseudonyms));
}

function isLanguage(value: string): boolean {
  return /^[a-z]{2}(?:-[a-z]{2})?$/i.test(value);
}

/** The name of an element as it is written out; as it was where it is known. */
export function elementName(prefix: string, element: Element, pseudonyms: Pseudonyms): string {
  return qualified(prefix, isKnownName(element) ? element.local : made(element.local, pseudonyms), pseudonyms);
}

/** An attribute as it is written out. @param scope the declarations of its element */
export function writtenAttribute({ name, value }: Attribute, scope: Scope, pseudonyms: Pseudonyms): Attribute {
  const colon = name.indexOf(':');
  const prefix = colon > 0 ? name.slice(0, colon) : '';
  const local = colon > 0 ? name.slice(colon + 1) : name;
  if (name === 'xmlns') return { name, value: namespaceOf(value, pseudonyms) };
  if (prefix === 'xmlns')
    return { name: `xmlns:${prefixOf(local, pseudonyms)}`, value: namespaceOf(value, pseudonyms) };
  const namespace = prefix === '' ? '' : scope.lookup(prefix);
  const known = knownAttribute(namespace, local, value, pseudonyms);
  if (known !== undefined) return { name: qualified(prefix, local, pseudonyms), value: known };
  return { name: qualified(prefix, made(local, pseudonyms), pseudonyms), value: replaceText(value, pseudonyms) };
}

function knownAttribute(
  namespace: string | undefined,
  local: string,
  value: string,
  pseudonyms: Pseudonyms,
): string | undefined {
  if (namespace === '' && Object.hasOwn(ATTRIBUTES, local)) return ATTRIBUTES[local]?.(value, pseudonyms);
  if (namespace === XSI) {
    if (local === 'type') return typeName(value, pseudonyms);
    if (local === 'nil' && /^(true|false|0|1)$/.test(value.trim())) return value;
    if (/^(schemaLocation|noNamespaceSchemaLocation)$/.test(local)) {
      return value.replace(/\S+/g, (uri) => (isKnownNamespace(uri) ? uri : replaceUri(uri, pseudonyms)));
    }
  }
  if (namespace === XML) {
    if (local === 'lang' && isLanguage(value)) return value;
    if (local === 'space' && /^(preserve|default)$/.test(value)) return value;
    if (local === 'base') return replaceUri(value, pseudonyms);
    // Names of that namespace are few, and others are none of XML.
    if (/^(lang|space|id)$/.test(local)) return replaceWords(value, pseudonyms);
  }
  return undefined;
}

function typeName(value: string, pseudonyms: Pseudonyms): string {
  const [, before = '', prefix, local = '', after = ''] = /^(\s*)(?:([^\s:]*):)?(\S*)(.*)$/s.exec(value) ?? [];
  const name = TYPES.has(local) ? local : replaceWords(local, pseudonyms);
  const head = prefix === undefined ? '' : `${prefixOf(prefix, pseudonyms)}:`;
  return before + head + name + replaceWords(after, pseudonyms);
}

function namespaceOf(uri: string, pseudonyms: Pseudonyms): string {
  return isKnownNamespace(uri) ? uri : replaceUri(uri, pseudonyms);
}

function isKnownNamespace(uri: string): boolean {
  return NAMESPACES.has(uri) || vocabularyOf(uri) !== 'other';
}

function qualified(prefix: string, local: string, pseudonyms: Pseudonyms): string {
  return prefix === '' ? local : `${prefixOf(prefix, pseudonyms)}:${local}`;
}

function prefixOf(prefix: string, pseudonyms: Pseudonyms): string {
  return PREFIX.test(prefix) ? prefix : made(prefix, pseudonyms);
}

/** A name that no schema has; what is allowed here in names, and not in XML, does not stay. */
function made(name: string, pseudonyms: Pseudonyms): string {
  return `x-${replaceWords(name, pseudonyms).replace(/[^\p{L}\p{N}._-]/gu, '_')}`;
}
