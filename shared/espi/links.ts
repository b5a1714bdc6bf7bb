/** Links between Atom entries of Green Button data: espi-facts section 7. */
import { percentDecoded } from '../percent-decoded.ts';

/** True for a link to a raw file (a bill's PDF) rather than to another resource. */
export function linksToFile({ rel, href, type }: { rel: string; href: string; type?: string | undefined }): boolean {
  if (rel === 'self' || rel === 'up') return false;
  return /\/Non-ESPI\//i.test(href) || (type !== undefined && /^[a-z]+\/(?!atom)/i.test(type)) || rel === 'enclosure';
}

/**
 * The form of an href that joins compare: host and everything up to `resource/` dropped, query, fragment and trailing
 * slash dropped, percent-decoded, lower-cased, `urn:uuid:` inside segments removed. Empty for an empty href.
 */
export function linkKey(href: string): string {
  let path = href.trim();
  const end = path.search(/[?#]/);
  if (end >= 0) path = path.slice(0, end);
  const resource = path.search(/(?:^|\/)resource\//i);
  if (resource >= 0) path = path.slice(path.indexOf('/', resource + 1) + 1);
  else path = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
  if (path.includes('%')) path = percentDecoded(path);
  path = path.toLowerCase();
  if (path.includes('urn:uuid:')) path = path.replaceAll('urn:uuid:', '');
  return path.replace(/\/{2,}/g, '/').replace(/^\/|\/$/g, '');
}
