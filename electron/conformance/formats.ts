/** The result of a pre-check as text for a terminal, and as JUnit for a build. */
import { counted } from '../common/counted.ts';
import { DISCLAIMER } from '../common/rows/text.ts';
import { BLOCK_NAMES } from './blocks.ts';
import { type JunitCase, type JunitSuite, junitCase, junitDocument, placesText } from './junit.ts';
import { allTests, type BlockReport, type FileReport, failingTests, type TestReport } from './report.ts';
import { SCHEMA, wordsOf } from './rules/index.ts';

export const VERDICT_WORDS: Readonly<Record<BlockReport['verdict'], string>> = {
  pass: 'pass',
  fail: 'fail',
  not_applicable: 'not applicable',
  not_checkable: 'not checkable in a file',
};

/** A report with the blocks that are asked of the file. */
export interface Checked {
  report: FileReport;
  wanted: ReadonlySet<string>;
}

/** Failures of one test that a terminal shows. */
const SHOWN = 3;

export function textReport(files: readonly Checked[]): string {
  return `${[...files.map(fileText), DISCLAIMER].join('\n')}\n`;
}

function fileText({ report, wanted }: Checked): string {
  if (report.error) {
    const { message, action } = report.error;
    return [`${report.file}: cannot be judged`, `  ${message}`, ...(action ? [`  ${action}`] : []), ''].join('\n');
  }
  const asked = report.blocks.filter(({ id, implied }) => wanted.has(id) || implied);
  const blocks = asked.map(
    (block) =>
      `  ${block.id}  ${VERDICT_WORDS[block.verdict].padEnd(23)}  ${blockName(block.id)}${reasonOf(block, wanted)}`,
  );
  const shown = new Set(asked.map(({ id }) => id));
  return [
    report.file,
    ...(blocks.length > 0
      ? blocks
      : ['  No function block is claimed or implied: nothing can be judged but what the document is.']),
    ...failingTests(report, shown).flatMap(failureLines),
    ...hintLines(report),
    ...report.notes.map(
      ({ severity, line, message }) => `  ${severity}: ${line > 1 ? `line ${line}: ` : ''}${message}`,
    ),
    '',
  ].join('\n');
}

export function blockName(id: string): string {
  return BLOCK_NAMES[id] ?? 'not in the catalogue that is known here';
}

/** Why a block is looked at. */
export function reasonOf({ id, claimed, implied }: BlockReport, wanted: ReadonlySet<string>): string {
  if (claimed) return ' (claimed)';
  if (!wanted.has(id)) return ' (inferred from the content, not claimed)';
  return implied ? ' (inferred from the content)' : ' (asked for)';
}

/** How often a test fails. Of how many is not said of the schemas: they are asked once, and broken in places. */
export function timesWords({ id, contexts, failed }: TestReport): string {
  return id === SCHEMA.id ? `in ${counted(failed, 'place')}` : `${failed} of ${contexts} times`;
}

function failureLines(test: TestReport): string[] {
  const { id, contexts, failed, failures } = test;
  const rule = wordsOf(id);
  const places = failures.slice(0, SHOWN).map(({ entry, line }) => placeWords(entry, line));
  const more = failed - places.length;
  return [
    `  ${id} fails${contexts > 1 || failed > 1 ? ` ${timesWords(test)}` : ''}: ${rule?.requirement ?? ''}`,
    `       at ${places.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    `       ${rule?.cure ?? ''}`,
  ];
}

export function placeWords(entry: number, line: number): string {
  return entry === 0 ? `the feed, line ${line}` : `entry ${entry}, line ${line}`;
}

function hintLines({ tests }: FileReport): string[] {
  const failing = tests.filter(({ block, verdict }) => block === 'FB_99' && verdict === 'fail').map(({ id }) => id);
  if (failing.length === 0) return [];
  return [`  hint: tests that the book assigns to no function block fail: ${failing.join(', ')}.`];
}

/** JSON: an array with the report of each file. */
export function jsonReport(files: readonly Checked[]): string {
  const reports = files.map(({ report }) => report);
  return `${JSON.stringify(reports, null, 2)}\n`;
}

/**
 * JUnit: a suite a file, a case a test; what no asked block needs is skipped.
 * @param failOn what is a failure, so that the report agrees with the exit code
 */
export function junitReport(files: readonly Checked[], at: Date, failOn: 'fail' | 'warning' = 'fail'): string {
  return junitDocument(
    files.map((file) => junitSuite(file, failOn)),
    at,
  );
}

function junitSuite({ report, wanted }: Checked, failOn: 'fail' | 'warning'): JunitSuite {
  const tests = allTests(report);
  const warnings = failOn === 'warning' ? report.notes.filter(({ severity }) => severity === 'warning') : [];
  const cases = tests.map((test) =>
    testCase(
      test,
      wanted,
      warnings.some((note) => note.test === test.id),
    ),
  );
  if (report.error) {
    const { code, message } = report.error;
    cases.unshift(junitCase('file', 'can be read', { result: 'error', type: code, message, places: message }));
  }
  for (const { severity, test, message } of report.notes) {
    // The schemas have a case of their own.
    if (severity !== 'fail' || test === SCHEMA.id) continue;
    const outcome = { result: 'failure', type: 'fail', message, places: message } as const;
    const block = test === null ? undefined : wordsOf(test)?.block;
    cases.unshift(
      block === undefined
        ? junitCase('document', 'what is asked for', outcome)
        : junitCase(block, `${test}, as the book is written`, outcome),
    );
  }
  for (const { test, message } of warnings) {
    const words = test === null ? undefined : wordsOf(test);
    if (words === undefined || tests.some(({ id }) => id === test)) continue;
    const outcome = { result: 'failure', type: 'warning', message, places: message } as const;
    cases.unshift(junitCase(words.block, `${test}: ${words.requirement}`, outcome));
  }
  return { name: report.file, package: 'meterscope.check', cases, out: DISCLAIMER };
}

/** @param warns its warning counts as a failure, also where no asked block needs it */
function testCase(
  { id, block, verdict, severity, failed, failures }: TestReport,
  wanted: ReadonlySet<string>,
  warns: boolean,
): JunitCase {
  const name = `${id}: ${wordsOf(id)?.requirement ?? ''}`;
  if (!warns) {
    if (verdict === 'not_applicable' || !wanted.has(block)) return junitCase(block, name, { result: 'skipped' });
    if (verdict === 'pass') return junitCase(block, name, { result: 'pass' });
    if (severity === 'warning') return junitCase(block, name, { result: 'skipped' });
  }
  const listed = failures.map(({ entry, line }) => placeWords(entry, line));
  const places = placesText(listed, failed);
  const type = warns ? 'warning' : 'fail';
  return junitCase(block, name, { result: 'failure', type, message: failures[0]?.message ?? '', places });
}
