/**
 * Looks at addresses in a process of its own, which may trust more authorities (Node reads NODE_EXTRA_CA_CERTS only when it
 * starts): `fork('address-program.ts', [ADDRESS, ...])` answers what was found of all of them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { checkAddress } from '../../electron/connections/index.ts';
import { HttpClient } from '../../electron/http/index.ts';

type Found = Awaited<ReturnType<typeof checkAddress>>;

const here = fileURLToPath(import.meta.url);

/** What a program that trusts the authority in `ca` (a PEM file) finds at each address. */
export async function foundBy(ca: string, addresses: readonly string[]): Promise<Found[]> {
  const child = fork(here, [...addresses], { env: { ...process.env, NODE_EXTRA_CA_CERTS: ca } });
  const [found] = (await once(child, 'message')) as [Found[]]; // what this file sends
  return found;
}

if (process.argv[1] === here && process.send) {
  const http = new HttpClient({ userAgent: 'test' });
  const { signal } = new AbortController();
  const found = await Promise.all(process.argv.slice(2).map((address) => checkAddress(http, address, signal)));
  process.send(found, () => process.disconnect());
  await http.close();
}
