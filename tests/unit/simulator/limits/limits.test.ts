import { Hono } from 'hono';
import { beforeEach, describe, expect, it } from 'vitest';
import { faultSchema } from '../../../../electron/simulator/limits/faults.ts';
import { Gate, limits } from '../../../../electron/simulator/limits/limits.ts';
import type { ServiceEnv } from '../../../../electron/simulator/world/types.ts';
import type { ServiceWorld } from '../../../../electron/simulator/world/world.ts';
import { smallWorld } from '../small-world.ts';

let world: ServiceWorld;
let gate: Gate;
let served: number;
let app: Hono<ServiceEnv>;
beforeEach(() => {
  ({ world } = smallWorld());
  gate = new Gate();
  served = 0;
  app = new Hono<ServiceEnv>();
  app.use('*', limits(world, gate));
  app.all('*', (c) => {
    served += 1;
    return c.text('the true answer');
  });
});
const ask = async (path: string, token?: string) =>
  await app.request(`http://x${path}`, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });

describe('in front of the service', () => {
  it('a request is logged with what answered it, its token by class only and without secrets', async () => {
    await ask('/api/v2/meters?code=abc', world.settings.apiToken);
    await ask('/forms/1');
    await ask('/api/v2/meters', 'made-up');
    expect(
      gate.log.records.map(({ path, status, token_class, injected }) => [path, status, token_class, injected]),
    ).toEqual([
      ['/api/v2/meters', 200, 'api', false],
      ['/forms/1', 200, 'none', false],
      ['/api/v2/meters', 200, 'invalid', false],
    ]);
    expect(JSON.stringify(gate.log.records)).not.toMatch(/abc|made-up/);
    expect(JSON.stringify(gate.log.records)).not.toContain(world.settings.apiToken);
  });

  it('a fault answers instead of it, a delay alone does not', async () => {
    gate.faults.add(faultSchema.parse({ path: '/a', status: 503, times: 1 }));
    gate.faults.add(faultSchema.parse({ path: '/b', delay_ms: 1, times: 1 }));
    expect([(await ask('/a')).status, served]).toEqual([503, 0]);
    expect([await (await ask('/b')).text(), served]).toEqual(['the true answer', 1]);
    expect((await ask('/a')).status).toBe(200);
    expect(gate.log.records.map(({ injected }) => injected)).toEqual([true, true, false]);
  });

  it('the rate counts for each token, and says when to come back; a fault is not used up by what is refused', async () => {
    gate.rate.set({ requests: 1, per_s: 60 });
    gate.faults.add(faultSchema.parse({ path: '*', status: 500, times: 2 }));
    expect((await ask('/a', 'one')).status).toBe(500);
    const refused = await ask('/a', 'one');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await ask('/a', 'two')).status).toBe(500);
    expect(gate.log.records.map(({ status, injected }) => [status, injected])).toEqual([
      [500, true],
      [429, true],
      [500, true],
    ]);
  });

  it('the control API passes, whatever is set, and so does nothing that only looks like it', async () => {
    const control = `/control/${world.settings.controlKey}`;
    gate.faults.add(faultSchema.parse({ path: '*', status: 500 }));
    gate.rate.set({ requests: 0, per_s: 60 });
    for (const path of [control, `${control}/faults`]) expect((await ask(path)).status).toBe(200);
    expect(gate.log.records).toEqual([]);
    expect((await ask(`${control}x`)).status).toBe(429);
  });
});
