/** Calls the receiver by the address that the service uses: only that shows a dead tunnel. */
import type { Post } from './post.ts';
import type { Receiving } from './receiving.ts';

const NO_EVENTS = new TextEncoder().encode('{"events":[],"next":null}');

/** Undefined while the receiver is off. A 200 from another server does not count: the salt must have arrived here. */
export async function probeReceiver(
  receiving: Receiving,
  headerPrefix: string,
  send: Post,
): Promise<{ ok: boolean; error?: string } | undefined> {
  if (receiving.state !== 'on') return undefined;
  const { addresses } = receiving.view();
  const url = addresses[1] ?? addresses[0];
  if (url === undefined) return undefined;
  const probe = receiving.announce('probe');
  const headers = { [`${headerPrefix}Salt`]: probe.salt, 'Content-Type': 'application/json' };
  const answer = await send(url, headers, NO_EVENTS);
  const ok = probe.seen();
  probe.forget();
  if (ok) return { ok };
  return { ok, error: answer.error ?? `answered ${answer.status} without reaching this program` };
}
