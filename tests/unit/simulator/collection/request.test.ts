import { beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { Collections } from '../../../../electron/simulator/collection/collections.ts';
import { currentMeter, requestCollection } from '../../../../electron/simulator/collection/request.ts';
import { listMeters } from '../../../../electron/simulator/json/lists.ts';
import type { Authorization, Meter } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { consent, consentWithMeter, scenarioConsent, smallWorld } from '../small-world.ts';

let world: ServiceWorld;
let clock: SimulatedClock;
let collections: Collections;
let meter: Meter;
beforeEach(() => {
  ({ world, clock } = smallWorld());
  collections = new Collections(world);
  ({ meter } = consentWithMeter(world));
});
const ask = (body: Record<string, unknown>) => requestCollection(world, collections, body);
const refusal = (body: Record<string, unknown>) => {
  try {
    return ask(body);
  } catch (thrown) {
    return thrown;
  }
};

describe('the request for a historical collection', () => {
  it('starts those meters that can be collected, each once, for the months of the plan', () => {
    const other = consentWithMeter(world, 'ben');
    world.revoke(other.authorization);
    expect(ask({ meters: [meter.uid, meter.uid, other.meter.uid, '999'] })).toEqual({
      success: true,
      meters: [meter.uid],
      collection_duration: 36,
    });
    expect([collections.isRunning(meter), collections.isRunning(other.meter)]).toEqual([true, false]);
    world.account.plan = 'per_month';
    expect(ask({ meters: [meter.uid] }).collection_duration).toBe(12);
    expect(ask({ meters: [meter.uid], collection_duration: 5 }).collection_duration).toBe(5);
  });

  it.each([
    [{}, 'required_param_missing'],
    [{ meters: null }, 'required_param_missing'],
    [{ meters: [] }, 'invalid_param'],
    [{ meters: '1' }, 'invalid_param'],
    [{ meters: [1] }, 'invalid_param'],
    [{ meters: ['x'.repeat(201)] }, 'invalid_param'],
    [{ meters: ['1'], collection_duration: 0 }, 'invalid_param'],
    [{ meters: ['1'], collection_duration: 37 }, 'invalid_param'],
    [{ meters: ['1'], collection_duration: 1.5 }, 'invalid_param'],
    [{ meters: ['1'], collection_duration: '12' }, 'invalid_param'],
  ])('is refused: %j', (body, type) => {
    expect(refusal(body)).toMatchObject({ status: 400, type });
  });

  it('is refused where no meter exists, or none can be collected any more', () => {
    expect(refusal({ meters: ['999'] })).toMatchObject({ status: 404, type: 'not_found' });
    world.expire(meter.authorization);
    expect(refusal({ meters: [meter.uid] })).toMatchObject({ status: 400, type: 'expired_or_revoked' });
  });

  it('wants a balance for a meter that is not free', () => {
    const paid = consentWithMeter(world, 'ann', { utility: 'NS&L' }).meter;
    expect([meter.isFree, paid.isFree]).toEqual([true, false]);
    expect(refusal({ meters: [meter.uid, paid.uid] })).toMatchObject({ status: 402, type: 'payment_required' });
    expect([meter, paid].map((one) => collections.isRunning(one))).toEqual([false, false]);
    expect(ask({ meters: [meter.uid] }).success).toBe(true);
    world.account.balance = 1;
    expect(ask({ meters: [paid.uid] }).success).toBe(true);
  });
});

describe('the meter that a uid means', () => {
  it('is the latest, and of a customer an earlier one that still holds', () => {
    const again = consentWithMeter(world);
    expect(again.meter.uid).toBe(meter.uid);
    expect(currentMeter(world, meter.uid)).toBe(again.meter);
    world.revoke(again.authorization);
    expect(currentMeter(world, meter.uid)).toBe(meter);
    world.revoke(meter.authorization);
    expect(currentMeter(world, meter.uid)).toBe(again.meter);
    expect(currentMeter(world, '999')).toBeUndefined();
  });

  it.each([0, 1_000])(
    'is that of the latest authorization, also where an earlier one finds it later: %i ms',
    async (ms) => {
      const earlier = consent(world, 'ben');
      await clock.advance(ms);
      const later = consent(world, 'ben');
      const find = (authorization: Authorization) =>
        authorization.login.models.map((model) => world.addMeter(authorization, model))[0];
      const found = find(later);
      find(earlier);
      const uid = found?.uid ?? '';
      expect(currentMeter(world, uid)).toBe(found);
      const listed = listMeters(world, new URLSearchParams({ uids: uid }), 'http://x/').meters;
      expect(listed.map(({ authorization_uid }) => authorization_uid)).toEqual([later.uid, earlier.uid]);
      expect(world.metersByUid(uid).map(({ authorization }) => authorization)).toEqual([later, earlier]);
    },
  );

  it('of test submissions is the latest, whatever became of it', () => {
    const [first, second] = [1, 2].map(() => {
      const authorization = scenarioConsent(world, 'residential');
      return authorization.login.models.map((model) => world.addMeter(authorization, model));
    });
    const [latest] = second ?? [];
    expect(first?.[0]?.uid).toBe(latest?.uid);
    if (latest) world.revoke(latest.authorization);
    expect(currentMeter(world, latest?.uid ?? '')).toBe(latest);
  });
});
