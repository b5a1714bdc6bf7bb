/**
 * The door for `meterscope query` while the program runs: one process owns a store, so the command asks that one. A socket of this
 * computer in a folder of this user, which answers queries and nothing else. Who knows its secret can read the data folder, where it
 * stands in the lock (docs/security.md).
 */
import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { BaseParts } from '../base-parts.ts';
import { answerQuestion } from './answer.ts';
import { socketPlace } from './socket-place.ts';

export interface QueryDoor {
  /** Ends what is asked through it. */
  close(): Promise<void>;
}

export interface DoorLimits {
  /** Until a request has arrived whole, milliseconds. */
  requestMs: number;
  /** Until an answer that nobody takes is given up, milliseconds. */
  idleMs: number;
}

const USUAL: DoorLimits = { requestMs: 10_000, idleMs: 60_000 };
/** Four queries run at once; the rest hears that there are four. */
const MOST_CONNECTIONS = 16;
const MOST_HEADER_BYTES = 8192;

type Parts = Pick<BaseParts, 'connections' | 'dataFolder' | 'engine' | 'host' | 'policy'>;

/** Opens the door and says in the lock of the data folder where it is. */
export async function openQueryDoor(parts: Parts, limits: DoorLimits = USUAL): Promise<QueryDoor> {
  const secret = randomBytes(32).toString('base64url');
  const place = await socketPlace();
  const closing = new AbortController();
  const server = createServer(
    {
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(1000, limits.requestMs),
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    (request, response) => {
      void answerQuestion(parts, { secret, idleMs: limits.idleMs, closing: closing.signal }, request, response);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  try {
    await listen(server, place.path);
    // Its folder is closed to others already.
    if (process.platform !== 'win32') await chmod(place.path, 0o600);
  } catch (error) {
    server.close();
    await place.remove();
    throw error;
  }
  parts.dataFolder.announceDoor({ socket: place.path, secret });
  return {
    close: async () => {
      closing.abort();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await place.remove();
    },
  };
}

async function listen(server: Server, socket: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
