import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networkHandlers } from '../../../../electron/app/handlers/network.ts';
import { ProgramSettingsFile } from '../../../../electron/connections/program-settings.ts';
import { DataFiles } from '../../../../electron/host/data-files.ts';
import { TopicHub } from '../../../../electron/rpc/index.ts';
import { partsWith } from './parts.ts';

const pem = (name: string) =>
  readFileSync(new URL(`../../../fixtures/certificates/${name}.pem`, import.meta.url), 'utf8');

let folder: string;
let clipboard = '';
let password: string | undefined;
const told: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'network-'));
  password = undefined;
  told.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function bench() {
  const topics = new TopicHub();
  topics.subscribe((topic) => void told.push(topic));
  return networkHandlers(
    partsWith({
      topics,
      programSettings: new ProgramSettingsFile(new DataFiles(folder)),
      host: { readClipboard: async () => clipboard },
      connections: {
        proxyPassword: async () => password,
        setProxyPassword: async (next: string | undefined) => {
          password = next;
        },
      },
    }),
  );
}

const NOTHING = { mode: 'system', address: '', user: '', except: '' } as const;

describe('the proxy', () => {
  it('is kept as a whole address, also while it is not used; the windows are told', async () => {
    const handlers = bench();
    await handlers['network.setProxy']({ ...NOTHING, mode: 'manual', address: 'Proxy.example:3128', user: 'anna' });
    expect((await handlers['network.get']()).proxy).toEqual({
      mode: 'manual',
      address: 'http://proxy.example:3128',
      user: 'anna',
      except: '',
      hasPassword: false,
    });
    expect(told).toEqual(['connections.changed']);
    await handlers['network.setProxy'](NOTHING);
    const remembered = { mode: 'system', address: 'http://proxy.example:3128', user: 'anna' };
    expect((await handlers['network.get']()).proxy).toMatchObject(remembered);
  });

  it('that is another one does not get the password of the one before', async () => {
    const handlers = bench();
    const first = { ...NOTHING, mode: 'manual', address: 'http://proxy.example:3128', user: 'anna' } as const;
    await handlers['network.setProxy'](first);
    password = 'geheim';
    await handlers['network.setProxy']({ ...first, user: 'bert' });
    await handlers['network.setProxy'](NOTHING);
    expect(password).toBe('geheim');
    await handlers['network.setProxy']({ ...first, address: 'http://other.example:3128' });
    expect(password).toBeUndefined();
  });

  it('is not kept with a password in its address, nor without an address', async () => {
    const handlers = bench();
    for (const [address, code] of [
      ['http://anna:geheim@proxy.example', 'proxy_address_login'],
      ['', 'proxy_address_bad'],
      ['socks5://proxy.example', 'proxy_address_bad'],
    ]) {
      const set = handlers['network.setProxy']({ ...NOTHING, mode: 'manual', address: address ?? '' });
      await expect(set).rejects.toMatchObject({ code });
    }
    expect((await handlers['network.get']()).proxy.mode).toBe('system');
  });

  it('has a password with spaces, typed or copied, that is in no answer and in no file of settings', async () => {
    const handlers = bench();
    clipboard = ' pass word \r\n';
    await handlers['network.setPassword']({ secret: { clipboard: true } });
    expect(password).toBe(' pass word ');
    expect(JSON.stringify(await handlers['network.get']())).not.toContain('pass word');
    expect((await handlers['network.get']()).proxy.hasPassword).toBe(true);
    for (clipboard of ['', '\n', 'two\nlines']) {
      await expect(handlers['network.setPassword']({ secret: { clipboard: true } })).rejects.toMatchObject({
        code: 'not_a_password',
      });
    }
    expect(password).toBe(' pass word ');
    await handlers['network.setPassword']({});
    expect(password).toBeUndefined();
  });
});

describe('the authorities', () => {
  it('that are added are shown by name, each once, and can be taken away again', async () => {
    const handlers = bench();
    const [first] = await handlers['network.addAuthorities']({ pem: pem('network-ca') });
    await handlers['network.addAuthorities']({ pem: pem('network-ca') + pem('inspecting-ca') });
    const own = async () => (await handlers['network.get']()).authorities.own.map(({ subject }) => subject);
    expect(await own()).toEqual(['Meterscope network authority', 'Meterscope inspecting proxy']);
    await handlers['network.removeAuthority']({ fingerprint: first?.fingerprint ?? '' });
    expect(await own()).toEqual(['Meterscope inspecting proxy']);
    expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).toContain('BEGIN CERTIFICATE');
  });

  it('that come with the program and the system may be left out, but not without any other', async () => {
    const handlers = bench();
    const none = { bundled: false, system: false };
    await expect(handlers['network.setAuthorities'](none)).rejects.toMatchObject({ code: 'no_authorities' });
    await handlers['network.addAuthorities']({ pem: pem('network-ca') });
    await handlers['network.setAuthorities'](none);
    expect((await handlers['network.get']()).authorities).toMatchObject(none);
  });

  it('a file without a certificate is refused', async () => {
    await expect(bench()['network.addAuthorities']({ pem: 'hello' })).rejects.toMatchObject({ code: 'no_certificate' });
  });
});
