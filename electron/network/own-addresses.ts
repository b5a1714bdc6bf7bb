/** The addresses of this computer in its networks. */
import os, { type NetworkInterfaceInfo } from 'node:os';

/**
 * Those by which others can be reached: none of the computer itself, none that it gave itself for want of a network, and
 * none of a network that lies within this computer.
 */
export function ownAddresses(): ReadonlySet<string> {
  return outwardAddresses(os.networkInterfaces());
}

/** Pure part of {@link ownAddresses}; by name of the adapter. */
export function outwardAddresses(found: Readonly<Record<string, NetworkInterfaceInfo[] | undefined>>): Set<string> {
  const outward = Object.entries(found).flatMap(([name, addresses]) => (isWithin(name) ? [] : (addresses ?? [])));
  return new Set(
    outward.filter(({ internal, address }) => !internal && !SELF_GIVEN.test(address)).map(({ address }) => address),
  );
}

/** Link-local: 169.254.0.0/16 and fe80::/10. */
const SELF_GIVEN = /^(169\.254\.|fe[89ab])/i;

/**
 * Adapters between this computer and its own virtual machines and containers, by the names that their makers give them.
 * Only such as never lead further by themselves: `br0` or Hyper-V's external switch may be the way out, and a VPN (`utun`,
 * `tun`) is one.
 */
const WITHIN = [
  // Docker, Podman, LXC and libvirt on Linux.
  /^(docker|podman|lxcbr|lxdbr|virbr)\d+(-nic)?$/,
  /^br-[0-9a-f]{12}$/,
  /^(veth|cni|flannel)/,
  // VirtualBox and VMware.
  /^(vboxnet|vmnet)\d+$/,
  /^VirtualBox Host-Only/i,
  /^VMware Network Adapter VMnet/i,
  // Hyper-V and WSL on Windows.
  /^vEthernet \((Default Switch|nat|WSL.*)\)$/i,
  // Machines and shared connections on macOS.
  /^bridge1\d\d$/,
];

function isWithin(adapter: string): boolean {
  return WITHIN.some((name) => name.test(adapter));
}
