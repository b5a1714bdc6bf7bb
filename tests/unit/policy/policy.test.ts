import { describe, expect, it } from 'vitest';
import { DEFAULT_NETWORK } from '../../../electron/network/index.ts';
import { NO_POLICY, Policy, type PolicyContent } from '../../../electron/policy/policy.ts';
import { EXPORT_KINDS } from '../../../shared/export-kinds.ts';

const policy = (content: Partial<PolicyContent>) => new Policy('/etc/meterscope/policy.json', content);
const own = {
  notifications: true,
  updates: true,
  updateFeed: 'https://own.example',
  network: DEFAULT_NETWORK,
  more: 1,
};

describe('without a policy', () => {
  it('everything is the user’s', () => {
    expect(NO_POLICY.over(own)).toEqual(own);
    expect(NO_POLICY.network(DEFAULT_NETWORK)).toBe(DEFAULT_NETWORK);
    expect(EXPORT_KINDS.every((kind) => NO_POLICY.allows(kind))).toBe(true);
    expect(() => NO_POLICY.requireService('https://anywhere.example')).not.toThrow();
    expect(NO_POLICY.view()).toEqual({ isOpenToUser: false, locked: [] });
  });
});

describe('what a policy sets', () => {
  it('lies over the user’s own settings, and nothing else does', () => {
    const authorities = { bundled: false, system: false, own: ['PEM'] };
    const all = policy({
      proxy: { mode: 'none', address: '', except: '' },
      authorities,
      updates: { check: false },
      notifications: { show: false, mayChange: false },
    });
    expect(all.over(own)).toEqual({
      notifications: false,
      updates: false,
      updateFeed: 'https://own.example',
      network: { proxy: { mode: 'none', address: '', except: '', user: '' }, authorities },
      more: 1,
    });
    expect(all.locked).toEqual(['proxy', 'authorities', 'updates', 'notifications']);
    expect(() => all.requireFree('updates')).toThrow('This is set by your administrator');
    expect(() => all.requireFree('exports')).not.toThrow();
    expect(policy({ authorities }).over(own).network.proxy).toBe(own.network.proxy);
  });

  it('is a default only, where users may choose', () => {
    const mild = policy({ notifications: { show: false, mayChange: true } });
    expect(mild.defaults).toEqual({ notifications: false });
    expect(mild.over(own).notifications).toBe(true);
    expect(mild.locked).toEqual([]);
  });

  it('takes the sign-in of a user only for the proxy that it was entered for', () => {
    const set = policy({ proxy: { mode: 'manual', address: 'http://b:80', except: '' } });
    const at = (address: string) => ({
      ...DEFAULT_NETWORK,
      proxy: { ...DEFAULT_NETWORK.proxy, address, user: 'anna' },
    });
    expect(set.network(at('http://a:80')).proxy.user).toBe('');
    expect(set.network(at('http://b:80')).proxy.user).toBe('anna');
  });

  it('allows only the exports that it names, none for an empty list', () => {
    expect(EXPORT_KINDS.filter((kind) => policy({ exports: ['csv', 'publish'] }).allows(kind))).toEqual([
      'csv',
      'publish',
    ]);
    expect(() => policy({ exports: [] }).requireExport('dataset')).toThrow(
      'Writing data sets is not allowed on this computer. Set by your administrator.',
    );
  });

  it('allows only the services that it names, this computer, and its own feed of versions', () => {
    const set = policy({
      services: ['https://utility.example', 'https://*.grid.example', 'https://lab.example:8443'],
      updates: { check: true, feed: 'https://updates.example/newest.json' },
    });
    const good = [
      'https://utility.example/DataCustodian',
      'https://UTILITY.example:443/',
      'https://a.b.grid.example/',
      'https://lab.example:8443/x',
      'http://127.0.0.1:9/',
      'https://localhost/',
      'https://updates.example/other',
    ];
    for (const one of good) expect(() => set.requireService(one), one).not.toThrow();
    const bad = [
      'https://other.example/',
      'https://utility.example:8443/',
      'https://x.utility.example/',
      'https://grid.example/',
      'https://evilgrid.example/',
      'https://utility.example.evil.example/',
      'https://lab.example/',
      'https://user@other.example/?https://utility.example',
    ];
    for (const one of bad) expect(() => set.requireService(one), one).toThrow(/is not allowed on this computer/);
  });
});
