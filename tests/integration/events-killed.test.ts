import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareSettings } from './events-bench.ts';
import { Program } from './events-program.ts';
import { seeded, startRelay } from './events-relay.ts';
import { type ServiceProcess, SHORT_HISTORY, startService } from './simulator-process.ts';

/** The number is 10,000 (METERSCOPE_EVENTS); the suite runs a shorter storm of the same kind. */
const EVENTS = Number(process.env.METERSCOPE_EVENTS ?? 2_000);
const SEED = Number(process.env.METERSCOPE_SEED ?? 1);

let folder: string;
let service: ServiceProcess;
let app: Program | undefined;

/** Starts the program; its database may still be held for a moment by the engine of the one before. */
async function start(): Promise<string> {
  for (;;) {
    app = new Program(folder, service.line);
    const started = await Promise.race([app.address(), once(app.child, 'exit').then(() => undefined)]);
    if (started !== undefined) return started;
  }
}

async function serviceEvents(): Promise<string[]> {
  const uids: string[] = [];
  let path: string | null = '/events';
  while (path !== null) {
    const { json } = await service.api('GET', path);
    uids.push(...json.events.map(({ uid }: { uid: string }) => uid));
    path = json.next === null ? null : `/events?${new URL(json.next).searchParams}`;
  }
  return uids;
}

beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/events-killed-`);
  service = await startService(SHORT_HISTORY);
});

afterEach(async () => {
  if (app?.child.exitCode === null && app.child.signalCode === null) await app.kill();
  await service.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

describe('the event log of a program that is killed', () => {
  it('has on disk what it answered with 200, though it is killed right after the answer', async () => {
    prepareSettings(folder);
    const relay = await startRelay({ random: () => 0.5, onAnswered: () => app?.child.kill('SIGKILL') });
    await service.control('PUT', '/webhook', { url: relay.url, secret: service.line.webhook_secret });
    for (let round = 0; round < 5; round += 1) {
      relay.aim(await start());
      const before = relay.answered.size;
      const ended = once(app?.child ?? process, 'exit');
      await service.control('POST', '/ping');
      await ended;
      expect(relay.answered.size).toBe(before + 1);
    }
    relay.aim(undefined);
    await start();
    const kept = await app?.ask<string[]>('uids');
    expect(kept).toEqual(expect.arrayContaining([...relay.answered]));
    expect(relay.answered.size).toBe(5);
    await relay.close();
  });

  it(
    `holds each of ${EVENTS} events once, through kills, outages, repeats, disorder and wrong signatures`,
    async () => {
      const random = seeded(SEED);
      prepareSettings(folder, { poll: { enabled: true, everySeconds: 1 } });
      let untilKill = 50;
      let killed = false;
      const relay = await startRelay({
        random,
        onAnswered: () => {
          untilKill -= 1;
          if (untilKill > 0) return;
          untilKill = Math.ceil(random() * 150);
          relay.aim(undefined);
          killed = true;
          app?.child.kill('SIGKILL');
        },
      });
      relay.aim(await start());
      await service.control('PUT', '/webhook', { url: relay.url, secret: service.line.webhook_secret });
      let kills = 0;
      const reviveIfKilled = async () => {
        if (!killed) return;
        killed = false;
        kills += 1;
        if (app?.child.signalCode === null) await once(app.child, 'exit');
        // An outage: half of the time the service goes on alone for a while.
        if (random() < 0.5) await service.advance(300);
        relay.aim(await start());
      };
      let created = 0;
      const scenarios = ['commercial', 'residential', 'badlogin', 'partialmeters', 'mfa_needed'];
      while (created < EVENTS) {
        for (let n = 0; n < 20; n += 1) await service.submit(scenarios[Math.floor(random() * scenarios.length)] ?? '');
        // Some steps are longer than an hour, so that resends of older events come among newer ones.
        await service.advance(random() < 0.3 ? 3_700 : 300);
        await reviveIfKilled();
        created = (await serviceEvents()).length;
      }
      untilKill = Number.POSITIVE_INFINITY;
      // The last deliveries may have ended it too.
      await reviveIfKilled();
      const expected = (await serviceEvents()).sort();
      await expect
        .poll(() => app?.ask<number>('total'), { timeout: 30_000, interval: 200 })
        .toBeGreaterThanOrEqual(expected.length);
      const kept = (await app?.ask<string[]>('uids')) ?? [];
      expect(kept.sort()).toEqual(expected);
      expect(kills).toBeGreaterThan(2);
      expect(relay.statuses.get(401)).toBeGreaterThan(2);
      for (const uid of relay.answered) expect(kept).toContain(uid);
      await relay.close();
    },
    EVENTS * 100 + 60_000,
  );
});
