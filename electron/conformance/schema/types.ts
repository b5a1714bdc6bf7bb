import { trimXml } from '../../engine/reader/text.ts';
import { SCHEMA_FACTS } from './facts.ts';

/** An element that a type allows, with how often. */
export interface Particle {
  name: string;
  type: string;
  minimum: number;
  many: boolean;
}

/** Elements in this order. */
interface ElementType {
  kind: 'elements';
  particles: readonly Particle[];
}

/** A text; which values, says {@link valueProblem}. */
interface ValueType {
  kind: 'value';
  base: string;
  facets: ReadonlyMap<string, string>;
}

/** What the schema of one namespace says. */
export interface Schema {
  /** Types of the elements that may stand by themselves. */
  elements: ReadonlyMap<string, string>;
  types: ReadonlyMap<string, ElementType | ValueType>;
}

/** Schemas by namespace. */
export const SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  SCHEMA_FACTS.split(/^namespace /m)
    .slice(1)
    .map((text) => {
      const [namespace = '', ...lines] = text.trim().split('\n');
      return [namespace, schemaOf(lines)];
    }),
);

function schemaOf(lines: readonly string[]): Schema {
  const elements = new Map<string, string>();
  const types = new Map<string, ElementType | ValueType>();
  const written = new Map<string, string[]>();
  for (const line of lines) {
    const [fact, name = '', ...words] = line.split(' ');
    if (fact === 'element') elements.set(name, words[0] ?? '');
    else if (fact === 'type') written.set(name, words);
    else {
      const [base = '', ...facets] = words;
      types.set(name, { kind: 'value', base, facets: new Map(facets.map(facetOf)) });
    }
  }
  const particlesOf = (name: string): Particle[] => {
    const [first = '', ...rest] = written.get(name) ?? [];
    if (first.startsWith('<')) return [...particlesOf(first.slice(1)), ...rest.map(particleOf)];
    return first === '' ? [] : [first, ...rest].map(particleOf);
  };
  for (const name of written.keys()) types.set(name, { kind: 'elements', particles: particlesOf(name) });
  return { elements, types };
}

function facetOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function particleOf(text: string): Particle {
  const at = text.indexOf(':');
  const [times = '', sign = '', least = ''] = /([?*+])(\d*)$/.exec(text) ?? [];
  return {
    name: text.slice(0, at),
    type: text.slice(at + 1, text.length - times.length),
    minimum: sign === '?' || sign === '*' ? 0 : Number(least || 1),
    many: sign === '*' || sign === '+',
  };
}

const WHOLE: Readonly<Record<string, readonly [least: bigint, most: bigint]>> = {
  'xs:unsignedByte': [0n, 255n],
  'xs:unsignedShort': [0n, 65_535n],
  'xs:unsignedInt': [0n, 4_294_967_295n],
  'xs:unsignedLong': [0n, 18_446_744_073_709_551_615n],
  'xs:short': [-32_768n, 32_767n],
  'xs:long': [-9_223_372_036_854_775_808n, 9_223_372_036_854_775_807n],
};

const PLAIN: Readonly<Record<string, [RegExp, string]>> = {
  'xs:boolean': [/^(true|false|0|1)$/, 'true or false'],
  'xs:float': [/^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/, 'a number'],
  'xs:hexBinary': [/^([0-9a-fA-F]{2})*$/, 'hexadecimal digits, two a byte'],
};

const DATE_TIME =
  /^-?(?!0000)(?:[1-9]\d{3,}|0\d{3})-(\d\d)-(\d\d)T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))?$/;

/** A date that exists, a time of it, and perhaps an offset: xs:dateTime. */
function isDateTime(text: string): boolean {
  const [found, month = '', day = ''] = DATE_TIME.exec(text) ?? [];
  if (found === undefined) return false;
  // Calendars repeat after 400 years, so the last four digits of a year of any length tell its leap days.
  const year = 2000 + (Number(/(\d{4})-/.exec(text)?.[1]) % 400);
  const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

/** What is wrong with a text of that type: the end of a sentence that begins with the element; undefined when it is fine. */
export function valueProblem(schema: Schema, type: string, text: string): string | undefined {
  const known = schema.types.get(type);
  if (known?.kind !== 'value') return builtInProblem(type, text);
  const inBase = valueProblem(schema, known.base, text);
  if (inBase) return inBase;
  for (const [facet, limit] of known.facets) {
    const problem = facetProblem(facet, limit, text, isHex(schema, type));
    if (problem) return problem;
  }
  return undefined;
}

function isHex(schema: Schema, type: string): boolean {
  const known = schema.types.get(type);
  return known?.kind === 'value' ? isHex(schema, known.base) : type === 'xs:hexBinary';
}

function builtInProblem(type: string, text: string): string | undefined {
  const value = trimXml(text);
  const plain = PLAIN[type];
  if (plain) return plain[0].test(value) ? undefined : `must be ${plain[1]}`;
  if (type === 'xs:dateTime') {
    return isDateTime(value) ? undefined : 'must be a date and time such as 2026-01-31T23:00:00Z';
  }
  const whole = WHOLE[type];
  if (!whole && type !== 'xs:integer') return undefined;
  if (!/^[+-]?\d+$/.test(value)) return 'must be a whole number';
  const number = BigInt(value.replace(/^\+/, ''));
  if (whole && (number < whole[0] || number > whole[1])) return `must be from ${whole[0]} to ${whole[1]}`;
  return undefined;
}

function facetProblem(facet: string, limit: string, text: string, hex: boolean): string | undefined {
  const value = trimXml(text);
  switch (facet) {
    case 'maxLength': {
      const length = hex ? value.length / 2 : [...text].length;
      const unit = hex ? 'bytes' : 'characters';
      return length > Number(limit) ? `must have ${limit} ${unit} at most` : undefined;
    }
    case 'minInclusive':
      return BigInt(value.replace(/^\+/, '')) < BigInt(limit) ? `must be ${limit} or more` : undefined;
    case 'maxInclusive':
      return BigInt(value.replace(/^\+/, '')) > BigInt(limit) ? `must be ${limit} or less` : undefined;
    case 'pattern':
      return new RegExp(`^(?:${limit})$`).test(text) ? undefined : `must look like ${limit}`;
    case 'one':
      return limit.split('|').includes(text) ? undefined : `must be one of ${limit.split('|').join(', ')}`;
    default:
      throw new Error(`The facet ${facet} is not known.`);
  }
}
