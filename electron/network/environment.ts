/** The proxy that the environment names, for programs without a window: the variables that curl and others read. Pure. */
import { isExcepted } from './exceptions.ts';
import { DIRECT, type Hop, proxyOfAddress } from './proxy.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The way to an address: by `https_proxy` or `all_proxy` unless `no_proxy` has its host; each also in capitals, small
 * letters first. Empty counts as not set.
 * @param url https
 */
export function hopsOfEnvironment(url: string, env: Environment): Hop[] {
  const address = read(env, 'https_proxy') ?? read(env, 'all_proxy');
  if (address === undefined) return [DIRECT];
  const { hostname, port } = new URL(url);
  if (isExcepted(hostname, port === '' ? 443 : Number(port), read(env, 'no_proxy') ?? '')) return [DIRECT];
  try {
    return [proxyOfAddress(address)];
  } catch {
    // The value may hold a password, so it is not repeated.
    return [{ kind: 'unusable', what: 'the proxy in the variable https_proxy or all_proxy' }];
  }
}

function read(env: Environment, name: string): string | undefined {
  return [env[name], env[name.toUpperCase()]].map((value) => value?.trim()).find(Boolean);
}
