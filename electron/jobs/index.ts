/** Long work: what other areas and the core use. */
export type { JobContext, JobKind } from './job-kind.ts';
export { JobRunner } from './job-runner.ts';
export { engineJobStore, type JobStore } from './job-store.ts';
export { lineOf } from './job-view.ts';
