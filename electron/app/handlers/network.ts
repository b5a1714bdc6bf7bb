import type { networkCalls } from '#shared/contract/network.ts';
import { AppError } from '#shared/errors.ts';
import { type NetworkSetting, proxyOfAddress, readCertificates, systemAuthorities } from '../../network/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';

/** More are no list of one's own any more. */
const MOST_AUTHORITIES = 100;

/** The one network setting of the program: proxy and authorities. The next request goes by it. */
export function networkHandlers(parts: AppParts): CoreHandlers<typeof networkCalls> {
  const { connections, host, programSettings, topics } = parts;

  async function change(next: (before: NetworkSetting) => NetworkSetting): Promise<void> {
    await programSettings.change({ network: next((await programSettings.get()).network) });
    topics.publish('connections.changed', {});
  }
  const changeOwn = (next: (own: string[]) => string[]) =>
    change((before) => ({ ...before, authorities: { ...before.authorities, own: next(before.authorities.own) } }));

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
      const next = proxy.mode === 'manual' ? { ...proxy, address: cleanProxy(proxy.address) } : { mode: proxy.mode };
      const { address } = (await programSettings.get()).network.proxy;
      // A password is for the proxy that it was entered for, and for no other.
      const isAnother = 'address' in next && next.address !== address;
      if (isAnother && (await connections.proxyPassword()) !== undefined) await connections.setProxyPassword(undefined);
      await change((before) => ({ ...before, proxy: { ...before.proxy, ...next } }));
    },
    'network.setPassword': async ({ secret }) => {
      const text = secret && ('value' in secret ? secret.value : await host.readClipboard());
      // Of what was copied, the end of the line is not part of the password.
      const password = text?.replace(/[\r\n]+$/, '');
      if (password !== undefined && (password === '' || /[\r\n]/.test(password))) {
        throw new AppError({
          code: 'not_a_password',
          message: 'The clipboard holds no password: it is empty or has several lines.',
          action: 'Copy the password alone, then try again.',
        });
      }
      await connections.setProxyPassword(password);
    },
    'network.setAuthorities': async ({ bundled, system }) => {
      await change((before) => {
        if (!bundled && !system && before.authorities.own.length === 0) {
          throw new AppError({
            code: 'no_authorities',
            message: 'Without any authority, no service could be asked.',
            action: 'Add a certificate of your own first.',
          });
        }
        return { ...before, authorities: { ...before.authorities, bundled, system } };
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

/** The address as it is kept. @throws AppError `proxy_address_bad`, `proxy_address_login` */
function cleanProxy(address: string): string {
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
