import { beforeEach, describe, expect, it } from 'vitest';
import type { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { formPages } from '../../../../electron/simulator/json/form-pages.ts';
import { createDriver } from '../../../../electron/simulator/scenarios/driver.ts';
import { watchLifetimes } from '../../../../electron/simulator/scenarios/lifetime.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { smallWorld } from '../small-world.ts';

let world: ServiceWorld;
let clock: SimulatedClock;
beforeEach(() => {
  ({ world, clock } = smallWorld());
  world.driver = createDriver(world);
  watchLifetimes(world);
});

async function get(path: string): Promise<string> {
  return (await formPages(world).request(path)).text();
}

function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  return formPages(world).request(path, { method: 'POST', body, headers: { 'content-length': String(body.length) } });
}

const form = () => `/${world.settings.formUid}`;
const test = (scenario: string) => `${world.settings.testPrefix}_TEST_${scenario}`;

describe('a customer who declines', () => {
  it.each([
    ['without a user name', () => ''],
    ['with one that nobody has', () => test('nosuch')],
  ])('is heard %s', async (_how, username) => {
    const answer = await post(form(), { utility: 'DEMO', username: username(), decision: 'deny' });
    expect([answer.status, world.events.at(-1)?.type]).toEqual([200, 'authorization_declined']);
    expect(await answer.text()).toContain('You declined');
  });
});

describe('the page that asks for a code', () => {
  /** Submits the form; answers the address of its code page. */
  async function submit(scenario: string): Promise<string> {
    const answer = await post(form(), { utility: 'DEMO', username: test(scenario), decision: 'allow' });
    return /href="\/forms(\/[^"]+)"/.exec(await answer.text())?.[1] ?? '';
  }
  const VERIFYING = 'still being verified';
  const NOT_NEEDED = 'No code is needed';

  it('says that it is not known yet whether one is needed, until it is', async () => {
    const page = await submit('mfa_needed');
    expect(await get(page)).toContain(VERIFYING);
    expect(await get(page)).not.toContain(NOT_NEEDED);
    await clock.advance(60_000);
    expect(await get(page)).toContain('Enter your code');

    expect(await (await post(page, { code: 'wrong' })).text()).toContain('That code was wrong.');
    const right = await post(page, { code: world.settings.mfaCode });
    expect(await right.text()).toContain('Thank you');
    expect(await get(page)).toContain(VERIFYING);
    await clock.advance(60_000);
    expect(await get(page)).toContain(NOT_NEEDED);
  });

  it.each(['residential', 'badlogin', 'pending_manual'])(
    'of %s says that none is needed once that is known',
    async (scenario) => {
      const page = await submit(scenario);
      expect(await get(page)).toContain(VERIFYING);
      await clock.advance(60_000);
      expect(await get(page)).toContain(NOT_NEEDED);
    },
  );

  it('says so of an authorization that was revoked before the login was verified', async () => {
    const page = await submit('mfa_needed');
    const [authorization] = world.authorizations.values();
    if (!authorization) throw new Error('no authorization');
    world.revoke(authorization);
    expect(await get(page)).toContain(NOT_NEEDED);
  });
});
