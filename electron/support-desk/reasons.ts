/**
 * Why a scenario ends as it does, as notes tell it. Section 6.1 points to the notes for every errored end; their types are
 * those of service-facts.md where it has one (`named`), and likely ones where the specification leaves them open.
 */
import type { ObservedNote } from './observation.ts';

/** The reason that a scenario must come to. */
export interface Reason {
  /** In words, from section 4.4. */
  says: string;
  /** Note types that tell it. */
  types: readonly string[];
  /** False where the specification leaves the type open: another unknown note may tell the same. */
  named: boolean;
}

const named = (says: string, ...types: string[]): Reason => ({ says, types, named: true });
const open = (says: string, ...types: string[]): Reason => ({ says, types, named: false });

export const REASONS = {
  badlogin: named('invalid login credentials', 'access_invalid'),
  locked: named('login locked out', 'access_locked'),
  unsupported: named('unsupported multi-factor authentication', 'access_unsupported'),
  codeNeeded: named('a code is needed to log in', 'access_code_needed'),
  someBills: named('some bills could not be loaded', 'bills_errored'),
  someIntervals: open('some intervals could not be loaded', 'intervals_errored'),
  someMeters: open('some meters could not be loaded', 'meters_errored'),
  websiteDown: open('the website of the utility is down', 'utility_down'),
  utilityError: open('an error of the utility', 'utility_errored'),
  unexpected: open('an unexpected error', 'unexpected_error'),
  rateLimited: open('rate limited by the utility', 'utility_rate_limited', 'waiting'),
  manual: open('pending manual intervention', 'pending_manual'),
  incomplete: open('the account at the utility is not set up', 'access_incomplete'),
} as const satisfies Record<string, Reason>;

/** Types that tell of no error. */
const NO_ERROR: ReadonlySet<string> = new Set([
  'access_valid',
  'meters_full',
  'bills_full',
  'intervals_full',
  'latest_known_bill',
  'retrying',
  'waiting',
]);

/** Types that the service is known to write for an error, or for data that is not there. */
const NAMED_ERRORS: ReadonlySet<string> = new Set([
  ...Object.values(REASONS).flatMap((reason: Reason) => (reason.named ? reason.types : [])),
  'intervals_empty',
]);

/** `told`: as expected; `other`: a note that may say the same in a type that nobody knows; `wrong`: another reason, or none. */
export type ReasonTold = 'told' | 'other' | 'wrong';

/** Holds notes against the reason that they must tell. */
export function readReason(reason: Reason, notes: readonly ObservedNote[]): ReasonTold {
  const types = notes.map(({ type }) => type);
  if (types.some((type) => reason.types.includes(type))) return 'told';
  if (reason.named) return 'wrong';
  const errors = types.filter((type) => !NO_ERROR.has(type));
  return errors.length === 0 || errors.some((type) => NAMED_ERRORS.has(type)) ? 'wrong' : 'other';
}

/** Types among notes that tell of an error where none is expected. */
export function errorsAmong(notes: readonly ObservedNote[], expectsIntervals: boolean): string[] {
  return notes
    .map(({ type }) => type)
    .filter((type) => NAMED_ERRORS.has(type) && (type !== 'intervals_empty' || expectsIntervals));
}

/** A reason for a person: its types, and what they say. */
export function reasonInWords({ says, types, named: isNamed }: Reason): string {
  return `${types.join(' or ')}${isNamed ? '' : ', or a note of another type'} (${says})`;
}
