import { describe, expect, it } from 'vitest';
import type { Post } from '../../../../electron/events/receiving/post.ts';
import { probeReceiver } from '../../../../electron/events/receiving/probe.ts';
import type { Receiving } from '../../../../electron/events/receiving/receiving.ts';

/** A receiver with addresses; `arrives` says whether what is sent there comes to this program. */
async function probe(addresses: string[], { arrives = true, state = 'on', isAnswered = true } = {}) {
  const asked: string[] = [];
  let [seen, forgotten] = [false, 0];
  const receiving = {
    state,
    view: () => ({ addresses }),
    announce: () => ({
      salt: 'pinch',
      seen: () => seen,
      forget: () => {
        forgotten += 1;
      },
    }),
  } as unknown as Receiving; // as much of it as a probe uses
  const send: Post = async (url, headers) => {
    asked.push(`${url} ${headers['X-Service-Webhook-Salt']}`);
    seen = arrives;
    const answer = isAnswered ? { status: 200, error: undefined } : { status: undefined, error: 'no answer' };
    return { ...answer, body: '', durationMs: 1 };
  };
  return { outcome: await probeReceiver(receiving, 'X-Service-Webhook-', send), asked, forgotten };
}

describe('the probe of the receiver', () => {
  it('goes by the tunnel where there is one, because the service does, and is forgotten afterwards', async () => {
    const { outcome, asked, forgotten } = await probe(['http://127.0.0.1:1/x', 'https://tunnel.example/x']);
    expect([outcome, asked, forgotten]).toEqual([{ ok: true }, ['https://tunnel.example/x pinch'], 1]);
    expect((await probe(['http://127.0.0.1:1/x'])).asked).toEqual(['http://127.0.0.1:1/x pinch']);
  });

  it('counts only where it arrives in this program, whatever was answered', async () => {
    expect((await probe(['http://a/x'], { arrives: false })).outcome).toEqual({
      ok: false,
      error: 'answered 200 without reaching this program',
    });
    expect((await probe(['http://a/x'], { arrives: false, isAnswered: false })).outcome).toMatchObject({
      error: 'no answer',
    });
  });

  it('is not sent while the receiver is off, or has no address', async () => {
    expect((await probe(['http://a/x'], { state: 'off' })).outcome).toBeUndefined();
    expect(await probe([])).toMatchObject({ outcome: undefined, asked: [] });
  });
});
