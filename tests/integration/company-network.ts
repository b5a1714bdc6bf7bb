/** A company's network for tests: names that only its proxies know, TLS behind them, and proxies that read along. */
import { createServer } from 'node:http';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

export interface CompanyProxy {
  readonly port: number;
  /** Hosts with their ports that it was asked for, and the sign-in that came with it. */
  readonly asked: { place: string; login: string | undefined }[];
  close(): Promise<void>;
}

interface ProxyChoices {
  /** `user:password` that it wants. */
  login?: string;
  /** How it may be signed in to, as it says. */
  offers?: string;
  /** The port that it had before. */
  port?: number;
}

/**
 * A proxy that knows these hosts and no other.
 * @param routes port on this computer by `host:port`
 */
export async function startProxy(
  routes: Readonly<Record<string, number>>,
  choices: ProxyChoices = {},
): Promise<CompanyProxy> {
  const asked: CompanyProxy['asked'] = [];
  const server = createServer((_request, response) => response.writeHead(400).end());
  const sockets = followed(server);
  server.on('connect', (request, socket) => {
    socket.on('error', () => {});
    const place = request.url ?? '';
    asked.push({ place, login: request.headers['proxy-authorization'] });
    const wanted = choices.login && `Basic ${Buffer.from(choices.login).toString('base64')}`;
    if (wanted !== undefined && request.headers['proxy-authorization'] !== wanted) {
      const offers = choices.offers ?? 'Basic realm="company"';
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${offers}\r\n\r\n`);
      return;
    }
    const port = routes[place];
    if (port === undefined) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    const onward = net.connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      join(socket, onward);
    });
    onward.on('error', () => void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  return { port: await listening(server, choices.port), asked, close: () => closed(server, sockets) };
}

export interface TlsEnd {
  readonly port: number;
  /** How many connections came to it, also such as were given up during the handshake. */
  readonly connections: () => number;
  /** Of each handshake: the name on the client's certificate, empty where it showed none. */
  readonly shown: string[];
  close(): Promise<void>;
}

interface ClientDemand {
  /** Authority of the client certificates that it asks for. */
  clientCa: Buffer;
  /** Whether nobody comes in without one; else it only asks. */
  isDemanded?: boolean;
}

/**
 * Speaks TLS with a certificate, and passes on what is said.
 * @param pem certificate and key
 * @param onward makes a connection to whom it is passed on
 */
export async function startTlsEnd(pem: Buffer, onward: () => Duplex, demand?: ClientDemand): Promise<TlsEnd> {
  const shown: string[] = [];
  const asking = demand && { ca: demand.clientCa, requestCert: true, rejectUnauthorized: demand.isDemanded ?? true };
  const server = tls.createServer({ key: pem, cert: pem, ...asking }, (socket) => {
    const { subject } = socket.getPeerCertificate();
    shown.push(String(subject?.CN ?? ''));
    join(socket, onward());
  });
  const sockets = followed(server);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  return { port: await listening(server), connections: () => connections, shown, close: () => closed(server, sockets) };
}

/** Both ways, and the end of one is the end of the other. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    // One that ended in good order still has to pass on what it said.
    from.on('close', () => {
      if (!from.readableEnded) to.destroy();
    });
    from.pipe(to);
  }
}

/** Its connections, also those that it handed on. */
function followed(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // a TCP server that listens has one
}

async function closed(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const over = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of sockets) socket.destroy();
  await over;
}
