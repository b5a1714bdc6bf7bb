/** The addresses of this computer in its networks. */
import os, { type NetworkInterfaceInfo } from 'node:os';

/** Those by which others can be reached: none of the computer itself, and none that it gave itself for want of a network. */
export function ownAddresses(): ReadonlySet<string> {
  return outwardAddresses(os.networkInterfaces());
}

/** Pure part of {@link ownAddresses}. */
export function outwardAddresses(found: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>): Set<string> {
  const all = Object.values(found).flatMap((interfaces) => interfaces ?? []);
  return new Set(
    all.filter(({ internal, address }) => !internal && !SELF_GIVEN.test(address)).map(({ address }) => address),
  );
}

/** Link-local: 169.254.0.0/16 and fe80::/10. */
const SELF_GIVEN = /^(169\.254\.|fe[89ab])/i;
