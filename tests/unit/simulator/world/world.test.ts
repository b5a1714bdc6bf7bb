import { beforeEach, describe, expect, it } from 'vitest';
import { parseScope } from '../../../../electron/simulator/world/rows.ts';
import { startInstant } from '../../../../electron/simulator/world/time.ts';
import type { Clock, ScenarioDriver } from '../../../../electron/simulator/world/types.ts';
import { createWorld, type ServiceWorld } from '../../../../electron/simulator/world/world.ts';

const DAY_MS = 86_400_000;

describe('the world', () => {
  let now: number;
  let world: ServiceWorld;
  const clock: Clock = { now: () => now, schedule: () => () => undefined };
  beforeEach(() => {
    now = startInstant(1);
    world = createWorld(1, clock);
  });

  const submit = (username = 'someone', source: 'form' | 'oauth' = 'form') =>
    world.submit({ utility: 'DEMO', username, formUid: world.settings.formUid, source });
  const types = () => world.events.map((event) => event.type);
  const withMeter = () => {
    const authorization = submit();
    const model = authorization.login.models[0];
    if (!model) throw new Error('the login has no meter');
    return { authorization, meter: world.addMeter(authorization, model) };
  };

  it('knows the test scenarios of a utility, and any other user name', () => {
    const test = (scenario: string) => `${world.settings.testPrefix}_TEST_${scenario}`;
    expect(world.login('DEMO', test('residential'))?.models).toHaveLength(1);
    expect(world.login('DEMO', test('commercial'))?.models).toHaveLength(4);
    expect(world.login('DEMO', test('empty'))?.models).toHaveLength(0);
    expect(world.login('DEMO', test('DEMO_cca_service'))?.models[0]?.communitySupplier).not.toBeNull();
    expect(world.login('PACIFIC', test('DEMO_cca_service'))).toBeNull();
    expect(world.login('DEMO', test('nothing_like_it'))).toBeNull();
    expect(world.login('NOWHERE', 'someone')).toBeNull();
    expect(world.login('DEMO', ' someone ')).toBe(world.login('DEMO', 'someone'));
    expect(world.login('DEMO', 'x'.repeat(129))).toBeNull();
  });

  it('creates an authorization, tells of it, and hands it to the driver at the right pace', () => {
    const paces: string[] = [];
    const driver: ScenarioDriver = {
      submitted: (authorization, pace) => paces.push(`${authorization.login.username} ${pace}`),
      awaitsCode: () => false,
      enterCode: () => false,
      firstDelivery: () => ({ bills: 'none', intervals: 'none' }),
    };
    world.driver = driver;
    const authorization = submit('ann');
    submit('ben', 'oauth');
    expect(paces).toEqual(['ann simulated', 'ben instant']);
    expect(types()).toEqual(['authorization_created', 'authorization_created']);
    expect(world.authorizationsByReferral(authorization.referrals[0] ?? '')).toEqual([authorization]);
  });

  it('adds a meter once', () => {
    const { authorization, meter } = withMeter();
    expect(world.addMeter(authorization, meter.model)).toBe(meter);
    expect(types()).toEqual(['authorization_created', 'meter_created']);
    expect(world.events[1]).toMatchObject({
      authorization_uid: authorization.uid,
      meter_uid: meter.uid,
      is_delivered: false,
    });
  });

  it('gives two authorizations of a login the same meter uid, newest first, each with its own data', () => {
    const first = withMeter();
    const second = withMeter();
    expect(second.meter.uid).toBe(first.meter.uid);
    expect(world.metersByUid(first.meter.uid)).toEqual([second.meter, first.meter]);
    world.addBills(first.meter, [0, 1]);
    expect([world.billCount(first.meter), world.billCount(second.meter)]).toEqual([2, 0]);
  });

  it('counts only what is new, within what the utility has', () => {
    const { meter } = withMeter();
    const { from, to } = world.intervalsAtUtility(meter);
    const day = world.addIntervals(meter, to - 86_400, to);
    expect(day).toBeGreaterThan(0);
    expect(world.addIntervals(meter, to - 86_400, to)).toBe(0);
    const two = world.addIntervals(meter, to - 2 * 86_400, to + 10 * 86_400);
    expect(world.intervalCount(meter)).toBe(day + two);
    expect(world.intervalCoverage(meter)).toEqual([[to - 2 * 86_400, to]]);
    world.addIntervals(meter, 0, to);
    expect(world.intervalCoverage(meter)).toEqual([[from, to]]);
    expect(world.addBills(meter, [3, 3, 4])).toBe(2);
    expect(world.addBills(meter, [4])).toBe(0);
    const bills = world.billsAtUtility(meter);
    expect(world.billCoverage(meter)).toEqual([[bills[3]?.from, bills[4]?.to]]);
  });

  it.each(['FB=4', 'FB=16'])('adds only what the customer authorised: %s', (raw) => {
    const login = world.login('DEMO', 'someone');
    if (!login) throw new Error('the utility does not know the user name');
    const scope = parseScope(raw);
    for (const source of ['form', 'bootstrap'] as const) {
      const authorization =
        source === 'form'
          ? world.submit({ utility: 'DEMO', username: 'someone', formUid: world.settings.formUid, source, scope })
          : world.admit(login, { at: now, scope, withEvents: false });
      const [meter] = login.models.map((model) => world.addMeter(authorization, model));
      if (!meter) throw new Error('the login has no meter');
      const { from, to } = world.intervalsAtUtility(meter);
      if (source === 'bootstrap') world.backfill(meter, [0, 1], to, now);
      else {
        expect(world.addBills(meter, [0, 1])).toBe(scope.bills ? 2 : 0);
        expect(world.addIntervals(meter, from, to) > 0).toBe(scope.intervals);
      }
      expect(world.billCount(meter)).toBe(scope.bills ? 2 : 0);
      expect(world.intervalCount(meter) > 0).toBe(scope.intervals);
      const told = scope.bills ? 'bills_full' : 'intervals_full';
      expect(meter.notes.map(({ type }) => type)).toEqual(source === 'bootstrap' ? [told] : []);
    }
  });

  it('has more data at the utility as time goes on', () => {
    const { meter } = withMeter();
    const before = { bills: world.billsAtUtility(meter).length, to: world.intervalsAtUtility(meter).to };
    now += 40 * DAY_MS;
    expect(world.billsAtUtility(meter).length).toBeGreaterThan(before.bills);
    expect(world.intervalsAtUtility(meter).to).toBe(before.to + 40 * 86_400 - offsetOf(now));
  });

  it('deletes data and tokens when revoked, tokens only when expired, each told once', () => {
    for (const [end, type] of [
      ['revoke', 'authorization_revoked'],
      ['expire', 'authorization_expired'],
    ] as const) {
      const { authorization, meter } = withMeter();
      world.addBills(meter, [0]);
      const { accessToken } = world.tokenStore.issueAccess(authorization.uid);
      world[end](authorization);
      world[end](authorization);
      expect(types().filter((one) => one === type)).toHaveLength(1);
      expect(world.tokens.check(`Bearer ${accessToken}`).state).toBe('unknown');
      expect(world.billCount(meter)).toBe(end === 'revoke' ? 0 : 1);
    }
  });

  it('extends a permission', () => {
    const { authorization } = withMeter();
    world.expire(authorization);
    world.renew(authorization, now + DAY_MS);
    expect(authorization).toMatchObject({ isExpired: false, expiresAt: now + DAY_MS });
    expect(types().at(-1)).toBe('authorization_renewed');
  });

  it('keeps a declined authorization without meters', () => {
    const declined = world.decline({
      utility: 'DEMO',
      username: 'no',
      formUid: world.settings.formUid,
      source: 'form',
    });
    expect(declined).toMatchObject({ declinedAt: now, status: 'declined', meters: [] });
    expect(types()).toEqual(['authorization_declined']);
  });
});

/** Seconds by which local midnight moves when the clocks change between winter and the given time, in Boston. */
function offsetOf(at: number): number {
  return at > Date.UTC(2026, 2, 8, 7) ? 3600 : 0;
}
