/** The result of a pre-check of one file, in the shape that `check --format json` prints. */
import type { ErrorValue } from '#shared/errors.ts';
import { AUTOMATIC } from './blocks.ts';
import type { Findings } from './check.ts';
import type { Outcome } from './judge.ts';
import { ONE_OF, type Profile } from './profiles.ts';
import type { Rule, Severity, Words } from './rule.ts';
import { RULES, SCHEMA } from './rules/index.ts';

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
  /** By the text of the test. */
  verdict: Verdict;
  /** How grave a failure is. */
  severity: Severity;
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

/**
 * Blocks whose failures count as findings. A profile wants one way of metering: one that is claimed, else those of the
 * content that pass, else all of the content.
 */
export function demanded({ claimed, implied, outcomes }: Findings, { profile, blocks }: Demand): Set<string> {
  if (blocks) return new Set(blocks);
  const own = claimed.size > 0 ? claimed : implied;
  if (!profile) return new Set(own);
  const found = ONE_OF.some((id) => own.has(id)) ? [] : ONE_OF.filter((id) => implied.has(id));
  const passing = found.filter((id) => !hasFailure(id, outcomes, RULES));
  return new Set([...own, ...profile.must, ...(passing.length > 0 ? passing : found)]);
}

export function reportOf(file: string, findings: Findings, demand: Demand, rules: readonly Rule[]): FileReport {
  const wanted = demanded(findings, demand);
  return {
    file,
    ok: true,
    error: null,
    blocks: blockReports(findings, wanted, rules),
    tests: RULES.map((rule) => testReport(rule, findings.outcomes.get(rule.id))),
    schema: schemaTest(findings, wanted),
    notes: [
      ...foreignNote(findings),
      ...oneOfNote(wanted, demand),
      ...schemaNote(findings, wanted),
      ...downloadNote(findings, wanted, rules),
      ...linkNote(findings, rules),
      ...rules.flatMap((rule) => notesOf(rule, findings.outcomes.get(rule.id), wanted)),
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
    severity: severityOf(rule, outcome),
    contexts: outcome?.contexts ?? 0,
    failed: outcome?.failed ?? 0,
    failures: (outcome?.failures ?? []).map(({ entry, line }) => ({ entry, line, message })),
  };
}

/**
 * How grave a failure of a test is. The book as it is written decides, since a certifier's tools go by it: a failure by the
 * text alone is a warning.
 */
export function severityOf({ severity = 'fail' }: Pick<Words, 'severity'>, outcome: Outcome | undefined): Severity {
  const { failed = 0, failedAsWritten } = outcome ?? {};
  if (severity === 'hint' || failedAsWritten === undefined) return severity;
  if (failedAsWritten > 0) return 'fail';
  return failed > 0 ? 'warning' : severity;
}

/** How grave the failure of a test is; undefined where it fails neither by its text nor as the book is written. */
export function failureOf(rule: Pick<Words, 'severity'>, outcome: Outcome | undefined): Severity | undefined {
  const { failed = 0, failedAsWritten = 0 } = outcome ?? {};
  return failed > 0 || failedAsWritten > 0 ? severityOf(rule, outcome) : undefined;
}

function schemaTest({ schema }: Findings, wanted: ReadonlySet<string>): TestReport {
  const [block] = validBlocks(wanted);
  return {
    id: SCHEMA.id,
    block: block ?? SCHEMA.block,
    verdict: schema.count > 0 ? 'fail' : 'pass',
    severity: block === undefined ? 'warning' : 'fail',
    contexts: 1,
    failed: schema.count,
    failures: schema.problems.map(({ entry, line, message }) => ({ entry, line, message })),
  };
}

/** Files and answers must be valid by the schemas; where neither is asked for, breaking them is a warning. */
const VALID_BLOCKS = [SCHEMA.block, 'FB_03'];

/** Those of the wanted blocks that a document fails by breaking the schemas. */
export function validBlocks(wanted: ReadonlySet<string>): string[] {
  return VALID_BLOCKS.filter((id) => wanted.has(id));
}

/** A document that is something else passes nothing, whatever is asked for. */
function foreignNote({ foreignRoot }: Findings): Note[] {
  if (foreignRoot === undefined) return [];
  const message = `This is no Green Button document: its root <${foreignRoot}> is neither a feed or an entry of Atom nor a resource of ESPI.`;
  return [{ severity: 'fail', test: null, entry: 0, line: 1, message }];
}

function schemaNote({ schema }: Findings, wanted: ReadonlySet<string>): Note[] {
  const [first] = schema.problems;
  if (!first) return [];
  const { entry, line } = first;
  const times = schema.count > 1 ? ` In all ${schema.count} places break it.` : '';
  const message = `The document is not valid by the schemas. ${first.message}${times}`;
  return [
    {
      severity: validBlocks(wanted).length > 0 ? 'fail' : 'warning',
      test: SCHEMA.id,
      entry,
      line,
      message,
    },
  ];
}

/** Why a download fails beside the schemas. */
function downloadNote(findings: Findings, wanted: ReadonlySet<string>, rules: readonly Rule[]): Note[] {
  const failing = wanted.has(SCHEMA.block) ? failingBlocks(findings, wanted, rules) : [];
  if (failing.length === 0) return [];
  const message = `${SCHEMA.block} fails with ${failing.join(', ')}: its FDFTP002 wants the tests of all blocks that are asked for to pass.`;
  return [{ severity: 'fail', test: null, entry: 0, line: 1, message }];
}

/** Why links that a person takes for equal may not be. */
function linkNote({ mixedLinks, outcomes }: Findings, rules: readonly Rule[]): Note[] {
  const failing = rules.filter(
    (rule) => rule.on === 'links' && rule.id !== 'D004' && failureOf(rule, outcomes.get(rule.id)) !== undefined,
  );
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
    verdict: wanted.has(id) || implied.has(id) ? blockVerdict(id, findings, wanted, rules) : 'not_applicable',
  }));
}

/**
 * A block fails where a test of it does as the book is written: what a certifier would say. That of downloads fails with
 * any block that is asked for (FDFTP002).
 */
function blockVerdict(
  id: string,
  findings: Findings,
  wanted: ReadonlySet<string>,
  rules: readonly Rule[],
): BlockReport['verdict'] {
  const { outcomes, schema } = findings;
  if (VALID_BLOCKS.includes(id) && schema.count > 0) return 'fail';
  if (id === SCHEMA.block && failingBlocks(findings, wanted, rules).length > 0) return 'fail';
  if (!AUTOMATIC.has(id)) return 'not_checkable';
  if (hasFailure(id, outcomes, rules)) return 'fail';
  const looked = rules.some((rule) => rule.block === id && (outcomes.get(rule.id)?.contexts ?? 0) > 0);
  return looked ? 'pass' : 'not_applicable';
}

function hasFailure(block: string, outcomes: Findings['outcomes'], rules: readonly Rule[]): boolean {
  return rules.some((rule) => rule.block === block && failureOf(rule, outcomes.get(rule.id)) === 'fail');
}

/** Blocks that are asked for and that a test of the book fails. */
function failingBlocks({ outcomes }: Findings, wanted: ReadonlySet<string>, rules: readonly Rule[]): string[] {
  return [...wanted].filter((id) => AUTOMATIC.has(id) && hasFailure(id, outcomes, rules)).toSorted();
}

function oneOfNote(wanted: ReadonlySet<string>, { profile, blocks }: Demand): Note[] {
  if (!profile || blocks || ONE_OF.some((id) => wanted.has(id))) return [];
  const message = `${profile.name} asks for one of ${ONE_OF.join(', ')}, and the file neither claims nor implies any.`;
  return [{ severity: 'fail', test: null, entry: 0, line: 1, message }];
}

function notesOf(rule: Rule, outcome: Outcome | undefined, wanted: ReadonlySet<string>): Note[] {
  if (!outcome || outcome.contexts === 0) return [];
  const { id, block, requirement, cure, flaw } = rule;
  const { entry, line } = outcome.failures[0] ?? outcome.firstAsWritten ?? { entry: 0, line: 1 };
  const notes: Note[] = [];
  const isAsked = wanted.has(block);
  // A failure by the text alone counts only where the block is asked for, as a whole failure does.
  if (failureOf(rule, outcome) === 'warning' && (isAsked || rule.severity === 'warning')) {
    const times = outcome.failed > 1 ? ` (${outcome.failed} times)` : '';
    notes.push({ severity: 'warning', test: id, entry, line, message: `${requirement} ${cure}${times}` });
  }
  const written = outcome.failedAsWritten;
  if (written !== undefined && written > 0 !== outcome.failed > 0) {
    const words = written > 0 ? 'fails' : 'passes';
    const message = `By its text ${id} ${written > 0 ? 'passes' : 'fails'}; as the book is written it ${words}, and a certifier would say the same. ${flaw ?? ''}`;
    notes.push({ severity: written > 0 && isAsked ? 'fail' : 'note', test: id, entry, line, message: message.trim() });
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
  return allTests(report).filter(({ block, verdict, severity }) => {
    return verdict === 'fail' && severity === 'fail' && blocks.has(block);
  });
}
