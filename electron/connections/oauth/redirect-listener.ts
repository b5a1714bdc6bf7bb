/**
 * The loopback redirect of RFC 8252 section 7.3: a tiny server on 127.0.0.1 to which the browser comes back.
 * Other programs and pages on this machine can reach it too, so it answers one path, one Host, GET only, and says nothing
 * about the sign-in to a request that does not carry its state.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '#shared/errors.ts';
import { type PageText, resultPage } from './result-page.ts';

export interface RedirectListener {
  redirectUri: string;
  close(): Promise<void>;
}

/**
 * @param port 0 for any free one
 * @param onVisit gets the query of each visit and returns what the tab shows
 * @throws AppError `oauth_port_taken`
 */
export async function listenForRedirect(
  port: number,
  path: string,
  onVisit: (params: URLSearchParams) => Promise<PageText>,
): Promise<RedirectListener> {
  let host = '';
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  server.maxHeadersCount = 100;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = URL.canParse(request.url ?? '', `http://${host}`)
      ? new URL(request.url ?? '', `http://${host}`)
      : undefined;
    // A page that had its own name point here (DNS rebinding) sends that name as Host.
    if (request.headers.host !== host || target === undefined || target.pathname !== path) return plain(response, 404);
    if (request.method !== 'GET') return plain(response, 405);
    const page = resultPage(await onVisit(target.searchParams));
    response.writeHead(page.status, page.headers).end(page.body);
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(portTaken(port, cause)));
    server.listen(port, '127.0.0.1', () => resolve());
  });
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server that listens has one
  return {
    redirectUri: `http://${host}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function plain(response: ServerResponse, status: number): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    .end('There is nothing here.\n');
}

function portTaken(port: number, cause: unknown): AppError {
  return new AppError(
    {
      code: 'oauth_port_taken',
      message: `The browser could not return to the program: port ${port} of this computer is taken.`,
      action: 'Close the other program, or choose another redirect port in the settings of the workspace.',
    },
    { cause },
  );
}
