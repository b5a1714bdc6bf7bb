/** Opens a TLS connection to a service by the ways that its setting names, one after the other. */
import http from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import tls, { type SecureContext, type TLSSocket } from 'node:tls';
import { type Hop, type ProxyHop, proxyName } from './proxy.ts';
import { ProxyError, refusedBy } from './proxy-error.ts';

export interface TunnelTarget {
  /** As in a URL: an IPv6 address in brackets. */
  hostname: string;
  port: number;
}

export interface TunnelOptions {
  hops: readonly Hop[];
  /** Of the proxy, where it is asked over TLS; undefined is Node's own. */
  context: SecureContext | undefined;
  /** For each hop: up to the end of the proxy's answer, milliseconds. */
  limitMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * A connection to the target on which nothing was said yet: straight, or through the first proxy that can be reached. Only a
 * proxy that is not there gives way to the next; one that refuses has decided.
 * @throws ProxyError, and Node's error of a straight connection
 */
export async function openSocket(target: TunnelTarget, options: TunnelOptions): Promise<Socket> {
  let last: unknown = new ProxyError('PROXY_UNUSABLE', 'none');
  for (const hop of options.hops) {
    try {
      return await openBy(hop, target, options);
    } catch (error) {
      if (!(error instanceof ProxyError) || (error.code !== 'PROXY_UNREACHABLE' && error.code !== 'PROXY_UNUSABLE')) {
        throw error;
      }
      last = error;
    }
  }
  throw last;
}

/** TLS with the service over a socket that leads to it; settles when the certificate was judged. Rejects with Node's error. */
export function secure(socket: Socket, { hostname }: TunnelTarget, context: SecureContext | undefined): Promise<TLSSocket> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const secured = tls.connect({
      socket,
      host,
      ...(context === undefined ? {} : { secureContext: context }),
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
    });
    const closed = () => reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
    secured.once('error', reject);
    secured.once('close', closed);
    secured.once('secureConnect', () => {
      secured.off('error', reject);
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
    const socket = net.connect({ host: hostname.replace(/^\[|\]$/g, ''), port });
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
function openThrough(hop: ProxyHop, target: TunnelTarget, { context, limitMs, signal }: TunnelOptions): Promise<Socket> {
  const proxy = proxyName(hop);
  const place = `${target.hostname}:${target.port}`;
  const unreachable = (cause: unknown) => new ProxyError('PROXY_UNREACHABLE', proxy, { cause });
  return new Promise((resolve, reject) => {
    const request = (hop.secure ? https : http).request({
      host: hop.host.replace(/^\[|\]$/g, ''),
      port: hop.port,
      method: 'CONNECT',
      path: place,
      agent: false,
      headers: { host: place, ...(hop.login && { 'proxy-authorization': basic(hop.login) }) },
      ...(hop.secure && context !== undefined ? { secureContext: context } : {}),
    });
    const end = bounded(limitMs, signal, (error) => request.destroy(error));
    request.once('connect', (response, socket, head) => {
      end();
      const { statusCode = 0, statusMessage = '', headers } = response;
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(refusedBy(proxy, statusCode, statusMessage, headers['proxy-authenticate']?.toString(), hop));
    });
    request.on('error', (error) => {
      end();
      // It spoke, but not as a proxy does.
      const spoke = 'code' in error && String(error.code).startsWith('HPE_');
      reject(spoke ? new ProxyError('PROXY_FAILED', proxy, { cause: error }) : unreachable(error));
    });
    request.once('response', () => {
      end();
      request.destroy();
      reject(new ProxyError('PROXY_FAILED', proxy));
    });
    request.end();
  });
}

function basic({ user, password }: { user: string; password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Ends what takes too long, or is not wanted any more. @returns a function that takes the limit off */
function bounded(ms: number, signal: AbortSignal | undefined, stop: (error: Error) => void): () => void {
  const late = () => stop(Object.assign(new Error('It took too long.'), { code: 'CONNECT_TIMEOUT' }));
  const unwanted = () => stop(new DOMException('The work was cancelled.', 'AbortError'));
  const timer = setTimeout(late, ms);
  if (signal?.aborted) queueMicrotask(unwanted);
  signal?.addEventListener('abort', unwanted, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', unwanted);
  };
}
