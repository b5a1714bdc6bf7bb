/** Which text may stay in an element: none but what its type in the schemas says to be a number, a time or a known word. */
import { WORD_LISTS } from '#shared/espi/code-lists.ts';
import { qualityNamed } from '#shared/espi/quality.ts';
import { parseDate } from '#shared/time/date-text.ts';
import { SCHEMAS } from '../conformance/schema/types.ts';
import { parseDecimal } from '../engine/reader/numbers.ts';

/** What is done with the text of an element. `words`: these stay, others are replaced or, in closed lists, taken out. */
export type Form =
  | { kind: 'number' | 'code' | 'amount' | 'time' | 'flags' | 'rule' | 'hex' | 'uri' | 'scope' | 'title' | 'text' }
  | { kind: 'words'; words: ReadonlySet<string>; closed: boolean };

const TEXT: Form = { kind: 'text' };

/** By the name of the element, in whichever type it stands. */
const BY_NAME: Readonly<Record<string, Form>> = {
  scope: { kind: 'scope' },
  // The schema lets it be anything; it is a whole number.
  denominator: { kind: 'number' },
  roleFlags: { kind: 'flags' },
};

const BY_BASE: Readonly<Record<string, Form>> = {
  'xs:boolean': { kind: 'words', words: new Set(['true', 'false', '0', '1']), closed: true },
  'xs:dateTime': { kind: 'time' },
  'xs:hexBinary': { kind: 'hex' },
  'xs:anyURI': { kind: 'uri' },
  'xs:string': TEXT,
  'xs:anyType': TEXT,
};

const NUMBERS = /^xs:(?:integer|long|float|unsigned(?:Int|Long))$/;
const CODES = /^xs:(?:short|unsigned(?:Byte|Short))$/;

/** The form of an element, by its name and its type in the schema of a namespace. What is not known is free text. */
export function formOf(namespace: string, type: string, name: string): Form {
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name] ?? TEXT;
  if (type === 'TimeType') return { kind: 'time' };
  if (type === 'DstRuleType') return { kind: 'rule' };
  if (type === 'Int48') return { kind: 'amount' };
  const known = SCHEMAS.get(namespace)?.types.get(type);
  const listed = wordsOf(type);
  if (CODES.test(type)) return { kind: 'code' };
  if (known?.kind !== 'value') return NUMBERS.test(type) ? { kind: 'number' } : (BY_BASE[type] ?? TEXT);
  const one = known.facets.get('one');
  if (one !== undefined) return { kind: 'words', words: lowered(one.split('|')), closed: true };
  if (listed) return { kind: 'words', words: listed, closed: false };
  return formOf(namespace, known.base, name);
}

function wordsOf(type: string): ReadonlySet<string> | undefined {
  const lists: Readonly<Record<string, readonly string[]>> = WORD_LISTS;
  const words = Object.hasOwn(lists, type) ? lists[type] : undefined;
  return words && lowered(words);
}

function lowered(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.toLowerCase()));
}

/** True where a text, without white space around it, is of a form that tells nothing about a person. */
export function isOfForm(form: Form, text: string): boolean {
  switch (form.kind) {
    case 'number':
    case 'amount':
      return isNumber(text);
    case 'code':
      // Longer numbers are no code of any list, and may be those of an account.
      return /^[+-]?0*\d{1,5}(?:\.\d{0,5})?$/.test(text) || isQualityWord(text);
    case 'time':
      return isNumber(text) || isDate(text);
    case 'flags':
      return /^[0-9a-f]{1,4}$/i.test(text);
    case 'rule':
      return /^(?:[0-9a-f]{8}|[0-9a-f]{1,4})$/i.test(text);
    case 'words':
      return form.words.has(text.toLowerCase());
    default:
      return false;
  }
}

/** A single word that the reader takes for the code of a quality. */
function isQualityWord(text: string): boolean {
  return /^[a-z]+$/i.test(text) && qualityNamed(text) !== undefined;
}

function isNumber(text: string): boolean {
  return /^[+-]?\d{1,15}$/.test(text) || (text.length <= 40 && parseDecimal(text) !== undefined);
}

/** A date that can be read, or one of that form in which only a part is out of range. */
function isDate(text: string): boolean {
  return (
    text.length <= 40 &&
    (parseDate(text) !== undefined || /^-?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/.test(text))
  );
}
