import { beforeEach, describe, expect, it } from 'vitest';
import { createForm } from '../../../../electron/simulator/json/new-form.ts';
import { scenariosOf, testSubmit } from '../../../../electron/simulator/json/test-submit.ts';
import type { Form } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { SCENARIOS } from '../../../../shared/scenarios/names.ts';
import { smallWorld } from '../small-world.ts';

let world: ServiceWorld;
let form: Form;
beforeEach(() => {
  ({ world } = smallWorld());
  form = createForm(world, {});
});

describe('a test submission', () => {
  it('makes a new authorization each time, of the user name of the scenario', () => {
    const [first, second] = [1, 2].map(() => testSubmit(world, form, { utility: 'DEMO', scenario: 'badlogin' }));
    expect(first?.referral).not.toBe(second?.referral);
    const [authorization] = world.authorizationsByReferral(first?.referral ?? '');
    expect(authorization).toMatchObject({
      isTest: true,
      formUid: form.uid,
      login: { scenario: 'badlogin', username: `${world.settings.testPrefix}_TEST_badlogin` },
    });
  });

  it('is sent to the address of the form, where it has one', () => {
    const own = createForm(world, { customer_email: 'a@x.test' });
    const { referral } = testSubmit(world, own, { utility: 'DEMO', scenario: 'residential' });
    expect(world.authorizationsByReferral(referral)[0]?.customerEmail).toBe('a@x.test');
  });

  it.each([
    [{ scenario: 'residential' }, 'required_param_missing'],
    [{ utility: 'DEMO', scenario: null }, 'required_param_missing'],
    [{ utility: 'DEMO', scenario: '' }, 'invalid_param'],
    [{ utility: 'DEMO', scenario: 5 }, 'invalid_param'],
    [{ utility: 'NOWHERE', scenario: 'residential' }, 'invalid_param'],
    [{ utility: 'DEMO', scenario: 'constructor' }, 'invalid_param'],
    [{ utility: 'PACIFIC', scenario: 'DEMO_cca_service' }, 'invalid_param'],
  ])('is refused: %j', (body, type) => {
    expect(() => testSubmit(world, form, body)).toThrow(expect.objectContaining({ status: 400, type }));
    expect(world.authorizations.size).toBe(0);
  });

  it('is refused for another utility than the form is for', () => {
    const own = createForm(world, { utility: 'PACIFIC' });
    expect(() => testSubmit(world, own, { utility: 'DEMO', scenario: 'residential' })).toThrow('another utility');
    expect(testSubmit(world, own, { utility: 'PACIFIC', scenario: 'residential' }).referral).not.toBe('');
  });
});

it('the scenarios of a utility are the common ones, and its own where it has one', () => {
  const names = world.utilities.map(scenariosOf);
  for (const list of names) expect(list.slice(0, SCENARIOS.length)).toEqual(SCENARIOS.map(({ name }) => name));
  expect(names.flatMap((list) => list.slice(SCENARIOS.length))).toContain('DEMO_cca_service');
});
