/** What is wrong with a JSON file that somebody wrote by hand, member by member, with what to write instead. Pure. */
import { z } from 'zod';
import { closest } from './closest.ts';

/**
 * The faults that a schema found, a sentence each, with their place: `exports.allowed[2]: "excel" is not known; ...`.
 * @param content what was parsed
 * @param reserved says more of a member that is not known, where there is more to say
 */
export function memberFaults(
  error: z.ZodError,
  schema: z.ZodType,
  content: unknown,
  reserved: (key: string) => string | undefined = () => undefined,
): string[] {
  return error.issues.flatMap((issue) => inWords(issue, schema, content, reserved));
}

function inWords(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  content: unknown,
  reserved: (key: string) => string | undefined,
): string[] {
  const place = placeOf(issue.path);
  const here = place === '' ? '' : `${place}: `;
  const found = valueAt(content, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = membersAt(schema, issue.path);
      return issue.keys.map(
        (key) => `${placeOf([...issue.path, key])}: ${reserved(key) ?? `is not known${meant(key, known)}`}`,
      );
    }
    case 'invalid_value': {
      const choices = issue.values.map(String);
      const near = typeof found === 'string' ? closest(found, choices) : undefined;
      const shown = near === undefined ? `must be one of ${choices.join(', ')}` : `did you mean ${near}?`;
      return [`${here}${found === undefined ? 'is missing, and ' : `${JSON.stringify(found)} is not known; `}${shown}`];
    }
    case 'invalid_type':
      return [`${here}${found === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`}`];
    case 'too_small':
    case 'too_big':
      return [`${here}${sizeWords(issue)}`];
    default:
      return [`${here}${issue.message}`];
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list: [ ... ]',
  object: 'an object: { ... }',
};

function sizeWords(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isNumber = issue.origin === 'number' || issue.origin === 'int';
  if (issue.code === 'too_small') return isNumber ? `must be at least ${issue.minimum}` : 'must not be empty';
  const unit = issue.origin === 'string' ? ' characters' : issue.origin === 'array' ? ' entries' : '';
  return `must be at most ${issue.maximum}${unit}`;
}

/** The end of a sentence on a word that is not known. */
export function meant(word: string, known: readonly string[]): string {
  const near = closest(word, known);
  return near === undefined ? `; known are ${known.join(', ')}` : `; did you mean ${near}?`;
}

/** `steps[1].wait.events` */
function placeOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (soFar, part) =>
      typeof part === 'number' ? `${soFar}[${part}]` : `${soFar}${soFar === '' ? '' : '.'}${String(part)}`,
    '',
  );
}

function valueAt(content: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[part] : undefined),
    content,
  );
}

/** The members that may stand at a place of the file. */
function membersAt(schema: unknown, path: readonly PropertyKey[]): string[] {
  if (schema instanceof z.ZodOptional) return membersAt(schema.unwrap(), path);
  const [head, ...rest] = path;
  if (schema instanceof z.ZodArray) return membersAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return head === undefined ? Object.keys(schema.shape) : membersAt(schema.shape[String(head)], rest);
}
