import type { RequestView } from '#shared/contract/requests.ts';

/** The newest send of each call stands for all of its tries. The order stays. */
export function newestTries(requests: readonly RequestView[]): RequestView[] {
  const newest = new Map<string, RequestView>();
  for (const request of requests) {
    const call = request.call ?? request.id;
    const before = newest.get(call);
    if (!before || before.attempt < request.attempt) newest.set(call, request);
  }
  const shown = new Set(newest.values());
  return requests.filter((request) => shown.has(request));
}
