/** JUnit, as builds read it: a suite for each thing that was judged, a case for each test. */
import { escapeXml } from '#shared/escape-xml.ts';

export interface JunitCase {
  result: 'pass' | 'failure' | 'error' | 'skipped';
  /** The element, made by {@link junitCase}. */
  text: string;
}

export interface JunitSuite {
  name: string;
  /** Of what it is a part, such as `meterscope.check`. */
  package: string;
  cases: readonly JunitCase[];
  /** What is told beside the cases. */
  out: string;
}

/** @param message of a failure or an error; `places` stands in it */
export function junitCase(
  classname: string,
  name: string,
  outcome:
    | { result: 'pass' }
    | { result: 'skipped' }
    | { result: 'failure' | 'error'; type: string; message: string; places: string },
): JunitCase {
  const head = `    <testcase classname="${xml(classname)}" name="${xml(name)}" time="0">`;
  if (outcome.result === 'pass') return { result: 'pass', text: `${head}</testcase>` };
  if (outcome.result === 'skipped') return { result: 'skipped', text: `${head}<skipped></skipped></testcase>` };
  const { result, type, message, places } = outcome;
  const inner = `<${result} type="${xml(type)}" message="${xml(message)}">${xml(places)}</${result}>`;
  return { result, text: `${head}${inner}</testcase>` };
}

/** A line for each place that is listed, and how many there are beyond these. @param count of all */
export function placesText(listed: readonly string[], count: number): string {
  const more = count - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

export function junitDocument(suites: readonly JunitSuite[], at: Date): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...suites.map((suite, id) => suiteText(suite, id, at)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteText({ name, package: of, cases, out }: JunitSuite, id: number, at: Date): string {
  const count = (wanted: JunitCase['result']) => cases.filter(({ result }) => result === wanted).length;
  const attributes =
    `name="${xml(name)}" package="${of}" id="${id}" timestamp="${at.toISOString().slice(0, 19)}" hostname="localhost" ` +
    `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="0"`;
  return [
    `  <testsuite ${attributes}>`,
    '    <properties></properties>',
    ...cases.map(({ text }) => text),
    `    <system-out>${xml(out)}</system-out>`,
    '    <system-err></system-err>',
    '  </testsuite>',
  ].join('\n');
}

const xml = (text: string) => escapeXml(text, '?');
