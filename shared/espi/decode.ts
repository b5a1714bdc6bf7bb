import { parseDate } from '../time/date-text.ts';
import { type CodeList, isKnownCode, WORD_LISTS, type WordList } from './code-lists.ts';
import type { XmlNode } from './node.ts';

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

export interface One<T> {
  many: false;
  read: Read<T>;
}
export interface Many<T> {
  many: true;
  read: Read<T>;
}
type Fields = Readonly<Record<string, One<unknown> | Many<unknown>>>;

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

const one = <T>(read: Read<T>): One<T> => ({ many: false, read });

/** A field that may occur several times. */
export function many<T>(field: One<T>): Many<T> {
  return { many: true, read: field.read };
}

/** A structure with these fields. `bare`: the key that text without elements is read as (Status is written so). */
export function struct<F extends Fields>(fields: F, bare?: string & keyof F): One<Decoded<F>> {
  return one((node, report) => {
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
  });
}

/** Text; absent when empty. */
export const text = one((node) => node.text || undefined);

/** What stands for a secret everywhere but in the main process. */
export const REMOVED = '[removed]';

/** A secret: that it was there is kept, it is not. */
export const secret = one((node) => (node.text === '' ? undefined : REMOVED));

/** A whole number (Int48 and smaller); one with decimals is kept as it is, with a finding. */
export const int = one((node, report) => {
  const number = readNumber(node, report);
  if (number !== undefined && !Number.isInteger(number)) {
    report(finding('decimal_number', 'info', `<${node.name}> has decimals, where the schema wants a whole number.`));
  }
  return number;
});

/** Any number. */
export const decimal = one(readNumber);

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

/** Epoch seconds UTC; milliseconds (above 1e11) are divided, decimals are cut, dates are converted. */
export const epoch = one((node, report) => readEpoch(node, report).seconds);

/** A code of a numeric list, known or not. */
export function code(list: CodeList): One<number> {
  return one((node, report) => {
    const number = readNumber(node, report);
    if (number === undefined) return undefined;
    if (!Number.isInteger(number)) return unreadable(node, report, 'a code');
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

export const interval: One<Interval> = one((node, report) => {
  const startNode = node.children.find((child) => child.name === 'start');
  const durationNode = node.children.find((child) => child.name === 'duration');
  const start = startNode ? readEpoch(startNode, report) : undefined;
  let duration = durationNode ? readNumber(durationNode, report) : undefined;
  if (duration !== undefined) {
    duration = Math.trunc(duration);
    if (start?.milliseconds && duration >= 60_000) duration = Math.trunc(duration / 1000);
    if (duration > 0xffffffff) {
      report(finding('number_out_of_range', 'info', `<${node.name}> lasts longer than the schema allows.`));
    }
  }
  return {
    ...(start?.seconds !== undefined && { start: start.seconds }),
    ...(duration !== undefined && { duration }),
  };
});

function readEpoch(node: XmlNode, report: Report): { seconds: number | undefined; milliseconds: boolean } {
  const date = parseDate(node.text);
  if (date !== undefined) {
    const message = `<${node.name}> is a date, where the schema wants epoch seconds; without a zone it is taken for UTC.`;
    report(finding('time_as_date', 'warning', message));
    return { seconds: Math.floor(date / 1000), milliseconds: false };
  }
  const number = readNumber(node, report);
  if (number === undefined) return { seconds: undefined, milliseconds: false };
  if (Math.abs(number) > 1e11) {
    const message = `<${node.name}> is in milliseconds, where the schema wants seconds; it was divided by 1000.`;
    report(finding('time_in_milliseconds', 'warning', message));
    return { seconds: Math.trunc(number / 1000), milliseconds: true };
  }
  if (!Number.isInteger(number)) {
    report(finding('time_with_decimals', 'info', `<${node.name}> has decimals; they were cut.`));
  }
  return { seconds: Math.trunc(number), milliseconds: false };
}

function readNumber(node: XmlNode, report: Report): number | undefined {
  if (node.text === '') {
    report(finding('empty_element', 'info', `<${node.name}> is empty.`));
    return undefined;
  }
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(node.text)) return unreadable(node, report, 'a number');
  const number = Number(node.text);
  if (!Number.isFinite(number) || Math.abs(number) > Number.MAX_SAFE_INTEGER)
    return unreadable(node, report, 'a number');
  return number;
}

function unreadable(node: XmlNode, report: Report, what: string): undefined {
  if (node.text === '') report(finding('empty_element', 'info', `<${node.name}> is empty.`));
  else report(finding('unparsable_number', 'warning', `<${node.name}> is "${node.text.slice(0, 60)}", not ${what}.`));
  return undefined;
}

function finding(codeName: string, severity: Finding['severity'], message: string): Finding {
  return { code: codeName, severity, message };
}

/** The JSON key of an element: its name with a small first letter. */
function keyOf(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function rawElement(node: XmlNode): RawElement {
  return {
    name: node.name,
    namespace: node.namespace,
    ...(node.text !== '' && { text: node.text }),
    ...(node.children.length > 0 && { children: node.children.map(rawElement) }),
  };
}
