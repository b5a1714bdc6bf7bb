import type { NetworkInterfaceInfo } from 'node:os';
import { expect, it } from 'vitest';
import { outwardAddresses } from '../../../electron/network/own-addresses.ts';

const one = (address: string, internal = false) => ({ address, internal }) as NetworkInterfaceInfo;

it('are neither those of the computer itself, nor those that it gave itself', () => {
  const found = {
    lo: [one('127.0.0.1', true), one('::1', true)],
    wlan: [one('169.254.3.4'), one('fe80::1'), one('febf::1')],
    eth: [one('10.1.2.3'), one('2001:db8::7')],
    gone: undefined,
  };
  expect([...outwardAddresses(found)]).toEqual(['10.1.2.3', '2001:db8::7']);
  expect([...outwardAddresses({ lo: found.lo, wlan: found.wlan })]).toEqual([]);
});

it('are none of a network between this computer and its own virtual machines', () => {
  const within = [
    'docker0',
    'podman1',
    'br-1a2b3c4d5e6f',
    'veth12ab3c',
    'virbr0',
    'lxdbr0',
    'vboxnet0',
    'vmnet8',
    'bridge100',
    'vEthernet (WSL (Hyper-V firewall))',
    'vEthernet (Default Switch)',
    'VirtualBox Host-Only Network',
    'VMware Network Adapter VMnet8',
  ];
  for (const name of within) expect([...outwardAddresses({ [name]: [one('172.17.0.1')] })], name).toEqual([]);
  // What may be the way out stays: a bridge of one's own, Hyper-V's external switch, a VPN, WSL's and a container's own side.
  const out = ['br0', 'bridge0', 'vEthernet (External Switch)', 'utun4', 'tun0', 'wg0', 'eth0', 'en0', 'Wi-Fi'];
  for (const name of out) expect([...outwardAddresses({ [name]: [one('10.8.0.2')] })], name).toEqual(['10.8.0.2']);
  // macOS keeps tunnels that lead nowhere; they have self-given addresses only.
  expect([...outwardAddresses({ utun0: [one('fe80::1')] })]).toEqual([]);
});
