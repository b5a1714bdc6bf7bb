/** Reads a scenario file; what is wrong with it is said member by member, with what to write instead. Pure. */
import { z } from 'zod';
import {
  SCENARIO_FILE_CHARS,
  SCENARIO_FILE_VERSION,
  type ScenarioFile,
  scenarioFile,
} from '#shared/contract/scenario-files.ts';
import { AppError } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { expectationOf } from '../catalogue.ts';
import { closest } from './closest.ts';

/** Faults that one message names. */
const MAX_NAMED = 5;

/**
 * @param name of the file, for what is said of it
 * @throws AppError `scenario_file_malformed`
 */
export function readScenarioFile(text: string, name: string): ScenarioFile {
  if (text.length > SCENARIO_FILE_CHARS) throw malformed(name, [`is longer than ${SCENARIO_FILE_CHARS} characters`]);
  const content = contentOf(text, name);
  const foreign = foreignWords(content);
  if (foreign !== undefined) throw malformed(name, [foreign]);
  const parsed = scenarioFile.safeParse(content);
  if (!parsed.success)
    throw malformed(
      name,
      parsed.error.issues.flatMap((issue) => inWords(issue, content)),
    );
  const scenario = parsed.data.steps[0]?.submit?.scenario ?? '';
  if (expectationOf(scenario) === undefined) {
    const known = SCENARIOS.map((one) => one.name);
    throw malformed(name, [`steps[0].submit.scenario: "${scenario}" is no scenario${meant(scenario, known)}`]);
  }
  return parsed.data;
}

function contentOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : '';
    const [, line, column] = /line (\d+) column (\d+)/.exec(why) ?? [];
    throw malformed(name, [`is no JSON${line === undefined ? '' : ` from line ${line}, column ${column} on`}`]);
  }
}

/** What is no scenario file at all, or one of another version: its members are not worth naming. */
function foreignWords(content: unknown): string | undefined {
  if (!isObject(content)) return 'is no JSON object';
  const { meterscope, version } = content;
  if (meterscope !== 'scenario') return 'is no scenario file: it must begin with "meterscope": "scenario"';
  if (version === SCENARIO_FILE_VERSION) return undefined;
  const newer = typeof version === 'number' && version > SCENARIO_FILE_VERSION;
  return `version: must be ${SCENARIO_FILE_VERSION}${newer ? ', which is all that this version of the program reads' : ''}`;
}

function inWords(issue: z.core.$ZodIssue, content: unknown): string[] {
  const place = placeOf(issue.path);
  const here = place === '' ? '' : `${place}: `;
  const found = valueAt(content, issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = membersAt(scenarioFile, issue.path);
      return issue.keys.map((key) => `${placeOf([...issue.path, key])}: ${unknownMember(key, known)}`);
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

/** Whoever writes a secret into a file is told where it belongs. */
function unknownMember(key: string, known: readonly string[]): string {
  if (/token|secret|password/i.test(key))
    return 'a scenario file holds no secrets; the token comes from the workspace, or from METERSCOPE_API_TOKEN';
  return `is not known${meant(key, known)}`;
}

function meant(word: string, known: readonly string[]): string {
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

function malformed(name: string, faults: readonly string[]): AppError {
  const named = faults.slice(0, MAX_NAMED);
  const more = faults.length - named.length;
  return new AppError({
    code: 'scenario_file_malformed',
    message: `${name}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`.replace(/\?\.$/, '?'),
    action: 'Mend the file; docs/scenario-files.md tells what each member means.',
  });
}
