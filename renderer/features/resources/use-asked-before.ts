/** What was asked by hand in a workspace, of the request log. */
import type { InspectedRequest, KeptBody } from '#shared/contract/requests.ts';
import { useCall } from '../../api/index.ts';
import { askedCalls } from './asked-calls.ts';
import { askedAgain, type ResourcesSearch } from './resources-address.ts';

/** Lines of the log. */
const LISTED = 200;

/** Newest first, each question once. */
export function useAskedBefore(workspace: string) {
  const about = { kind: 'browser', id: 'resources' } as const;
  const { data, error, isPending } = useCall('requests.list', { workspace, about, limit: LISTED });
  return { calls: askedCalls(data?.rows ?? []), error, isPending };
}

/** What fills the form: a request of the log as it was sent. */
export interface FilledFrom {
  search: ResourcesSearch & { path: string };
  method: string;
  /** Its body as far as it was kept; empty where there was none. */
  body: string;
  /** What is missing in the body, a sentence; undefined where nothing is. */
  missing: string | undefined;
  at: number;
}

/** @param id of a request of the log; nothing is asked without one */
export function useFilledFrom(workspace: string, id: string | undefined) {
  const { data, error, refetch } = useCall(
    'requests.inspect',
    { workspace, id: id ?? '' },
    { enabled: id !== undefined },
  );
  return { filled: data && filledFrom(data), error, refetch };
}

function filledFrom({ request, kept }: InspectedRequest): FilledFrom {
  const { method, at, sentBytes = 0 } = request;
  const sent = kept?.sent.body;
  return {
    search: askedAgain(request),
    method,
    body: sent?.state === 'kept' ? sent.text : '',
    missing: sentBytes === 0 ? undefined : missingOf(sent),
    at,
  };
}

function missingOf(body: KeptBody | undefined): string | undefined {
  if (body?.state !== 'kept') return 'Its body was not kept, or has been deleted since: write it again.';
  if (body.cut) return 'Only the beginning of its body was kept.';
  return body.text.includes('***') ? 'Secrets in its body were taken out and stand as ***.' : undefined;
}
