/** Which proxy a connection takes, and how proxies are written down: addresses, and the answers of a PAC file. Pure. */
import { AppError } from '#shared/errors.ts';
import { percentDecoded } from '#shared/percent-decoded.ts';

/** Name and password for a proxy that wants them (Basic). */
export interface ProxyLogin {
  user: string;
  password: string;
}

export interface ProxyHop {
  kind: 'proxy';
  /** The connection to the proxy itself is TLS. */
  secure: boolean;
  /** As in a URL: an IPv6 address in brackets. */
  host: string;
  port: number;
  login?: ProxyLogin | undefined;
}

/** One way on: straight to the service, through a proxy, or one that this program cannot take. */
export type Hop = { kind: 'direct' } | ProxyHop | { kind: 'unusable'; what: string };

export const DIRECT: Hop = { kind: 'direct' };

/** `host:port`, without the login. */
export function proxyName({ host, port }: Pick<ProxyHop, 'host' | 'port'>): string {
  return `${host}:${port}`;
}

/**
 * The proxy of an address as people write it: `http://proxy.example:3128`, `proxy.example:3128`, `https://user:password@host`.
 * @throws AppError `proxy_address_bad`
 */
export function proxyOfAddress(address: string): ProxyHop {
  const text = address.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = text !== '' && URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || url.hostname === '' || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new AppError({
      code: 'proxy_address_bad',
      message: text === '' ? 'The address of the proxy is missing.' : 'That is not the address of an HTTP proxy.',
      action: 'Enter it like http://proxy.example:3128. SOCKS proxies cannot be used.',
    });
  }
  return {
    kind: 'proxy',
    secure: url.protocol === 'https:',
    host: url.hostname,
    port: url.port !== '' ? Number(url.port) : url.protocol === 'https:' ? 443 : 80,
    ...(url.username === ''
      ? {}
      : { login: { user: percentDecoded(url.username), password: percentDecoded(url.password) } }),
  };
}

/** The address as it is kept, which has no secret in it. @throws AppError `proxy_address_bad`, `proxy_address_login` */
export function cleanProxyAddress(address: string): string {
  const { secure, host, port, login } = proxyOfAddress(address);
  if (login !== undefined) {
    throw new AppError({
      code: 'proxy_address_login',
      message: 'The address holds a user name or a password, which would be written down with it.',
      action: 'Take out what stands before the @ and enter it in the fields below; the password is kept sealed.',
    });
  }
  return `${secure ? 'https' : 'http'}://${host}:${port}`;
}

/** The words of a PAC file for proxies that this program can use. */
const SCHEMES: Readonly<Record<string, string>> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' };

/**
 * The ways that the answer of a PAC file lists, in its order: `PROXY a.example:3128; DIRECT`. Empty where it lists none.
 * What is listed and cannot be used stays in the list, so that nobody goes around it.
 */
export function hopsOfPac(answer: string): Hop[] {
  return answer
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(hopOfPac);
}

function hopOfPac(part: string): Hop {
  const [kind = '', place = ''] = part.split(/\s+/);
  if (kind.toUpperCase() === 'DIRECT') return DIRECT;
  const scheme = SCHEMES[kind.toUpperCase()];
  if (scheme === undefined || !URL.canParse(`${scheme}://${place}`)) return { kind: 'unusable', what: part };
  return proxyOfAddress(`${scheme}://${place}`);
}
