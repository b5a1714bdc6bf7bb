/** Stands between the program and the simulator, as a proxy that gives up does, and cuts answers short. */
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** How an answer ends too early. Gets the whole body and where to cut it; writes the answer and ends it. */
type Way = (socket: Socket, body: Buffer, at: number) => void;

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/atom+xml\r\ndate: ';
const PAGE = '<html><head><title>502</title></head><body><p>Bad gateway</body></html>';

function head(lines: string[], status = '200 OK'): string {
  const date = new Date().toUTCString();
  return `${HEAD.replace('200 OK', status)}${date}\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`;
}

function sized(socket: Socket, body: Buffer, lines: string[] = [], status?: string): void {
  socket.write(head([`content-length: ${body.length}`, ...lines], status));
  socket.write(body);
}

function chunked(socket: Socket, ...parts: Buffer[]): void {
  socket.write(head(['transfer-encoding: chunked']));
  for (const part of parts) {
    if (part.length === 0) continue;
    socket.write(`${part.length.toString(16)}\r\n`);
    socket.write(part);
    socket.write('\r\n');
  }
  socket.write('0\r\n\r\n');
}

export const WAYS = {
  'chunks that end well': (socket, body, at) => chunked(socket, body.subarray(0, at)),
  'a connection that is closed, without a length': (socket, body, at) => {
    socket.write(head(['connection: close']));
    socket.end(body.subarray(0, at));
  },
  'a connection that is reset, without a length': (socket, body, at) => {
    socket.write(head(['connection: close']));
    socket.write(body.subarray(0, at), () => socket.resetAndDestroy());
  },
  'a connection that is closed, with a length': (socket, body, at) => {
    socket.write(head([`content-length: ${body.length}`]));
    socket.end(body.subarray(0, at));
  },
  'a length that fits': (socket, body, at) => sized(socket, body.subarray(0, at)),
  '206 that nobody asked for': (socket, body, at) =>
    sized(
      socket,
      body.subarray(0, at),
      [`content-range: bytes 0-${Math.max(0, at - 1)}/${body.length}`],
      '206 Partial Content',
    ),
  'a page instead of the end': (socket, body, at) => chunked(socket, body.subarray(0, at), Buffer.from(PAGE)),
  'an error object instead of the end': (socket, body, at) =>
    chunked(socket, body.subarray(0, at), Buffer.from('{"error":"server_error"}')),
  'a page between chunks': (socket, body, at) => {
    socket.write(head(['transfer-encoding: chunked']));
    socket.write(`${at.toString(16)}\r\n`);
    socket.write(body.subarray(0, at));
    socket.end(`\r\n${PAGE}`);
  },
  'gzip of a part': (socket, body, at) => sized(socket, gzipSync(body.subarray(0, at)), ['content-encoding: gzip']),
  'a part of gzip': (socket, body, at) => {
    const packed = gzipSync(body);
    sized(socket, packed.subarray(0, Math.floor((at / body.length) * packed.length)), ['content-encoding: gzip']);
  },
  'a page instead of the end of gzip': (socket, body, at) => {
    const packed = gzipSync(body);
    const part = packed.subarray(0, Math.floor((at / body.length) * packed.length));
    sized(socket, Buffer.concat([part, Buffer.from(PAGE)]), ['content-encoding: gzip']);
  },
} as const satisfies Record<string, Way>;

export type WayOfCutting = keyof typeof WAYS;

export interface Cut {
  /** Requests whose path fits are cut. */
  path: RegExp;
  way: WayOfCutting;
  /** Where, of the whole body. */
  at: (body: Buffer) => number;
  /** How many answers are cut; all of them where it is left out. */
  times?: number;
}

export type CuttingProxy = Awaited<ReturnType<typeof startCuttingProxy>>;

/** @param origin of the service; addresses in its answers are those of the proxy instead */
export async function startCuttingProxy(origin: string) {
  let cut: (Cut & { left: number }) | undefined;
  const sockets = new Set<Socket>();
  /** Paths of the answers that were cut. */
  const cuts: string[] = [];

  const answer = async (socket: Socket, request: string): Promise<void> => {
    const [line = '', ...lines] = request.split('\r\n');
    const [method = '', path = ''] = line.split(' ');
    const headers = Object.fromEntries(
      lines
        .map((text) => text.split(/: ?(.*)/s))
        .filter(([name = '']) => /^(authorization|accept)$/i.test(name))
        .map(([name = '', value = '']) => [name, value]),
    );
    const got = await fetch(`${origin}${path}`, { method, headers, redirect: 'manual' });
    const text = Buffer.from(await got.arrayBuffer()).toString('utf8');
    const body = Buffer.from(text.replaceAll(origin, own()));
    if (got.status === 200 && cut !== undefined && cut.left > 0 && cut.path.test(path)) {
      cut.left -= 1;
      cuts.push(path);
      WAYS[cut.way](socket, body, cut.at(body));
      return;
    }
    const wait = got.headers.get('retry-after');
    sized(socket, body, wait === null ? [] : [`retry-after: ${wait}`], `${got.status} ${got.statusText}`);
  };

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let seen = '';
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1');
      // Only GETs come here: there is never a body.
      const end = seen.indexOf('\r\n\r\n');
      if (end < 0) return;
      const request = seen.slice(0, end);
      seen = seen.slice(end + 4);
      void answer(socket, request).catch(() => socket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const own = () => `http://127.0.0.1:${port}`;

  return {
    url: own(),
    cuts,
    /** Cuts from now on, as told; undefined: not any more. */
    cut(told: Cut | undefined): void {
      cut = told && { ...told, left: told.times ?? Number.POSITIVE_INFINITY };
      cuts.length = 0;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
