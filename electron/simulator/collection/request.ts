import { ApiError, invalid, missing } from '../json/errors.ts';
import type { Meter, World } from '../world/types.ts';
import type { Collections } from './collections.ts';

/** The Success object of section 2.4. */
export interface CollectionAnswer {
  readonly success: true;
  readonly meters: readonly string[];
  readonly collection_duration: number;
}

/** Section 8. */
const LONGEST_MONTHS = 36;
/** Rule 2 of section 4.5. */
const DEFAULT_MONTHS = { per_month: 12, per_collection: 36 } as const;
/** Longer ones are no uid of anything; they are not looked up. */
const LONGEST_UID = 200;

/**
 * Answers `POST /meters/historical-collection` (sections 4.5 and 7.2): starts the collection of the meters that can be
 * collected; those that do not exist, and those whose authorization was revoked or expired, are left out in silence.
 * @throws ApiError 400 required_param_missing | invalid_param | expired_or_revoked, 402 payment_required, 404 not_found
 */
export function requestCollection(
  world: World,
  collections: Collections,
  body: Record<string, unknown>,
): CollectionAnswer {
  const uids = metersOf(body);
  const months = monthsOf(body);
  const known = uids.flatMap((uid) => currentMeter(world, uid) ?? []);
  if (known.length === 0) throw new ApiError(404, 'not_found', 'None of the meters exist.');
  const open = known.filter((meter) => isOpen(meter));
  if (open.length === 0) {
    throw new ApiError(
      400,
      'expired_or_revoked',
      'All authorizations of these meters are expired or revoked; nothing can be collected.',
    );
  }
  if (world.account.balance <= 0 && open.some((meter) => !meter.isFree)) {
    throw new ApiError(402, 'payment_required', 'A positive balance is needed. It cannot be paid through the API.');
  }
  const defaultMonths = DEFAULT_MONTHS[world.account.plan];
  for (const meter of open) collections.start(meter, months, defaultMonths);
  return { success: true, meters: open.map((meter) => meter.uid), collection_duration: months ?? defaultMonths };
}

/**
 * The meter that a uid means in the JSON API. Several authorizations of one login share the uids of their meters; a
 * Meter object names one authorization, so the latest one stands for it, and a customer's earlier one that still holds
 * where the latest does not. Test submissions all share the login of their scenario without being one customer's: there
 * an earlier one is another rehearsal, and what was revoked stays so.
 */
export function currentMeter(world: World, uid: string): Meter | undefined {
  const [latest, ...earlier] = world.metersByUid(uid);
  if (latest === undefined || isOpen(latest) || latest.authorization.isTest) return latest;
  return earlier.find(isOpen) ?? latest;
}

function isOpen(meter: Meter): boolean {
  return meter.authorization.revokedAt === null && !meter.authorization.isExpired;
}

function metersOf(body: Record<string, unknown>): readonly string[] {
  const { meters } = body;
  if (meters === undefined || meters === null) throw missing('meters');
  if (!Array.isArray(meters) || meters.length === 0) throw invalid('meters', 'it must be a list of meter uids');
  const uids = new Set<string>();
  for (const uid of meters) {
    if (typeof uid !== 'string' || uid === '' || uid.length > LONGEST_UID) {
      throw invalid('meters', 'every member must be a meter uid, as a string');
    }
    uids.add(uid);
  }
  return [...uids];
}

function monthsOf(body: Record<string, unknown>): number | undefined {
  const { collection_duration: months } = body;
  if (months === undefined) return undefined;
  if (typeof months !== 'number' || !Number.isInteger(months) || months < 1 || months > LONGEST_MONTHS) {
    throw invalid('collection_duration', `it must be a whole number of months from 1 to ${LONGEST_MONTHS}`);
  }
  return months;
}
