import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeHealth } from '#shared/event-health.ts';
import { replayDelivery, sendRehearsal } from '../../electron/events/index.ts';
import { signatureOf } from '../../electron/events/receiving/signature.ts';
import { sent } from '../unit/events/sample.ts';
import { type EventsBench, prepareSettings, type SettingsChange, startEventsBench, WORKSPACE } from './events-bench.ts';
import { type ServiceProcess, startService } from './simulator-process.ts';

let folder: string;
let bench: EventsBench;
let service: ServiceProcess | undefined;

/** A running log that talks to a simulator, its deliveries included. */
const withService = async (change: SettingsChange = {}) => {
  service = await startService();
  prepareSettings(folder, change);
  bench = await startEventsBench(folder, service.line);
  return service;
};

/** A running log without any service behind it. */
const alone = async (change: SettingsChange = {}) => {
  prepareSettings(folder, change);
  bench = await startEventsBench(folder, undefined);
};

const register = (url = bench.address()) =>
  service?.control('PUT', '/webhook', { url, secret: service.line.webhook_secret });

const rehearse = (input: Partial<Parameters<typeof sendRehearsal>[1]> = {}) =>
  sendRehearsal(
    { receiving: bench.events.receiving, secret: 'secret', headerPrefix: 'X-Service-Webhook-', now: Date.now() },
    {
      workspace: WORKSPACE,
      type: 'meter_bills_added',
      count: 1,
      perRequest: 1,
      shuffle: false,
      repeat: 1,
      breakage: 'none',
      ...input,
    },
  );

const codes = () => judgeHealth(bench.events.log.health(), Date.now()).findings.map(({ code }) => code);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'events-'));
  service = undefined;
});

afterEach(async () => {
  await bench.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('events from a service', () => {
  it('arrive by webhook, and nothing is left undelivered', async () => {
    const { submit, advance, api } = await withService();
    await register();
    await submit('residential');
    await advance(600);
    const { json } = await api('GET', '/events');
    const { rows } = await bench.list();
    const delivered = json.events.filter(({ delivery_method: way }: { delivery_method?: string }) => way === 'webhook');
    expect(rows.map(({ uid }) => uid).sort()).toEqual(delivered.map(({ uid }: { uid: string }) => uid).sort());
    expect(rows.every(({ signed, way, late }) => signed && way === 'webhook' && !late)).toBe(true);
    expect(delivered.every(({ is_delivered }: { is_delivered: boolean }) => is_delivered)).toBe(true);
    await bench.events.pollNow();
    expect(bench.events.log.health().undelivered?.waiting).toBe(0);
  });

  it('are filled in by polling when the receiver missed them, and health says so', async () => {
    const { submit, advance, control } = await withService();
    await register();
    await bench.events.pollNow();
    await control('PUT', '/webhook', { url: 'http://127.0.0.1:1/gone' });
    await submit('residential');
    await advance(600);
    const { fresh, holes } = await bench.events.pollNow();
    expect(fresh).toBeGreaterThan(3);
    expect(holes).toBe(fresh);
    expect((await bench.list({ filter: { verdict: 'hole' } })).matching).toBe(holes);
    expect(codes()).toContain('holes_filled');
    // Not at first sight: it might have been on its way.
    expect(codes()).not.toContain('undelivered');
    expect(await bench.events.pollNow()).toEqual({ fresh: 0, holes: 0 });
    expect(codes()).toContain('undelivered');
  });

  it('come again by the hourly resend when they could not be stored', async () => {
    const { submit, advance } = await withService();
    await register();
    bench.events.receiving.answerWith(500, 3);
    await submit('residential');
    await advance(600);
    const forced = (await bench.deliveries()).rows.filter(({ verdict }) => verdict === 'forced');
    expect(forced.map(({ answer, fresh }) => [answer, fresh])).toEqual([
      [500, 0],
      [500, 0],
      [500, 0],
    ]);
    const before = (await bench.list()).total;
    // Newer events come before the older ones that wait for their resend.
    await submit('residential');
    await advance(3_700);
    const { rows, total } = await bench.list();
    expect(total).toBeGreaterThan(before);
    expect(rows.filter(({ late }) => late).length).toBeGreaterThan(0);
    expect(rows.some(({ delivered }) => delivered === false)).toBe(false);
  });

  it('can be looked up by uid and marked delivered, one or many', async () => {
    const { submit, advance, control, api } = await withService();
    await control('PUT', '/webhook', { url: 'http://127.0.0.1:1/gone' });
    await submit('residential');
    await advance(60);
    const { json } = await api('GET', '/events?is_delivered=false');
    const uids: string[] = json.events
      .filter(({ delivery_target: target }: { delivery_target?: string }) => target)
      .map(({ uid }: { uid: string }) => uid);
    expect(await bench.events.lookup(uids[0] ?? '', AbortSignal.timeout(5_000))).toEqual({
      fresh: true,
      isSame: true,
    });
    expect(await bench.events.lookup(uids[0] ?? '', AbortSignal.timeout(5_000))).toEqual({
      fresh: false,
      isSame: true,
    });
    await expect(bench.events.lookup('nothing', AbortSignal.timeout(5_000))).rejects.toMatchObject({
      code: 'event_not_found',
    });
    const results = await bench.events.markDelivered([...uids, 'nothing'], AbortSignal.timeout(20_000));
    expect(results.filter(({ ok }) => ok).map(({ uid }) => uid)).toEqual(uids);
    expect(results.at(-1)).toMatchObject({ uid: 'nothing', ok: false });
    await bench.events.pollNow();
    expect(bench.events.log.health().undelivered?.waiting).toBe(0);
    expect(
      (await bench.list({ filter: { verdict: 'undelivered' } })).rows.filter((row) => uids.includes(row.uid)),
    ).toEqual([]);
  });

  it('are confirmed one by one where no poll lists them, and marked where the service does not know them', async () => {
    const { submit, advance, api, line } = await withService({ poll: { enabled: true, everySeconds: 1 } });
    await expect.poll(() => bench.events.log.health().poll.lastOkAt, { timeout: 20_000 }).toBeGreaterThan(0);
    const forged = new TextEncoder().encode(JSON.stringify({ events: [sent(1, { uid: 'forged' })], next: null }));
    const { statusCode } = await request(bench.address(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-webhook-salt': 'salt',
        'x-service-webhook-signature': signatureOf(line.webhook_secret, 'salt', forged),
      },
      body: forged,
    });
    expect(statusCode).toBe(200);
    const denied = () => bench.list({ filter: { verdict: 'denied' } });
    await expect.poll(async () => (await denied()).rows.map(({ uid }) => uid), { timeout: 20_000 }).toEqual(['forged']);
    // What the service does know is never among them.
    await register();
    await submit('residential');
    await advance(60);
    const { json } = await api('GET', '/events');
    await expect.poll(async () => (await bench.list()).total).toBe(json.events.length + 1);
    await expect
      .poll(async () => (await bench.list()).rows.filter(({ listedAt }) => listedAt === undefined).length, {
        timeout: 20_000,
      })
      .toBe(1);
    expect((await denied()).matching).toBe(1);
  });

  it('are confirmed by their uid where nobody polls', async () => {
    const { submit, advance } = await withService({ poll: { enabled: false, everySeconds: 1 } });
    await register();
    await submit('residential');
    await advance(30);
    const confirmed = async () => (await bench.list()).rows.filter(({ listedAt }) => listedAt !== undefined).length;
    await expect.poll(confirmed, { timeout: 30_000 }).toBeGreaterThan(1);
    expect((await bench.list({ filter: { verdict: 'denied' } })).matching).toBe(0);
    expect((await bench.list()).rows.every(({ way, deliveries }) => way === 'webhook' && deliveries === 1)).toBe(true);
  });

  it('keep their place in the list through a restart, and the port stays', async () => {
    const { submit, advance, line } = await withService();
    await bench.events.pollNow();
    const address = bench.address();
    await bench.close();
    await submit('residential');
    await advance(60);
    bench = await startEventsBench(folder, line);
    expect(bench.address()).toBe(address);
    const { fresh } = await bench.events.pollNow();
    expect(fresh).toBeGreaterThan(0);
    expect(bench.events.log.health().lastHeard?.way).toBe('poll');
  });

  it('polls by itself, says when it cannot, and recovers', async () => {
    const { control } = await withService({ poll: { enabled: true, everySeconds: 1 } });
    await expect.poll(() => bench.events.log.health().poll.lastOkAt, { timeout: 20_000 }).toBeGreaterThan(0);
    await control('POST', '/faults', { path: '/api/v2/events', status: 404, times: 1 });
    await expect
      .poll(() => bench.events.log.health().poll.lastError?.code, { timeout: 20_000 })
      .toBe('event_not_found');
    await expect.poll(codes, { timeout: 20_000 }).not.toContain('poll_failing');
    expect(Math.abs(bench.events.log.health().clock?.differenceMs ?? Number.NaN)).toBeLessThan(5_000);
  });

  it('start a sync of their authorization where a rule says so, and refresh what they are about', async () => {
    const { submit, advance, authorization, api } = await withService({ rules: { syncOnBills: true } });
    await register();
    const { uid, meters } = await authorizationWithMeter();
    await api('POST', '/meters/historical-collection', { meters });
    await advance(600);
    await expect.poll(() => bench.synced, { timeout: 20_000 }).toEqual([[uid]]);
    const changed = bench.published.filter(({ topic }) => topic === 'store.changed');
    expect(JSON.stringify(changed)).toContain('"bills"');

    async function authorizationWithMeter(): Promise<{ uid: string; meters: string[] }> {
      const referral = await submit('residential');
      await advance(60);
      const found = await authorization(referral);
      return { uid: found.uid, meters: found.meters.meters.map((meter: { uid: string }) => meter.uid) };
    }
  });

  it('that tell of a day that passed have the authorizations fetched that it brought something, each once', async () => {
    const { advance, api } = await withService({ rules: { syncOnIntervals: true } });
    await register();
    await advance(86_400);
    const { events } = (await api('GET', '/events')).json;
    const news: { type: string; authorization_uid: string }[] = events;
    const told = new Set(news.flatMap((one) => (one.type === 'meter_intervals_added' ? one.authorization_uid : [])));
    expect(told.size).toBeGreaterThan(5);
    await expect.poll(() => bench.synced.flat().sort(), { timeout: 20_000 }).toEqual([...told].sort());
  });
});

describe('the rehearsal bench', () => {
  it.each([
    ['none', 200, 'good'],
    ['wrong_secret', 401, 'wrong_signature'],
    ['changed_byte', 401, 'wrong_signature'],
    ['missing_salt', 400, 'missing_salt'],
    ['missing_signature', 400, 'missing_signature'],
    ['not_json', 400, 'not_json'],
  ] as const)('sends itself a delivery that is spoiled by "%s"', async (breakage, status, verdict) => {
    await alone();
    expect((await rehearse({ breakage })).answers).toMatchObject([{ status, events: 1 }]);
    const { rows } = await bench.deliveries();
    expect(rows).toMatchObject([{ verdict, answer: status }]);
    if (verdict === 'wrong_signature') expect(rows[0]?.reason).toContain('no delivery has matched');
    expect((await bench.list()).total).toBe(status === 200 ? 1 : 0);
    // What this program spoiled itself is no sign of trouble (only a missing salt cannot be told from a stranger's).
    expect(bench.events.log.health().signatureFailures.count).toBe(breakage === 'missing_salt' ? 1 : 0);
  });

  it('shuffles and repeats, and each event is kept once and marked as a rehearsal', async () => {
    await alone();
    const { uids, answers } = await rehearse({ count: 60, perRequest: 7, repeat: 3, shuffle: true, type: 'brand_new' });
    expect(answers).toHaveLength(27);
    const { rows } = await bench.list();
    expect(rows.map(({ uid }) => uid).sort()).toEqual(uids.sort());
    expect(
      rows.every(({ way, deliveries, type }) => way === 'rehearsal' && deliveries === 3 && type === 'brand_new'),
    ).toBe(true);
    expect(bench.synced).toEqual([]);
  });

  it('replays a kept delivery to a local address, byte for byte, and compares the answers', async () => {
    await alone();
    await rehearse();
    const got: { body: string; headers: unknown }[] = [];
    const other = createServer(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += chunk;
      got.push({ body, headers: incoming.headers });
      response.writeHead(202).end('later');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const kept = await bench.engine.call('deliveries.raw', { workspace: WORKSPACE, id: 1 });
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/any`; // a TCP server has a port
    expect(await replayDelivery(kept, url)).toMatchObject({ status: 202, body: 'later', first: 200, same: false });
    expect(Buffer.from(got[0]?.body ?? '')).toEqual(Buffer.from(kept.body));
    expect(got[0]?.headers).toMatchObject({ 'x-service-webhook-signature': expect.stringMatching(/^[0-9a-f]{64}$/) });
    other.close();
    await expect(replayDelivery(kept, 'http://example.com/')).rejects.toMatchObject({ code: 'not_local' });
    // To the own receiver: known already, and answered as before.
    expect(await replayDelivery(kept, bench.address())).toMatchObject({ status: 200, same: true });
    expect((await bench.list()).total).toBe(1);
  });
});

describe('the health', () => {
  it('says a dead tunnel within one interval, and takes it back', async () => {
    await withService({ poll: { enabled: true, everySeconds: 1 }, receiver: { allowedHosts: ['tunnel.invalid'] } });
    await expect.poll(codes, { timeout: 20_000 }).toContain('tunnel_dead');
    await bench.events.setSettings({
      ...bench.events.log.settings,
      receiver: { ...bench.events.log.settings.receiver, allowedHosts: [] },
    });
    await expect.poll(codes, { timeout: 20_000 }).not.toContain('tunnel_dead');
  });

  it('polls at once after the program stood still, and says what happened', async () => {
    await withService({ poll: { enabled: true, everySeconds: 3_600 } });
    await expect.poll(() => bench.events.log.health().poll.lastOkAt, { timeout: 20_000 }).toBeGreaterThan(0);
    const before = bench.events.log.health().poll.lastOkAt ?? 0;
    bench.events.woke(Date.now(), 90 * 60_000);
    expect(codes()).toContain('slept');
    await expect.poll(() => bench.events.log.health().poll.lastOkAt, { timeout: 20_000 }).toBeGreaterThan(before);
    await expect.poll(codes, { timeout: 20_000 }).toContain('slept_caught_up');
  });
});

describe('a receiver in trouble', () => {
  const secret = 'secret';
  const post = async (body: Uint8Array, signature: string, agent: Agent) => {
    const { statusCode, body: said } = await request(bench.address(), {
      method: 'POST',
      dispatcher: agent,
      headers: {
        'content-type': 'application/json',
        'x-service-webhook-salt': 'salt',
        'x-service-webhook-signature': signature,
      },
      body,
    });
    await said.dump();
    return statusCode;
  };
  const bodyOf = (events: unknown[]) => new TextEncoder().encode(JSON.stringify({ events, next: null }));

  it('answers 503 when it cannot store, and nothing is half kept', async () => {
    await alone();
    const agent = new Agent();
    const body = bodyOf([sent(1)]);
    expect(await post(body, signatureOf(secret, 'salt', body), agent)).toBe(200);
    // It dies with the question in its hands: killed before, it might be there again by then.
    const call = bench.engine.call.bind(bench.engine);
    bench.engine.call = ((name, input, options) => {
      if (name === 'events.commit') bench.engine.kill();
      return call(name, input, options);
    }) as typeof call;
    const during = bodyOf([sent(2)]);
    expect(await post(during, signatureOf(secret, 'salt', during), agent)).toBe(503);
    bench.engine.call = call;
    await expect
      .poll(() => post(during, signatureOf(secret, 'salt', during), agent), { timeout: 20_000, interval: 200 })
      .toBe(200);
    expect(await bench.uids()).toEqual(['event-1', 'event-2']);
    await agent.close();
  });

  it('keeps an event whose texts no database can hold, with all others of its request', async () => {
    await alone();
    const agent = new Agent();
    const body = bodyOf([sent(1), sent(2, { uid: 'half \ud800', note: '\udfff' }), sent(3, { uid: 'nul \u0000' })]);
    expect(await post(body, signatureOf(secret, 'salt', body), agent)).toBe(200);
    expect(await post(body, signatureOf(secret, 'salt', body), agent)).toBe(200);
    const { rows, total } = await bench.list();
    expect(total).toBe(3);
    expect(rows.map(({ deliveries }) => deliveries)).toEqual([2, 2, 2]);
    await agent.close();
  });

  it('tells a changed body from a wrong secret by what fitted before, also before a restart', async () => {
    await alone();
    const agent = new Agent();
    const body = bodyOf([sent(1)]);
    const newest = async () => (await bench.deliveries()).rows[0]?.reason;
    await post(body, signatureOf('other', 'salt', body), agent);
    expect(await newest()).toContain('wrong secret');
    await post(body, signatureOf(secret, 'salt', body), agent);
    await bench.close();
    bench = await startEventsBench(folder, undefined);
    await post(bodyOf([sent(2)]), signatureOf(secret, 'salt', body), agent);
    expect(await newest()).toContain('changed body');
    // What is rehearsed counts for nothing.
    await rehearse({ breakage: 'changed_byte', count: 4 });
    await post(bodyOf([sent(3)]), signatureOf(secret, 'salt', body), agent);
    expect(await newest()).toContain('changed body');
    await post(Buffer.concat([body, Buffer.from('\n')]), signatureOf(secret, 'salt', body), agent);
    expect(await newest()).toContain('at its end were added');
    await agent.close();
  });

  it('logs what it refuses without its content', async () => {
    await alone();
    const agent = new Agent();
    const marker = 'SECRET-CONTENT';
    await post(bodyOf([sent(1, { note: marker })]), 'f'.repeat(64), agent);
    await request(`${new URL(bench.address()).origin}/webhook/${marker}`, { method: 'POST', body: marker });
    expect(bench.logged.length).toBe(2);
    expect(bench.logged.join()).not.toContain(marker);
    expect(bench.events.log.health()).toMatchObject({
      signatureFailures: { count: 1 },
      refused: { count: 1, lastReason: 'wrong_path' },
    });
    await agent.close();
  });

  it('takes a new address at once and forgets the old one', async () => {
    await alone();
    const old = bench.address();
    await bench.events.renewAddress();
    expect(new URL(bench.address()).pathname).not.toBe(new URL(old).pathname);
    const { statusCode } = await request(new URL(new URL(old).pathname, bench.address()), {
      method: 'POST',
      body: '{}',
    });
    expect(statusCode).toBe(404);
    const file = JSON.parse(await readFile(path.join(folder, 'events', `${WORKSPACE}.json`), 'utf8'));
    expect(bench.address()).toContain(file.token);
  });
});
