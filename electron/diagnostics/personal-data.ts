/**
 * Takes out of a text what is about a person, for support bundles, and leaves the program's own words: a bundle that nobody
 * can read helps nobody. Two nets: what the stores know about customers is looked for, as whole words, and what looks like an
 * e-mail address, a phone number or a street address goes as well.
 */
import os from 'node:os';
import { hideKnown, SHORTEST_KNOWN } from '../common/hide-known.ts';
import { hidingSecrets, redactText } from '../http/index.ts';
import { isOwnText, isOwnWord } from './vocabulary.ts';

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
/** Shorter numbers are house numbers and parts of telephone numbers, and as often milliseconds and ports. */
const SHORTEST_NUMBER = 5;

export interface Redaction {
  /** Tokens and secrets, exactly. */
  secrets: readonly string[];
  /** Names, addresses, account and meter numbers that the stores hold. */
  people: readonly string[];
  /** Titles and other texts of customers' entries, many of which only say what an entry is. */
  descriptions: readonly string[];
  /** Names that users chose, and what stands for each: ids of workspaces. */
  aliases: ReadonlyMap<string, string>;
  /** The user's home folder; it names the user. */
  home: string;
}

/** @returns a function that takes everything personal and secret out of a text */
export function redactor(redaction: Redaction): (text: string) => string {
  const { secrets, home } = redaction;
  const known = new Map<string, string>();
  for (const text of peopleIn(redaction)) known.set(text, HIDDEN.person);
  for (const [name, alias] of redaction.aliases) known.set(name, alias);
  const hidePeople = hideKnown(known, isWhole);
  // A token is one wherever it stands; it is too long to be a part of a word by chance.
  const tokens = secrets.filter(({ length }) => length > SHORTEST_KNOWN);
  const hideSecrets = hideKnown(new Map(tokens.map((token) => [token, HIDDEN.token])));
  const homePath = pathPattern(home);
  return (text) => {
    let clean = hideSecrets(text);
    clean = redactText(clean);
    if (homePath) clean = clean.replace(homePath, HIDDEN.home);
    clean = hidePeople(clean);
    return clean
      .replace(PERSONAL_MEMBER, (whole, member: string) =>
        isOwnWord(whole.slice(member.length).replaceAll('"', '')) ? whole : `${member}"${HIDDEN.person}"`,
      )
      .replace(EMAIL, HIDDEN.email)
      .replace(ADDRESS, HIDDEN.address)
      .replace(PHONE, HIDDEN.phone);
  };
}

/** Between the names of a path: JSON doubles each backslash, as often as a text is put into another one. */
const SEPARATOR = '(?:[\\\\/]+|%5C|%2F)';

/**
 * Finds a folder in each form that a log may have it: as the system writes it, within JSON, and in an address. Windows takes
 * upper and lower case as one; elsewhere a folder that differs only in that is as personal. Undefined for no folder.
 */
function pathPattern(folder: string): RegExp | undefined {
  const names = folder.split(/[\\/]+/).filter((name) => name !== '');
  if (names.length === 0) return undefined;
  // One slash: those before it belong to `file://`.
  const start = folder.startsWith('/') ? '(?:/|%2F)' : folder.startsWith('\\') ? SEPARATOR : '';
  const isWindows = folder.includes('\\');
  return new RegExp(start + names.map((name) => namePattern(name, isWindows)).join(SEPARATOR), 'gi');
}

function namePattern(name: string, isWindows: boolean): string {
  const wellFormed = name.toWellFormed();
  const forms = [name, JSON.stringify(name).slice(1, -1), encodeURI(wellFormed), encodeURIComponent(wellFormed)];
  const patterns = [...new Set(forms)].map((form) => form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  // Windows gives long names, and those with spaces, a second one: `Margaret Ellison` is `MARGAR~1`.
  if (isWindows) patterns.push(`${name.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 6)}~\\d`);
  return `(?:${patterns.join('|')})`;
}

/** For a file about something of one workspace that is given to others: secrets are found in any form that a text has them. */
export function fileRedactor(known: Pick<Redaction, 'secrets' | 'people' | 'descriptions'>): (text: string) => string {
  const hideSecrets = hidingSecrets(known.secrets);
  const hidePersonal = redactor({ ...known, secrets: [], aliases: new Map(), home: os.homedir() });
  return (text) => hidePersonal(hideSecrets(text));
}

/**
 * What is looked for: all that identifies somebody, in each form that a log may have it. A single word of the program's own
 * ("Meter") identifies nobody, nor does a title that is made of such words ("Usage Point").
 */
function peopleIn({ people, descriptions }: Redaction): string[] {
  const texts = [...people.filter((text) => !isOwnWord(text)), ...descriptions.filter((text) => !isOwnText(text))].map(
    (text) => text.trim(),
  );
  return texts
    .filter((text) => text.length >= (/^\d+$/.test(text) ? SHORTEST_NUMBER : SHORTEST_KNOWN))
    .flatMap((text) => [text, encodeURIComponent(text), text.replaceAll(' ', '+'), JSON.stringify(text).slice(1, -1)]);
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Ends of texts whose last letter belongs to an escape sequence, of JSON or of an address. */
const ESCAPED = /(?:%[0-9a-f]{2}|\\[bfnrt]|\\u[0-9a-f]{4})$/;

/** No letter or digit touches the part of a lower-case text. What begins or ends with none cannot be within a word. */
function isWhole(text: string, from: number, to: number): boolean {
  const touches = (inner: number, outer: number) => LETTER.test(text.charAt(inner)) && LETTER.test(text.charAt(outer));
  if (touches(to - 1, to)) return false;
  return !touches(from, from - 1) || ESCAPED.test(text.slice(Math.max(0, from - 6), from));
}
