/** Reads a scenario file; what is wrong with it is said member by member, with what to write instead. Pure. */
import {
  SCENARIO_FILE_CHARS,
  SCENARIO_FILE_VERSION,
  type ScenarioFile,
  scenarioFile,
} from '#shared/contract/scenario-files.ts';
import { AppError } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';
import { jsonMistake } from '#shared/json-mistake.ts';
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { meant, memberFaults } from '../../common/member-faults.ts';
import { expectationOf } from '../catalogue.ts';

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
  if (!parsed.success) throw malformed(name, memberFaults(parsed.error, scenarioFile, content, secretWords));
  const scenario = parsed.data.steps[0]?.submit?.scenario ?? '';
  if (expectationOf(scenario) === undefined) {
    const known = SCENARIOS.map((one) => one.name);
    throw malformed(name, [`steps[0].submit.scenario: "${scenario}" is no scenario${meant(scenario, known)}`]);
  }
  return parsed.data;
}

function contentOf(text: string, name: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const mistake = jsonMistake(json);
  if (mistake) throw malformed(name, [`is no JSON from line ${mistake.line}, column ${mistake.column} on`]);
  return JSON.parse(json);
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

/** Whoever writes a secret into a file is told where it belongs. */
function secretWords(key: string): string | undefined {
  return /token|secret|password/i.test(key)
    ? 'a scenario file holds no secrets; the token comes from the workspace, or from METERSCOPE_API_TOKEN'
    : undefined;
}

function malformed(name: string, faults: readonly string[]): AppError {
  const named = faults.slice(0, MAX_NAMED);
  const more = faults.length - named.length;
  return new AppError({
    code: 'scenario_file_malformed',
    message: `${name}: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`.replace(/\?\.$/, '?'),
    action: 'Correct the file; docs/scenario-files.md tells what each member means.',
  });
}
