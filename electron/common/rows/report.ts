/** The result of a check by requests: the shape of the pre-check of a file, with what was expected and what came. */
import type { Row, RowBook, RowOutcome } from './book.ts';

/** `not_checkable`: it could not be looked at here, and `came` says why; `not_applicable`: nothing asks for it. */
export type RowVerdict = 'pass' | 'fail' | 'not_applicable' | 'not_checkable';

export interface RowTest {
  id: string;
  block: string;
  requirement: string;
  verdict: RowVerdict;
  /** How often it was looked, and how often that was wrong; of both the first are listed below. */
  contexts: number;
  failed: number;
  expected: string;
  /** What came, in words; why nothing could be looked at. */
  came: string;
  cure: string;
  /** `entry` and `line` are 0: a request has neither. `request`: its id in the request log. */
  failures: { entry: number; line: number; message: string; request: string | null }[];
  /** What was looked at, what was wrong first; `request` as above. */
  looks: { right: boolean; came: string; request: string | null }[];
}

export interface RowsReport {
  /** What was checked, such as the address of a service. */
  file: string;
  ok: boolean;
  error: { code: string; message: string; action: string | null } | null;
  /** `looked`: how many of the block's rows were looked at, `of` all of them; its verdict is by those. */
  blocks: { id: string; claimed: boolean; implied: boolean; verdict: RowVerdict; looked: number; of: number }[];
  tests: RowTest[];
  notes: {
    severity: 'fail' | 'warning' | 'hint' | 'note';
    test: string | null;
    entry: number;
    line: number;
    message: string;
  }[];
}

/** The report of any list of rows. Block 31 is what the catalogue calls the book's 14 today, so it fails with it. */
export function rowsReport(
  address: string,
  rows: readonly Row[],
  blocks: readonly string[],
  book: RowBook,
): RowsReport {
  const tests = rows.map((row) => testOf(row, book.outcome(row.id)));
  return {
    file: address,
    ok: true,
    error: null,
    blocks: blocks.map((id) => {
      const own = tests.filter(({ block }) => block === id || (id === 'FB_31' && block === 'FB_14'));
      const looked = own.filter(({ contexts }) => contexts > 0).length;
      return { id, claimed: false, implied: false, verdict: blockVerdict(own), looked, of: own.length };
    }),
    tests,
    notes: book.notes.map(({ test, message }) => ({
      severity: test === '' ? 'warning' : 'note',
      test: test === '' ? null : test,
      entry: 0,
      line: 0,
      message,
    })),
  };
}

function blockVerdict(tests: readonly RowTest[]): RowVerdict {
  for (const verdict of ['fail', 'pass', 'not_checkable'] as const) {
    if (tests.some((test) => test.verdict === verdict)) return verdict;
  }
  return 'not_applicable';
}

function testOf(row: Row, outcome: RowOutcome): RowTest {
  const { id, block, requirement, expected, cure } = row;
  const { passed, right, failed, wrong } = outcome;
  const looks = [
    ...failed.map((look) => ({ ...look, right: false })),
    ...passed.map((look) => ({ ...look, right: true })),
  ];
  return {
    id,
    block,
    requirement,
    verdict: verdictOf(outcome),
    contexts: right + wrong,
    failed: wrong,
    expected,
    came: cameWords(outcome),
    cure,
    failures: failed.map(({ came, request }) => ({
      entry: 0,
      line: 0,
      message: `${requirement} Expected: ${expected}. Came: ${came}. ${cure}`,
      request: request ?? null,
    })),
    looks: looks.map(({ right, came, request }) => ({ right, came, request: request ?? null })),
  };
}

/** One sentence for what came, and why the rest could not be looked at. */
function cameWords({ passed, right, failed, wrong, cannot }: RowOutcome): string {
  const [first] = wrong > 0 ? failed : passed;
  if (!first) return cannot.join('; ');
  const count = wrong > 0 ? wrong : right;
  const more = count > 1 ? `; and ${count - 1} more that are ${wrong > 0 ? 'wrong' : 'right'}` : '';
  const rest = cannot.length > 0 ? `. Not looked at: ${cannot.join('; ')}` : '';
  return `${first.came}${more}${rest}`;
}

function verdictOf({ right, wrong, cannot }: RowOutcome): RowVerdict {
  if (wrong > 0) return 'fail';
  if (right > 0) return 'pass';
  return cannot.length > 0 ? 'not_checkable' : 'not_applicable';
}

/** Whether anything that was looked at came from an answer. Some rows look at what is there without one, such as TLS. */
export function hasAnswers({ tests }: RowsReport): boolean {
  return tests.some(({ looks }) => looks.some(({ request }) => request !== null));
}

/** What `--fail-on` counts: failures, and notes that warn where these count too. */
export function hasRowFindings({ tests, notes }: RowsReport, failOn: 'fail' | 'warning'): boolean {
  const warns = failOn === 'warning' && notes.some(({ severity }) => severity === 'warning');
  return warns || tests.some(({ verdict }) => verdict === 'fail');
}
