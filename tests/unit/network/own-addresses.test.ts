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
