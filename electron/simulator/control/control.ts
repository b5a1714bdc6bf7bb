import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { SimulatedClock } from '../clock/simulated-clock.ts';
import { QUIRKS, type Quirks } from '../greenbutton/quirks.ts';
import { readObject } from '../json/body.ts';
import { ApiError, answerError, invalid } from '../json/errors.ts';
import { eventView } from '../json/event-view.ts';
import { scenariosOf } from '../json/test-submit.ts';
import { authorizationView, meterView } from '../json/views.ts';
import { faultSchema } from '../limits/faults.ts';
import type { Gate } from '../limits/limits.ts';
import { rateSchema } from '../limits/rate.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { isoMicros } from '../world/time.ts';
import type { Authorization, ServiceEnv, World } from '../world/types.ts';
import { ACTIONS, type ActionName, GREEN_BUTTON_ACTIONS } from './actions.ts';

/** Switches of the Green Button side. */
export interface Knobs {
  /**
   * From when on feeds are built first (202, section 4.1).
   * @param readings only answers with more readings than this; Infinity for never
   * @param buildMs how long a build takes
   */
  readonly setBuilds: (readings: number, buildMs: number) => void;
  /** What real custodians do to the standard: `all`, `none`, or names parted by commas. Throws for an unknown name. */
  readonly setQuirks: (names: string) => void;
  readonly quirks: () => Quirks;
}

/** What the control API moves. */
interface Controlled {
  readonly knobs: Knobs;
  readonly world: World;
  readonly clock: SimulatedClock;
  readonly gate: Gate;
  readonly webhooks: Webhooks;
}

type Handler = (c: Context<ServiceEnv>) => unknown;

const DAY_MS = 86_400_000;
/** Ten years: a typing mistake should not run the scenario of a century. */
const LONGEST_ADVANCE_S = 10 * 365 * 86_400;

const clockSchema = z.strictObject({ advance_s: z.number().min(0).max(LONGEST_ADVANCE_S) });
const balanceSchema = z.strictObject({ balance: z.number() });
const planSchema = z.strictObject({ plan: z.enum(['per_month', 'per_collection']) });
const renewSchema = z.strictObject({ days: z.number().positive().max(3_650).default(365) });
const codeSchema = z.strictObject({ code: z.string().max(100) });
const ongoingSchema = z.strictObject({ frequency: z.enum(['daily', 'off']) });
const buildsSchema = z.strictObject({ readings: z.int().min(0).nullable(), build_s: z.number().min(0).max(86_400) });
const quirksSchema = z.strictObject({ quirks: z.string().max(1_000) });
const webhookSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  secret: z.string().min(1).max(1_000).optional(),
});

/**
 * The simulator's own API, for tests and demos (issue: control API). Mount it on `/control/{controlKey}`: who knows the
 * address may use it, as the segment cannot be guessed. Faults and rates do not touch it.
 */
export function control(parts: Controlled): Hono<ServiceEnv> {
  const api = new Hono<ServiceEnv>();
  api.onError(answerError);
  api.get('/', (c) => c.json(selfDescription(parts)));
  for (const [name, handler] of Object.entries(handlersOf(parts))) {
    // The handlers are a record over ActionName, so every name has its row.
    const { method, path } = ACTIONS[name as ActionName];
    api.on(method, path.replace(/\{(\w+)\}/, ':$1'), async (c) => c.json(await handler(c)));
  }
  // Not notFound: Hono asks only the outermost app for that.
  api.all('*', (c) => {
    if (c.req.method === 'GET' && c.req.path.endsWith(`${parts.world.settings.controlKey}/`)) {
      return c.json(selfDescription(parts));
    }
    throw new ApiError(404, 'not_found', 'There is no such action.');
  });
  return api;
}

function selfDescription({ world, gate, knobs }: Controlled): Record<string, unknown> {
  return {
    actions: { ...ACTIONS, ...GREEN_BUTTON_ACTIONS },
    utilities: world.utilities.map((utility) => ({
      utility: utility.id,
      name: utility.name,
      scenarios: scenariosOf(utility),
    })),
    unpaid_meter_uid: world.settings.unpaidMeterUid,
    mfa_code: world.settings.mfaCode,
    balance: world.account.balance,
    plan: world.account.plan,
    faults: gate.faults.list,
    spent_faults: gate.faults.spent,
    limits: gate.rate.rate ?? null,
    quirks: [...knobs.quirks()],
    all_quirks: QUIRKS,
    now: isoMicros(world.clock.now()),
  };
}

function handlersOf(parts: Controlled): Record<ActionName, Handler> {
  const { world } = parts;
  const authorizationAct = (act: (authorization: Authorization) => void): Handler => {
    return (c) => {
      const authorization = findAuthorization(world, c);
      act(authorization);
      return authorizationView(authorization);
    };
  };
  return {
    ...clockAndWebhookHandlers(parts),
    ...gateHandlers(parts),
    ...knobHandlers(parts),
    balance: async (c) => {
      world.account.balance = parse(balanceSchema, await readObject(c)).balance;
      return { balance: world.account.balance };
    },
    plan: async (c) => {
      world.account.plan = parse(planSchema, await readObject(c)).plan;
      return { plan: world.account.plan };
    },
    revoke: authorizationAct((authorization) => world.revoke(authorization)),
    expire: authorizationAct((authorization) => world.expire(authorization)),
    renew: async (c) => {
      const { days } = parse(renewSchema, await readObject(c));
      const authorization = findAuthorization(world, c);
      world.renew(authorization, world.clock.now() + days * DAY_MS);
      return authorizationView(authorization);
    },
    ongoing: async (c) => {
      const { frequency } = parse(ongoingSchema, await readObject(c));
      const meters = world.metersByUid(c.req.param('uid') ?? '');
      if (meters.length === 0) throw new ApiError(404, 'not_found', 'There is no such meter.');
      for (const meter of meters) {
        world.setMeter(meter, { ongoingMonitoring: { ...meter.ongoingMonitoring, frequency } });
      }
      return { meters: meters.map((meter) => meterView(world, meter)) };
    },
    code: async (c) => {
      const { code } = parse(codeSchema, await readObject(c));
      return { accepted: world.driver?.enterCode(findAuthorization(world, c), code) ?? false };
    },
  };
}

function clockAndWebhookHandlers({ world, clock, webhooks }: Controlled) {
  return {
    clock: async (c) => {
      const { advance_s: seconds } = parse(clockSchema, await readObject(c));
      await clock.advance(Math.round(seconds * 1_000));
      return { now: isoMicros(world.clock.now()) };
    },
    webhook: async (c) => {
      const { url, secret } = parse(webhookSchema, withoutNulls(await readObject(c)));
      const ping = await webhooks.setEndpoint({ url, secret: secret ?? world.settings.webhookSecret });
      return { url, ping: eventView(ping) };
    },
    webhook_show: () => ({ url: webhooks.endpoint?.url ?? null }),
    webhook_remove: () => {
      webhooks.removeEndpoint();
      return { url: null };
    },
    ping: async () => ({ ping: eventView(await webhooks.ping()) }),
    deliveries: () => ({ deliveries: webhooks.records }),
  } satisfies Partial<Record<ActionName, Handler>>;
}

function gateHandlers({ gate }: Controlled) {
  return {
    faults: async (c) => {
      gate.faults.add(parse(faultSchema, withoutNulls(await readObject(c))));
      return { faults: gate.faults.list };
    },
    faults_show: () => ({ faults: gate.faults.list }),
    fault_remove: (c) => {
      if (!gate.faults.remove(Number(c.req.param('id')))) {
        throw new ApiError(404, 'not_found', 'There is no such fault.');
      }
      return { faults: gate.faults.list };
    },
    faults_clear: () => {
      gate.faults.clear();
      return { faults: [] };
    },
    limits: async (c) => {
      gate.rate.set(parse(rateSchema, await readObject(c)));
      return { limits: gate.rate.rate };
    },
    limits_clear: () => {
      gate.rate.set(undefined);
      return { limits: null };
    },
    requests: () => ({ requests: gate.log.records }),
    requests_clear: () => {
      gate.log.clear();
      return { requests: [] };
    },
  } satisfies Partial<Record<ActionName, Handler>>;
}

function knobHandlers({ knobs }: Controlled) {
  return {
    builds: async (c) => {
      const { readings, build_s: seconds } = parse(buildsSchema, await readObject(c));
      knobs.setBuilds(readings ?? Number.POSITIVE_INFINITY, seconds * 1_000);
      return { readings, build_s: seconds };
    },
    quirks: async (c) => {
      const { quirks } = parse(quirksSchema, await readObject(c));
      try {
        knobs.setQuirks(quirks);
      } catch (error) {
        throw invalid('quirks', error instanceof Error ? error.message : 'there is no such quirk');
      }
      return { quirks };
    },
  } satisfies Partial<Record<ActionName, Handler>>;
}

function findAuthorization(world: World, c: Context<ServiceEnv>): Authorization {
  const authorization = world.authorizations.get(c.req.param('uid') ?? '');
  if (authorization === undefined) throw new ApiError(404, 'not_found', 'There is no such authorization.');
  return authorization;
}

/** Where no member means anything by null, null is what many programs write for "left out". */
function withoutNulls(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** @throws ApiError 400 invalid_param, naming the first member that is wrong */
function parse<T>(schema: z.ZodType<T>, body: Record<string, unknown>): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue?.path.join('.') || 'body', issue?.message ?? 'it cannot be read');
}
