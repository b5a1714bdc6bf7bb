import { beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { COLLECTION_SCRIPTS } from '../../../../electron/simulator/collection/collection-scripts.ts';
import { Collections } from '../../../../electron/simulator/collection/collections.ts';
import type { Meter } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
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

  it('that is under way is not begun again', async () => {
    const meter = started(consentWithMeter(world).meter);
    started(meter);
    expect(types(meter)).toEqual(['started']);
    await clock.advance(10 * MINUTES);
    expect(types(meter).filter((type) => type === 'finished_successful')).toHaveLength(1);
  });

  it.each(['revoke', 'expire'] as const)('ends where somebody should %s the authorization on the way', async (end) => {
    const meter = started(consentWithMeter(world).meter, 36);
    await clock.advance(5_000);
    world[end](meter.authorization);
    await clock.advance(10 * MINUTES);
    expect(types(meter).at(-1)).toBe('finished_errored');
    expect(meter.status).toBe('errored');
    expect(notes(meter)).toContain(end === 'revoke' ? 'access_revoked' : 'access_expired');
    expect(collections.isRunning(meter)).toBe(false);
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
