import { isoMicros } from '../world/time.ts';
import type { Millis, Note, World } from '../world/types.ts';

/**
 * The notes that the simulator writes: type and text. Types down to `latest_known_bill` were seen in real answers
 * (service-facts.md); the rest is assumed, and listed as such in docs/simulator.md.
 */
const NOTE_TEXTS = {
  access_valid: 'The login works.',
  access_invalid: 'The utility refused the user name or the password.',
  access_locked: 'The utility locked the login. The customer has to unlock it at the utility.',
  access_unsupported: 'The login needs a kind of multi-factor authentication that is not supported.',
  access_code_needed: 'The utility sent a code to the customer. The login goes on once it is entered.',
  retrying: 'An error occurred. It will be tried again shortly.',
  waiting: 'The utility limits how often logins are made. The login waits for its turn.',
  meters_full: 'All meters of the account were found.',
  bills_full: 'All available bills were collected.',
  bills_errored: 'The utility failed to deliver some of the bills.',
  intervals_full: 'All available intervals were collected.',
  intervals_empty: 'The utility has no intervals for this meter.',
  latest_known_bill: 'The latest bill that is known.',
  access_code_wrong: 'The code was wrong. Enter the code again.',
  access_incomplete: 'The account at the utility is not set up. Its holder has to register there first.',
  access_revoked: 'The customer revoked the authorization.',
  access_expired: 'The authorization expired.',
  meters_empty: 'The account has no meters.',
  meters_errored: 'The utility failed to deliver the whole list of meters.',
  bills_empty: 'The utility has no bills for this meter.',
  intervals_errored: 'The utility failed to deliver some of the intervals.',
  utility_down: 'The website of the utility is down.',
  utility_errored: 'The utility answered with an error.',
  utility_rate_limited: 'The service is rate limited by the utility.',
  unexpected_error: 'Something unexpected happened.',
  pending_manual: 'Somebody has to look into this by hand. There is no estimate of when it goes on.',
} as const;

export type NoteType = keyof typeof NOTE_TEXTS;

/** What a note of this type says; status messages use the same words. */
export function noteText(type: NoteType): string {
  return NOTE_TEXTS[type];
}

/**
 * A note of this moment.
 * @param more `eta` in epoch ms for retrying and waiting; other members stand in the note as they are
 */
export function makeNote(world: World, type: NoteType, more: { eta?: Millis; [member: string]: unknown } = {}): Note {
  const { eta, ...rest } = more;
  return {
    type,
    msg: NOTE_TEXTS[type],
    ts: isoMicros(world.clock.now()),
    ...(eta === undefined ? {} : { eta: isoMicros(eta) }),
    ...rest,
  };
}

/** The notes with one more; an older one of the same type gives way to it. */
export function withNote(notes: readonly Note[], note: Note): Note[] {
  return [...notes.filter((old) => old.type !== note.type), note];
}
