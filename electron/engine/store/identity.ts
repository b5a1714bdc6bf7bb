/**
 * Who is who: keys of entries, and the ids that deep links use.
 * Both follow from the href (and, for files, from which file it is), so they are the same on every machine.
 */
import { hash } from 'node:crypto';
import type { EntityKind, FeedPayload } from '../reader/feed.ts';

/** The first 64 bits of a SHA-256, for columns of type UBIGINT. */
export function keyHash(scope: string, key: string): bigint {
  return hash('sha256', `${scope}\n${key}`, 'buffer').readBigUInt64BE(0);
}

/** A hash as an id: 16 hexadecimal digits. */
export function hashId(hash: bigint): string {
  return hash.toString(16).padStart(16, '0');
}

/** The key of the `self` link, if the entry has one. */
export function selfKey(payload: FeedPayload): string | undefined {
  const key = payload.links.find((link) => link.rel === 'self')?.key;
  return key === '' ? undefined : key;
}

/** What an entity is upserted by: its self link; else, its place in the document. See {@link keyByLinks} for answers. */
export function entityKey(payload: FeedPayload): string {
  const key = selfKey(payload) ?? `#${payload.entry}`;
  return payload.payload === 0 ? key : `${key}#${payload.payload}`;
}

/**
 * What an entity or a block without a self link is known by in the answers of a service: these share one scope, and in another
 * answer its place is another one's. So it is known by its kind, whose data was asked for, what it links to, and `mark`, which
 * tells apart those that have all this in common. A hash, so that nothing takes it for the path of a resource.
 *
 * Of what hangs below it, only its own path counts: another answer may name more of it. Where that is not in the paths (they name a
 * block as `intervalblock/5`), the whole link counts, for nothing else may tell the meters of a customer apart.
 */
export function keyByLinks(payload: FeedPayload, authorization: string | undefined, mark: string): string {
  const ends = payload.links.filter(({ rel }) => rel === 'up' || rel === 'related').map(({ key }) => key);
  const own = (key: string) => containingPath(key, payload.kind.toLowerCase());
  const paths = new Set(ends.flatMap((key) => own(key) ?? []));
  const others = ends.filter((key) => own(key) === undefined);
  return `#${hashId(keyHash(authorization ?? '', [payload.kind, ...paths, ...others, mark].join('\n')))}`;
}

/**
 * The id of an entity. Authorizations go by their uid and usage points below a Subscription by `{authorization}~{meter}`,
 * as people know them; everything else, and everything of files (where equal hrefs mean nothing), by a hash.
 */
export function entityId(kind: EntityKind, scope: string, key: string, hash: bigint): string {
  if (scope === '' && kind === 'Authorization') return lastSegment(key);
  return kind === 'UsagePoint' ? usagePointId(scope, key, hash) : hashId(hash);
}

/** The id of a usage point by its key. */
export function usagePointId(scope: string, key: string, hash = keyHash(scope, key)): string {
  const path = scope === '' ? subscriptionPath(key) : undefined;
  if (path?.usagePoint !== undefined && path.rest === '') return `${path.authorization}~${path.usagePoint}`;
  return hashId(hash);
}

/** `subscription/{authorization}/usagepoint/{meter}/...` taken apart; undefined for another path. */
export function subscriptionPath(
  key: string,
): { authorization: string; usagePoint: string | undefined; rest: string } | undefined {
  const match = /(?:^|\/)subscription\/([^/]+)(?:\/usagepoint\/([^/]+))?(?:\/(.*))?$/.exec(key);
  if (match === null) return undefined;
  return { authorization: match[1] ?? '', usagePoint: match[2], rest: match[3] ?? '' };
}

/** The last segment of a key or href: the uid as a service names it. */
export function lastSegment(path: string): string {
  const clean = path.replace(/[?#].*$/, '').replace(/\/+$/, '');
  return clean.slice(clean.lastIndexOf('/') + 1);
}

/** The path of `kind` (lower-case, e.g. `usagepoint`) that a key is at or below, up to and including its id. */
export function containingPath(key: string, kind: string): string | undefined {
  const match = new RegExp(`^(.*?(?:^|/)${kind}/[^/#]+)(?:/|$)`).exec(key);
  return match?.[1];
}
