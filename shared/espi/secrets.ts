import { REMOVED, SECRETS } from './decode.ts';

const SECRET = SECRETS.join('|');
/** A start tag that ends no element itself, and all up to its end tag, or up to the end where that was cut off. */
const PATTERN = new RegExp(`(<((?:[^\\s<>/:]+:)?(?:${SECRET}))(?:\\s[^<>]*)?(?<!/)>)[\\s\\S]*?(?=</\\2\\s*>|$)`, 'gi');
const HINT = new RegExp(SECRET, 'i');

/** Raw XML with what secret elements hold taken out. */
export function withoutSecrets(xml: string): string {
  return HINT.test(xml) ? xml.replace(PATTERN, `$1${REMOVED}`) : xml;
}
