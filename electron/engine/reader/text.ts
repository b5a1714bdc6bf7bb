/** Character data of XML: references decoded. */

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Text as characters: character references and the five entities of XML decoded.
 * @param unknown called with an entity that XML does not know; it stays as written.
 */
export function decodeReferences(text: string, unknown?: (entity: string) => void): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|[^\s;&<]{1,32});|&/g, (whole: string, name?: string) => {
    const known = name === undefined ? undefined : decodeOne(name);
    if (known === undefined) unknown?.(whole);
    return known ?? whole;
  });
}

/** Without the white space of XML at its ends. Unlike `trim` it leaves no-break spaces and the like, which no number has. */
export function trimXml(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isXmlSpace(text.charCodeAt(start))) start++;
  while (end > start && isXmlSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isXmlSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d;
}

function decodeOne(name: string): string | undefined {
  if (name.startsWith('#')) {
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
  }
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}
