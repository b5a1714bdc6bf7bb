/**
 * What the service does over time, in one piece: the JSON API, scenarios, historical collection, webhooks, limits and
 * the control API, wired to one world and one clock.
 */
import type { Hono, MiddlewareHandler } from 'hono';
import type { SimulatedClock } from './clock/simulated-clock.ts';
import { Collections } from './collection/collections.ts';
import { watchOngoing } from './collection/ongoing.ts';
import { control, type Knobs } from './control/control.ts';
import { formPages } from './json/form-pages.ts';
import { jsonApi } from './json/json-api.ts';
import { Gate, limits } from './limits/limits.ts';
import type { LimitSettings } from './limits/settings.ts';
import { createDriver } from './scenarios/driver.ts';
import { watchLifetimes } from './scenarios/lifetime.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import type { ServiceEnv, World } from './world/types.ts';

/** What server.ts mounts. */
interface Behaviour {
  /** First of all, on `*`: request log, rate limit, faults. */
  readonly limits: MiddlewareHandler<ServiceEnv>;
  /** On `/api/v2`. */
  readonly json: Hono<ServiceEnv>;
  /** On `/forms`: the customer's pages. */
  readonly forms: Hono<ServiceEnv>;
  /** On `/control/{controlKey}`. */
  readonly control: Hono<ServiceEnv>;
}

/**
 * Brings a world to life; call it once, after the bootstrap and before the server listens. Sets `world.driver`.
 * @param clock the same that the world was made with
 * @param knobs switches of the Green Button side that the control API offers
 * @param settings limits and faults that hold from the start
 */
export function createBehaviour(
  world: World,
  clock: SimulatedClock,
  knobs: Knobs,
  settings: LimitSettings = { rate: undefined, faults: [] },
): Behaviour {
  world.driver = createDriver(world);
  watchLifetimes(world);
  const gate = new Gate();
  gate.rate.set(settings.rate);
  for (const fault of settings.faults) gate.faults.add(fault);
  const webhooks = new Webhooks(world);
  const collections = new Collections(world);
  watchOngoing(world, (meter) => collections.isRunning(meter));
  return {
    limits: limits(world, gate),
    json: jsonApi(world, collections),
    forms: formPages(world),
    control: control({ world, clock, gate, webhooks, knobs }),
  };
}
