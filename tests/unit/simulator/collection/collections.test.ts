import { beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { COLLECTION_SCRIPTS } from '../../../../electron/simulator/collection/collection-scripts.ts';
import { Collections } from '../../../../electron/simulator/collection/collections.ts';
import { parseScope } from '../../../../electron/simulator/world/rows.ts';
import type { Meter } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { calendarOf, localDay, zoneOf } from '../../../../electron/simulator/world/zones.ts';
import { consentWithMeter, scenarioConsent, smallWorld } from '../small-world.ts';

let world: ServiceWorld;
let clock: SimulatedClock;
let collections: Collections;
beforeEach(() => {
  ({ world, clock } = smallWorld());
  collections = new Collections(world);
});
function meterOf(scenario: string): Meter {
  const authorization = scenarioConsent(world, scenario);
  const [meter] = authorization.login.models.map((model) => world.addMeter(authorization, model));
  if (!meter) throw new Error('the login has no meter');
  return meter;
}
const started = (meter: Meter, months: number | undefined = 2) => {
  collections.start(meter, months, 36);
  return meter;
};
const MINUTES = 60_000;
const types = (meter: Meter) =>
  world.events
    .filter((event) => event.meter_uid === meter.uid && event.type !== 'meter_created')
    .map(({ type }) => type.replace('meter_historical_collection_', ''));
/** The day of the month on which the meter's billing periods begin. */
const cycleDay = ({ model }: Meter) => calendarOf(localDay(zoneOf(model.zone), model.historyStart)).dayOfMonth;
const notes = (meter: Meter) => meter.notes.map(({ type }) => type);

describe('a historical collection', () => {
  it('brings bills, then intervals, and says so on the way', async () => {
    const meter = started(consentWithMeter(world).meter);
    expect(meter).toMatchObject({ status: 'pending', isActivated: true });
    await clock.advance(10 * MINUTES);
    expect(types(meter)).toEqual([
      'started',
      'progress',
      'meter_bills_added',
      'meter_intervals_added',
      'finished_successful',
    ]);
    expect(notes(meter)).toEqual(['bills_full', 'latest_known_bill', 'intervals_full']);
    expect(meter.status).toBe('updated');
    expect(world.billCount(meter)).toBeGreaterThan(1);
    expect(world.intervalCoverage(meter)).toHaveLength(1);
    expect(collections.isRunning(meter)).toBe(false);
  });

  it('brings only what is new, and tells of nothing where nothing is', async () => {
    const meter = started(consentWithMeter(world).meter);
    await clock.advance(10 * MINUTES);
    const [bills, seen] = [world.billCount(meter), types(meter).length];
    started(meter);
    await clock.advance(10 * MINUTES);
    expect(types(meter).slice(seen)).toEqual(['started', 'progress', 'finished_successful']);
    expect(world.billCount(meter)).toBe(bills);
    started(meter, 12);
    await clock.advance(10 * MINUTES);
    expect(world.billCount(meter)).toBeGreaterThan(bills);
  });

  it.each([1, 2, 12, 36])('of %i months brings as many bills of every meter', async (months) => {
    const authorization = scenarioConsent(world, 'commercial');
    const meters = authorization.login.models.map((model) => started(world.addMeter(authorization, model), months));
    await clock.advance(10 * MINUTES);
    expect(meters.map((meter) => world.billCount(meter))).toEqual([months, months, months, months]);
    for (const meter of meters) {
      expect(types(meter)).toContain('meter_bills_added');
      expect(notes(meter)).toContain('bills_full');
    }
  });

  it('of a month brings a bill on any day, also of periods whose bills are written after the end of February', async () => {
    // The period ends on the 26th or 27th, and its bill is written three days later.
    for (const name of ['tenant.0', 'tenant.15'])
      expect(cycleDay(consentWithMeter(world, name).meter)).toBeGreaterThan(25);
    for (let day = 0; day < 62; day++) {
      const meters = ['tenant.0', 'tenant.15'].map((name) => started(consentWithMeter(world, name).meter, 1));
      await clock.advance(10 * MINUTES);
      expect(meters.map((meter) => world.billCount(meter))).toEqual([1, 1]);
      await clock.advance(86_400_000);
    }
  });

  it('without months adds what came since, and goes no further back than it did before', async () => {
    const meter = started(consentWithMeter(world).meter, 2);
    await clock.advance(10 * MINUTES);
    const [[first] = []] = world.billCoverage(meter);
    for (let day = 0; day < 62; day++) {
      collections.start(meter, undefined, 36);
      await clock.advance(86_400_000);
      expect(world.billCoverage(meter)).toHaveLength(1);
      expect(world.billCoverage(meter)[0]?.[0]).toBe(first);
    }
    expect(world.billCount(meter)).toBe(4);
  });

  it('that is under way is not begun again', async () => {
    const meter = started(consentWithMeter(world).meter);
    started(meter);
    expect(types(meter)).toEqual(['started']);
    await clock.advance(10 * MINUTES);
    expect(types(meter).filter((type) => type === 'finished_successful')).toHaveLength(1);
  });

  it.each([
    ['revoke', 'residential'],
    ['expire', 'residential'],
    ['revoke', 'pending_manual_after'],
    ['expire', 'pending_manual_after'],
  ] as const)('ends at once where somebody should %s the authorization of %s on the way', async (end, scenario) => {
    const meter = started(meterOf(scenario), 36);
    await clock.advance(5_000);
    world[end](meter.authorization);
    const told = types(meter);
    expect(told.at(-1)).toBe('finished_errored');
    expect(meter.status).toBe('errored');
    expect(notes(meter)).toContain(end === 'revoke' ? 'access_revoked' : 'access_expired');
    expect(collections.isRunning(meter)).toBe(false);
    await clock.advance(10 * MINUTES);
    expect(types(meter)).toEqual(told);
  });

  it.each([
    ['residential', 2_000],
    ['pending_manual_after', 5_000],
  ])('of %s begins anew after its authorization expired and was renewed', async (scenario, ms) => {
    const meter = started(meterOf(scenario));
    await clock.advance(ms);
    world.expire(meter.authorization);
    world.renew(meter.authorization, clock.now() + 86_400_000);
    const before = types(meter).length;
    started(meter);
    await clock.advance(10 * MINUTES);
    // Nothing of the run before is among it.
    const rest =
      scenario === 'residential' ? ['meter_bills_added', 'meter_intervals_added', 'finished_successful'] : ['delayed'];
    expect(types(meter).slice(before)).toEqual(['started', 'progress', ...rest]);
  });

  it('of another authorization goes on', async () => {
    const [meter, other] = [started(meterOf('residential')), started(meterOf('nobills'))];
    world.revoke(other.authorization);
    expect([meter, other].map((one) => collections.isRunning(one))).toEqual([true, false]);
    await clock.advance(10 * MINUTES);
    expect(types(meter).at(-1)).toBe('finished_successful');
  });

  it('of a login that does not work after all says it on the authorization, too', async () => {
    const meter = started(meterOf('badlogin_after'));
    await clock.advance(10 * MINUTES);
    expect(types(meter).at(-1)).toBe('finished_errored');
    expect(meter.authorization.notes.map(({ type }) => type)).toContain('access_invalid');
    expect(world.billCount(meter)).toBe(0);
  });

  it('that tries again says when, and brings part of the bills', async () => {
    const whole = started(consentWithMeter(world).meter, 12);
    const meter = started(meterOf('partialbills'), 12);
    await clock.advance(1 * MINUTES);
    const retry = meter.notes.find(({ type }) => type === 'retrying');
    expect(Date.parse(String(retry?.eta))).toBe(Date.parse(String(retry?.ts)) + 60_000);
    await clock.advance(10 * MINUTES);
    expect(notes(meter)).toContain('bills_errored');
    expect(notes(meter)).not.toContain('bills_full');
    expect(world.billCount(meter)).toBeGreaterThan(0);
    expect(world.billCount(meter)).toBeLessThan(world.billCount(whole));
  });

  it('that fails in part fails for the same bills every time, and brings those that are new', async () => {
    const whole = started(consentWithMeter(world).meter, 12);
    const meter = started(meterOf('partialbills'), 12);
    await clock.advance(10 * MINUTES);
    const [found, holes] = [world.billCount(meter), world.billCoverage(meter)];
    for (let again = 0; again < 3; again++) {
      started(meter, 12);
      await clock.advance(10 * MINUTES);
      expect(notes(meter)).toContain('bills_errored');
      expect(world.billCoverage(meter)).toEqual(holes);
    }
    expect(found).toBeLessThan(world.billCount(whole));
    await clock.advance(20 * 24 * 60 * MINUTES);
    started(meter, 12);
    await clock.advance(10 * MINUTES);
    expect(notes(meter)).toContain('bills_errored');
    expect(world.billCount(meter)).toBe(found + 1);
    expect(world.billCoverage(meter).slice(0, -1)).toEqual(holes.slice(0, -1));
  });

  it.each([1, 2, 3])('that fails in part lacks a bill of %i months, whenever it is collected', async (months) => {
    const meter = started(meterOf('partialbills'), months);
    for (let again = 0; again < 3; again++) {
      await clock.advance(10 * MINUTES);
      expect(world.billCount(meter)).toBe(months - 1);
      expect(types(meter).includes('meter_bills_added')).toBe(months > 1);
      expect(notes(meter)).toContain('bills_errored');
      expect(meter.status).toBe('errored');
      collections.start(meter, undefined, months);
    }
  });

  it.each([1, 2, 12])('that fails in part lacks intervals of %i months, whenever it is collected', async (months) => {
    const whole = started(consentWithMeter(world).meter, months);
    const meter = started(meterOf('partialintervals'), months);
    await clock.advance(10 * MINUTES);
    const holes = world.intervalCoverage(meter);
    expect(world.intervalCount(meter)).toBeGreaterThan(0);
    expect(world.intervalCount(meter)).toBeLessThan(0.8 * world.intervalCount(whole));
    for (let again = 0; again < 3; again++) {
      collections.start(meter, again === 0 ? undefined : months, months);
      await clock.advance(10 * MINUTES);
      expect(world.intervalCoverage(meter)).toEqual(holes);
      expect(notes(meter)).toContain('intervals_errored');
      expect(meter.status).toBe('errored');
    }
  });

  it.each([
    ['FB=4', 'bills'],
    ['FB=16', 'intervals'],
  ])('under %s says nothing of %s, whatever the scenario', async (raw, what) => {
    for (const scenario of ['residential', `no${what}`, `partial${what}`]) {
      const username = `${world.settings.testPrefix}_TEST_${scenario}`;
      const { meter } = consentWithMeter(world, username, { scope: parseScope(raw) });
      const before = world.events.length;
      started(meter);
      await clock.advance(10 * MINUTES);
      const told = world.events.slice(before).map(({ type }) => type.replace('meter_historical_collection_', ''));
      const other = what === 'bills' ? 'intervals' : 'bills';
      expect(told).toEqual(['started', 'progress', `meter_${other}_added`, 'finished_successful']);
      expect(notes(meter)).toEqual(what === 'bills' ? ['intervals_full'] : ['bills_full', 'latest_known_bill']);
      expect([world.billCount(meter) > 0, world.intervalCount(meter) > 0]).toEqual([
        other === 'bills',
        other === 'intervals',
      ]);
    }
  });

  it('that finds nothing at all does not say that it has all', async () => {
    const { meter } = consentWithMeter(world);
    const historyStart = clock.now() / 1_000;
    const young: Meter = { ...meter, model: { ...meter.model, historyStart, intervalStart: historyStart } };
    meter.authorization.meters = [young];
    started(young);
    await clock.advance(10 * MINUTES);
    expect(types(young)).toEqual(['started', 'progress', 'finished_successful']);
    expect(notes(young)).toEqual([]);
  });

  it('that waits for a person waits, whatever time passes', async () => {
    const meter = started(meterOf('pending_manual_after'));
    await clock.advance(7 * 24 * 60 * MINUTES);
    expect(types(meter)).toEqual(['started', 'progress', 'delayed']);
    expect(collections.isRunning(meter)).toBe(true);
  });

  it.each(Object.keys(COLLECTION_SCRIPTS))(
    'of the scenario %s comes to an end, unless it waits for a person',
    async (scenario) => {
      const meter = meterOf('residential');
      const login = { ...meter.authorization.login, scenario };
      const own = { ...meter, authorization: { ...meter.authorization, login } } as Meter;
      own.authorization.meters = [own];
      started(own);
      await clock.advance(30 * MINUTES);
      expect(collections.isRunning(own)).toBe(scenario === 'pending_manual_after');
    },
  );
});
