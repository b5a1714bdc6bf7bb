/**
 * An href as an absolute address below `base`: a bare path is relative to it; one that names the base's own path, or a host,
 * is taken as it is. `base` has no slash at its end.
 * @throws TypeError where that makes no address
 */
export function addressBelow(base: string, href: string): string {
  if (!href.startsWith('/')) return new URL(href, `${base}/`).href;
  const basePath = new URL(base).pathname;
  return href.startsWith(`${basePath}/`) ? new URL(href, base).href : new URL(base + href).href;
}
