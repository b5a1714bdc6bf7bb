import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { Polling } from '../../../../electron/events/polling/polling.ts';
import type { EventsApi } from '../../../../electron/events/ports.ts';
import { watchStandstill } from '../../../../electron/events/standstill.ts';
import { HandClock } from '../hand-clock.ts';
import { memoryLog } from '../memory-log.ts';
import { BASE, delivery, incoming, sent } from '../sample.ts';

/** A service with `count` events, 3 a page. */
class FakeService implements EventsApi {
  count = 0;
  asked: (string | undefined)[] = [];
  undelivered: number[] = [];
  failure: AppError | undefined;

  list: EventsApi['list'] = async ({ next, undelivered }) => {
    if (this.failure) throw this.failure;
    if (undelivered) return { events: this.undelivered.map((n) => sent(n)), next: undefined };
    this.asked.push(next);
    const from = next === undefined ? this.count : Number(next);
    const events = Array.from({ length: Math.min(3, from) }, (_, index) => sent(from - index));
    return { events, next: from > 3 ? String(from - 3) : undefined, serverNow: BASE + 7_000 };
  };
  one: EventsApi['one'] = async (uid) => sent(Number(uid.slice(6)));
  markDelivered: EventsApi['markDelivered'] = async (uid) => ({ uid });
}

/** Polling over a log in memory. */
async function make({
  cursor,
  onInterval = async () => undefined,
}: {
  cursor?: string;
  onInterval?: () => Promise<void>;
} = {}) {
  const service = new FakeService();
  const { log, calls, ...more } = await memoryLog(service, { cursor });
  const polling = new Polling(log, service, onInterval);
  const delivered = () =>
    (calls['events.setDelivered'] ?? []).map(({ uids, othersDelivered }) => ({ uids, othersDelivered }));
  return { polling, service, log, delivered, facts: () => log.facts.get(), ...more };
}

let running: Polling | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe('polling', () => {
  it('reads the whole history first, then only what is new', async () => {
    const { polling, service, kept, pages, facts } = await make();
    service.count = 8;
    expect(await polling.poll()).toEqual({ fresh: 8, holes: 0 });
    expect(pages.every(({ history }) => history)).toBe(true);
    expect(service.asked).toEqual([undefined, '5', '2']);
    service.asked = [];
    service.count = 10;
    expect(await polling.poll()).toEqual({ fresh: 2, holes: 2 });
    expect(service.asked).toEqual([undefined]);
    expect(kept.size).toBe(10);
    expect(facts().clock?.differenceMs).toBe(7_000);
  });

  it('keeps what one poll brings as it happened, so that the newest stands on top as after any other arrival', async () => {
    const { polling, service, pages } = await make();
    service.count = 3;
    await polling.poll();
    expect(pages.map(({ events }) => events.map(({ uid }) => uid))).toEqual([[1, 2, 3].map((n) => sent(n).uid)]);
  });

  it('marks the pages after the first of a walk, those of one that broke off too', async () => {
    const { polling, service, pages } = await make();
    service.count = 2;
    await polling.poll();
    pages.length = 0;
    service.count = 9;
    const list = service.list;
    service.list = async (from, signal) => {
      if (from.next !== undefined) throw new AppError({ code: 'network_unreachable', message: 'No network.' });
      return await list(from, signal);
    };
    await expect(polling.poll()).rejects.toMatchObject({ code: 'network_unreachable' });
    service.list = list;
    service.count = 10;
    await polling.poll();
    expect(pages.map(({ events, later }) => [events.at(-1)?.uid, later])).toEqual([
      ['event-9', false],
      ['event-6', true],
      ['event-3', true],
      ['event-10', false],
    ]);
  });

  it('keeps an event that is listed late below one that was seen, once', async () => {
    const { polling, service, kept, pages, facts } = await make();
    const lists = (...numbers: number[]) => {
      service.list = async ({ undelivered }) => ({
        events: undelivered ? [] : numbers.map((n) => sent(n)),
        next: undefined,
      });
    };
    lists(3, 1);
    await polling.poll();
    pages.length = 0;
    lists(3, 2, 1);
    expect(await polling.poll()).toEqual({ fresh: 1, holes: 1 });
    expect([...kept]).toContain('event-2');
    expect(pages.map(({ events, later }) => [events.map(({ uid }) => uid), later])).toEqual([[['event-2'], false]]);
    pages.length = 0;
    expect(await polling.poll()).toEqual({ fresh: 0, holes: 0 });
    expect(pages).toEqual([]);
    expect(facts().poll.lastError).toBeUndefined();
  });

  it('keeps what is listed late together with what is new, in the order of its times', async () => {
    const { polling, service, pages } = await make();
    service.list = async ({ undelivered }) => ({ events: undelivered ? [] : [sent(3), sent(1)], next: undefined });
    await polling.poll();
    service.list = async ({ undelivered }) => ({
      events: undelivered ? [] : [4, 3, 2, 1].map((n) => sent(n)),
      next: undefined,
    });
    await polling.poll();
    expect(pages.at(-1)?.events.map(({ uid }) => uid)).toEqual(['event-2', 'event-4']);
  });

  it('tries again to keep what was listed late and could not be kept', async () => {
    const { polling, service, log, kept } = await make();
    service.list = async ({ undelivered }) => ({ events: undelivered ? [] : [sent(3), sent(1)], next: undefined });
    await polling.poll();
    service.list = async ({ undelivered }) => ({
      events: undelivered ? [] : [3, 2, 1].map((n) => sent(n)),
      next: undefined,
    });
    const { keepPage } = log;
    log.keepPage = () => Promise.reject(new AppError({ code: 'events_busy', message: 'Too much waits.' }));
    await expect(polling.poll()).rejects.toMatchObject({ code: 'events_busy' });
    log.keepPage = keepPage;
    await polling.poll();
    expect([...kept]).toContain('event-2');
  });

  it('writes nothing when nothing is new', async () => {
    const { polling, service, pages } = await make();
    service.count = 2;
    await polling.poll();
    pages.length = 0;
    expect(await polling.poll()).toEqual({ fresh: 0, holes: 0 });
    expect(pages).toEqual([]);
  });

  it('shares a poll that is under way', async () => {
    const { polling, service } = await make();
    service.count = 1;
    await Promise.all([polling.poll(), polling.poll()]);
    expect(service.asked).toHaveLength(1);
  });

  it('counts what is undelivered, apart from what has waited for a webhook since the poll before, and tells the store only what changed', async () => {
    const { polling, service, delivered, facts } = await make();
    service.count = 2;
    service.undelivered = [2];
    await polling.poll();
    expect(facts().undelivered).toMatchObject({ count: 1, waiting: 0, more: false });
    await polling.poll();
    expect(facts().undelivered).toMatchObject({ count: 1, waiting: 1 });
    expect(delivered()).toEqual([{ uids: ['event-2'], othersDelivered: true }]);
    service.undelivered = [];
    await polling.poll();
    expect(facts().undelivered).toMatchObject({ count: 0, waiting: 0 });
    expect(delivered().at(-1)).toEqual({ uids: [], othersDelivered: true });
  });

  it('says again what is undelivered after a delivery whose answer the service may not have got', async () => {
    const { polling, service, delivered, log } = await make();
    service.count = 2;
    service.undelivered = [2];
    await polling.poll();
    await log.keepDelivery(delivery([incoming(2)]));
    await polling.poll();
    await polling.poll();
    expect(delivered()).toEqual(Array.from({ length: 2 }, () => ({ uids: ['event-2'], othersDelivered: true })));
  });

  it('starts over when the service has forgotten the page it stopped at', async () => {
    const { polling, service } = await make({
      cursor: JSON.stringify({ walk: { top: { uid: 'event-9' }, next: 'gone' } }),
    });
    service.count = 2;
    const list = service.list;
    service.list = async (from, signal) => {
      if (from.next === 'gone') throw new AppError({ code: 'invalid_param', message: 'unknown page' });
      return await list(from, signal);
    };
    expect((await polling.poll()).fresh).toBe(2);
  });

  it('goes on after a failure, says it, and comes at once when it is hurried', async () => {
    const { polling, clock, service, kept, facts } = await make();
    running = polling;
    service.failure = new AppError({ code: 'network_unreachable', message: 'No network.' });
    let resting = clock.nextSleep();
    polling.start();
    await resting;
    expect(facts().poll.lastError).toMatchObject({ code: 'network_unreachable' });
    expect(facts().poll.nextAt).toBe(BASE + 60_000);
    service.failure = undefined;
    service.count = 1;
    resting = clock.nextSleep();
    clock.move(60_000);
    await resting;
    expect(kept.size).toBe(1);
    // The failure is over, whatever the clock says.
    expect(facts().poll).toMatchObject({ lastError: undefined, lastOkAt: BASE + 60_000 });
    service.count = 2;
    resting = clock.nextSleep();
    polling.hurry();
    await resting;
    expect(kept.size).toBe(2);
  });

  it('does not lose a hurry that comes while it is at work', async () => {
    let hurry = () => {};
    let isFirst = true;
    const { polling, clock, service } = await make({
      onInterval: async () => {
        if (isFirst) hurry();
        isFirst = false;
      },
    });
    running = polling;
    hurry = () => polling.hurry();
    const resting = clock.nextSleep();
    polling.start();
    await resting;
    expect(service.asked).toHaveLength(2);
  });
});

describe('the watch for standstills', () => {
  it('tells a sleep from a busy moment', async () => {
    const clock = new HandClock();
    const stop = new AbortController();
    const woken: number[] = [];
    let resting = clock.nextSleep();
    const watch = watchStandstill(clock, stop.signal, (_, lastedMs) => woken.push(lastedMs));
    await resting;
    resting = clock.nextSleep();
    clock.move(3_000);
    await resting;
    expect(woken).toEqual([]);
    resting = clock.nextSleep();
    clock.move(3_600_000);
    await resting;
    expect(woken).toEqual([3_598_000]);
    stop.abort();
    await watch;
  });
});
