import { describe, expect, it } from 'vitest';
import { bootstrap, type Portfolio } from '../../../electron/simulator/bootstrap.ts';
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
