/** Connections over real files, with a service that answers what a test says. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ServiceBootstrap } from '../../../electron/connections/bootstrap.ts';
import { createConnections } from '../../../electron/connections/connections.ts';
import { DataFiles } from '../../../electron/host/index.ts';
import { keyFileCipher } from '../../../electron/host/key-file-cipher.ts';
import { type HttpClient, HttpError, type HttpRequest } from '../../../electron/http/index.ts';
import { ManualClock } from '../http/manual-clock.ts';

export type Bench = Awaited<ReturnType<typeof openBench>>;

/** An answer of the service that is no success. */
export function refusal(status: number, errorType?: string): HttpError {
  const head = { requestId: 'r', status, headers: {}, url: 'https://u.example/', text: '', carriedToken: true };
  return new HttpError({ code: `status_${status}`, message: 'Refused.' }, head, {
    type: errorType,
    description: undefined,
  });
}

/** @param answer the body of each answer; what it throws is thrown to who asked */
export async function openBench(
  answer: (request: HttpRequest) => string | Promise<string> = () => '',
  demo: Promise<ServiceBootstrap> = new Promise(() => undefined),
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'connections-'));
  const files = new DataFiles(folder);
  const clock = new ManualClock();
  const sent: HttpRequest[] = [];
  const ask = async (request: HttpRequest) => {
    const { auth } = request;
    // Where there is no token, nothing is sent.
    await auth?.source.token(auth.tokenClass, auth.scope, new AbortController().signal);
    sent.push(request);
    return await answer(request);
  };
  const http = {
    hops: async () => [],
    send: async (request: HttpRequest) => {
      const text = await ask(request);
      request.understand?.(text);
      return { text: () => text, headers: {}, status: 200 };
    },
    stream: async (request: HttpRequest, consume: (answer: object) => Promise<unknown>) => {
      const text = await ask(request);
      const body = (async function* () {
        yield Buffer.from(text);
      })();
      return await consume({ body, headers: {}, status: 200 });
    },
  } as unknown as HttpClient; // as much of it as is used
  const connections = await createConnections({ files, cipher: keyFileCipher(files), http, demo, clock, zone: 'UTC' });
  return { folder, clock, http, connections, sent, close: () => rm(folder, { recursive: true, force: true }) };
}
