/** How far a connection to a service comes: its name, the proxy or the network, the certificate. Nothing is sent over it. */
import { lookup } from 'node:dns/promises';
import net, { type Socket } from 'node:net';
import tls, { type PeerCertificate, type TLSSocket } from 'node:tls';
import type { CheckView } from '#shared/contract/connections.ts';
import { abortError, toErrorValue } from '#shared/errors.ts';
import { untilAborted } from '#shared/until-aborted.ts';
import { type Hop, openSocket, proxyName, type Way } from '../network/index.ts';
import { faultWords } from './fault-words.ts';
import { networkFault } from './faults.ts';

/** One for each hop, in their order; those after one that failed are `untried`. */
export type Hops = CheckView[];
type Found = Omit<CheckView, 'id' | 'title'>;

/** How long a server may take to refuse a client after the handshake. */
const SETTLE_MS = 500;
const NOT_TRIED: Found = { state: 'untried', message: 'What comes before it failed.' };

/**
 * @param url https address of the service
 * @param wayTo the way that a request would take
 * @param limitMs for each hop
 * @throws AbortError only
 */
export async function lookAtHops(
  url: string,
  wayTo: () => Promise<Way>,
  limitMs: number,
  signal: AbortSignal,
): Promise<Hops> {
  let way: Way;
  try {
    way = await untilAborted(wayTo(), signal);
  } catch (thrown) {
    if (signal.aborted) throw abortError();
    const { message, action } = toErrorValue(thrown);
    const unasked: Found = { state: 'untried', message: 'It is not known who looks the name up.' };
    return rows(unasked, { state: 'failed', message, action }, NOT_TRIED, true);
  }
  const proxied = way.hops[0]?.kind !== 'direct';
  const name = proxied
    ? ({ state: 'ok', message: 'The proxy looks the name up.' } as const)
    : await nameFound(url, signal);
  if (name.state === 'failed') return rows(name, NOT_TRIED, NOT_TRIED, proxied);
  let reached: { socket: Socket; by: Hop };
  try {
    const { hops, proxyContext } = way;
    reached = await openSocket(placeOf(url), { hops, proxyContext, limitMs, signal });
  } catch (thrown) {
    if (signal.aborted) throw abortError();
    return rows(name, inWords(url, thrown), NOT_TRIED, proxied);
  }
  const { socket, by } = reached;
  try {
    return rows(name, opened(url, by, proxied), await certificateFound(url, socket, way, limitMs, signal), proxied);
  } finally {
    socket.destroy();
  }
}

function rows(name: Found, connection: Found, certificate: Found, proxied: boolean): Hops {
  return [
    { id: 'name', title: 'Name', ...name },
    { id: 'connection', title: proxied ? 'Proxy' : 'Connection', ...connection },
    { id: 'certificate', title: 'Certificate', ...certificate },
  ];
}

function placeOf(url: string): { hostname: string; port: number } {
  const { hostname, port } = new URL(url);
  return { hostname, port: port === '' ? 443 : Number(port) };
}

async function nameFound(url: string, signal: AbortSignal): Promise<Found> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (net.isIP(host) !== 0) return { state: 'ok', message: 'The address is a number: nothing is looked up.' };
  try {
    const found = await untilAborted(lookup(host, { all: true }), signal);
    const addresses = found.map(({ address }) => address);
    const more = addresses.length > 3 ? ` and ${addresses.length - 3} more` : '';
    return { state: 'ok', message: `${host} is ${addresses.slice(0, 3).join(', ')}${more}.` };
  } catch (thrown) {
    if (signal.aborted) throw abortError();
    return inWords(url, thrown);
  }
}

function opened(url: string, by: Hop, proxied: boolean): Found {
  const { host } = new URL(url);
  if (by.kind === 'proxy') return { state: 'ok', message: `${host} is reached through the proxy ${proxyName(by)}.` };
  const message = proxied
    ? `${host} takes connections straight: no proxy that the system names is there.`
    : `${host} takes connections. No proxy is used.`;
  return { state: 'ok', message };
}

function inWords(url: string, thrown: unknown): Found {
  const fault = networkFault(thrown);
  if (fault) return { state: 'failed', ...faultWords(fault, url, thrown) };
  const { message, action } = toErrorValue(thrown);
  return { state: 'failed', message, action };
}

async function certificateFound(
  url: string,
  socket: Socket,
  way: Way,
  limitMs: number,
  signal: AbortSignal,
): Promise<Found> {
  try {
    const secured = await judged(url, socket, way, limitMs, signal);
    const certificate = secured.getPeerCertificate(true);
    const error = secured.authorizationError as unknown;
    const found = secured.authorized ? trusted(certificate) : untrusted(url, certificate, codeOf(error));
    secured.destroy();
    return found;
  } catch (thrown) {
    if (signal.aborted) throw abortError();
    return inWords(url, thrown);
  }
}

/** Node declares it an Error; it is the code of one. */
function codeOf(error: unknown): string {
  return error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
}

/** The handshake, whatever the certificate: it is judged, not relied on. */
function judged(url: string, socket: Socket, way: Way, limitMs: number, signal: AbortSignal): Promise<TLSSocket> {
  const { hostname } = placeOf(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    socket.on('error', () => {});
    const secured = tls.connect({
      socket,
      host,
      rejectUnauthorized: false,
      ...(way.context === undefined ? {} : { secureContext: way.context }),
      ...(net.isIP(host) === 0 ? { servername: host } : {}),
    });
    const stop = () => secured.destroy(abortError());
    secured.setTimeout(limitMs, () =>
      secured.destroy(Object.assign(new Error('TLS took too long.'), { code: 'CONNECT_TIMEOUT' })),
    );
    signal.addEventListener('abort', stop, { once: true });
    secured.once('secureConnect', () => {
      // With TLS 1.3 a server says only after the handshake that it wants another client certificate, or any at all.
      const mayRefuse = secured.authorized && secured.getProtocol() === 'TLSv1.3';
      setTimeout(() => resolve(secured), mayRefuse ? SETTLE_MS : 0);
    });
    secured.on('error', reject);
    secured.once('close', () => {
      signal.removeEventListener('abort', stop);
      reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
    });
  });
}

function trusted(certificate: PeerCertificate): Found {
  const until = new Date(certificate.valid_to).toISOString().slice(0, 10);
  return {
    state: 'ok',
    message: `Issued to ${nameOf(certificate.subject)} by ${nameOf(certificate.issuer)}, good until ${until}.`,
  };
}

/** Errors of a chain that ends with somebody unknown. */
const UNKNOWN_SIGNER = /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF|CERT_UNTRUSTED/;

function untrusted(url: string, certificate: PeerCertificate, code: string): Found {
  const thrown = Object.assign(new Error(code), { code, cert: certificate });
  const words = faultWords({ code: 'tls_failed', cause: code, passing: false, unsent: true }, url, thrown);
  const who = `It is issued to ${nameOf(certificate.subject)} by ${nameOf(certificate.issuer)}.`;
  if (!UNKNOWN_SIGNER.test(code)) return { state: 'failed', ...words, message: `${words.message} ${who}` };
  const { name, fingerprint } = topOf(certificate);
  const sent = fingerprint === undefined ? '' : ` Its SHA-256 is ${fingerprint}.`;
  return {
    state: 'failed',
    message: `${words.message} ${who}`,
    action: `If ${name} is the authority of your company or of the service, get its certificate from whoever runs it and add it under Settings, Network.${sent} Otherwise somebody reads along: enter no token.`,
  };
}

/** Who is to be believed: the authority that signed the last certificate of the chain that was sent. */
function topOf(certificate: PeerCertificate): { name: string; fingerprint: string | undefined } {
  let top: PeerCertificate & { issuerCertificate?: PeerCertificate } = certificate;
  for (let depth = 0; depth < 10 && top.issuerCertificate && top.issuerCertificate !== top; depth += 1) {
    top = top.issuerCertificate;
  }
  const isRoot = JSON.stringify(top.subject) === JSON.stringify(top.issuer);
  return { name: nameOf(top.issuer), fingerprint: isRoot ? top.fingerprint256 : undefined };
}

/** The common name, else the organisation. */
function nameOf(party: PeerCertificate['subject'] | undefined): string {
  const [name] = [party?.CN ?? party?.O].flat();
  return name === undefined || name === '' ? 'nobody by name' : `“${name}”`;
}
