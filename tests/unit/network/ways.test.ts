import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ClientCertificate } from '../../../electron/network/client-certificate.ts';
import { DEFAULT_NETWORK, type NetworkSetting } from '../../../electron/network/setting.ts';
import { openWays } from '../../../electron/network/ways.ts';

const pem = (name: string) => readFileSync(new URL(`../../fixtures/certificates/${name}.pem`, import.meta.url), 'utf8');

/** Without the system's authorities, which are others on each machine. */
const PLAIN: NetworkSetting = { ...DEFAULT_NETWORK, authorities: { bundled: true, system: false, own: [] } };
const manual = (more: Partial<NetworkSetting['proxy']> = {}): NetworkSetting => ({
  ...PLAIN,
  proxy: { mode: 'manual', address: 'http://proxy.example:3128', user: '', except: '', ...more },
});

function bench(first: NetworkSetting) {
  const state = { setting: first, password: 'one', certificates: new Map<string, ClientCertificate>() };
  const asked: string[] = [];
  const ways = openWays({
    setting: async () => state.setting,
    systemProxy: async (url) => {
      asked.push(url);
      return [];
    },
    proxyPassword: async () => state.password,
    clientCertificate: async (workspace) => state.certificates.get(workspace),
  });
  return { state, asked, to: (url: string, workspace?: string) => ways.to(url, workspace) };
}

describe('the way of a request', () => {
  it('is straight to this computer, whatever the setting', async () => {
    for (const setting of [manual(), PLAIN]) {
      const { to, asked } = bench(setting);
      for (const url of ['http://127.0.0.1:8080/x', 'https://localhost:8443', 'https://[::1]/']) {
        expect((await to(url)).hops).toEqual([{ kind: 'direct' }]);
      }
      expect(asked).toEqual([]);
    }
  });

  it('is what the system says; where it says nothing, straight', async () => {
    const { to, asked } = bench(PLAIN);
    expect((await to('https://utility.example/a')).hops).toEqual([{ kind: 'direct' }]);
    expect(asked).toEqual(['https://utility.example/a']);
  });

  it('is through the proxy that was entered but for exceptions; an address that is none lets nothing out', async () => {
    const proxy = { kind: 'proxy', host: 'proxy.example', port: 3128 };
    const { to, state, asked } = bench(manual({ except: 'inner.example' }));
    expect((await to('https://utility.example')).hops).toMatchObject([proxy]);
    // However it is written.
    expect((await to('HTTPS://Utility.Example:443/x')).hops).toMatchObject([proxy]);
    expect((await to('https://a.inner.example')).hops).toEqual([{ kind: 'direct' }]);
    state.setting = manual({ user: 'anna' });
    expect((await to('https://utility.example')).hops).toMatchObject([
      { ...proxy, login: { user: 'anna', password: 'one' } },
    ]);
    state.setting = manual({ address: '' });
    await expect(to('https://utility.example')).rejects.toMatchObject({ code: 'proxy_address_bad' });
    expect(asked).toEqual([]);
  });

  it('shares connections only where proxy, sign-in, authorities and certificate are the same', async () => {
    const { to, state } = bench(manual({ user: 'anna' }));
    const keys = new Set<string>();
    const key = async (workspace?: string) => (await to('https://utility.example', workspace)).key;
    const isNew = async (workspace?: string) => {
      const found = await key(workspace);
      expect(found).not.toContain('anna');
      const fresh = !keys.has(found);
      keys.add(found);
      return fresh;
    };
    expect(await isNew()).toBe(true);
    expect(await isNew('w')).toBe(false);
    state.password = 'two';
    expect(await isNew()).toBe(true);
    state.certificates.set('w', { cert: pem('client'), key: pem('client') });
    expect(await isNew('w')).toBe(true);
    expect(await isNew('w')).toBe(false);
    expect(await isNew('other')).toBe(false);
    state.setting = { ...state.setting, authorities: { bundled: true, system: false, own: [pem('network-ca')] } };
    expect(await isNew()).toBe(true);
    expect(await isNew('w')).toBe(true);
  });

  it('leaves TLS to Node where nothing was added, and adds to its authorities else', async () => {
    const { to, state } = bench(PLAIN);
    expect(await to('https://utility.example')).toMatchObject({
      context: undefined,
      proxyContext: undefined,
      tlsOptions: {},
    });
    state.setting = { ...PLAIN, authorities: { bundled: true, system: false, own: [pem('network-ca')] } };
    const { context, tlsOptions } = await to('https://utility.example');
    expect(context).toBeDefined();
    expect(tlsOptions.ca).toContain(pem('network-ca'));
    expect(tlsOptions.ca?.length).toBeGreaterThan(50);
    state.setting = { ...PLAIN, authorities: { bundled: false, system: false, own: [pem('network-ca')] } };
    expect((await to('https://utility.example')).tlsOptions.ca).toEqual([pem('network-ca')]);
  });
});
