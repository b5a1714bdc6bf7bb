import type { networkCalls } from '#shared/contract/network.ts';
import { AppError } from '#shared/errors.ts';
import { cleanProxyAddress, type NetworkSetting, readCertificates, systemAuthorities } from '../../network/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { incomingPassword } from './incoming-password.ts';

/** More are no list of one's own any more. */
const MOST_AUTHORITIES = 100;

type Proxy = NetworkSetting['proxy'];

/** The one network setting of the program: proxy and authorities. The next request goes by it. */
export function networkHandlers(parts: AppParts): CoreHandlers<typeof networkCalls> {
  const { connections, host, policy, programSettings, topics } = parts;

  async function change(next: (before: NetworkSetting) => NetworkSetting): Promise<void> {
    await programSettings.change({ network: next((await programSettings.own()).network) });
    topics.publish('connections.changed', {});
  }
  const changeAuthorities = async (next: (before: NetworkSetting['authorities']) => NetworkSetting['authorities']) => {
    policy.requireFree('authorities');
    await change((before) => ({ ...before, authorities: next(before.authorities) }));
  };
  const changeOwn = (next: (own: string[]) => string[]) =>
    changeAuthorities((before) => ({ ...before, own: next(before.own) }));

  /** Of a proxy that the policy sets, only the user name is the user's own. */
  function requireProxyOfPolicy(next: Partial<Proxy>, set: Proxy): void {
    const { user: _own, ...wanted } = next;
    const isOther = Object.entries(wanted).some(([name, value]) => set[name as keyof Proxy] !== value);
    if (isOther || next.mode !== 'manual') policy.requireFree('proxy');
  }

  return {
    'network.get': async () => {
      const { proxy, authorities } = (await programSettings.get()).network;
      const { pems, from } = systemAuthorities();
      return {
        proxy: { ...proxy, hasPassword: (await connections.proxyPassword()) !== undefined },
        authorities: {
          bundled: authorities.bundled,
          system: authorities.system,
          own: authorities.own.flatMap(readCertificates).map(({ facts }) => facts),
          ofSystem: { count: pems.length, from },
        },
      };
    },
    'network.setProxy': async (proxy) => {
      // What was entered by hand is remembered for the next time.
      const next =
        proxy.mode === 'manual' ? { ...proxy, address: cleanProxyAddress(proxy.address) } : { mode: proxy.mode };
      const { address } = (await programSettings.own()).network.proxy;
      requireProxyOfPolicy(next, (await programSettings.get()).network.proxy);
      // A password is for the proxy that it was entered for, and for no other.
      const isAnother = 'address' in next && next.address !== address;
      if (isAnother && (await connections.proxyPassword()) !== undefined) await connections.setProxyPassword(undefined);
      await change((before) => ({ ...before, proxy: { ...before.proxy, ...next } }));
    },
    'network.setPassword': async ({ secret }) => {
      const password = secret && (await incomingPassword(host, secret));
      await connections.setProxyPassword(password);
    },
    'network.setAuthorities': async ({ bundled, system }) => {
      await changeAuthorities((before) => {
        if (!bundled && !system && before.own.length === 0) {
          throw new AppError({
            code: 'no_authorities',
            message: 'Without any authority, no service could be asked.',
            action: 'Add a certificate of your own first.',
          });
        }
        return { ...before, bundled, system };
      });
    },
    'network.addAuthorities': async ({ pem }) => {
      const added = readCertificates(pem);
      await changeOwn((own) => {
        const all = [...new Set([...own, ...added.map((one) => one.pem)])];
        if (all.length <= MOST_AUTHORITIES) return all;
        throw new AppError({
          code: 'too_many_authorities',
          message: `At most ${MOST_AUTHORITIES} certificates can be added.`,
          action: 'Add the certificate of the authority alone, not the whole list of a system.',
        });
      });
      return added.map(({ facts }) => facts);
    },
    'network.removeAuthority': ({ fingerprint }) =>
      changeOwn((own) => own.filter((pem) => readCertificates(pem)[0]?.facts.fingerprint !== fingerprint)),
  };
}
