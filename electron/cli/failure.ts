/** How a command ends that could not do its work: what happened and what to do, never a stack trace. */
import { toErrorValue } from '#shared/errors.ts';
import { IN_USE_EXIT } from '../app/data-folder/lock.ts';

/** Exit code of a command that failed. */
const FAILED = 1;

/** Says why on standard error. @returns the exit code: 3 where another program has the data folder, else 1 */
export function reportFailure(thrown: unknown): number {
  const { code, message, action } = toErrorValue(thrown);
  process.stderr.write(`${[message, action].filter(Boolean).join(' ')}\n`);
  return code === 'data_folder_in_use' ? IN_USE_EXIT : FAILED;
}

/** Says why and ends the process, with its children. */
export function endWithFailure(thrown: unknown): never {
  process.exit(reportFailure(thrown));
}
