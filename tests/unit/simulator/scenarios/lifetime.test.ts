import { beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { watchLifetimes } from '../../../../electron/simulator/scenarios/lifetime.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { consentWithMeter, smallWorld } from '../small-world.ts';

const DAY = 86_400_000;
const PERMISSION = 3 * 365 * DAY;
let world: ServiceWorld;
let clock: SimulatedClock;
beforeEach(() => {
  ({ world, clock } = smallWorld());
});
const endings = () => world.events.map(({ type }) => type).filter((type) => /expir|revoked/.test(type));

describe('the end of an authorization', () => {
  it('is announced 30 days ahead, and comes when it is due', async () => {
    watchLifetimes(world);
    const { authorization, meter } = consentWithMeter(world);
    await clock.advance(PERMISSION - 30 * DAY - 1);
    expect(endings()).toEqual([]);
    await clock.advance(1);
    expect(endings()).toEqual(['authorization_expiring_soon']);
    expect(authorization.isExpired).toBe(false);
    await clock.advance(30 * DAY);
    expect(endings()).toEqual(['authorization_expiring_soon', 'authorization_expired']);
    expect(authorization.isExpired).toBe(true);
    expect(authorization.notes.map(({ type }) => type)).toEqual(['access_expired']);
    expect(meter.notes.map(({ type }) => type)).toEqual(['access_expired']);
  });

  it('moves with a renewal: the old date passes in silence', async () => {
    watchLifetimes(world);
    const { authorization } = consentWithMeter(world);
    authorization.expiresAt += 60 * DAY;
    world.emit('authorization_renewed', { authorization });
    await clock.advance(PERMISSION);
    expect(endings()).toEqual([]);
    await clock.advance(60 * DAY);
    expect(endings()).toEqual(['authorization_expiring_soon', 'authorization_expired']);
  });

  it('is noted once it is revoked, and nothing expires after that', async () => {
    watchLifetimes(world);
    const { authorization, meter } = consentWithMeter(world);
    world.setAuthorization(authorization, {
      notes: [
        { type: 'access_valid', msg: '', ts: '' },
        { type: 'meters_full', msg: '', ts: '' },
      ],
    });
    world.revoke(authorization);
    expect(authorization.notes.map(({ type }) => type)).toEqual(['meters_full', 'access_revoked']);
    expect(meter.notes.map(({ type }) => type)).toContain('access_revoked');
    await clock.advance(PERMISSION);
    expect(endings()).toEqual(['authorization_revoked']);
  });

  it('leaves no note that asks for a code', () => {
    watchLifetimes(world);
    for (const end of ['revoke', 'expire'] as const) {
      const { authorization } = consentWithMeter(world);
      world.setAuthorization(authorization, {
        notes: ['access_code_needed', 'access_code_wrong'].map((type) => ({ type, msg: '', ts: '' })),
      });
      world[end](authorization);
      expect(authorization.notes.map(({ type }) => type)).toEqual([`access_${end}d`]);
    }
  });

  it('leaves a meter of a revoked one no note of data that was deleted, one of an expired one those it has', () => {
    watchLifetimes(world);
    for (const end of ['revoke', 'expire'] as const) {
      const { authorization, meter } = consentWithMeter(world);
      const full = { type: 'bills_full', msg: '', ts: '' };
      world.setMeter(meter, { notes: [full] });
      world[end](authorization);
      const left = end === 'revoke' ? ['access_revoked'] : ['bills_full', 'access_expired'];
      expect(meter.notes.map(({ type }) => type)).toEqual(left);
    }
  });

  it('is noted no longer once it is renewed', () => {
    watchLifetimes(world);
    const { authorization, meter } = consentWithMeter(world);
    const full = { type: 'meters_full', msg: '', ts: '' };
    world.setAuthorization(authorization, { notes: [full] });
    world.expire(authorization);
    world.renew(authorization, clock.now() + DAY);
    expect(authorization).toMatchObject({ isExpired: false, notes: [full] });
    expect(meter.notes).toEqual([]);
  });

  it('is watched also of those that were there before', async () => {
    const { authorization } = consentWithMeter(world);
    watchLifetimes(world);
    await clock.advance(PERMISSION);
    expect(authorization.isExpired).toBe(true);
  });
});
