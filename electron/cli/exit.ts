/** Exit codes of the commands that ask a service something: what it did, wrong use, and what says nothing about it. */
import { AppError, toErrorValue } from '#shared/errors.ts';
import { reportFailure } from './failure.ts';

export const EXIT = { passed: 0, failed: 1, wrongUse: 2, notJudged: 3 } as const;

/** In the words of `--help`. */
export const EXIT_WORDS =
  '2: wrong use. 3: it could not be judged (a refused token, a service that is away, or that refuses the request).';

/** Codes of errors that come from how the command was called. */
const WRONG_USE: ReadonlySet<string> = new Set([
  'wrong_use',
  'scenario_unknown',
  'scenario_file_malformed',
  'workspace_unknown',
  'workspace_ambiguous',
  'workspace_empty',
  'workspace_read_only',
  'data_folder_missing',
]);

export function isWrongUse(code: string): boolean {
  return WRONG_USE.has(code);
}

const CHECK_TOKEN =
  'Check the one that was given with METERSCOPE_API_TOKEN, --token-file or --bootstrap; that of a workspace is replaced on its Connection page.';

/** Says why nothing can be said about the service, and sets the exit code. */
export function endWithoutVerdict(thrown: unknown): void {
  const { code, ...value } = toErrorValue(thrown);
  // The window's own advice names screens.
  const action = code === 'token_refused' ? CHECK_TOKEN : value.action;
  reportFailure(new AppError({ ...value, code, action }, { cause: thrown }));
  process.exitCode = isWrongUse(code) ? EXIT.wrongUse : EXIT.notJudged;
}
