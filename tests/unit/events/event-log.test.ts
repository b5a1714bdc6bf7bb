import { describe, expect, it } from 'vitest';
import { memoryLog, someApi } from './memory-log.ts';
import { BASE, incoming } from './sample.ts';

const page = (...events: ReturnType<typeof incoming>[]) => ({
  at: BASE,
  way: 'poll' as const,
  events,
  history: false,
  receiverExpected: true,
});

describe('the event log', () => {
  it('keeps pages that come together in one commit, with the cursor of the last one', async () => {
    const { log, calls } = await memoryLog(someApi);
    const [first, second] = await Promise.all([
      log.keepPage(page(incoming(1)), 'one'),
      log.keepPage(page(incoming(1), incoming(2)), 'two'),
    ]);
    expect(calls['events.commit']).toHaveLength(1);
    expect(first).toEqual(second);
    expect(await log.cursor()).toBe('two');
    expect(log.facts.get()).toMatchObject({ lastHeard: { at: BASE, way: 'poll' }, holes: { polls: 1, lastAt: BASE } });
  });

  it('refuses a page while too much waits', async () => {
    const { log } = await memoryLog(someApi);
    const waiting = Array.from({ length: 10_000 }, () => log.keepPage(page()));
    await expect(log.keepPage(page())).rejects.toMatchObject({ code: 'events_busy' });
    await Promise.all(waiting);
    expect(await log.keepPage(page(incoming(1)))).toHaveLength(1);
  });

  it('joins facts and settings into health', async () => {
    const { log, clock } = await memoryLog(someApi);
    const { settings } = log;
    await log.save({ settings: { ...settings, receiver: { ...settings.receiver, allowedHosts: ['tunnel.example'] } } });
    log.facts.setReceiver({ state: 'on' });
    clock.move(5_000);
    log.facts.set({ sleep: { wokeAt: clock.now(), lastedMs: 4_000 } });
    log.facts.setPoll({ running: true });
    expect(log.health()).toMatchObject({
      receiver: { state: 'on', hasSecret: false, throughTunnel: true },
      poll: { enabled: true, everyMs: 60_000, since: BASE + 5_000, running: true },
    });
    expect((await memoryLog(undefined)).log.health().poll.enabled).toBe(false);
  });
});
