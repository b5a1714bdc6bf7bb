import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { RequestContext, ServiceEnv, World } from '../world/types.ts';
import { faultResponse, sendCut } from './fault-answer.ts';
import { type Fault, Faults } from './faults.ts';
import { RateLimit } from './rate.ts';
import { RequestLog, redactQuery } from './request-log.ts';

/** The state behind {@link limits}; the control API changes and shows it. */
export class Gate {
  readonly faults = new Faults();
  readonly rate = new RateLimit();
  readonly log = new RequestLog();
}

/**
 * The middleware in front of everything: logs every request, answers 429 above the rate, and plays faults.
 * Mount it first, on `*`. The control API passes untouched: a fault on `*` must not lock out its own removal.
 */
export function limits(world: World, gate: Gate): MiddlewareHandler<ServiceEnv> {
  const controlPath = `/control/${world.settings.controlKey}`;
  return async (c, next) => {
    if (c.req.path === controlPath || c.req.path.startsWith(`${controlPath}/`)) return await next();
    const startedAt = performance.now();
    const ts = new Date(world.clock.now()).toISOString();
    const header = c.req.header('authorization');
    let injected = true;
    let status = 0;
    try {
      const wait = gate.rate.take(callerOf(header), world.clock.now());
      if (wait > 0) {
        c.set('isStatusInjected', true);
        c.res = faultResponse({ path: c.req.path, status: 429, retry_after_s: wait / 1_000 });
        status = 429;
        return;
      }
      const fault = gate.faults.take(c.req.method, c.req.path);
      injected = fault !== undefined;
      if (fault === undefined) await next();
      else status = await play(fault, c, next);
    } finally {
      gate.log.add({
        ts,
        method: c.req.method,
        path: c.req.path,
        query: redactQuery(new URL(c.req.url).search),
        token_class: c.get('tokenClass') ?? classOf(world, header),
        status: status === 0 ? c.res.status : status,
        ms: Math.round(performance.now() - startedAt),
        injected,
      });
    }
  };
}

/** Plays a fault. Returns the status that the caller was sent. */
async function play(fault: Fault, c: Context<ServiceEnv>, next: () => Promise<void>): Promise<number> {
  if (fault.delay_ms !== undefined) await sleep(fault.delay_ms);
  if (fault.status === undefined) await next();
  else {
    c.set('isStatusInjected', true);
    c.res = faultResponse({ ...fault, status: fault.status });
  }
  const { status } = c.res;
  if (fault.cut === undefined || fault.cut === false) return status;
  c.set('cutStatus', status);
  // The simulator speaks HTTP/1.1 only, so Node's response is never the HTTP/2 one that the type allows for.
  await sendCut(c.res, c.env.outgoing as ServerResponse, fault.cut === true ? undefined : fault.cut);
  // Taken away first: an answer set over another one inherits its headers.
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
  return status;
}

/** A token stands for its caller; only its hash is kept. */
function callerOf(header: string | undefined): string {
  return header === undefined ? '' : createHash('sha256').update(header).digest('base64');
}

function classOf(world: World, header: string | undefined): NonNullable<RequestContext['tokenClass']> {
  const verdict = world.tokens.check(header);
  if (verdict.state === 'valid') return verdict.class;
  return verdict.state === 'missing' ? 'none' : 'invalid';
}
