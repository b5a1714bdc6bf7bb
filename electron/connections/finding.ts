/** The outcome of one check of a connection, and how a failure becomes one. */
import type { CheckView } from '#shared/contract/connections.ts';
import { type ErrorValue, isAbort, toErrorValue } from '#shared/errors.ts';
import type { HttpClient, HttpRequest } from '../http/index.ts';

export type Finding = Omit<CheckView, 'id' | 'title'>;

/** A check is a question, not work: it gives up soon. */
export const QUICK: NonNullable<HttpRequest['limits']> = { attempts: 1, rateLimited: 1, buildingDeadlineMs: 10_000 };

export function skipped(message: string, action: string): Finding {
  return { state: 'skipped', message, action };
}

export function failed({ message, action }: ErrorValue): Finding {
  return { state: 'failed', message, ...(action === undefined ? {} : { action }) };
}

/** Of what comes after a failure that would keep it from an answer. */
export const UNTRIED: Finding = { state: 'untried', message: 'The service is not reached: see what failed above.' };

/**
 * The hops to a service, each with what is found of it; none where it is on this computer without https.
 * @param workspace whose client certificate is shown
 */
export async function hopsTo(
  http: HttpClient,
  address: string,
  workspace: string | undefined,
  signal: AbortSignal,
): Promise<{ hops: CheckView[]; reached: boolean }> {
  if (!address.startsWith('https:')) return { hops: [], reached: true };
  const hops = await http.hops(address, workspace, signal);
  return { hops, reached: hops.every(({ state }) => state === 'ok') };
}

/** Runs a check and turns a failure into a finding; only a cancellation is thrown. */
export async function finding(id: string, title: string, look: () => Promise<Finding>): Promise<CheckView> {
  try {
    return { id, title, ...(await look()) };
  } catch (thrown) {
    if (isAbort(thrown)) throw thrown;
    return { id, title, ...failed(toErrorValue(thrown)) };
  }
}
