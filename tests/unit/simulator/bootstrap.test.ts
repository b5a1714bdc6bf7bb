import { describe, expect, it } from 'vitest';
import { bootstrap, type Portfolio } from '../../../electron/simulator/bootstrap.ts';
import { watchOngoing } from '../../../electron/simulator/collection/ongoing.ts';
import { createDriver } from '../../../electron/simulator/scenarios/driver.ts';
import { issuedAt } from '../../../electron/simulator/world/bills.ts';
import { isoMicros } from '../../../electron/simulator/world/time.ts';
import type { Note } from '../../../electron/simulator/world/types.ts';
import { smallWorld } from './small-world.ts';

const DAY_S = 86_400;

/** Who is there with a history of so many months: authorizations, and by meter its bills and when its intervals begin. */
function filled(portfolio: Portfolio, months?: number) {
  const { world } = smallWorld();
  const lines = bootstrap(world, portfolio, months);
  const meters = lines.flatMap(({ auth_uid }) => world.authorizations.get(auth_uid)?.meters ?? []);
  return {
    uids: lines.map(({ auth_uid }) => auth_uid),
    bills: meters.map((meter) => world.billsAtUtility(meter).length),
    days: meters.map(({ model }) => (world.startedAt / 1000 - model.intervalStart) / DAY_S),
  };
}

describe('a history of a few months', () => {
  it.each(['demo', 'clients', 3] as const)(
    'of %s has the same authorizations and bills, and intervals of no more',
    (portfolio) => {
      const whole = filled(portfolio);
      const short = filled(portfolio, 3);
      expect(Math.max(...whole.days)).toBeGreaterThan(3 * 365);
      expect(Math.max(...short.days)).toBeLessThan(4 * 31);
      expect(Math.min(...short.days)).toBeGreaterThan(2 * 28);
      expect([short.uids, short.bills]).toEqual([whole.uids, whole.bills]);
    },
  );
});

describe('authorizations of the demo that have ended', () => {
  function ended() {
    const { world, clock } = smallWorld();
    bootstrap(world, 'demo');
    const find = (username: string) => {
      const found = [...world.authorizations.values()].find(({ login }) => login.username === username);
      if (!found) throw new Error(`nobody is called ${username}`);
      return found;
    };
    return { world, clock, expired: find('long.ago'), revoked: find('moved.away') };
  }

  it('have nothing that came after their end', () => {
    const { world, expired, revoked } = ended();
    for (const authorization of [expired, revoked]) {
      const end = authorization.revokedAt ?? authorization.expiresAt;
      expect(end).toBe(world.startedAt - 40 * DAY_S * 1000);
      expect(authorization.updatedAt).toBe(end);
      for (const meter of authorization.meters) {
        const { bills, intervals } = meter.coverage;
        const periods = world.billsAtUtility(meter).filter(({ index }) => bills.some((bill) => bill.index === index));
        const days = intervals.map(({ to }) => to * 1000);
        const seen = [...bills, ...intervals].map(({ addedAt }) => addedAt);
        const written = periods.map((period) => issuedAt(period) * 1000);
        expect(Math.max(meter.updatedAt, ...days, ...seen, ...written)).toBeLessThanOrEqual(end);
      }
    }
    // A day before the end at most, and the last bill that was written by then.
    const [meter] = expired.meters;
    if (!meter) throw new Error('no meter');
    const last = meter.coverage.intervals.at(-1)?.to ?? 0;
    expect(expired.expiresAt / 1000 - last).toBeLessThan(DAY_S);
    const written = world.billsAtUtility(meter).filter((bill) => issuedAt(bill) <= last);
    expect(meter.coverage.bills.map(({ index }) => index)).toEqual(written.map(({ index }) => index));
    expect(revoked.meters.map((one) => [world.billCount(one), world.intervalCount(one)])).toEqual([[0, 0]]);
  });

  it('say so in their notes, as of their end', () => {
    const { world, expired, revoked } = ended();
    const ts = isoMicros(world.startedAt - 40 * DAY_S * 1000);
    const types = (notes: readonly Note[]) => notes.map(({ type }) => type);
    expect(types(expired.notes)).toEqual(['meters_full', 'access_expired']);
    expect(expired.notes.at(-1)).toEqual({ type: 'access_expired', msg: 'The authorization expired.', ts });
    for (const { notes } of expired.meters) {
      expect(types(notes)).toEqual(['bills_full', 'intervals_full', 'access_expired']);
      expect(notes.at(-1)?.ts).toBe(ts);
    }
    const note = { type: 'access_revoked', msg: 'The customer revoked the authorization.', ts };
    expect(types(revoked.notes)).toEqual(['meters_full', 'access_revoked']);
    expect(revoked.notes.at(-1)).toEqual(note);
    // Their bills and intervals were deleted: that all were collected is not so any more.
    expect(revoked.meters.map(({ notes }) => notes)).toEqual([[note]]);
  });

  it('are followed again once they are renewed', async () => {
    const { world, clock, expired } = ended();
    world.driver = createDriver(world);
    watchOngoing(world, () => false);
    const [meter] = expired.meters;
    if (!meter) throw new Error('no meter');
    const before = meter.coverage.intervals.at(-1)?.to ?? 0;
    await clock.advance(2 * DAY_S * 1000);
    expect(meter.coverage.intervals.at(-1)?.to).toBe(before);
    world.renew(expired, clock.now() + 365 * DAY_S * 1000);
    await clock.advance(DAY_S * 1000);
    expect(world.intervalCoverage(meter)).toEqual([[meter.model.intervalStart, before + 43 * DAY_S]]);
  });
});
