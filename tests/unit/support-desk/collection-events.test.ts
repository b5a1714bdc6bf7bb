import { describe, expect, it } from 'vitest';
import type { JsonApiClient } from '../../../electron/jsonapi/index.ts';
import { eventsBefore, eventsReader } from '../../../electron/support-desk/collection-events.ts';

const at = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000+00:00`;
const event = (uid: string, second: number, meter = 'm') => ({ uid, type: uid, ts: at(second), meter_uid: meter });

/** The list of events as the service has it right now, newest first, so many on a page. */
function listOf(size: number, events: ReturnType<typeof event>[]) {
  const api = {
    events: async ({ next = '0' }: { next?: string }) => {
      const from = Number(next);
      const items = events.slice(from, from + size);
      return { items, broken: [], entries: items, next: from + size < events.length ? String(from + size) : undefined };
    },
  } as unknown as JsonApiClient; // all that is asked of it
  return { api, events };
}

const uidsOf = ({ events }: { events: { uid: string }[] }) => events.map(({ uid }) => uid);

describe('the events of a collection', () => {
  it('are those of its meters that were not there before, also of the same instant', async () => {
    const { api, events } = listOf(10, [event('b', 2), event('a', 1), event('of another', 1, 'n')]);
    const read = eventsReader(api, ['m'], await eventsBefore(api, ['m'], {}));
    events.unshift(event('d', 3), event('of another, too', 3, 'n'), event('c', 2));
    expect(await read({})).toEqual({ events: [event('c', 2), event('d', 3)], cut: false });
  });

  it('are not what was there before at the newest instant, on a later page', async () => {
    const { api, events } = listOf(1, [event('c', 2), event('b', 2), event('a', 1)]);
    const before = await eventsBefore(api, ['m'], {});
    events.unshift(event('d', 3));
    expect(uidsOf(await eventsReader(api, ['m'], before)({}))).toEqual(['d']);
  });

  it('begin with the first of all where there was none', async () => {
    const { api, events } = listOf(1, []);
    const before = await eventsBefore(api, ['m'], {});
    events.push(...Array.from({ length: 20 }, (_, index) => event(`e${index}`, 20 - index)));
    const { events: all, cut } = await eventsReader(api, ['m'], before)({});
    expect([all.length, cut]).toEqual([20, false]);
  });

  it('are not what a longer page shows of the time before', async () => {
    const { api, events } = listOf(2, [event('b', 2), event('a', 1), event('older', 0)]);
    const before = await eventsBefore(api, ['m'], {});
    const longer = listOf(10, [event('c', 3), ...events]);
    expect(uidsOf(await eventsReader(longer.api, ['m'], before)({}))).toEqual(['c']);
  });

  it('are found where they are listed late, below one that is known', async () => {
    const { api, events } = listOf(10, [event('before', 1)]);
    const read = eventsReader(api, ['m'], await eventsBefore(api, ['m'], {}));
    events.unshift(event('second', 3));
    expect(uidsOf(await read({}))).toEqual(['second']);
    events.splice(1, 0, event('first', 2));
    expect(uidsOf(await read({}))).toEqual(['first', 'second']);
  });

  it('are read again as far as before where a page of them could not be read', async () => {
    const { api, events } = listOf(1, [event('before', 1), event('older', 0)]);
    const read = eventsReader(api, ['m'], await eventsBefore(api, ['m'], {}));
    events.unshift(event('b', 3), event('a', 2));
    const { events: answer } = api;
    api.events = async (filter = {}) => {
      if ('next' in filter) throw new Error('The line is down.');
      return await answer(filter);
    };
    await expect(read({})).rejects.toThrow('The line is down.');
    api.events = answer;
    expect(uidsOf(await read({}))).toEqual(['a', 'b']);
  });

  it('are cut after ten pages where it is not known where they begin, and said to be', async () => {
    const { api } = listOf(
      1,
      Array.from({ length: 11 }, (_, index) => event(`e${index}`, 20 - index)),
    );
    const { events: all, cut } = await eventsReader(api, ['m'], { earlier: [] })({});
    expect([all.length, cut]).toEqual([10, true]);
  });
});
