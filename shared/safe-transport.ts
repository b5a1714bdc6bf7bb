/** Which addresses may be used without encryption: only those of this computer. */

/** True for a host name (as in `URL.hostname`) of this computer itself. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** True for https, and for http to this computer (the embedded service, a mock). */
export function isSafeTransport(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
