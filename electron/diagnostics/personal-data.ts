/**
 * Takes out of a text what is about a person, for support bundles. Two nets: what this store knows about its customers
 * is looked for word by word, and what looks like an e-mail address, a phone number or a street address goes as well.
 */
import { redactText } from '../http/index.ts';

/** What stands where something was taken out. */
const HIDDEN = {
  token: '***',
  person: '[personal]',
  email: '[email]',
  phone: '[phone]',
  address: '[address]',
  home: '~',
};

/** Members of JSON texts whose values are about a person (service-facts: Authorization, Meter; ESPI Customer). */
const PERSONAL_MEMBER =
  /("(?:customer_email|user_email|full_name|customer_signature|nickname|customer_name|customerName|name|service_address|billing_address|billing_contact|billing_account|serviceAddress|accountId|streetDetail|addressGeneral|phone|email|username)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|\{[^{}]*\})/g;
const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Ten or more digits with the separators of phone numbers, or an international one; epochs and ids have none. */
const PHONE = /(?<![\w.-])(?:\+\d[\d\s().-]{7,}\d|\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4})(?![\w.-])/g;
const ADDRESS =
  /\b\d{1,6}\s+(?:[\p{Lu}][\p{L}'.-]*\s+){1,4}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Terrace|Parade)\b\.?/gu;
/** Shorter values would take harmless words with them. */
const SHORTEST_KNOWN = 4;

export interface Redaction {
  /** Tokens and secrets, exactly. */
  secrets: readonly string[];
  /** Names, addresses, account and meter numbers that the stores hold. */
  people: readonly string[];
  /** The user's home folder; it names the user. */
  home: string;
}

/** @returns a function that takes everything personal and secret out of a text */
export function redactor({ secrets, people, home }: Redaction): (text: string) => string {
  const hideSecrets = hideKnown(secrets, HIDDEN.token);
  const hidePeople = hideKnown(people, HIDDEN.person);
  return (text) => {
    let clean = hideSecrets(text);
    clean = redactText(clean);
    if (home.length > 1) clean = clean.replaceAll(home, HIDDEN.home);
    clean = hidePeople(clean);
    return clean
      .replace(PERSONAL_MEMBER, `$1"${HIDDEN.person}"`)
      .replace(EMAIL, HIDDEN.email)
      .replace(ADDRESS, HIDDEN.address)
      .replace(PHONE, HIDDEN.phone);
  };
}

/**
 * Looks for many texts at once: the known ones are found by their first letters, so that one pass over the text is
 * enough for tens of thousands of them. Upper and lower case count as one.
 */
function hideKnown(known: readonly string[], instead: string): (text: string) => string {
  const byStart = new Map<string, string[]>();
  for (const one of new Set(known.map((text) => text.trim().toLowerCase()))) {
    if (one.length < SHORTEST_KNOWN) continue;
    const start = one.slice(0, SHORTEST_KNOWN);
    const group = byStart.get(start);
    if (group) group.push(one);
    else byStart.set(start, [one]);
  }
  // The longest first: a full name before the family name in it.
  for (const group of byStart.values()) group.sort((left, right) => right.length - left.length);
  return (text) => {
    if (byStart.size === 0) return text;
    const lower = text.toLowerCase();
    // A few letters change their length in lower case (İ); then positions would not fit.
    const haystack = lower.length === text.length ? lower : text;
    let clean = '';
    let from = 0;
    for (let at = 0; at <= haystack.length - SHORTEST_KNOWN; at += 1) {
      const found = byStart.get(haystack.slice(at, at + SHORTEST_KNOWN))?.find((one) => haystack.startsWith(one, at));
      if (found === undefined) continue;
      clean += text.slice(from, at) + instead;
      from = at + found.length;
      at = from - 1;
    }
    return clean + text.slice(from);
  };
}
