/** The result of a pre-check as text for a terminal, and as JUnit for a build. */
import { escapeXml } from '#shared/escape-xml.ts';
import { BLOCK_NAMES } from './blocks.ts';
import { allTests, type BlockReport, type FileReport, failingTests, type TestReport } from './report.ts';
import { wordsOf } from './rules/index.ts';

/** Every output says so: the program judges by a public book, it certifies nothing. */
export const DISCLAIMER = 'This is a pre-check by the public Green Button test book, not a certification.';

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
      : ['  No function block is claimed or implied: nothing to be judged but that it is a feed.']),
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

function failureLines({ id, contexts, failures }: TestReport): string[] {
  const rule = wordsOf(id);
  const places = failures.slice(0, SHOWN).map(({ entry, line }) => placeWords(entry, line));
  const more = failures.length - places.length;
  return [
    `  ${id} fails${contexts > 1 ? ` ${failures.length} of ${contexts} times` : ''}: ${rule?.requirement ?? ''}`,
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

/** JUnit: a suite a file, a case a test; what no asked block needs is skipped. */
export function junitReport(files: readonly Checked[], at: Date): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...files.map((file, id) => junitSuite(file, id, at)),
    '</testsuites>',
    '',
  ].join('\n');
}

function junitSuite({ report, wanted }: Checked, id: number, at: Date): string {
  const cases = allTests(report).map((test) => junitCase(test, wanted));
  if (report.error) {
    const { code, message } = report.error;
    const error = `<error type="${xml(code)}" message="${xml(message)}">${xml(message)}</error>`;
    cases.unshift({
      result: 'error',
      text: `    <testcase classname="file" name="can be read" time="0">${error}</testcase>`,
    });
  }
  for (const { severity, message } of report.notes) {
    if (severity !== 'fail') continue;
    const failure = `<failure type="fail" message="${xml(message)}">${xml(message)}</failure>`;
    cases.unshift({
      result: 'failure',
      text: `    <testcase classname="profile" name="blocks" time="0">${failure}</testcase>`,
    });
  }
  const count = (wantedResult: string) => cases.filter(({ result }) => result === wantedResult).length;
  const attributes =
    `name="${xml(report.file)}" package="meterscope.check" id="${id}" timestamp="${at.toISOString().slice(0, 19)}" hostname="localhost" ` +
    `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="0"`;
  return [
    `  <testsuite ${attributes}>`,
    '    <properties></properties>',
    ...cases.map(({ text }) => text),
    `    <system-out>${DISCLAIMER}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n');
}

interface JunitCase {
  result: 'pass' | 'failure' | 'error' | 'skipped';
  text: string;
}

function junitCase({ id, block, verdict, failures }: TestReport, wanted: ReadonlySet<string>): JunitCase {
  const rule = wordsOf(id);
  const head = `    <testcase classname="${block}" name="${xml(`${id}: ${rule?.requirement ?? ''}`)}" time="0">`;
  if (verdict === 'not_applicable' || !wanted.has(block)) {
    return { result: 'skipped', text: `${head}<skipped></skipped></testcase>` };
  }
  if (verdict === 'pass') return { result: 'pass', text: `${head}</testcase>` };
  if (rule?.severity === 'warning') return { result: 'skipped', text: `${head}<skipped></skipped></testcase>` };
  const places = failures.map(({ entry, line }) => placeWords(entry, line)).join('\n');
  const [first] = failures;
  const failure = `<failure type="fail" message="${xml(first?.message ?? '')}">${xml(places)}</failure>`;
  return { result: 'failure', text: `${head}${failure}</testcase>` };
}

const xml = (text: string) => escapeXml(text, '?');
