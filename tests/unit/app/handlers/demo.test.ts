import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoHandlers } from '../../../../electron/app/handlers/demo.ts';
import { type Service, startService } from '../../../../electron/simulator/server.ts';
import { demoCalls } from '../../../../shared/contract/demo.ts';
import { partsWith } from './parts.ts';

const workspace = 'demo';
let service: Service;
let told: string[];
let asked: string[];
beforeEach(async () => {
  [told, asked] = [[], []];
  service = await startService({ port: 0, seed: 1, portfolio: 1, months: 1, clockRate: 0 });
});
afterEach(() => service.close());

/** The handlers over the control API of a real service, or of one that is elsewhere. */
function bench(controlUrl = service.description.control_url) {
  return demoHandlers(
    partsWith({
      connections: { demoBootstrap: (async () => ({ control_url: controlUrl })) as never },
      http: {
        waits: {
          list: (() => [
            { id: 'mine', workspace },
            { id: 'other', workspace: 'north-power' },
          ]) as never,
          askNow: (id: string) => asked.push(id) > 0,
        },
      },
      topics: { publish: (topic: string) => void told.push(topic) },
    }),
  );
}

const stateOf = async (handlers: ReturnType<typeof bench>) =>
  demoCalls['demo.state'].output.parse(await handlers['demo.state']({ workspace }));

/** What the service answers to a submission without a token. */
const submit = () => fetch(`${service.description.api_base}/forms/1/test-submit`, { method: 'POST' });

describe('the service of the demo', () => {
  it('fails as often as it was told, says what is left, and what was used up', async () => {
    const handlers = bench();
    const fault = { path: '*/test-submit', status: 429, retryAfterSeconds: 90, times: 2 };
    await handlers['demo.arm']({ workspace, fault });
    expect(told).toEqual(['demo.changed']);
    const answer = await submit();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '90']);
    expect((await stateOf(handlers)).faults).toMatchObject([{ ...fault, left: 1 }]);
    expect((await submit()).status).toBe(429);
    expect((await submit()).status).toBe(401);
    expect(await stateOf(handlers)).toMatchObject({ faults: [], spent: [{ ...fault, left: 0 }] });
  });

  it('fails until the one fault is switched off', async () => {
    const handlers = bench();
    await handlers['demo.arm']({ workspace, fault: { path: '*/test-submit', status: 200, body: 'html' } });
    await handlers['demo.arm']({ workspace, fault: { path: '/nowhere', cut: true, delayMs: 5 } });
    expect(await (await submit()).text()).toContain('<!doctype html>');
    const { faults } = await stateOf(handlers);
    expect(faults).toMatchObject([
      { cut: true, delayMs: 5 },
      { status: 200, body: 'html' },
    ]);
    await handlers['demo.disarm']({ workspace, id: faults[1]?.id ?? 0 });
    expect((await submit()).status).toBe(401);
    expect((await stateOf(handlers)).faults).toHaveLength(1);
  });

  it('moves its clock on by what is asked', async () => {
    const handlers = bench();
    const { now } = await stateOf(handlers);
    await handlers['demo.advance']({ workspace, seconds: 86_400 });
    expect((await stateOf(handlers)).now).toBe(now + 86_400_000);
  });

  it('takes balance, rate limit and quirks, and gets back to normal with all of them', async () => {
    const handlers = bench();
    const normal = await stateOf(handlers);
    expect(normal).toMatchObject({ balance: 0, rate: undefined, faults: [], spent: [] });
    expect(normal.quirks.map(({ on }) => on)).not.toContain(true);

    await handlers['demo.setBalance']({ workspace, balance: -2.5 });
    await handlers['demo.setRate']({ workspace, rate: { requests: 0, perSeconds: 60 } });
    await handlers['demo.setQuirks']({ workspace, on: ['registers', 'prefixes'] });
    await handlers['demo.arm']({ workspace, fault: { path: '*', status: 500 } });
    const set = await stateOf(handlers);
    expect(set).toMatchObject({ balance: -2.5, rate: { requests: 0, perSeconds: 60 }, faults: [{ status: 500 }] });
    expect(set.quirks.filter(({ on }) => on).map(({ name }) => name)).toEqual(['prefixes', 'registers']);
    expect((await submit()).status).toBe(429);

    await handlers['demo.reset']({ workspace });
    expect(await stateOf(handlers)).toEqual(normal);
    expect(asked).toEqual(['mine']);
    expect((await submit()).status).toBe(401);
  });

  it('a limit can be taken away by itself', async () => {
    const handlers = bench();
    await handlers['demo.setRate']({ workspace, rate: { requests: 0, perSeconds: 60 } });
    await handlers['demo.setRate']({ workspace });
    expect((await submit()).status).toBe(401);
  });

  it('says why it refuses something', async () => {
    await expect(bench()['demo.setQuirks']({ workspace, on: ['made-up'] })).rejects.toMatchObject({
      code: 'demo_control_failed',
      message: expect.stringContaining('There is no quirk made-up'),
    });
  });

  it('that is gone, or is something else, is an error and no state', async () => {
    const elsewhere = bench(`${service.description.base_url}/no-such-place`);
    await expect(elsewhere['demo.state']({ workspace })).rejects.toMatchObject({ code: 'demo_control_failed' });
    const wrong = bench(`${service.description.control_url}/faults`);
    await expect(wrong['demo.state']({ workspace })).rejects.toMatchObject({
      code: 'demo_control_failed',
      message: 'The embedded service does not say how it is set up.',
    });
    const gone = bench('http://127.0.0.1:9/control');
    await expect(gone['demo.state']({ workspace })).rejects.toMatchObject({
      message: 'The embedded service cannot be reached.',
    });
  });
});

it('no other workspace can be steered, and its service is not even asked', async () => {
  const handlers = bench();
  const other = 'north-power';
  const refused = { code: 'demo_only' };
  await expect(handlers['demo.state']({ workspace: other })).rejects.toMatchObject(refused);
  await expect(handlers['demo.arm']({ workspace: other, fault: { path: '*', status: 500 } })).rejects.toMatchObject(
    refused,
  );
  await expect(handlers['demo.disarm']({ workspace: other, id: 1 })).rejects.toMatchObject(refused);
  await expect(handlers['demo.advance']({ workspace: other, seconds: 1 })).rejects.toMatchObject(refused);
  await expect(handlers['demo.setBalance']({ workspace: other, balance: 1 })).rejects.toMatchObject(refused);
  await expect(handlers['demo.setRate']({ workspace: other })).rejects.toMatchObject(refused);
  await expect(handlers['demo.setQuirks']({ workspace: other, on: [] })).rejects.toMatchObject(refused);
  await expect(handlers['demo.reset']({ workspace: other })).rejects.toMatchObject(refused);
  expect([told, asked]).toEqual([[], []]);
  expect((await stateOf(handlers)).faults).toEqual([]);
});
