/** The way that each request takes: made of the one network setting, and of the certificate of its workspace. */
import { createHash } from 'node:crypto';
import tls, { type SecureContext, type SecureContextOptions } from 'node:tls';
import { isLoopback } from '#shared/safe-transport.ts';
import { authoritiesOf } from './authorities.ts';
import { type ClientCertificate, secureOptions } from './client-certificate.ts';
import { isExcepted } from './exceptions.ts';
import { DIRECT, type Hop, proxyOfAddress } from './proxy.ts';
import type { NetworkSetting } from './setting.ts';

/** How a connection is made. */
export interface Way {
  /** Connections with the same key may be shared. */
  key: string;
  /** Tried in this order; never empty. */
  hops: readonly Hop[];
  /** Authorities and client certificate; undefined is what Node does by itself. */
  context: SecureContext | undefined;
  /** For a proxy that is asked over TLS: the same authorities, and no client certificate. */
  proxyContext: SecureContext | undefined;
  /** What the context was made of, for those who make one of their own. */
  tlsOptions: SecureContextOptions;
}

export interface Ways {
  /** @param workspace whose certificate is shown to a service that asks for one */
  to(url: string, workspace: string | undefined): Promise<Way>;
}

export interface WaysOptions {
  /** The same object as long as nothing was changed. */
  setting: () => Promise<NetworkSetting>;
  /** What the system says of an https address; see Host. */
  systemProxy: (url: string) => Promise<readonly Hop[]>;
  /** Of a manual proxy that wants a sign-in. */
  proxyPassword: () => Promise<string | undefined>;
  /** The same object as long as it was not replaced. */
  clientCertificate: (workspace: string) => Promise<ClientCertificate | undefined>;
}

const PLAIN: Way = { key: 'plain', hops: [DIRECT], context: undefined, proxyContext: undefined, tlsOptions: {} };

/** Straight, with the authorities that Node has by itself: for what is not part of the program. */
export const straight: Ways = {
  to: async () => ({ ...PLAIN, key: 'straight' }),
};

export function openWays(options: WaysOptions): Ways {
  /** By setting of the authorities: reading the system's takes a moment, so it is done once for each. */
  const trusts = new WeakMap<object, Trust>();
  return {
    async to(url, workspace) {
      // Http goes to this computer only (isSafeTransport): there is nothing to believe, and nothing is read for it.
      if (new URL(url).protocol !== 'https:') return PLAIN;
      const setting = await options.setting();
      const certificate = workspace === undefined ? undefined : await options.clientCertificate(workspace);
      const hops = await hopsTo(url, setting.proxy, options);
      let trust = trusts.get(setting.authorities);
      if (trust === undefined) {
        trust = new Trust(setting.authorities);
        trusts.set(setting.authorities, trust);
      }
      const { key, context, tlsOptions } = trust.with(certificate);
      const proxyContext = trust.with(undefined).context;
      return { key: `${key} ${keyOf(hops)}`, hops, context, proxyContext, tlsOptions };
    },
  };
}

async function hopsTo(
  url: string,
  { mode, address, user, except }: NetworkSetting['proxy'],
  { systemProxy, proxyPassword }: WaysOptions,
): Promise<readonly Hop[]> {
  const { hostname, port } = new URL(url);
  // This computer is never asked for through another one.
  if (mode === 'none' || isLoopback(hostname)) return [DIRECT];
  if (mode === 'system') {
    const hops = await systemProxy(url);
    return hops.length === 0 ? [DIRECT] : hops;
  }
  if (isExcepted(hostname, port === '' ? 443 : Number(port), except)) return [DIRECT];
  const proxy = proxyOfAddress(address);
  return [user === '' ? proxy : { ...proxy, login: { user, password: (await proxyPassword()) ?? '' } }];
}

/** A digest, since hops may hold a password. */
function keyOf(hops: readonly Hop[]): string {
  return createHash('sha256').update(JSON.stringify(hops)).digest('base64');
}

let made = 0;

type Tls = Pick<Way, 'key' | 'context' | 'tlsOptions'>;

/** Whom a setting believes, with each certificate that is shown beside it. */
class Trust {
  readonly #authorities: SecureContextOptions;
  readonly #plain: Tls;
  readonly #shown = new WeakMap<ClientCertificate, Tls>();

  constructor(authorities: NetworkSetting['authorities']) {
    const ca = authoritiesOf(authorities);
    // Who adds a certificate means it, also where it is none of an authority's own.
    const partial = authorities.own.length > 0 ? { allowPartialTrustChain: true } : {};
    this.#authorities = ca === undefined ? {} : { ca, ...partial };
    this.#plain = this.#make(undefined);
  }

  with(certificate: ClientCertificate | undefined): Tls {
    if (certificate === undefined) return this.#plain;
    const known = this.#shown.get(certificate) ?? this.#make(certificate);
    this.#shown.set(certificate, known);
    return known;
  }

  #make(certificate: ClientCertificate | undefined): Tls {
    const tlsOptions: SecureContextOptions = {
      ...this.#authorities,
      ...(certificate === undefined ? {} : secureOptions(certificate)),
    };
    made += 1;
    const isPlain = Object.keys(tlsOptions).length === 0;
    return { key: String(made), context: isPlain ? undefined : tls.createSecureContext(tlsOptions), tlsOptions };
  }
}
