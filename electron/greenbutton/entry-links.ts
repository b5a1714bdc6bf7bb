/**
 * The addresses in a small feed or entry, for walking from resource to resource. Whole entries are the engine's
 * business; this reads links only, of feeds that are lists of usage points or meter readings.
 */
import { XMLParser } from 'fast-xml-parser';
import { matchResource, type ResourceMatch } from '#shared/resources.ts';

export interface EntryLinks {
  /** The entry's own resource, as far as its self link says it. */
  self: ResourceMatch | undefined;
  selfHref: string | undefined;
  /** Hrefs of its related links, as written. */
  related: string[];
}

interface LinkElement {
  '@rel'?: string;
  '@href'?: string;
}

interface EntryElement {
  link?: LinkElement[];
}

interface FeedElement {
  entry?: (EntryElement | string)[];
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Entity definitions are never followed; the five of XML are all that an href can hold.
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'entry' || name === 'link',
  // What stands inside content is the engine's business.
  stopNodes: ['*.content'],
});

/** The links of every entry of a feed, of several that follow each other, or of a lone entry. Empty for anything else; throws where the parser does. */
export function entryLinks(xml: string): EntryLinks[] {
  // The options above fix the shape: arrays for entry and link, attributes with `@`; all members may be missing.
  // A feed or an entry without elements comes as its text.
  const root = parser.parse(xml) as FeedElement & { feed?: FeedElement | string | (FeedElement | string)[] };
  const feeds = [root.feed ?? []].flat();
  const entries = [...feeds, root].flatMap((feed) => (typeof feed === 'string' ? [] : (feed.entry ?? [])));
  return entries.map((entry) => {
    const links = (typeof entry === 'string' ? undefined : entry.link) ?? [];
    const selfHref = href(links.find((link) => link['@rel'] === 'self'));
    const related = links.filter((link) => link['@rel'] === 'related').map(href);
    return {
      self: selfHref === undefined ? undefined : matchResource(selfHref),
      selfHref,
      related: related.filter((target) => target !== undefined),
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function href(link: LinkElement | undefined): string | undefined {
  return link?.['@href']?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/**
 * False for a document whose root element does not end, and for nothing at all: its transfer was cut short. True for what
 * is not XML, and for web pages, whose elements need no end.
 */
export function rootIsClosed(xml: string): boolean {
  const text = xml.replace(/^\uFEFF/, '').trimStart();
  if (!text.startsWith('<')) return text !== '';
  const root = /<([A-Za-z_][\w:.-]*)[^>]*?(\/?)>/.exec(text.replace(/<!--.*?(?:-->|$)/gs, ''));
  if (root === null) return false;
  const [, name = '', empty] = root;
  return empty === '/' || /^html$/i.test(name) || new RegExp(`</${name}\\s*>`).test(text);
}

/** `currentStatus` of a ServiceStatus document: 0 unavailable, 1 normal (service-facts.md); undefined when unreadable. */
export function readServiceStatus(xml: string): number | undefined {
  const root: unknown = parser.parse(xml);
  const value = findText(root, 'currentStatus', 4);
  return value !== undefined && /^\s*\d+\s*$/.test(value) ? Number(value) : undefined;
}

/** The text of the first element of that name, at most `depth` levels down: it may come bare or inside an entry. */
function findText(node: unknown, name: string, depth: number): string | undefined {
  if (typeof node !== 'object' || node === null || depth < 0) return undefined;
  for (const [key, value] of Object.entries(node)) {
    if (key === name && typeof value === 'string') return value;
    if (key === 'content' && typeof value === 'string') return readInner(value, name);
    const found = findText(value, name, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readInner(content: string, name: string): string | undefined {
  return new RegExp(`<(?:[\\w.-]+:)?${name}[^>]*>([^<]*)<`).exec(content)?.[1];
}
