import { afterEach, describe, expect, it } from 'vitest';
import { EventLog } from '../../../electron/events/event-log.ts';
import { DEFAULT_SETTINGS } from '../../../electron/events/event-settings.ts';
import type { EventsPorts } from '../../../electron/events/ports.ts';
import { openTestStore, type TestStore, WORKSPACE } from '../engine/store/store-harness.ts';
import { memoryLog, quietPorts, someApi } from './memory-log.ts';
import { BASE, delivery, incoming } from './sample.ts';

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
    expect([first, second].map((fresh) => fresh?.map(({ uid }) => uid))).toEqual([['event-1'], ['event-1', 'event-2']]);
    expect(await log.cursor()).toBe('two');
    expect(log.facts.get()).toMatchObject({ lastHeard: { at: BASE, way: 'poll' }, holes: { polls: 1, lastAt: BASE } });
  });

  it('tells a page what was new of its own, not what a webhook brought meanwhile', async () => {
    const { log, calls } = await memoryLog(someApi);
    const [, fresh] = await Promise.all([log.keepDelivery(delivery([incoming(1)])), log.keepPage(page(incoming(2)))]);
    expect(calls['events.commit']).toHaveLength(1);
    expect(fresh.map(({ uid }) => uid)).toEqual(['event-2']);
    expect(log.deliveriesKept).toBe(1);
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

describe('an event log over a store', () => {
  let store: TestStore | undefined;
  afterEach(async () => {
    await store?.dispose();
    store = undefined;
  });

  async function open(more: Partial<EventsPorts> = {}) {
    store = await openTestStore();
    const { engine } = store;
    const committed: { clockAheadMs?: number | undefined }[] = [];
    const call = (async (name: 'events.commit', input: never, options: never) => {
      if (name === 'events.commit') committed.push(input);
      return await engine.call(name, input, options);
    }) as EventsPorts['engine']['call']; // one name stands for all
    const log = await EventLog.open(
      WORKSPACE,
      { ...quietPorts({ call }, someApi), ...more },
      {
        load: async () => ({ settings: DEFAULT_SETTINGS, token: 'a-token-of-twenty-letters' }),
        save: async () => undefined,
        forget: async () => undefined,
      },
    );
    return { log, committed };
  }

  it('takes back in its health, too, what a poll filled in that was on its way', async () => {
    const { log } = await open();
    await log.keepPage(page(incoming(1), incoming(2)));
    expect(log.health().holes).toEqual({ polls: 1, events: 2, lastAt: BASE });
    await log.keepDelivery(delivery([incoming(1)], { at: BASE + 500 }));
    expect(log.health().holes).toEqual({ polls: 1, events: 1, lastAt: BASE });
    await log.keepDelivery(delivery([incoming(2)], { at: BASE + 500 }));
    expect(log.health().holes).toMatchObject({ polls: 0, events: 0 });
    await log.keepPage(page(incoming(3)));
    expect(log.health().holes).toEqual({ polls: 1, events: 1, lastAt: BASE });
  });

  it('knows the newest good delivery from outside, however many were rehearsed after it', async () => {
    const { log } = await open();
    expect(await log.lastGood()).toBeUndefined();
    const headers = (salt: string): [string, string][] => [
      ['X-Service-Webhook-Salt', salt],
      ['X-Service-Webhook-Signature', 'f'],
    ];
    await log.keepDelivery(delivery([incoming(1)], { headers: headers('older') }));
    await log.keepDelivery(delivery([incoming(2)], { headers: headers('outside') }));
    await log.keepDelivery(delivery([], { verdict: 'wrong_signature', answer: 401, headers: headers('bad') }));
    const rehearsed = delivery([incoming(3)], { rehearsal: true, headers: headers('rehearsed') });
    await Promise.all(Array.from({ length: 100 }, () => log.keepDelivery(rehearsed)));
    expect(await log.lastGood()).toMatchObject({ salt: 'outside', signature: 'f' });
  });

  it('tells with each commit how far the clock of the service is ahead at most: as it says, else as polls saw', async () => {
    const polled = await open();
    await polled.log.keepPage(page(incoming(1)));
    polled.log.facts.set({ clock: { differenceMs: 5_000, at: BASE } });
    await polled.log.keepPage(page(incoming(2)));
    expect(polled.committed.map(({ clockAheadMs }) => clockAheadMs)).toEqual([undefined, 65_000]);
    await store?.dispose();
    let present: () => Promise<number | undefined> = async () => BASE - 3_600_000;
    const asked = await open({ serviceNow: () => present() });
    asked.log.facts.set({ clock: { differenceMs: 0, at: BASE } });
    await asked.log.keepPage(page(incoming(1)));
    present = () => Promise.reject(new Error('It has just ended.'));
    await asked.log.keepPage(page(incoming(2)));
    expect(asked.committed.map(({ clockAheadMs }) => clockAheadMs)).toEqual([-3_600_000, 60_000]);
  });
});
