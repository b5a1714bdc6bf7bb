import { beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { createDriver, isCommonScenario } from '../../../../electron/simulator/scenarios/driver.ts';
import type { Authorization, ScenarioDriver } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { SCENARIOS } from '../../../../shared/scenarios/names.ts';
import { consent, scenarioConsent, smallWorld } from '../small-world.ts';

let world: ServiceWorld;
let clock: SimulatedClock;
let driver: ScenarioDriver;
beforeEach(() => {
  ({ world, clock } = smallWorld());
  driver = createDriver(world);
  world.driver = driver;
});
const played = async (scenario: string, ms = 10 * 60_000) => {
  const authorization = scenarioConsent(world, scenario);
  await clock.advance(ms);
  return authorization;
};
const notes = ({ notes: list }: Authorization) => list.map(({ type }) => type);
const types = () => world.events.map(({ type }) => type);

it('a scenario is known by its own name only', () => {
  for (const { name } of SCENARIOS) expect(isCommonScenario(name)).toBe(true);
  for (const name of [null, '', 'constructor', 'DEMO_cca_service']) expect(isCommonScenario(name)).toBe(false);
});

describe('the login', () => {
  it('finds a meter after the other, and is done', async () => {
    const authorization = await played('commercial');
    expect(authorization).toMatchObject({ status: 'updated', statusMessage: 'found all meters' });
    expect(authorization.meters).toHaveLength(4);
    expect(types().filter((type) => type === 'meter_created')).toHaveLength(4);
    expect(types().at(-1)).toBe('authorization_update_finished_successful');
  });

  it('of a customer without a scenario, and by OAuth at once, is the same', async () => {
    const authorization = consent(world, 'someone', { source: 'oauth' });
    expect(authorization).toMatchObject({ status: 'updated', meters: [expect.anything()] });
  });

  it('finds half of the meters where the utility fails, and no more', async () => {
    const authorization = await played('partialmeters');
    expect(authorization.status).toBe('errored');
    expect(authorization.meters).toHaveLength(Math.ceil(authorization.login.models.length / 2));
    expect(notes(authorization)).toContain('meters_errored');
  });

  it('that waits for its turn says until when', async () => {
    const authorization = await played('wait_to_login', 10_000);
    const waiting = authorization.notes.find(({ type }) => type === 'waiting');
    expect(Date.parse(String(waiting?.eta))).toBe(Date.parse(String(waiting?.ts)) + 60_000);
    await clock.advance(60_000);
    expect(authorization.status).toBe('errored');
  });

  it('ends where the authorization does', async () => {
    const authorization = scenarioConsent(world, 'commercial');
    await clock.advance(4_500);
    const before = authorization.meters.length;
    world.revoke(authorization);
    await clock.advance(60_000);
    expect(authorization.meters).toHaveLength(before);
    expect(authorization.status).not.toBe('updated');
  });
});

describe('a code that the utility sent', () => {
  it('is waited for, and said to be wrong where it is; the right one goes on, once', async () => {
    const authorization = await played('mfa_needed');
    expect([driver.awaitsCode(authorization), authorization.meters]).toEqual([true, []]);
    expect(authorization.notes.at(-1)?.url).toContain(encodeURIComponent(authorization.referrals[0] ?? ''));
    expect(driver.enterCode(authorization, 'wrong')).toBe(false);
    expect(notes(authorization)).toContain('access_code_wrong');
    expect(driver.enterCode(authorization, ` ${world.settings.mfaCode} `)).toBe(true);
    expect(driver.enterCode(authorization, world.settings.mfaCode)).toBe(false);
    await clock.advance(60_000);
    expect(authorization.status).toBe('updated');
    expect(notes(authorization).filter((type) => type.startsWith('access_code'))).toEqual([]);
  });

  it.each(['revoke', 'expire'] as const)('is not asked for any more once somebody should %s', async (end) => {
    const authorization = await played('mfa_needed');
    world[end](authorization);
    expect(driver.awaitsCode(authorization)).toBe(false);
    expect(driver.enterCode(authorization, 'wrong')).toBe(false);
    expect(driver.enterCode(authorization, world.settings.mfaCode)).toBe(false);
    expect(notes(authorization)).not.toContain('access_code_wrong');
    await clock.advance(60_000);
    expect(authorization.meters).toEqual([]);
  });

  it('is not waited for where none was asked for', async () => {
    const authorization = await played('residential');
    expect(driver.awaitsCode(authorization)).toBe(false);
    expect(driver.enterCode(authorization, world.settings.mfaCode)).toBe(false);
  });
});

it.each([
  [null, { bills: 'all', intervals: 'all' }],
  ['residential', { bills: 'all', intervals: 'all' }],
  ['commercial', { bills: 'all', intervals: 'all' }],
  ['mfa_needed', { bills: 'all', intervals: 'all' }],
  ['partialmeters', { bills: 'all', intervals: 'all' }],
  ['nobills', { bills: 'none', intervals: 'all' }],
  ['partialintervals', { bills: 'all', intervals: 'some' }],
  // What a collection would not bring, a consent does not bring either.
  ['badlogin_after', { bills: 'none', intervals: 'none' }],
  ['pending_manual_after', { bills: 'none', intervals: 'none' }],
] as const)('a consent of %s delivers at once %j', (scenario, delivery) => {
  const authorization = scenario === null ? consent(world) : scenarioConsent(world, scenario);
  expect(driver.firstDelivery(authorization)).toEqual(delivery);
});
