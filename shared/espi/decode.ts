import { parseDate } from '../time/date-text.ts';
import { type CodeList, isKnownCode, WORD_LISTS, type WordList } from './code-lists.ts';
import type { XmlNode } from './node.ts';
import { isInMilliseconds, LONGEST_DURATION, unitOfEpoch } from './time-range.ts';

/**
 * Small readers from XML to plain JSON, and their combination. An entity is a table of fields; its type follows from
 * the table. Payloads are read as bags: any order, everything optional, what is not in the table is kept under
 * `unknown`. Keys are the element names with a small first letter, so that `ServiceDeliveryPoint` and
 * `serviceDeliveryPoint` are one.
 */

/** Something odd that was found while decoding. */
export interface Finding {
  code: string;
  severity: 'warning' | 'info';
  message: string;
}

export type Report = (finding: Finding) => void;

type Read<T> = (node: XmlNode, report: Report) => T | undefined;

/** What a field is, for code that walks the tables: a structure has fields of its own, a number is one. */
interface FieldShape {
  fields?: Fields;
  numeric?: true;
}
export interface One<T> extends FieldShape {
  many: false;
  read: Read<T>;
}
export interface Many<T> extends FieldShape {
  many: true;
  read: Read<T>;
}
export type Fields = Readonly<Record<string, One<unknown> | Many<unknown>>>;

/** An element that the table does not have, kept as it was. */
interface RawElement {
  name: string;
  namespace: string;
  text?: string;
  children?: RawElement[];
}

type Decoded<F extends Fields> = {
  [K in keyof F]?: F[K] extends Many<infer T> ? T[] : F[K] extends One<infer T> ? T : never;
} & { unknown?: RawElement[] };

/** The type of what a field reads. */
export type Infer<F> = F extends One<infer T> ? T : never;

const one = <T>(read: Read<T>, shape: FieldShape = {}): One<T> => ({ many: false, read, ...shape });
const numeric = <T>(read: Read<T>): One<T> => one(read, { numeric: true });

/** A field that may occur several times. */
export function many<T>(field: One<T>): Many<T> {
  return { ...field, many: true };
}

/** A structure with these fields. `bare`: the key that text without elements is read as (Status is written so). */
export function struct<F extends Fields>(fields: F, bare?: string & keyof F): One<Decoded<F>> {
  const read: Read<Decoded<F>> = (node, report) => {
    const result: Record<string, unknown> = {};
    const unknown: RawElement[] = [];
    if (node.text !== '' && node.children.length === 0 && bare !== undefined) {
      result[bare] = node.text;
      report(finding('text_for_structure', 'info', `<${node.name}> holds text where the schema wants elements.`));
    }
    for (const child of node.children) {
      const key = keyOf(child.name);
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (!field || (result[key] !== undefined && !field.many)) {
        unknown.push(rawElement(child));
        const what = field ? 'stands twice' : 'is not in the schema';
        report(
          finding(field ? 'repeated_element' : 'unknown_element', 'info', `<${child.name}> in <${node.name}> ${what}.`),
        );
        continue;
      }
      const value = field.read(child, report);
      if (value === undefined) {
        // Unreadable, but not lost.
        if (child.text !== '' || child.children.length > 0) unknown.push(rawElement(child));
      } else if (field.many) {
        const list = result[key];
        if (Array.isArray(list)) list.push(value);
        else result[key] = [value];
      } else result[key] = value;
    }
    if (unknown.length > 0) result.unknown = unknown;
    // The loop above put under each key what the field of that key reads.
    return result as Decoded<F>;
  };
  return one(read, { fields });
}

/** Text; absent when empty. */
export const text = one((node) => node.text || undefined);

/** What stands for a secret everywhere but in the main process. */
export const REMOVED = '[removed]';

/** Elements, in lower case, whose text must never reach a database, a log, an export or the window. */
export const SECRETS: readonly string[] = [
  'client_secret',
  'registration_access_token',
  'access_token',
  'refresh_token',
  'password',
];

/** A secret: records that it was there, but not its value. */
export const secret = one((node) => (node.text === '' ? undefined : REMOVED));

/** An amount (Int48); one with decimals is kept as it is, with a finding. */
export const int = numeric((node, report) => {
  const number = readNumber(node, report);
  if (number !== undefined && !Number.isInteger(number)) {
    report(finding('decimal_number', 'info', `<${node.name}> has decimals, where the schema wants a whole number.`));
  }
  return number;
});

/** Any number. */
export const decimal = numeric(readNumber);

/** A whole number between these, both included; any other is reported and left out. */
function whole(least: number, greatest: number, what: string): One<number> {
  return numeric((node, report) => readWhole(node, report, { least, greatest, what }));
}

export const uint8 = whole(0, 255, 'a whole number up to 255');
/** A bucket of a price: time of use, tier, critical peak. */
export const int16 = whole(-32_767, 32_767, 'a whole number of 16 bits');
/** A length of time. */
export const seconds = whole(0, LONGEST_DURATION, 'a length of time in seconds');

/** `true`, `false`, 1, 0. */
export const bool = one((node, report) => {
  const word = node.text.toLowerCase();
  if (word === 'true' || word === '1') return true;
  if (word === 'false' || word === '0') return false;
  return unreadable(node, report, 'true or false');
});

/** Hexadecimal digits, upper-cased. */
export const hex = one((node, report) =>
  /^[0-9a-f]{1,16}$/i.test(node.text) ? node.text.toUpperCase() : unreadable(node, report, 'hexadecimal'),
);

/** Epoch seconds UTC; milliseconds are divided, decimals are cut, dates are converted. */
export const epoch = numeric((node, report) => readEpoch(node, report).seconds);

/** Codes of the schema are UInt16 or Int16; these have less room. */
const CODE_RANGES: Partial<Record<CodeList, readonly [least: number, greatest: number]>> = {
  // Nothing measures beyond, and the powers of two reading types must still fit a column when they are taken together.
  UnitMultiplierKind: [-30, 30],
  QualityOfReading: [0, 32_767],
};

/** A code of a numeric list, known or not. */
export function code(list: CodeList): One<number> {
  const [least, greatest] = CODE_RANGES[list] ?? [-32_768, 65_535];
  return numeric((node, report) => {
    const number = readWhole(node, report, { least, greatest, what: 'a code' });
    if (number === undefined) return undefined;
    if (!isKnownCode(list, number)) {
      report(finding('unknown_code', 'info', `<${node.name}> is ${number}, which is not in the list ${list}.`));
    }
    return number;
  });
}

/** A word of a list, known or not. */
export function word(list: WordList): One<string> {
  const known: readonly string[] = WORD_LISTS[list];
  return one((node, report) => {
    if (node.text === '') return undefined;
    if (!known.includes(node.text)) {
      const shown = node.text.slice(0, 60);
      report(finding('unknown_code', 'info', `<${node.name}> is "${shown}", which is not in the list ${list}.`));
    }
    return node.text;
  });
}

/** DateTimeInterval, epoch seconds and seconds; the end is start + duration. */
export interface Interval {
  start?: number;
  duration?: number;
}

const readInterval: Read<Interval> = (node, report) => {
  const startNode = node.children.find((child) => child.name === 'start');
  const durationNode = node.children.find((child) => child.name === 'duration');
  const start = startNode ? readEpoch(startNode, report) : undefined;
  let duration = durationNode ? readNumber(durationNode, report) : undefined;
  if (duration !== undefined) {
    if (!Number.isInteger(duration)) {
      report(finding('time_with_decimals', 'info', `The duration of <${node.name}> has decimals; they were cut.`));
    }
    duration = Math.trunc(duration);
    if (start?.milliseconds && isInMilliseconds(duration)) duration = Math.trunc(duration / 1000);
    if (duration < 0 || duration > UINT32_MAX) {
      report(finding('number_out_of_range', 'warning', `<${node.name}> lasts ${duration} s, which no period does.`));
      duration = undefined;
    }
  }
  return {
    ...(start?.seconds !== undefined && { start: start.seconds }),
    ...(duration !== undefined && { duration }),
  };
};

export const interval: One<Interval> = one(readInterval, { fields: { start: epoch, duration: decimal } });

/** What the schema lets a period last, in seconds; some write it for "without end". */
const UINT32_MAX = 0xffffffff;

function readEpoch(node: XmlNode, report: Report): { seconds: number | undefined; milliseconds: boolean } {
  const date = parseDate(node.text);
  if (date !== undefined) {
    const message = `<${node.name}> is a date, where the schema wants epoch seconds; without a zone it is taken for UTC.`;
    report(finding('time_as_date', 'warning', message));
    return { seconds: Math.floor(date / 1000), milliseconds: false };
  }
  const number = readNumber(node, report);
  if (number === undefined) return { seconds: undefined, milliseconds: false };
  const unit = unitOfEpoch(number);
  if (unit === undefined) {
    report(outOfRange(node, 'a time'));
    return { seconds: undefined, milliseconds: false };
  }
  if (unit === 'milliseconds') {
    const message = `<${node.name}> is in milliseconds, where the schema wants seconds; it was divided by 1000.`;
    report(finding('time_in_milliseconds', 'warning', message));
    return { seconds: Math.trunc(number / 1000), milliseconds: true };
  }
  if (!Number.isInteger(number)) {
    report(finding('time_with_decimals', 'info', `<${node.name}> has decimals; they were cut.`));
  }
  return { seconds: Math.trunc(number), milliseconds: false };
}

interface Whole {
  least: number;
  greatest: number;
  /** What the schema wants, for the message. */
  what: string;
}

function readWhole(node: XmlNode, report: Report, { least, greatest, what }: Whole): number | undefined {
  const number = readNumber(node, report);
  if (number === undefined) return undefined;
  if (!Number.isInteger(number)) return unreadable(node, report, what);
  if (number >= least && number <= greatest) return number;
  report(outOfRange(node, what));
  return undefined;
}

function readNumber(node: XmlNode, report: Report): number | undefined {
  if (node.text === '') {
    report(finding('empty_element', 'info', `<${node.name}> is empty.`));
    return undefined;
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(node.text)) return unreadable(node, report, 'a number');
  const number = Number(node.text);
  if (Math.abs(number) <= Number.MAX_SAFE_INTEGER) return number === 0 ? 0 : number;
  report(outOfRange(node, 'a number'));
  return undefined;
}

function outOfRange(node: XmlNode, what: string): Finding {
  const message = `<${node.name}> is ${shortened(node.text)}, out of the range of ${what}; it is left out.`;
  return finding('number_out_of_range', 'warning', message);
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}

function unreadable(node: XmlNode, report: Report, what: string): undefined {
  if (node.text === '') report(finding('empty_element', 'info', `<${node.name}> is empty.`));
  else report(finding('unparsable_number', 'warning', `<${node.name}> is "${shortened(node.text)}", not ${what}.`));
  return undefined;
}

function finding(codeName: string, severity: Finding['severity'], message: string): Finding {
  return { code: codeName, severity, message };
}

/** The JSON key of an element: its name with a small first letter. */
function keyOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** An element as it was, but for the secrets in it: these may stand where the schema has none. */
export function rawElement({ name, namespace, text: content, children }: XmlNode): RawElement {
  const holds = content !== '' || children.length > 0;
  if (holds && SECRETS.includes(name.toLowerCase())) return { name, namespace, text: REMOVED };
  return {
    name,
    namespace,
    ...(content !== '' && { text: content }),
    ...(children.length > 0 && { children: children.map(rawElement) }),
  };
}
