/** The calls among lines of the request log: each question once, however often it was sent. Pure. */
import type { RequestView } from '#shared/contract/requests.ts';
import { groupBy } from '#shared/group.ts';
import { askedAgain, type ResourcesSearch } from './resources-address.ts';

export interface AskedCall {
  /** As it was asked. */
  first: RequestView;
  /** How it ended, or stands: after a redirect or with a renewed token this is another send. */
  last: RequestView;
  /** What asks for the same again. */
  again: ResourcesSearch & { path: string };
}

/** @param rows sends of the log; the calls come in the order of their first sends, and those without theirs are left out */
export function askedCalls(rows: readonly RequestView[]): AskedCall[] {
  const sends = groupBy(rows, ({ id, call = id }) => call);
  return rows.flatMap((first) => {
    const ofCall = sends.get(first.id);
    if (ofCall === undefined) return [];
    const last = ofCall.reduce((newest, one) => (one.attempt > newest.attempt ? one : newest));
    return [{ first, last, again: askedAgain(first) }];
  });
}
