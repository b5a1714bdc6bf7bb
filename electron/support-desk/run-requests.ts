/** Which requests of the log belong to a run. */
import type { ListSubject } from '#shared/contract/requests.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import type { SubjectFilter } from '../engine/index.ts';
import type { RequestView } from '../http/index.ts';

/** After a run has ended its last look may still be under way. Milliseconds. */
const RUN_TAIL_MS = 1_000;

/** A run is followed by requests that many runs share: those that name its referral or its authorization are its own. */
export function requestsOfRun({ id, referral, authorization, createdAt, finishedAt }: RunView): SubjectFilter {
  const about: ListSubject = { kind: 'run', id };
  const named = [referral, authorization].filter((one) => one !== undefined);
  if (named.length === 0) return about;
  const to = finishedAt === undefined ? undefined : finishedAt + RUN_TAIL_MS;
  return { ...about, named: named.map(encodeURIComponent), from: createdAt, to };
}

/** What the store's `requests.list` decides, for requests that are only in memory. */
export function isAbout(
  { job, about, url, at }: Pick<RequestView, 'job' | 'about' | 'url' | 'at'>,
  { kind, id, named = [], from = 0, to = Infinity }: SubjectFilter,
): boolean {
  if (kind === 'job') return job === id;
  if (about?.kind === kind && about.id === id) return true;
  return at >= from && at <= to && named.some((name) => url.includes(name));
}
