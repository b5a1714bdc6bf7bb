/** The list of hosts that are asked without the proxy, as in `NO_PROXY` and in the settings of systems. Pure. */
import { BlockList, isIP } from 'node:net';

/**
 * Whether a host stands in a list of exceptions.
 * @param hostname as in `URL.hostname`
 * @param port of the address, also where it is the usual one
 * @param list separated by commas, semicolons, spaces or lines: `utility.example` and all below it, `.utility.example`,
 *   `*.utility.example`, `utility.example:8443`, `10.1.2.3`, `10.0.0.0/8`, `*` for every host
 */
export function isExcepted(hostname: string, port: number, list: string): boolean {
  const host = bare(hostname);
  return list
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matches(host, port, entry.toLowerCase()));
}

function matches(host: string, port: number, entry: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isInRange(host, entry);
  const [, name = '', wantedPort] = /^(\[[^\]]*\]|[^:]*|[^[]*:[^[]*:[^[]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (name === '' || (wantedPort !== undefined && Number(wantedPort) !== port)) return false;
  const wanted = bare(name).replace(/^\*?\./, '');
  return host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`));
}

/** `10.0.0.0/8`; false for a range that cannot be read. */
function isInRange(host: string, range: string): boolean {
  const version = isIP(host);
  const [network = '', bits = ''] = range.split('/');
  const address = bare(network);
  if (version === 0 || isIP(address) !== version || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, family);
}

/** Without the brackets of an IPv6 address and the dot at the end of a whole name. */
function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
