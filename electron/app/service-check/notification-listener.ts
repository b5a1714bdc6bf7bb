/** A place on this computer to which a service posts notifications, for the time of a check. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedSide } from '../../conformance/service/index.ts';

type Place = Awaited<ReturnType<SimulatedSide['listen']>>;
type Came = NonNullable<Awaited<ReturnType<Place['next']>>>;

const MAX_BYTES = 1024 * 1024;

export async function listenForNotifications(): Promise<Place> {
  // Other programs of this computer do not know the path.
  const path = `/${randomUUID()}`;
  const arrived: Came[] = [];
  let wake = () => {};
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== path) return void response.writeHead(404).end();
    let size = 0;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MAX_BYTES) request.destroy();
      else parts.push(part);
    });
    request.on('error', () => undefined);
    request.on('end', () => {
      response.writeHead(200).end();
      arrived.push({ contentType: request.headers['content-type'] ?? '', body: Buffer.concat(parts).toString('utf8') });
      wake();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}${path}`,
    async next(ms) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const late = new AbortController();
      if (arrived.length === 0) {
        await Promise.race([woken, sleep(ms, undefined, { signal: late.signal }).catch(() => undefined)]);
      }
      late.abort();
      return arrived.shift();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
