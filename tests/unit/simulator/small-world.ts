import { SimulatedClock } from '../../../electron/simulator/clock/simulated-clock.ts';
import { startInstant } from '../../../electron/simulator/world/time.ts';
import type { Authorization, Submission } from '../../../electron/simulator/world/types.ts';
import { createWorld, type ServiceWorld } from '../../../electron/simulator/world/world.ts';

/** A service without customers, whose time stands still until a test moves it. */
export function smallWorld(): { world: ServiceWorld; clock: SimulatedClock } {
  const clock = new SimulatedClock({ startMs: startInstant(1), rate: 0 });
  return { world: createWorld(1, clock), clock };
}

/** A customer's consent, by the form of the service. */
export function consent(world: ServiceWorld, username = 'someone', more: Partial<Submission> = {}): Authorization {
  return world.submit({ utility: 'DEMO', username, formUid: world.settings.formUid, source: 'form', ...more });
}

/** The consent of a scenario's user name, as a test submission gives it. */
export function scenarioConsent(world: ServiceWorld, scenario: string): Authorization {
  return consent(world, `${world.settings.testPrefix}_TEST_${scenario}`, { source: 'test-submit' });
}

/** The consent with all meters of its login. */
export function consentWithMeter(world: ServiceWorld, username?: string, more?: Partial<Submission>) {
  const authorization = consent(world, username, more);
  const [meter] = authorization.login.models.map((model) => world.addMeter(authorization, model));
  if (!meter) throw new Error('the login has no meter');
  return { authorization, meter };
}
