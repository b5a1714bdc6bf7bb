/** The little that the check of a service reads of an answer beside its verdicts: names, texts and links. */
import { matchResource, type ResourceMatch } from '#shared/resources.ts';

/** How many elements of that local name begin. */
export function countOf(xml: string, name: string): number {
  return [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?=[\\s/>])`, 'g'))].length;
}

/** The texts of all elements of that local name that hold nothing else. */
export function textsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*)?>([^<]*)</`, 'g'));
  return [...found].map((match) => unescaped(match[1] ?? '').trim());
}

/** All elements with a text whose name is one that holds an address. */
export function addressesOf(xml: string): { name: string; value: string }[] {
  const found = xml.matchAll(/<(?:[\w.-]+:)?([A-Za-z_]*(?:URI|Uri|Endpoint|_uri))(?:\s[^>]*)?>([^<]+)</g);
  return [...found].map((match) => ({ name: match[1] ?? '', value: unescaped(match[2] ?? '').trim() }));
}

/** All elements of that local name that are not closed at once, as text. */
export function elementsOf(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<((?:[\\w.-]+:)?${name})(?:\\s[^>]*)?(?<!/)>.*?</\\1\\s*>`, 'gs'));
  return [...found].map(([text]) => text);
}

/** The entries of a feed, or the lone one, as text. */
export function entriesOf(xml: string): string[] {
  return elementsOf(xml, 'entry');
}

/** Hrefs of links, as written. @param rel of those that are wanted; all where it is left out */
export function hrefsOf(xml: string, rel?: 'self' | 'related'): string[] {
  const links = xml.matchAll(/<(?:[\w.-]+:)?link\b[^>]*>/g);
  return [...links].flatMap(([link]) => {
    const isWanted = rel === undefined || attribute(link, 'rel') === rel;
    const href = attribute(link, 'href');
    return isWanted && href !== undefined ? [href] : [];
  });
}

/** The resource that an entry is, by its self link. */
export function selfOf(entry: string): ResourceMatch | undefined {
  const [href] = hrefsOf(entry, 'self');
  return href === undefined ? undefined : matchResource(href);
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const text = value?.[1] ?? value?.[2];
  return text === undefined ? undefined : unescaped(text);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}
