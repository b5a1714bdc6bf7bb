import type { TokenView } from '#shared/contract/connections.ts';
import { formatAge, formatDuration } from '../../ui/format.ts';

/** Since when a token is here, until when it holds, and what the service last said to it. `now` is epoch ms. */
export function tokenWords({ obtainedAt, expiresAt, acceptedAt, refusedAt }: TokenView, now: number): string {
  const ago = (at: number | undefined) => (at === undefined ? 'never' : formatAge(now - at));
  const left = expiresAt === undefined ? undefined : expiresAt - now;
  const expiry =
    left === undefined
      ? 'expiry unknown'
      : left > 0
        ? `expires in ${formatDuration(left)}`
        : `expired ${formatAge(-left)}`;
  const age = obtainedAt ? `Got ${ago(obtainedAt)}` : 'Age unknown';
  return `${age}, ${expiry}. Last accepted ${ago(acceptedAt)}, last refused ${ago(refusedAt)}.`;
}
