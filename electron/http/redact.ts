/** The one place that takes secrets out of URLs, headers and texts that are kept or go into logs: by name, and by value. */
import { groupBy } from '#shared/group.ts';
import { hideKnown } from '../common/hide-known.ts';

/** What stands where a secret was taken out. */
export const HIDDEN = '***';

/** Parameters, members, elements and headers whose names end like this hold secrets. */
const SECRET_NAME = '[\\w-]*(?:token|secret|password|passwd|verifier|api[_-]?key|signature)';

/** Query parameters whose values are secrets (OAuth, signed links). */
const SECRET_PARAMETERS = `${SECRET_NAME}|code|state|key|sig|x-amz-[a-z-]+`;
const SECRET_PARAMETER = new RegExp(`^(?:${SECRET_PARAMETERS})$`, 'i');
/** In the middle of a text; `;` ends an `&amp;`. */
const PARAMETER_IN_TEXT = new RegExp(`([?&;](?:${SECRET_PARAMETERS})=)[^&\\s"'<>]+`, 'gi');

/** A JSON text that was cut may end within its value. */
const JSON_MEMBER = new RegExp(`("${SECRET_NAME}"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\[\\s\\S]?)*(?:"|$)|[\\d.eE+-]+)`, 'gi');
const XML_ELEMENT = new RegExp(
  `(<(?:[^\\s<>/:]+:)?${SECRET_NAME}(?:\\s[^<>]*)?>)(?:<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|$)|[^<])+`,
  'gi',
);
const ASSIGNED =
  /("?(?:access_token|refresh_token|client_secret|registration_access_token|code_verifier|api_token|password)(?:"?\s*[:=]\s*"?|>))[^"&\s,}<]+/gi;
const SECRET_HEADER = /^(?:set-)?cookie$|token|secret|password|signature|salt|api[_-]?key/i;
const LOGIN_HEADER = /^(?:proxy-)?authorization$/i;
const ADDRESS_HEADER = /^(?:content-)?location$|^referer$/i;

/** A URL, also a relative one, without user info, without the values of secret parameters, without a fragment. Never throws. */
export function redactUrl(url: string): string {
  // Not URL.parse: Node 20 does not have it.
  if (!URL.canParse(url)) return redactRelativeUrl(url);
  const parsed = new URL(url);
  parsed.username = '';
  parsed.password = '';
  parsed.hash = '';
  hideParameters(parsed);
  return parsed.href;
}

/** What a redirect may name: `/path?query`, `//host/path`; or a text that is no URL at all. It keeps its form. */
function redactRelativeUrl(url: string): string {
  const [, place = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  // Only its query is used.
  const parsed = new URL(query, 'https://any.invalid');
  hideParameters(parsed);
  return redactText(place.replace(/\/\/[^/]*@/, '//') + parsed.search);
}

function hideParameters({ searchParams }: URL): void {
  for (const name of new Set(searchParams.keys())) if (SECRET_PARAMETER.test(name)) searchParams.set(name, HIDDEN);
}

/** Free text (an error's message, a line of a log) with bearer tokens and secret members blanked. */
export function redactText(text: string): string {
  return text.replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`).replace(ASSIGNED, `$1${HIDDEN}`);
}

/**
 * A body of a request or an answer (JSON, XML, a form; it may be cut) with the values of secret members blanked. What only
 * looks like a short login ("Basic service") stays, as a body is shown as it came.
 */
export function redactBody(text: string): string {
  return text
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{16,}/gi, `$1 ${HIDDEN}`)
    .replace(JSON_MEMBER, `$1"${HIDDEN}"`)
    .replace(XML_ELEMENT, `$1${HIDDEN}`)
    .replace(ASSIGNED, `$1${HIDDEN}`)
    .replace(PARAMETER_IN_TEXT, `$1${HIDDEN}`);
}

/** Headers with the values of secret ones blanked; of a login its scheme stays. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redactHeader(name, value)]));
}

function redactHeader(name: string, value: string): string {
  if (LOGIN_HEADER.test(name)) return /^\w+ /.test(value) ? `${value.split(' ')[0]} ${HIDDEN}` : HIDDEN;
  if (SECRET_HEADER.test(name)) return HIDDEN;
  return ADDRESS_HEADER.test(name) ? redactUrl(value) : redactBody(value);
}

/** The secrets among the values of a form (`application/x-www-form-urlencoded`), by the names of their fields. */
export function secretsOfForm(body: string): string[] {
  return [...new URLSearchParams(body)].filter(([name]) => SECRET_PARAMETER.test(name)).map(([, value]) => value);
}

/** Shorter texts would take harmless words with them; no service issues such tokens. */
const SHORTEST_SECRET = 4;

/**
 * Looks for known secrets by their values, in each form that a text may have them.
 * @returns a function that takes them out of a text; `cut`: the text is the beginning of a longer one, so that it may end
 *   within a secret
 */
export function hidingSecrets(secrets: Iterable<string>): (text: string, cut?: boolean) => string {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET) for (const form of formsOf(secret)) forms.add(form);
  }
  const hide = hideKnown(new Map([...forms].map((form) => [form, HIDDEN])));
  const withoutEnd = withoutBegun(forms);
  return (text, cut = false) => hide(cut ? withoutEnd(text) : text);
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    secret,
    encoded,
    encoded.replaceAll('%20', '+'),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    xml,
    xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ];
}

/** @returns a function that takes the beginning of a form off the end of a text */
function withoutBegun(forms: ReadonlySet<string>): (text: string) => string {
  const byStart = groupBy([...forms], (form) => form.slice(0, SHORTEST_SECRET));
  let longest = 0;
  for (const { length } of forms) longest = Math.max(longest, length);
  return (text) => {
    for (let at = Math.max(0, text.length - longest); at <= text.length - SHORTEST_SECRET; at += 1) {
      const rest = text.slice(at);
      const group = byStart.get(rest.slice(0, SHORTEST_SECRET));
      if (group?.some((form) => form.startsWith(rest))) return text.slice(0, at) + HIDDEN;
    }
    return text;
  };
}
