/** Texts with everything replaced that is not known to say nothing: free text, addresses of resources, scopes. */
import { ENTITY_NAMES } from '#shared/espi/entities.ts';
import { RESOURCES } from '#shared/resources.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** A UUID that no further hexadecimal digit touches, or a word. All other characters of ASCII are punctuation and stay. */
const PARTS =
  /(?<![0-9a-f])([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![0-9a-f])|(?:[a-z0-9]|[\u0080-\u{10ffff}])+/giu;

const RESOURCE_NAMES = ENTITY_NAMES.map(([name]) => name.toLowerCase());

/** Steps of paths that name a resource or a version of the interface, in small letters. */
const STEPS: ReadonlySet<string> = new Set([
  ...RESOURCE_NAMES,
  ...RESOURCES.flatMap(({ path }) => path.split('/').filter((step) => !step.includes('{'))).map((step) =>
    step.toLowerCase(),
  ),
  ...['', '.', '..', 'espi', '1_1', 'resource', 'datacustodian', 'thirdparty', 'retailcustomer', 'subscription'],
]);
const TITLES: ReadonlySet<string> = new Set([...RESOURCE_NAMES, 'retailcustomer', 'subscription']);

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'urn:', 'mailto:', 'tel:', 'tag:', 'ftp:', 'file:']);
const FILTERS: ReadonlySet<string> = new Set(RESOURCES.flatMap(({ filters }) => filters));
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d(?::|%3a)\d\d(?:(?::|%3a)\d\d(?:\.\d{1,9})?)?(?:Z|[-+]\d\d(?::|%3a)?\d\d)?)?$/i;

/** Without a scheme there is no host either, as links are joined. */
const URI = /^(\s*)(?:([a-z][a-z0-9+.-]*:)(\/\/[^/?#]*)?)?([^?#]*)(\?[^#]*)?(#.*)?$/is;
/** A host and one of the usual ports. */
const HOST = /^(.*?)(:(?:80|443|8080|8443))?$/s;
const LOOKS_LIKE_URI = /^\s*(?:[a-z][a-z0-9+.-]*:\/\/\S+|urn:\S+|(?:\S*\/)?resource\/\S*)\s*$/i;

/** Numbers of function blocks may stand apart from their name. */
const SCOPE_PART =
  /^(?:(?:FB=)?\d{1,3}(?:_\d{1,3})*_?|FB=|(?:IntervalDuration|AccountCollection)=\d{1,5}(?:_\d{1,5})*|HistoryLength=\d{1,9}|(?:BlockDuration|SubscriptionFrequency)=(?:(?:hourly|daily|weekly|monthly|quarterly|yearly|billingperiod|seasonal)_?)*)$/i;

/** Replaces words and UUIDs; what is an address as a whole keeps the names of resources in it. */
export function replaceText(text: string, pseudonyms: Pseudonyms): string {
  return LOOKS_LIKE_URI.test(text) ? replaceUri(text, pseudonyms) : replaceWords(text, pseudonyms);
}

/** A title that only says which resource an entry is stays: it is in every file. */
export function replaceTitle(text: string, pseudonyms: Pseudonyms): string {
  return TITLES.has(text.replace(/\s+/g, '').toLowerCase()) ? text : replaceText(text, pseudonyms);
}

/** An href or other URI: its form, names of resources and times of filters stay, all else is replaced word by word. */
export function replaceUri(text: string, pseudonyms: Pseudonyms): string {
  const match = URI.exec(text);
  if (!match) return replaceWords(text, pseudonyms);
  const [, space = '', scheme = '', host = '', path = '', query = '', fragment = ''] = match;
  const steps = path.split(/(\/|%2f)/i).map((step, i) => (i % 2 === 1 ? step : replaceStep(step, pseudonyms)));
  return [
    space,
    SCHEMES.has(scheme.toLowerCase()) ? scheme : replaceWords(scheme, pseudonyms),
    host.replace(HOST, (_, name: string, port = '') => replacePart(name, pseudonyms) + port),
    ...steps,
    query.replace(/[^?&;]+/g, (pair) => replacePair(pair, pseudonyms)),
    replacePart(fragment, pseudonyms),
  ].join('');
}

/** A scope: function blocks, durations and frequencies stay, all other parts are replaced. */
export function replaceScope(text: string, pseudonyms: Pseudonyms): string {
  return text.replace(/[^;\s]+/g, (part) => (SCOPE_PART.test(part) ? part : replaceText(part, pseudonyms)));
}

/** Every word, however it stands there. */
export function replaceWords(text: string, pseudonyms: Pseudonyms): string {
  return text.replace(PARTS, (part, uuid?: string) => (uuid ? pseudonyms.uuid(uuid) : pseudonyms.word(part)));
}

function replaceStep(step: string, pseudonyms: Pseudonyms): string {
  if (STEPS.has(step.trim().toLowerCase())) return step;
  const head = /^(?:urn:)?uuid:/i.exec(step)?.[0] ?? '';
  return head + replacePart(step.slice(head.length), pseudonyms);
}

/** A filter by times, or words. */
function replacePair(pair: string, pseudonyms: Pseudonyms): string {
  const [name = '', value] = pair.split('=', 2);
  const known = FILTERS.has(name);
  if (known && value !== undefined && pair === `${name}=${value}` && TIME.test(value)) return pair;
  return known ? name + replacePart(pair.slice(name.length), pseudonyms) : replacePart(pair, pseudonyms);
}

/** A part of a URI: escapes are read before words are looked for, and written again. */
function replacePart(part: string, pseudonyms: Pseudonyms): string {
  if (!part.includes('%')) return replaceWords(part, pseudonyms);
  // A "%" that begins no escape must not come to begin one.
  if (!isEscaped(part)) return replaceWords(part.replaceAll('%', '~'), pseudonyms);
  return part.replace(RUN, (run) =>
    run.includes('%')
      ? encodeURIComponent(replaceWords(decodeURIComponent(run), pseudonyms))
      : replaceWords(run, pseudonyms),
  );
}

/** Words and UUIDs of a URI, with escapes in them. */
const RUN = /(?:[a-z0-9-]|[\u0080-\u{10ffff}]|%[0-9a-f]{2})+/giu;

function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
