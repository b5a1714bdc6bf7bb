/** Opens a TLS connection to a service by the ways that its setting names, one after the other. */
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { abortError } from '#shared/errors.ts';
import { type Hop, type ProxyHop, proxyName } from './proxy.ts';
import { ProxyError, refusedBy } from './proxy-error.ts';

export interface TunnelTarget {
  /** As in a URL: an IPv6 address in brackets. */
  hostname: string;
  port: number;
}

export interface TunnelOptions {
  hops: readonly Hop[];
  /** Of a proxy that is asked over TLS; undefined is Node's own. */
  proxyContext: SecureContext | undefined;
  /** For each hop: up to the end of the proxy's answer, milliseconds. */
  limitMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * A connection to the target on which nothing was said yet: straight, or through the first proxy that can be reached. Only a
 * proxy that is not there, or cannot be used, gives way to the next; one that refuses has decided.
 * @returns the connection, and the hop that it took
 * @throws ProxyError, and Node's error of a straight connection
 */
export async function openSocket(target: TunnelTarget, options: TunnelOptions): Promise<{ socket: Socket; by: Hop }> {
  let last: unknown = new ProxyError('PROXY_UNUSABLE', 'none');
  for (const hop of options.hops) {
    try {
      return { socket: await openBy(hop, target, options), by: hop };
    } catch (error) {
      if (!(error instanceof ProxyError) || (error.code !== 'PROXY_UNREACHABLE' && error.code !== 'PROXY_UNUSABLE')) {
        throw error;
      }
      last = error;
    }
  }
  throw last;
}

/**
 * TLS with the service over a socket that leads to it; settles when the certificate was judged.
 * @throws Node's error; `code` is CONNECT_TIMEOUT where it takes too long
 */
export function startTls(
  socket: Socket,
  { hostname }: TunnelTarget,
  context: SecureContext | undefined,
  limitMs: number,
): Promise<TLSSocket> {
  const host = withoutBrackets(hostname);
  return new Promise((resolve, reject) => {
    // What breaks the socket below is told by the one above.
    socket.on('error', () => {});
    const secured = tls.connect({
      socket,
      host,
      ALPNProtocols: ['http/1.1'],
      ...(context === undefined ? {} : { secureContext: context }),
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
    });
    const end = bounded(limitMs, undefined, (error) => secured.destroy(error));
    const failed = (error: Error) => {
      end();
      reject(error);
    };
    const closed = () => failed(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
    secured.once('error', failed);
    secured.once('close', closed);
    secured.once('secureConnect', () => {
      end();
      secured.off('error', failed);
      secured.off('close', closed);
      resolve(secured);
    });
  });
}

function openBy(hop: Hop, target: TunnelTarget, options: TunnelOptions): Promise<Socket> {
  switch (hop.kind) {
    case 'direct':
      return openStraight(target, options);
    case 'proxy':
      return openThrough(hop, target, options);
    case 'unusable':
      return Promise.reject(new ProxyError('PROXY_UNUSABLE', hop.what));
  }
}

function openStraight({ hostname, port }: TunnelTarget, { limitMs, signal }: TunnelOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: withoutBrackets(hostname), port });
    const end = bounded(limitMs, signal, (error) => socket.destroy(error));
    socket.once('error', reject);
    socket.once('close', end);
    socket.once('connect', () => {
      end();
      socket.off('error', reject);
      socket.off('close', end);
      resolve(socket);
    });
  });
}

/** CONNECT (RFC 9110 section 9.3.6): the proxy passes bytes on, and sees no more of the request than its host. */
function openThrough(hop: ProxyHop, target: TunnelTarget, options: TunnelOptions): Promise<Socket> {
  const { proxyContext, limitMs, signal } = options;
  const proxy = proxyName(hop);
  return new Promise((resolve, reject) => {
    const request = askProxy(hop, `${target.hostname}:${target.port}`, proxyContext);
    const end = bounded(limitMs, signal, (error) => request.destroy(error));
    request.once('connect', (response, socket, head) => {
      end();
      const { statusCode = 0, statusMessage = '', headers } = response;
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(refusedBy(proxy, statusCode, statusMessage, headers['proxy-authenticate'], hop));
    });
    request.on('error', (error) => {
      end();
      if (signal?.aborted) return reject(error);
      // It spoke, but not as a proxy does.
      const spoke = 'code' in error && String(error.code).startsWith('HPE_');
      reject(new ProxyError(spoke ? 'PROXY_FAILED' : 'PROXY_UNREACHABLE', proxy, { cause: error }));
    });
    request.end();
  });
}

function askProxy(hop: ProxyHop, place: string, context: SecureContext | undefined): ClientRequest {
  const host = withoutBrackets(hop.host);
  const options = {
    host,
    port: hop.port,
    method: 'CONNECT',
    path: place,
    agent: false,
    headers: { host: place, ...(hop.login && { 'proxy-authorization': basic(hop.login) }) },
  } as const;
  if (!hop.secure) return http.request(options);
  // Else Node would take the name of the service, which the header has.
  const servername = net.isIP(host) === 0 ? host : '';
  return https.request({ ...options, servername, ...(context === undefined ? {} : { secureContext: context }) });
}

function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function basic({ user, password }: { user: string; password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Ends what takes too long, or is not wanted any more. @returns a function that takes the limit off */
function bounded(ms: number, signal: AbortSignal | undefined, stop: (error: Error) => void): () => void {
  const late = () => stop(Object.assign(new Error('It took too long.'), { code: 'CONNECT_TIMEOUT' }));
  const unwanted = () => stop(abortError());
  const timer = setTimeout(late, ms);
  if (signal?.aborted) queueMicrotask(unwanted);
  signal?.addEventListener('abort', unwanted, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', unwanted);
  };
}
