/** The states of a job, for those who must not load the contract's schemas, too. */

/** Work is left, and goes on without anybody starting it. */
export const ACTIVE_STATES = ['queued', 'running', 'waiting'] as const;

/**
 * `done`: all of it. `incomplete`: it came to its end, but parts of it failed, or there was nothing that it could do.
 * `failed`: it stopped with an error.
 */
export const ENDED_STATES = ['done', 'incomplete', 'failed', 'cancelled'] as const;

export type JobState = (typeof ACTIVE_STATES)[number] | (typeof ENDED_STATES)[number];

const active: ReadonlySet<JobState> = new Set(ACTIVE_STATES);

/** True while work is left that goes on without anybody starting it. */
export function isActive({ state }: { state: JobState }): boolean {
  return active.has(state);
}
