/** What a server agrees to in a TLS handshake. Nothing is sent over the connection. */
import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import type { Handshake, TlsOffer } from '../common/handshake.ts';
import { openSocket, type Way } from '../network/index.ts';

const LIMIT_MS = 10_000;
const CANCELLED: Handshake = { kind: 'cannot', why: 'it was cancelled' };
/** Nobody was reached: says nothing of TLS. */
const UNREACHED = /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/;
/** OpenSSL, or what stands in its place, does not have what was to be offered. */
const NOT_OFFERED = /no cipher match|NO_CIPHER_MATCH|invalid cipher|no protocols available|NO_CIPHERS_AVAILABLE/i;

/** @param origin https origin of the server @param way by which it is reached */
export async function handshake(
  origin: string,
  offer: TlsOffer,
  signal: AbortSignal,
  { hops, proxyContext, tlsOptions }: Way,
): Promise<Handshake> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const target = { hostname, port: port === '' ? 443 : Number(port) };
  let below: Socket;
  try {
    below = (await openSocket(target, { hops, proxyContext, limitMs: LIMIT_MS, signal })).socket;
  } catch (error) {
    if (signal.aborted) return CANCELLED;
    const { code, message } = error as NodeJS.ErrnoException; // Node throws errors only
    return { kind: 'cannot', why: `the server was not reached (${code ?? message})` };
  }
  // What breaks it is told by the one above.
  below.on('error', () => {});
  return await new Promise((resolve) => {
    let socket: TLSSocket;
    const end = (result: Handshake) => {
      signal.removeEventListener('abort', stop);
      socket?.destroy();
      below.destroy();
      resolve(result);
    };
    const stop = () => end(CANCELLED);
    const failed = (error: NodeJS.ErrnoException) => end(failure(error));
    try {
      // The certificate is judged, not relied on: no secret goes over this connection.
      socket = tls.connect({
        ...tlsOptions,
        ...offer,
        socket: below,
        host,
        rejectUnauthorized: false,
        ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      });
    } catch (error) {
      return failed(error as NodeJS.ErrnoException); // Node throws errors only
    }
    signal.addEventListener('abort', stop, { once: true });
    socket.setTimeout(LIMIT_MS, () => end({ kind: 'cannot', why: 'the server was silent' }));
    socket.once('error', failed);
    socket.once('secureConnect', () => end(agreed(socket)));
  });
}

function failure(error: NodeJS.ErrnoException): Handshake {
  const why = error.code ?? error.message;
  if (NOT_OFFERED.test(`${error.code} ${error.message}`)) {
    return { kind: 'cannot', why: `this program cannot offer it (${why})` };
  }
  return UNREACHED.test(why)
    ? { kind: 'cannot', why: `the server was not reached (${why})` }
    : { kind: 'refused', why };
}

function agreed(socket: TLSSocket): Handshake {
  const { raw } = socket.getPeerCertificate();
  const certificate = new X509Certificate(raw);
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  return {
    kind: 'agreed',
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    untrusted: socket.authorized ? undefined : String(socket.authorizationError),
    key: { kind: (asymmetricKeyType ?? 'unknown').toUpperCase(), bits: asymmetricKeyDetails?.modulusLength },
    validTo: Date.parse(certificate.validTo),
  };
}
