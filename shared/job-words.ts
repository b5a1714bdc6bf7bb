/** What is said of a job, in the window and in notifications. */
import type { JobLine } from './contract/jobs.ts';

/**
 * What an incomplete job lacks, and what trying it again would do.
 * @param counted writes a number of things: "3 failures"
 */
export function incompleteWords(
  { failureCount }: Pick<JobLine, 'failureCount'>,
  counted: (count: number, one: string) => string,
): string {
  if (failureCount === 0) return 'Nothing could be fetched.';
  return `Finished with ${counted(failureCount, 'failure')}. Trying again fetches only what failed.`;
}
