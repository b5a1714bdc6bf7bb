/**
 * Stands between the simulator and the receiver, as a tunnel does, and makes trouble: it loses deliveries, repeats
 * old ones, holds some back, spoils signatures. It remembers what the receiver answered with 200.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Kept {
  headers: Record<string, string>;
  body: Buffer;
}

export interface Trouble {
  /** Numbers in [0, 1), the same for the same seed. */
  random(): number;
  /** Called right after the receiver's 200 came back, before the sender hears of it. */
  onAnswered?(): void;
}

export async function startRelay({ random, onAnswered }: Trouble) {
  /** Uids that the receiver answered with 200. */
  const answered = new Set<string>();
  const statuses = new Map<number | 'none', number>();
  const past: Kept[] = [];
  let target: string | undefined;

  const forward = async ({ headers, body }: Kept): Promise<number | undefined> => {
    if (target === undefined) return undefined;
    const status = await fetch(target, { method: 'POST', headers, body: Uint8Array.from(body) }).then(
      async (answer) => {
        await answer.text().catch(() => '');
        return answer.status;
      },
      () => undefined,
    );
    statuses.set(status ?? 'none', (statuses.get(status ?? 'none') ?? 0) + 1);
    if (status !== 200) return status;
    const { events } = JSON.parse(body.toString('utf8')) as { events: { uid: string }[] }; // the simulator's own body
    for (const { uid } of events) answered.add(uid);
    onAnswered?.();
    return status;
  };

  const disturb = async (): Promise<void> => {
    const old = past[Math.floor(random() * past.length)];
    if (old === undefined) return;
    if (random() < 0.5) await forward(old);
    else {
      const body = Buffer.from(old.body);
      body[body.length >> 1] = (body[body.length >> 1] ?? 0) ^ 1;
      const spoiled = await forward({ headers: old.headers, body }).catch(() => undefined);
      if (spoiled === 200) throw new Error('A spoiled delivery was taken.');
    }
  };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const kept: Kept = {
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('x-') || name === 'content-type'),
      ) as Record<string, string>, // single headers are texts
      body: Buffer.concat(chunks),
    };
    past.push(kept);
    if (past.length > 200) past.shift();
    const luck = random();
    if (luck < 0.1) await disturb();
    // Lost on its way there, or the answer lost on its way back.
    if (luck > 0.95) return void response.writeHead(502).end();
    const status = await forward(kept);
    response.writeHead(luck > 0.9 ? 504 : (status ?? 502)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, // a TCP server has a port
    answered,
    statuses,
    /** Where deliveries go from now on; undefined while the receiver is away. */
    aim(url: string | undefined): void {
      target = url;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A small generator (mulberry32), so that a failing run can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
