/** The facts of an Atom feed or entry with ESPI payloads. Prefixes, whitespace and the order of elements say nothing. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type AnswerFacts, IGNORED, type Members, membersText, pathOf, type ReadingFacts, sorted } from './facts.ts';

/** An element as the parser gives it: attributes with `@`, text as `#text`, children by local name. */
type Element = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Decoded below: the parser stops after a number of references, and a feed may have many.
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  cdataPropName: '#cdata',
  // Every element is a list: one and several are told apart below only.
  isArray: (_name, _path, _leaf, isAttribute) => !isAttribute,
});

/** Undefined for what is no well-formed document, or has a DOCTYPE, whose entities are not followed. */
export function atomFacts(xml: string): AnswerFacts | undefined {
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true) return undefined;
  const [root] = Object.entries(parser.parse(xml) as Element).flatMap(([name, value]) =>
    elementsOf(value).map((element) => ({ name, element })),
  );
  if (!root) return undefined;
  const facts: AnswerFacts = { entities: [], readings: [] };
  const { name, element } = root;
  if (name === 'entry') addEntry(element, facts);
  else {
    const { entry, ...others } = element;
    facts.entities.push({ kind: name, key: '', members: membersOf(others) });
    if (name === 'feed') for (const one of elementsOf(entry)) addEntry(one, facts);
  }
  return facts;
}

function addEntry(entry: Element, into: AnswerFacts): void {
  const links = elementsOf(entry.link);
  const linked = (rel: string) => {
    const found = links.find((link) => link['@rel'] === rel)?.['@href'];
    return typeof found === 'string' ? pathOf(decoded(found)) : undefined;
  };
  const { content, ...others } = entry;
  const payloads = elementsOf(content).flatMap((one) => Object.entries(one).filter(([name]) => isChild(name)));
  const key = linked('self') ?? texts(entry.id)[0] ?? '';
  const series = linked('up') ?? key.replace(/\/[^/]*$/, '');
  for (const [, payload] of payloads) for (const one of elementsOf(payload)) addReadings(one, series, into.readings);
  into.entities.push({
    kind: payloads[0]?.[0] ?? 'entry',
    key,
    members: { ...membersOf(others), ...membersOf(Object.fromEntries(payloads)) },
  });
}

function addReadings(element: Element, series: string, into: ReadingFacts[]): void {
  for (const [name, value] of Object.entries(element)) {
    if (!isChild(name)) continue;
    for (const child of elementsOf(value)) {
      if (name === 'IntervalReading') into.push(readingOf(child, series));
      else addReadings(child, series, into);
    }
  }
}

function readingOf(reading: Element, series: string): ReadingFacts {
  const { timePeriod, ...others } = reading;
  const [period] = elementsOf(timePeriod);
  return {
    series,
    start: numberOf(texts(period?.start)[0]),
    duration: numberOf(texts(period?.duration)[0]),
    members: membersOf(others),
  };
}

function membersOf(element: Element): Members {
  const members: Record<string, readonly string[]> = {};
  addMembers(element, '', members);
  return members;
}

function addMembers(element: Element, path: string, into: Record<string, readonly string[]>): void {
  for (const [name, value] of Object.entries(element)) {
    // Readings are compared by their times.
    if (IGNORED.has(name) || name === 'IntervalReading' || name === '@xmlns' || name === '@schemaLocation') continue;
    if (name === 'link') {
      into[`${path}link`] = sorted(elementsOf(value).map(linkText));
      continue;
    }
    if (name === '#text' || name === '#cdata' || name.startsWith('@')) {
      const own = name.startsWith('@') ? [attribute(value)] : [ownText(element)];
      const label = name.startsWith('@') ? path + name : path.replace(/\.$/, '');
      if (own[0] !== '') into[label] = own;
      continue;
    }
    const children = elementsOf(value);
    const [only] = children;
    if (children.every(isLeaf)) into[path + name] = sorted(children.map(ownText));
    else if (children.length === 1 && only) addMembers(only, `${path + name}.`, into);
    else into[path + name] = sorted(children.map((child) => membersText(membersOf(child))));
  }
}

function linkText(link: Element): string {
  return `${attribute(link['@rel'])} ${pathOf(attribute(link['@href']))}`;
}

/** Elements of a member; one of text only comes as a plain string. */
function elementsOf(value: unknown): Element[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(elementsOf);
  return typeof value === 'object' ? [value as Element] : [{ '#text': [String(value)] }]; // as the parser's options say
}

function isLeaf(element: Element): boolean {
  return Object.keys(element).every((name) => name === '#text' || name === '#cdata');
}

function isChild(name: string): boolean {
  return !name.startsWith('#') && !name.startsWith('@');
}

function texts(value: unknown): string[] {
  return elementsOf(value).map(ownText);
}

/** Whitespace at the ends and its kind say nothing; what stands in CDATA has no references. */
function ownText(element: Element): string {
  const plain = [element['#text']].flat().map((one) => decoded(one === undefined ? '' : plainText(one)));
  const verbatim = [element['#cdata']].flat().map((one) => (one === undefined ? '' : plainText(one)));
  return [...plain, ...verbatim].join('').replace(/\s+/g, ' ').trim();
}

/** With the parser's options, lists of text come as such, or as one more element. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.map(plainText).join('');
  if (typeof value === 'object' && value !== null) return ownText(value as Element); // likewise
  return String(value);
}

function attribute(value: unknown): string {
  return value === undefined ? '' : decoded(String(value)).trim();
}

function numberOf(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}
