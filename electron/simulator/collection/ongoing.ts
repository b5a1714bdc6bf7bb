/**
 * Ongoing collection: the world lives on. Every night, in the meter's own zone, what the utility has new of a meter is
 * collected: the days that passed, corrections of earlier ones, and a bill when one was written.
 */
import { periodsFrom } from '../world/bills.ts';
import { correctedAt, LATEST } from '../world/corrections.ts';
import { coveredWithin } from '../world/coverage.ts';
import { hash32, hashText } from '../world/random.ts';
import { sourceOf } from '../world/readings.ts';
import type { Meter, Millis, World } from '../world/types.ts';
import { localDay, midnight, zoneOf } from '../world/zones.ts';
import { noteLatestBill } from './latest-bill.ts';

/**
 * Visits take place from half past midnight to three, one every five minutes; all meters of an authorization share one.
 * Simulated time starts later than that in every zone, so each day that passes from then on brings a day.
 */
const FIRST_VISIT_S = 1_800;
const VISITS_S = 9_000;
const VISIT_EVERY_S = 300;

/**
 * Has every meter visited once a day, those to come too; call it once, after the bootstrap. A visit brings nothing while
 * the meter's ongoing collection is off, its permission has ended, it has to be paid for and is not, its last collection
 * failed or is under way; the next one that may brings what was left out.
 */
export function watchOngoing(world: World, isCollecting: (meter: Meter) => boolean): void {
  const follow = (meter: Meter) => {
    let lookedOn = dayOf(meter, world.clock.now());
    const appoint = () => {
      world.clock.schedule(nextVisit(meter, world.clock.now()), () => {
        if (meter.authorization.revokedAt !== null) return;
        if (mayCollect(world, meter) && !isCollecting(meter)) {
          visit(world, meter, lookedOn);
          lookedOn = dayOf(meter, world.clock.now());
        }
        appoint();
      });
    };
    appoint();
  };
  for (const { meters } of world.authorizations.values()) meters.forEach(follow);
  world.onEvent(({ type, authorization_uid, meter_uid }) => {
    if (type !== 'meter_created') return;
    const { meters = [] } = world.authorizations.get(authorization_uid ?? '') ?? {};
    meters.filter((meter) => meter.uid === meter_uid).forEach(follow);
  });
}

function mayCollect(world: World, meter: Meter): boolean {
  const { authorization } = meter;
  return (
    meter.ongoingMonitoring.frequency !== 'off' &&
    meter.isActivated &&
    !meter.isArchived &&
    meter.status === 'updated' &&
    !authorization.isExpired &&
    (meter.isFree || world.account.balance > 0)
  );
}

/** The first visit after an instant. */
function nextVisit(meter: Meter, after: Millis): Millis {
  const zone = zoneOf(meter.model.zone);
  const slot = hash32(hashText(meter.authorization.uid), 107) % (VISITS_S / VISIT_EVERY_S);
  const onDay = (day: number) => (midnight(zone, day) + FIRST_VISIT_S + slot * VISIT_EVERY_S) * 1_000;
  const today = dayOf(meter, after);
  return onDay(today) > after ? onDay(today) : onDay(today + 1);
}

function dayOf(meter: Meter, at: Millis): number {
  return localDay(zoneOf(meter.model.zone), at / 1_000);
}

/** @param lookedOn local day of the visit before */
function visit(world: World, meter: Meter, lookedOn: number): void {
  // A scenario that lacks bills or intervals goes on lacking them.
  const share = world.driver?.firstDelivery(meter.authorization);
  const bills = share?.bills === 'all' ? collectBills(world, meter) : 0;
  const readings = share?.intervals === 'all' ? collectIntervals(world, meter, lookedOn) : 0;
  world.setMeter(meter, { statusMessage: 'up to date' });
  if (bills > 0) {
    noteLatestBill(world, meter);
    world.emit('meter_bills_added', { meter });
  }
  if (readings > 0) world.emit('meter_intervals_added', { meter });
}

/** Bills after the newest that is known; where none is, those of periods that ended since the meter was found. */
function collectBills(world: World, meter: Meter): number {
  const newest = meter.coverage.bills.at(-1)?.index ?? -1;
  const since = newest < 0 ? meter.createdAt / 1_000 : 0;
  const issued = periodsFrom(world.settings.seed, meter.model, newest + 1, world.clock.now() / 1_000);
  return world.addBills(
    meter,
    issued.filter((period) => period.to > since).map((period) => period.index),
  );
}

/** Days after the last that is known, and corrections since the last visit. */
function collectIntervals(world: World, meter: Meter, lookedOn: number): number {
  const source = sourceOf(world.settings.seed, meter.model);
  const { zone } = source;
  const now = world.clock.now() / 1_000;
  const today = localDay(zone, now);
  for (let day = lookedOn - LATEST; day < today; day += 1) {
    const since = correctedAt(source, day);
    if (since === null || since > now) continue;
    const [from, to] = [midnight(zone, day), midnight(zone, day + 1)];
    const told = coveredWithin(meter.coverage.intervals, from, to);
    if (told && told.updatedAt < since * 1_000) world.correctIntervals(meter, from, to);
  }
  const known = meter.coverage.intervals.at(-1)?.to ?? midnight(zone, today - 1);
  return world.addIntervals(meter, known, midnight(zone, today));
}
