/** What real custodians do to the standard, to be rehearsed on demand (issue 3, item 1). All off by default. */

export const QUIRKS = {
  'capital-sdp': 'ServiceDeliveryPoint with a capital S, as the public service writes it',
  prefixes: 'namespace prefixes ns0:, ns1: and ns2: instead of default namespaces',
  'newest-first': 'entries, and readings within a block, newest first',
  'no-local-time': 'no LocalTimeParameters anywhere',
  'milli-money': 'money in 1/1000 of the currency instead of 1/100000',
  registers: 'register reads (cumulative values) instead of amounts',
  'repeated-ids': 'all entries of a kind have the same Atom id',
  'epoch-ms': 'epochs of Authorization and statusTimeStamp in milliseconds',
} as const;

type Quirk = keyof typeof QUIRKS;
export type Quirks = ReadonlySet<Quirk>;

export const NO_QUIRKS: Quirks = new Set();

/** Reads `all`, `none` or a list of names with commas; throws with the names that exist. */
export function parseQuirks(text: string): Quirks {
  const names = Object.keys(QUIRKS) as Quirk[]; // the keys of the table are the quirks
  if (text === 'all') return new Set(names);
  if (text === '' || text === 'none') return NO_QUIRKS;
  const chosen = text.split(',').map((name) => name.trim());
  const wrong = chosen.find((name) => !names.some((known) => known === name));
  if (wrong !== undefined) throw new Error(`There is no quirk ${wrong}. There are: all, none, ${names.join(', ')}.`);
  return new Set(names.filter((name) => chosen.includes(name)));
}

/** The textual quirks, applied to a finished piece of a document. The others are applied where values are made. */
export function applyQuirks(quirks: Quirks, xml: string): string {
  if (quirks.size === 0) return xml;
  let text = xml;
  if (quirks.has('capital-sdp')) text = text.replace(/(<\/?)serviceDeliveryPoint/g, '$1ServiceDeliveryPoint');
  if (quirks.has('prefixes')) text = withPrefixes(text);
  return text;
}

const PREFIX_OF: Record<string, string> = {
  'http://www.w3.org/2005/Atom': 'ns0',
  'http://naesb.org/espi': 'ns1',
  'http://naesb.org/espi/customer': 'ns2',
};
const ATOM_NAMES = /^(feed|entry|id|link|title|published|updated|content)$/;

function withPrefixes(xml: string): string {
  let payload = 'ns1';
  let depth = 0;
  return xml.replace(
    /<(\/?)([A-Za-z]\w*)((?:\s[^<>]*?)?)(\/?)>/g,
    (_all, close: string, name: string, rest: string, empty: string) => {
      const space = /\sxmlns="([^"]+)"/.exec(rest)?.[1];
      const prefix = space === undefined ? undefined : PREFIX_OF[space];
      const attributes = prefix === undefined ? rest : rest.replace(/\sxmlns="/, ` xmlns:${prefix}="`);
      if (prefix !== undefined && prefix !== 'ns0') payload = prefix;
      // Inside content everything is payload; `title` and others occur in both vocabularies.
      const outside = depth === 0;
      if (name === 'content' && ATOM_NAMES.test(name) && empty === '') depth += close === '' ? 1 : -1;
      const isAtom = (outside || depth === 0) && ATOM_NAMES.test(name);
      return `<${close}${isAtom ? 'ns0' : payload}:${name}${attributes}${empty}>`;
    },
  );
}

/** Things of a feed, given oldest first, in the order of this custodian. */
export function inOrder<T>(quirks: Quirks, things: readonly T[]): readonly T[] {
  return quirks.has('newest-first') ? things.toReversed() : things;
}

/** An instant as this custodian writes it. */
export function epoch(quirks: Quirks, seconds: number): number {
  return quirks.has('epoch-ms') ? seconds * 1000 : seconds;
}

/** Money (given in 1/100000) as this custodian writes it. */
export function money(quirks: Quirks, amount: number): number {
  return quirks.has('milli-money') ? Math.round(amount / 100) : amount;
}
