import { describe, expect, it, vi } from 'vitest';
import type { IncomingDelivery } from '../../../../electron/engine/index.ts';
import type { EventLog } from '../../../../electron/events/event-log.ts';
import { checkEndpoint, Forwarding } from '../../../../electron/events/receiving/forwarding.ts';
import type { Post } from '../../../../electron/events/receiving/post.ts';
import { receiverPath } from '../../../../electron/events/receiving/receiver.ts';
import type { Forward } from '../../../../shared/contract/events.ts';

const URL = 'http://127.0.0.1:9/hook';
const TOKEN = 'a-token-of-twenty-letters';
const GOOD = { verdict: 'good', headers: [['X-Salt', 's']] } as unknown as IncomingDelivery; // no more is asked of it

/** Forwarding of a log whose deliveries are at hand, to an endpoint that answers what a test says. */
function forwarding(answer: (body: string) => number | undefined | Promise<number> = () => 200) {
  let came: (id: number, delivery: IncomingDelivery) => void = () => undefined;
  const kept: ({ delivery: number } & Forward)[] = [];
  const posted: { url: string; headers: Record<string, string>; body: string }[] = [];
  const settings = { forward: { enabled: true, url: URL } };
  const gone = new Set<number>();
  const log = {
    settings,
    address: { token: TOKEN },
    clock: { now: () => 5 },
    onDelivered: (listener: typeof came) => {
      came = listener;
    },
    rawDelivery: async (id: number) => {
      if (gone.has(id)) throw new Error('no longer kept');
      return {
        headers: [
          ['X-Salt', 's'],
          ['Host', 'x'],
          ['Content-Length', '1'],
        ],
        body: Buffer.from(String(id)),
      };
    },
    keepForwards: async (answers: typeof kept) => void kept.push(...answers),
    warn: () => undefined,
  } as unknown as EventLog; // all that forwarding uses of it
  const post: Post = async (url, headers, bytes) => {
    const body = Buffer.from(bytes).toString();
    posted.push({ url, headers, body });
    const status = await answer(body);
    return {
      status,
      error: status === undefined ? 'nothing is listening there' : undefined,
      body: 'x'.repeat(2_000),
      durationMs: 1,
    };
  };
  const forward = new Forwarding(log, post);
  return { forward, kept, posted, settings, gone, deliver: (id: number, delivery = GOOD) => came(id, delivery) };
}

describe('live forwarding', () => {
  it('posts good deliveries on as they came, one after the other, marked as forwarded', async () => {
    const order: string[] = [];
    const { deliver, kept, posted } = forwarding(async (body) => {
      order.push(`begin ${body}`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push(`end ${body}`);
      return 200;
    });
    for (const id of [1, 2]) deliver(id);
    await vi.waitFor(() => expect(kept).toHaveLength(2));
    expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
    expect(posted[0]).toEqual({ url: URL, headers: { 'X-Salt': 's', Via: '1.1 meterscope' }, body: '1' });
    expect(kept[0]).toMatchObject({ delivery: 1, url: URL, at: 5, status: 200, body: 'x'.repeat(1_000) });
  });

  it('leaves out what is not good, what was forwarded to us, and all of it while it is off', async () => {
    const { deliver, posted, settings, kept } = forwarding();
    deliver(1, { ...GOOD, verdict: 'wrong_signature' });
    deliver(2, { ...GOOD, headers: [['via', '1.0 proxy, 1.1 meterscope']] });
    settings.forward.enabled = false;
    deliver(3);
    settings.forward.enabled = true;
    deliver(4);
    await vi.waitFor(() => expect(kept).toHaveLength(1));
    expect(posted.map(({ body }) => body)).toEqual(['4']);
  });

  it('goes on after an endpoint that does not answer, and after a delivery that is gone', async () => {
    const { deliver, kept, gone } = forwarding((body) => (body === '1' ? undefined : 200));
    gone.add(2);
    for (const id of [1, 2, 3]) deliver(id);
    await vi.waitFor(() => expect(kept).toHaveLength(3));
    expect(kept.map(({ status, error }) => [status, error])).toEqual([
      [undefined, 'nothing is listening there'],
      [undefined, expect.stringContaining('no longer kept')],
      [200, undefined],
    ]);
  });

  it('holds up a thousand, and says of the others that they were not sent', async () => {
    let answer: (status: number) => void = () => undefined;
    const { deliver, kept, forward } = forwarding(() => new Promise((resolve) => (answer = resolve)));
    for (let id = 0; id <= 1_001; id += 1) deliver(id);
    await vi.waitFor(() => expect(kept).toHaveLength(1));
    expect(kept[0]).toMatchObject({ delivery: 1_001, error: expect.stringContaining('1000 others') });
    const closed = forward.close();
    answer(200);
    await closed;
    expect(kept).toHaveLength(2);
  });
});

describe('deliveries that are sent again by hand', () => {
  it('are sent in their order, up to the first that nobody answers', async () => {
    const { forward, kept } = forwarding((body) => (body === '2' ? undefined : 500));
    const answers = await forward.send([3, 2, 1]);
    expect(answers.map(({ delivery, status }) => [delivery, status])).toEqual([
      [3, 500],
      [2, undefined],
    ]);
    expect(kept).toEqual(answers);
  });

  it('are sent to no address that events must not go to', async () => {
    const { forward, settings } = forwarding();
    settings.forward.url = 'http://elsewhere.example/';
    await expect(forward.send([1])).rejects.toMatchObject({ code: 'bad_endpoint' });
    expect(() => checkEndpoint(`https://tunnel.example${receiverPath(TOKEN)}`, TOKEN)).toThrow(
      expect.objectContaining({ code: 'own_receiver' }),
    );
    expect(() => checkEndpoint(URL, TOKEN)).not.toThrow();
  });
});
