/** Deliveries posted on to an endpoint of one's own, over real HTTP: byte for byte, in order, and never in the way. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSigned, type OwnEndpoint, startOwnEndpoint } from '../fixtures/own-endpoint.ts';
import { sent } from '../unit/events/sample.ts';
import { type EventsBench, prepareSettings, startEventsBench } from './events-bench.ts';

let folder: string;
let bench: EventsBench;
let endpoint: OwnEndpoint;

const start = async (url = endpoint.url) => {
  prepareSettings(folder, { forward: { enabled: true, url } });
  bench = await startEventsBench(folder, undefined);
};

/** Sends event `n` to the receiver as the service does; `secret` signs it. */
async function deliver(n: number, secret = 'secret') {
  const body = JSON.stringify({ events: [sent(n)], next: null });
  const startedAt = performance.now();
  const { statusCode, body: said } = await request(bench.address(), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-service-webhook-salt': `salt-${n}`,
      'x-service-webhook-signature': createHash('sha256').update(`${secret}.salt-${n}.${body}`).digest('hex'),
    },
    body,
  });
  await said.dump();
  return { status: statusCode, body, tookMs: performance.now() - startedAt };
}

/** What is kept of the forwards, the oldest delivery first. */
const forwards = async () => (await bench.deliveries()).rows.map(({ forward }) => forward).reverse();

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'forwarding-'));
  endpoint = await startOwnEndpoint();
});

afterEach(async () => {
  await bench.close();
  await endpoint.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('forwarding', () => {
  it('posts good deliveries on with their signature, and keeps the answer through a restart', async () => {
    await start();
    const { body } = await deliver(1);
    await deliver(2, 'another secret');
    await expect
      .poll(forwards)
      .toEqual([
        { at: expect.any(Number), url: endpoint.url, status: 200, body: 'said 200', durationMs: expect.any(Number) },
        undefined,
      ]);
    expect(endpoint.received.map((got) => [got.body.toString(), isSigned(got, 'secret')])).toEqual([[body, true]]);
    await bench.close();
    bench = await startEventsBench(folder, undefined);
    expect((await forwards())[0]).toMatchObject({ status: 200, body: 'said 200' });
    await deliver(3);
    await expect.poll(async () => (await forwards())[2]).toMatchObject({ status: 200 });
  });

  it('holds up nothing where the endpoint is slow, and keeps the order', async () => {
    let release: (status: number) => void = () => undefined;
    endpoint.answerBy((_, count) => (count > 1 ? 200 : new Promise((resolve) => (release = resolve))));
    await start();
    for (const n of [1, 2, 3]) expect((await deliver(n)).tookMs).toBeLessThan(5_000);
    await expect.poll(() => endpoint.received.length).toBe(1);
    expect(await forwards()).toEqual([undefined, undefined, undefined]);
    release(200);
    await expect.poll(() => endpoint.received.length).toBe(3);
    const salts = endpoint.received.map(({ headers }) => headers['x-service-webhook-salt']);
    expect(salts).toEqual(['salt-1', 'salt-2', 'salt-3']);
  });

  it('does not repeat by itself what was not taken, but when it is told to', async () => {
    endpoint.answerBy(() => 500);
    await start();
    expect((await deliver(1)).status).toBe(200);
    await expect.poll(forwards).toMatchObject([{ status: 500, body: 'said 500' }]);
    endpoint.answerBy(() => 200);
    await deliver(2);
    await expect.poll(async () => (await forwards())[1]).toMatchObject({ status: 200 });
    expect(endpoint.received).toHaveLength(2);
    expect(await bench.events.forwarding.send([1])).toMatchObject([{ delivery: 1, status: 200 }]);
    expect(await forwards()).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(endpoint.received[2]?.body).toEqual(endpoint.received[0]?.body);
  });

  it('does not keep the program from ending, and says what is not known then', async () => {
    endpoint.answerBy(() => new Promise(() => undefined));
    await start();
    for (const n of [1, 2]) await deliver(n);
    await expect.poll(() => endpoint.received.length).toBe(1);
    const startedAt = performance.now();
    await bench.events.close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(await forwards()).toMatchObject([{ error: 'the program ended before the answer' }, undefined]);
  });

  it('ends a repetition where nobody answers', async () => {
    endpoint.answerBy(() => 500);
    await start();
    for (const n of [1, 2]) await deliver(n);
    await expect.poll(forwards).toMatchObject([{ status: 500 }, { status: 500 }]);
    await endpoint.stop();
    expect(await bench.events.forwarding.send([1, 2])).toMatchObject([{ delivery: 1, error: expect.any(String) }]);
    expect(await forwards()).toMatchObject([{ error: 'nothing is listening there' }, { status: 500 }]);
  });

  it('says why there was no answer, and what is off is not forwarded', async () => {
    await start();
    const { url } = endpoint;
    await endpoint.stop();
    await deliver(1);
    await expect.poll(forwards).toMatchObject([{ error: 'nothing is listening there' }]);
    await bench.events.setSettings({ ...bench.events.log.settings, forward: { enabled: false, url } });
    await deliver(2);
    expect((await forwards())[1]).toBeUndefined();
  });

  it('never goes round: not to itself, and not what another has forwarded', async () => {
    await start();
    const own = { ...bench.events.log.settings, forward: { enabled: true, url: bench.address() } };
    await expect(bench.events.setSettings(own)).rejects.toMatchObject({ code: 'own_receiver' });
    // Written into the file by hand, behind another name of this machine.
    const byName = bench.address().replace('127.0.0.1', 'localhost');
    await bench.close();
    await start(byName);
    await deliver(1);
    await expect.poll(forwards).toMatchObject([{ error: expect.stringMatching(/^not sent: .*receiver itself/) }]);
    expect((await bench.deliveries()).matching).toBe(1);
    await bench.close();
    await start();
    await deliver(2);
    await expect.poll(() => endpoint.received.length).toBe(1);
    const [got] = endpoint.received;
    const again = await request(bench.address(), {
      method: 'POST',
      headers: Object.fromEntries(
        ['via', 'x-service-webhook-salt', 'x-service-webhook-signature'].map((name) => [
          name,
          String(got?.headers[name]),
        ]),
      ),
      body: got?.body ?? '',
    });
    await again.body.dump();
    expect(again.statusCode).toBe(200);
    await deliver(3);
    await expect.poll(() => endpoint.received.length).toBe(2);
    const statuses = async () => (await forwards()).map((forward) => forward?.status);
    await expect.poll(statuses).toEqual([undefined, 200, undefined, 200]);
  });
});
