/** What can go wrong between this computer and the service's name: at a proxy. */
import type { ProxyHop } from './proxy.ts';

type ProxyFault =
  /** Its name is not known, it takes no connection, or it is silent. */
  | 'PROXY_UNREACHABLE'
  /** It wants a sign-in (407): there was none, it was refused, or it is of a kind that this program does not know. */
  | 'PROXY_SIGN_IN'
  /** It does not let connections to this host through (another 4xx). */
  | 'PROXY_DENIED'
  /** It could not reach the service (5xx), or gave no answer that can be read. */
  | 'PROXY_FAILED'
  /** It is of a kind that this program cannot use. */
  | 'PROXY_UNUSABLE';

export class ProxyError extends Error {
  readonly code: ProxyFault;
  /** `host:port`, or how the system names it. */
  readonly proxy: string;
  /** What it answered, where it did: `403 Forbidden`. */
  readonly said: string | undefined;
  /** Of 407: the ways to sign in that it offers, and whether a password had been sent. */
  readonly signIn: { offered: readonly string[]; sent: boolean } | undefined;

  constructor(
    code: ProxyFault,
    proxy: string,
    more: { said?: string; signIn?: { offered: readonly string[]; sent: boolean }; cause?: unknown } = {},
  ) {
    super(`${code} ${proxy}${more.said === undefined ? '' : `: ${more.said}`}`, { cause: more.cause });
    this.name = 'ProxyError';
    this.code = code;
    this.proxy = proxy;
    this.said = more.said;
    this.signIn = more.signIn;
  }
}

/** The error of a proxy that answered CONNECT with something else than 2xx. */
export function refusedBy(
  proxy: string,
  status: number,
  statusText: string,
  offered: string | undefined,
  hop: ProxyHop,
): ProxyError {
  const said = `${status} ${statusText}`.trim();
  if (status !== 407) {
    return new ProxyError(status >= 400 && status < 500 ? 'PROXY_DENIED' : 'PROXY_FAILED', proxy, { said });
  }
  return new ProxyError('PROXY_SIGN_IN', proxy, {
    said,
    signIn: { offered: schemesOf(offered ?? ''), sent: hop.login !== undefined },
  });
}

/** `Basic realm="a, b", Negotiate` as `Basic` and `Negotiate`: words that a space, a comma or the end follows, not `name=`. */
function schemesOf(header: string): string[] {
  const bare = header.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...bare.matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s|,|$)(?!\s*=)/g)].flatMap(([, name]) => name ?? []);
}
