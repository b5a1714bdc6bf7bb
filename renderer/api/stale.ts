/** Which answers become stale when the main side says that something changed. Pure. */
import type { QueryFilters } from '@tanstack/react-query';
import type { Area, CallName } from '#shared/contract/index.ts';

/** Put in by the build (renderer/vite.config.ts) from the contract itself, so that no schema is loaded here. */
declare const __AREAS_OF_QUERIES__: Partial<Record<CallName, readonly Area[]>>;

/** The answers that are made of one of these areas, and are about this workspace (or about none in particular). */
export function madeOf(areas: Iterable<Area>, workspace?: string): QueryFilters {
  const changed = new Set(areas);
  return {
    predicate: ({ queryKey: [name, input] }) =>
      // Keys start with the call's name (queryKey).
      (__AREAS_OF_QUERIES__[name as CallName] ?? []).some((area) => changed.has(area)) &&
      (workspace === undefined || concerns(input, workspace)),
  };
}

/** True when a cached answer of `name` with `input` is about this workspace (or about none in particular). */
export function concerns(input: unknown, workspace: string): boolean {
  if (typeof input !== 'object' || input === null || !('workspace' in input)) return true;
  return input.workspace === workspace;
}

/** A job's new state in its list; newest jobs first. */
export function upsertJob<J extends { id: string }>(jobs: readonly J[], job: J): J[] {
  return jobs.some(({ id }) => id === job.id) ? jobs.map((old) => (old.id === job.id ? job : old)) : [job, ...jobs];
}
