/** The result of a pre-check of one file, in the shape that `check --format json` prints. */
import type { ErrorValue } from '#shared/errors.ts';
import { AUTOMATIC } from './blocks.ts';
import type { Findings } from './check.ts';
import type { Outcome } from './judge.ts';
import { ONE_OF, type Profile } from './profiles.ts';
import type { Rule, Severity, Words } from './rule.ts';
import { RULES, SCHEMA, wordsOf } from './rules/index.ts';

export type Verdict = 'pass' | 'fail' | 'not_applicable';

export interface Failure {
  /** 1-based position among the entries of the feed; 0 for the feed itself. */
  entry: number;
  /** 1-based line of the entry. */
  line: number;
  /** The requirement and the cure. */
  message: string;
}

export interface TestReport {
  id: string;
  block: string;
  verdict: Verdict;
  /** How often the test looked; with 0 it does not apply. The schemas are asked once of a document. */
  contexts: number;
  /** How often it failed; of the schemas, in how many places. */
  failed: number;
  /** The first of these. */
  failures: Failure[];
}

export interface BlockReport {
  id: string;
  /** A scope in the document names it. */
  claimed: boolean;
  /** The content is of it. */
  implied: boolean;
  /** `not_checkable` where a file cannot show it; `not_applicable` where nothing asks for it, or nothing was there to be looked at. */
  verdict: Verdict | 'not_checkable';
}

/** Something beside the verdicts that a person should know. */
export interface Note {
  severity: Severity | 'note';
  /** The test it is about; null for the file as a whole. */
  test: string | null;
  entry: number;
  line: number;
  message: string;
}

export interface FileReport {
  file: string;
  /** The file could be read and judged; says nothing of the verdicts. */
  ok: boolean;
  error: { code: string; message: string; action: string | null } | null;
  blocks: BlockReport[];
  /** The data-element tests of the book, all of them. */
  tests: TestReport[];
  /** Validity by the schemas, which is none of these. */
  schema: TestReport;
  notes: Note[];
}

/** What is asked of a file, beside what it claims itself. */
export interface Demand {
  profile: Profile | undefined;
  /** Blocks that the user named; undefined for those that are claimed, else implied. */
  blocks: readonly string[] | undefined;
}

/** Blocks whose failures count as findings. */
export function demanded({ claimed, implied }: Pick<Findings, 'claimed' | 'implied'>, demand: Demand): Set<string> {
  const own = demand.blocks ?? (claimed.size > 0 ? claimed : implied);
  return new Set([...own, ...(demand.blocks ? [] : (demand.profile?.must ?? []))]);
}

export function reportOf(file: string, findings: Findings, demand: Demand, rules: readonly Rule[]): FileReport {
  const wanted = demanded(findings, demand);
  return {
    file,
    ok: true,
    error: null,
    blocks: blockReports(findings, wanted, rules),
    tests: RULES.map((rule) => testReport(rule, findings.outcomes.get(rule.id))),
    schema: schemaTest(findings),
    notes: [
      ...oneOfNote(wanted, demand),
      ...schemaNote(findings, wanted),
      ...linkNote(findings, rules),
      ...rules.flatMap((rule) => notesOf(rule, findings.outcomes.get(rule.id))),
    ],
  };
}

/** The report of a file that cannot be judged. */
export function refusedReport(file: string, { code, message, action }: ErrorValue): FileReport {
  const tests = RULES.map((rule) => testReport(rule, undefined));
  const schema = testReport(SCHEMA, undefined);
  return { file, ok: false, error: { code, message, action: action ?? null }, blocks: [], tests, schema, notes: [] };
}

function testReport(rule: Words, outcome: Outcome | undefined): TestReport {
  const { id, block } = rule;
  const message = `${rule.requirement} ${rule.cure}`;
  return {
    id,
    block,
    verdict: verdictOf(outcome),
    contexts: outcome?.contexts ?? 0,
    failed: outcome?.failed ?? 0,
    failures: (outcome?.failures ?? []).map(({ entry, line }) => ({ entry, line, message })),
  };
}

function schemaTest({ schema }: Findings): TestReport {
  return {
    id: SCHEMA.id,
    block: SCHEMA.block,
    verdict: schema.count > 0 ? 'fail' : 'pass',
    contexts: 1,
    failed: schema.count,
    failures: schema.problems.map(({ entry, line, message }) => ({ entry, line, message })),
  };
}

/** Where files or answers are asked for, validity is a requirement; else breaking the schemas is a warning. */
export function mustBeValid(wanted: ReadonlySet<string>): boolean {
  return wanted.has('FB_02') || wanted.has('FB_03');
}

function schemaNote({ schema }: Findings, wanted: ReadonlySet<string>): Note[] {
  const [first] = schema.problems;
  if (!first) return [];
  const { entry, line } = first;
  const times = schema.count > 1 ? ` In all ${schema.count} places break it.` : '';
  const message = `The document is not valid by the schemas. ${first.message}${times}`;
  return [
    {
      severity: mustBeValid(wanted) ? 'fail' : 'warning',
      test: SCHEMA.id,
      entry,
      line,
      message,
    },
  ];
}

/** Why links that a person takes for equal may not be. */
function linkNote({ mixedLinks, outcomes }: Findings, rules: readonly Rule[]): Note[] {
  const failing = rules.filter(({ id, on }) => on === 'links' && id !== 'D004' && (outcomes.get(id)?.failed ?? 0) > 0);
  if (!mixedLinks || failing.length === 0) return [];
  const ids = failing.map(({ id }) => id).join(', ');
  const message = `Some links are absolute and others relative. The book compares them as they are written, so ${ids} may fail for links that mean the same. Write all of them in one form.`;
  return [{ severity: 'note', test: null, entry: 0, line: 1, message }];
}

function verdictOf(outcome: Outcome | undefined): Verdict {
  if (!outcome || outcome.contexts === 0) return 'not_applicable';
  return outcome.failed > 0 ? 'fail' : 'pass';
}

function blockReports(findings: Findings, wanted: ReadonlySet<string>, rules: readonly Rule[]): BlockReport[] {
  const { claimed, implied } = findings;
  const ids = new Set([...AUTOMATIC, ...claimed, ...implied, ...wanted]);
  return [...ids].toSorted().map((id) => ({
    id,
    claimed: claimed.has(id),
    implied: implied.has(id),
    verdict: wanted.has(id) || implied.has(id) ? blockVerdict(id, findings, rules) : 'not_applicable',
  }));
}

/** A block fails where a test of it does that a certifier would not let pass. */
function blockVerdict(id: string, { outcomes, schema }: Findings, rules: readonly Rule[]): BlockReport['verdict'] {
  if (id === SCHEMA.block && schema.count > 0) return 'fail';
  if (!AUTOMATIC.has(id)) return 'not_checkable';
  const own = rules.filter(({ block, severity }) => block === id && severity === undefined);
  const verdicts = own.map((rule) => verdictOf(outcomes.get(rule.id)));
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.includes('pass') ? 'pass' : 'not_applicable';
}

function oneOfNote(wanted: ReadonlySet<string>, { profile, blocks }: Demand): Note[] {
  if (!profile || blocks || ONE_OF.some((id) => wanted.has(id))) return [];
  const message = `${profile.name} asks for one of ${ONE_OF.join(', ')}, and the file neither claims nor implies any.`;
  return [{ severity: 'fail', test: null, entry: 0, line: 1, message }];
}

function notesOf(rule: Rule, outcome: Outcome | undefined): Note[] {
  if (!outcome || outcome.contexts === 0) return [];
  const { id, severity, requirement, cure, flaw } = rule;
  const { entry, line } = outcome.failures[0] ?? { entry: 0, line: 1 };
  const notes: Note[] = [];
  if (severity === 'warning' && outcome.failed > 0) {
    const times = outcome.failed > 1 ? ` (${outcome.failed} times)` : '';
    notes.push({ severity, test: id, entry, line, message: `${requirement} ${cure}${times}` });
  }
  const written = outcome.failedAsWritten;
  if (written !== undefined && written > 0 !== outcome.failed > 0) {
    const words = written > 0 ? 'fails' : 'passes';
    const message = `By its text ${id} ${written > 0 ? 'passes' : 'fails'}; as the book is written it ${words}, and a certifier would say the same. ${flaw ?? ''}`;
    notes.push({ severity: 'note', test: id, entry, line, message: message.trim() });
  }
  if (outcome.failed > outcome.failures.length) {
    const message = `${id} fails ${outcome.failed} times; the first ${outcome.failures.length} are listed.`;
    notes.push({ severity: 'note', test: id, entry, line, message });
  }
  return notes;
}

/** What `--fail-on` counts: failures of blocks that are asked for, and warnings where these count too. */
export function hasFindings(report: FileReport, wanted: ReadonlySet<string>, failOn: 'fail' | 'warning'): boolean {
  const failing = report.blocks.some(({ id, verdict }) => wanted.has(id) && verdict === 'fail');
  return (
    failing ||
    report.notes.some(({ severity }) => severity === 'fail' || (failOn === 'warning' && severity === 'warning'))
  );
}

/** What is judged of a file: the tests of the book, and validity by the schemas. */
export function allTests({ tests, schema }: FileReport): TestReport[] {
  return [...tests, schema];
}

/** Tests of these blocks that fail, and that a certifier would not let pass. */
export function failingTests(report: FileReport, blocks: ReadonlySet<string>): TestReport[] {
  return allTests(report).filter(({ id, block, verdict }) => {
    return verdict === 'fail' && blocks.has(block) && wordsOf(id)?.severity === undefined;
  });
}
