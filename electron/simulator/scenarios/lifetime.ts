import { isoMicros } from '../world/time.ts';
import type { Authorization, Millis, Note, World } from '../world/types.ts';
import { noteText, withNote } from './notes.ts';

/** How long before its end an authorization is announced to expire. */
const NOTICE_MS = 30 * 86_400_000;

/**
 * Follows every authorization to its end (section 6.1): has it expire when its time comes, announces that 30 days ahead
 * (`authorization_expiring_soon`, one of the further types of service-facts.md), and notes the end of a permission on
 * the authorization and its meters, whoever ended it. A renewal moves the dates, and takes the note away.
 */
export function watchLifetimes(world: World): void {
  for (const authorization of world.authorizations.values()) appoint(world, authorization);
  world.onEvent((event) => {
    const authorization = world.authorizations.get(event.authorization_uid ?? '');
    if (authorization === undefined) return;
    switch (event.type) {
      case 'authorization_created':
        return appoint(world, authorization);
      case 'authorization_renewed':
        forgetEnd(world, authorization);
        return appoint(world, authorization);
      case 'authorization_revoked':
        return noteEnd(authorization, 'revoked', world.clock.now());
      case 'authorization_expired':
        return noteEnd(authorization, 'expired', world.clock.now());
    }
  });
}

/** Notes on an authorization and its meters that the permission ended at an instant. */
export function noteEnd(authorization: Authorization, end: 'revoked' | 'expired', at: Millis): void {
  const type = `access_${end}` as const;
  const note: Note = { type, msg: noteText(type), ts: isoMicros(at) };
  // The credentials are deleted: what was known of the login is void, and no code is asked for any more.
  const others = authorization.notes.filter(
    ({ type: old }) => old !== 'access_valid' && !old.startsWith('access_code_'),
  );
  authorization.notes = withNote(others, note);
  for (const meter of authorization.meters) {
    // A revocation deletes the data, too: what was said of it is void.
    meter.notes = end === 'revoked' ? [note] : withNote(meter.notes, note);
  }
}

/** Takes the note away of an end that a renewal undid. `access_valid` stays away: nobody verified the login anew. */
function forgetEnd(world: World, authorization: Authorization): void {
  const without = (notes: readonly Note[]) => notes.filter(({ type }) => type !== 'access_expired');
  world.setAuthorization(authorization, { notes: without(authorization.notes) });
  for (const meter of authorization.meters) world.setMeter(meter, { notes: without(meter.notes) });
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

function isOver(authorization: Authorization): boolean {
  return authorization.isExpired || authorization.revokedAt !== null || authorization.declinedAt !== null;
}
