import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

export interface ScriptedServer {
  url: string;
  received: Received[];
  close: () => Promise<void>;
}

type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** A real server that answers each request with the next reply; the last one stays. */
export async function scriptedServer(...replies: Reply[]): Promise<ScriptedServer> {
  const received: Received[] = [];
  let next = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      received.push({ method, path, authorization: headers.authorization, body: Buffer.concat(chunks).toString() });
      const reply = replies[Math.min(next, replies.length - 1)];
      next += 1;
      reply?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answers(status: number, headers: Record<string, string> = {}, body: string | Uint8Array = ''): Reply {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}
