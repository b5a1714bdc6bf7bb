import { describe, expect, it } from 'vitest';
import { HostQueue } from '../../../electron/http/host-queue.ts';

const never = new AbortController().signal;

describe('HostQueue', () => {
  it('lets so many run per origin, in order, and forgets those who gave up', async () => {
    const queue = new HostQueue(1);
    const order: string[] = [];
    const leave = await queue.enter('a', never);
    const enter = async (name: string) => {
      const done = await queue.enter('a', never);
      order.push(name);
      return done;
    };
    const second = enter('second');
    const stop = new AbortController();
    const third = queue.enter('a', stop.signal);
    const fourth = enter('fourth');
    const other = await queue.enter('b', never);
    expect(order).toEqual([]);
    stop.abort();
    await expect(third).rejects.toMatchObject({ name: 'AbortError' });
    leave();
    leave();
    const leaveSecond = await second;
    expect(order).toEqual(['second']);
    leaveSecond();
    (await fourth)();
    other();
    expect(order).toEqual(['second', 'fourth']);
    (await queue.enter('a', never))();
  });
});
