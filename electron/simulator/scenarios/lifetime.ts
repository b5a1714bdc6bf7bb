import type { Authorization, ServiceEvent, World } from '../world/types.ts';
import { makeNote, withNote } from './notes.ts';

/** How long before its end an authorization is announced to expire. */
const NOTICE_MS = 30 * 86_400_000;

/** What is noted when a permission ends, by the event that tells of it. */
const ENDINGS = {
  authorization_revoked: 'access_revoked',
  authorization_expired: 'access_expired',
} as const;

/**
 * Follows every authorization to its end (section 6.1): has it expire when its time comes, announces that 30 days ahead
 * (`authorization_expiring_soon`, one of the further types of service-facts.md), and notes the end of a permission on
 * the authorization and its meters, whoever ended it. A renewal moves the dates.
 */
export function watchLifetimes(world: World): void {
  for (const authorization of world.authorizations.values()) appoint(world, authorization);
  world.onEvent((event) => {
    const authorization = world.authorizations.get(event.authorization_uid ?? '');
    if (authorization === undefined) return;
    if (event.type === 'authorization_created' || event.type === 'authorization_renewed') appoint(world, authorization);
    else noteEnd(world, authorization, event);
  });
}

function appoint(world: World, authorization: Authorization): void {
  const { expiresAt } = authorization;
  if (isOver(authorization)) return;
  // A renewal leaves the old appointment behind; it finds another date and does nothing.
  const stillStands = () => authorization.expiresAt === expiresAt && !isOver(authorization);
  if (expiresAt - NOTICE_MS > world.clock.now()) {
    world.clock.schedule(expiresAt - NOTICE_MS, () => {
      if (stillStands()) world.emit('authorization_expiring_soon', { authorization });
    });
  }
  world.clock.schedule(expiresAt, () => {
    if (stillStands()) world.expire(authorization);
  });
}

function noteEnd(world: World, authorization: Authorization, event: ServiceEvent): void {
  if (event.type !== 'authorization_revoked' && event.type !== 'authorization_expired') return;
  const note = makeNote(world, ENDINGS[event.type]);
  // The credentials are deleted: what was known of the login is void.
  const others = authorization.notes.filter((old) => old.type !== 'access_valid');
  world.setAuthorization(authorization, { notes: withNote(others, note) });
  for (const meter of authorization.meters) world.setMeter(meter, { notes: withNote(meter.notes, note) });
}

function isOver(authorization: Authorization): boolean {
  return authorization.isExpired || authorization.revokedAt !== null || authorization.declinedAt !== null;
}
