import { describe, expect, it } from 'vitest';
import { hopsOfEnvironment } from '../../../electron/network/environment.ts';
import { hopsOfPac, proxyOfAddress } from '../../../electron/network/proxy.ts';

const proxy = (host: string, port: number, secure = false) => ({ kind: 'proxy', secure, host, port });
const direct = { kind: 'direct' };

describe('the address of a proxy', () => {
  it.each([
    ['http://proxy.example:3128', proxy('proxy.example', 3128)],
    ['proxy.example:3128', proxy('proxy.example', 3128)],
    [' proxy.example ', proxy('proxy.example', 80)],
    ['https://proxy.example', proxy('proxy.example', 443, true)],
    ['[fd00::1]:3128', proxy('[fd00::1]', 3128)],
    ['http://anna:p%40ss@proxy.example', { ...proxy('proxy.example', 80), login: { user: 'anna', password: 'p@ss' } }],
    ['http://a%:b@proxy.example', { ...proxy('proxy.example', 80), login: { user: 'a%', password: 'b' } }],
  ])('%s', (address, expected) => {
    expect(proxyOfAddress(address)).toEqual(expected);
  });

  it.each(['', 'socks5://proxy.example:1080', 'http://', 'two words'])('%j is none', (address) => {
    expect(() => proxyOfAddress(address)).toThrow(expect.objectContaining({ code: 'proxy_address_bad' }));
  });
});

describe('the answer of a PAC file', () => {
  it('lists ways in their order; what cannot be used stays, so that nobody goes around it', () => {
    expect(hopsOfPac('PROXY a.example:3128; HTTPS b.example:8443;SOCKS5 c.example:1080; DIRECT')).toEqual([
      proxy('a.example', 3128),
      proxy('b.example', 8443, true),
      { kind: 'unusable', what: 'SOCKS5 c.example:1080' },
      direct,
    ]);
    expect(hopsOfPac('')).toEqual([]);
    expect(hopsOfPac('PROXY ')).toEqual([{ kind: 'unusable', what: 'PROXY' }]);
  });
});

describe('the proxy of the environment', () => {
  const to = (env: Record<string, string>, url = 'https://utility.example/x') => hopsOfEnvironment(url, env);

  it('is that for https, else that for all; small letters first, empty is not set', () => {
    expect(to({})).toEqual([direct]);
    expect(to({ HTTPS_PROXY: 'http://a.example:1', ALL_PROXY: 'http://b.example:2' })).toEqual([proxy('a.example', 1)]);
    expect(to({ https_proxy: 'c.example:3', HTTPS_PROXY: 'http://a.example:1' })).toEqual([proxy('c.example', 3)]);
    expect(to({ https_proxy: ' ', ALL_PROXY: 'http://b.example:2' })).toEqual([proxy('b.example', 2)]);
    // For addresses without TLS, which nobody is asked for here.
    expect(to({ http_proxy: 'http://a.example:1' })).toEqual([direct]);
  });

  it('has exceptions, by host and port', () => {
    const env = { https_proxy: 'http://a.example:1', no_proxy: 'utility.example:8443' };
    expect(to(env)).toEqual([proxy('a.example', 1)]);
    expect(to(env, 'https://utility.example:8443')).toEqual([direct]);
  });

  it('that cannot be used is said so, without the password in it', () => {
    expect(to({ https_proxy: 'socks5://me:secret@a.example' })).toEqual([
      { kind: 'unusable', what: expect.not.stringContaining('secret') },
    ]);
  });
});
