import { REMOVED, SECRETS } from './decode.ts';

const SECRET = SECRETS.join('|');
const PATTERN = new RegExp(
  `(<(?:[^\\s<>/:]+:)?(?:${SECRET})(?:\\s[^<>]*)?>)(?:<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|$)|[^<])*`,
  'gi',
);
const HINT = new RegExp(SECRET, 'i');

/** Raw XML with the text of secret elements taken out. */
export function withoutSecrets(xml: string): string {
  return HINT.test(xml) ? xml.replace(PATTERN, `$1${REMOVED}`) : xml;
}
