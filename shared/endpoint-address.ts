/** Addresses that events may be posted to: a webhook endpoint of one's own. */
import { isLoopback, isSafeTransport } from './safe-transport.ts';

/** Why events may not be posted to an address, in one sentence; undefined where they may. They tell of customers. */
export function endpointFault(url: string): string | undefined {
  if (!isSafeTransport(url)) return 'Enter an address that begins with https://, or with http:// on this computer.';
  const { username, password } = new URL(url);
  if (username === '' && password === '') return undefined;
  return 'Leave the name and the password out of the address: it is shown on the screen.';
}

/** True for an address of another machine; false for this one, and for what is no address. */
export function leavesMachine(url: string): boolean {
  return URL.canParse(url) && !isLoopback(new URL(url).hostname);
}
