import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../electron/sync/at-once.ts';

/** Work that ends when it is told to, and a service that lets some of it wait. */
function rehearsal(items: number, count: number, lead = Promise.resolve()) {
  const started: number[] = [];
  const ends = new Map<number, { end: () => void; fail: (error: Error) => void }>();
  const state = { waiting: 0, listeners: new Set<() => void>() };
  const all = atOnce({
    items: Array.from({ length: items }, (_, index) => index),
    count,
    lead,
    work: (item) => {
      started.push(item);
      return new Promise<void>((end, fail) => ends.set(item, { end, fail }));
    },
    waiting: {
      count: () => state.waiting,
      subscribe: (onChange) => {
        state.listeners.add(onChange);
        return () => state.listeners.delete(onChange);
      },
    },
  });
  const wait = (waiting: number) => {
    state.waiting = waiting;
    for (const listener of state.listeners) listener();
  };
  return {
    all,
    started,
    state,
    wait,
    end: (item: number) => ends.get(item)?.end(),
    fail: (item: number, error: Error) => ends.get(item)?.fail(error),
  };
}

describe('work on many items', () => {
  it('is done in order, so many at a time', async () => {
    const { all, started, end } = rehearsal(4, 2);
    await turn();
    expect(started).toEqual([0, 1]);
    end(1);
    await turn();
    expect(started).toEqual([0, 1, 2]);
    end(0);
    end(2);
    await turn();
    end(3);
    await all;
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('goes on with others while some wait, and takes no more than before once they come back', async () => {
    const { all, started, state, wait, end } = rehearsal(6, 2);
    await turn();
    wait(2);
    await turn();
    expect(started).toEqual([0, 1, 2, 3]);
    wait(0);
    end(2);
    await turn();
    // Three are at work, where there is room for two.
    expect(started).toEqual([0, 1, 2, 3]);
    end(3);
    end(0);
    await turn();
    expect(started).toEqual([0, 1, 2, 3, 4]);
    end(1);
    await turn();
    for (const item of [4, 5]) end(item);
    await all;
    expect(state.listeners.size).toBe(0);
  });

  it('keeps the rest back where very many wait', async () => {
    const { started, wait } = rehearsal(100, 3);
    await turn();
    for (let waiting = 3; waiting <= 60; waiting += 3) wait(Math.min(waiting, started.length));
    expect(started).toHaveLength(27);
  });

  it('begins with one alone, whoever waits', async () => {
    let over = () => {};
    const { started, wait } = rehearsal(
      5,
      2,
      new Promise((resolve) => {
        over = resolve;
      }),
    );
    wait(1);
    await turn();
    expect(started).toEqual([0]);
    over();
    await turn();
    expect(started).toEqual([0, 1, 2]);
  });

  it('takes nothing new after a failure, and throws the first once the others have ended', async () => {
    const { all, started, end, fail } = rehearsal(5, 2);
    await turn();
    let isOver = false;
    const thrown = all
      .catch((error: Error) => error.message)
      .finally(() => {
        isOver = true;
      });
    fail(0, new Error('first'));
    await turn();
    expect([started, isOver]).toEqual([[0, 1], false]);
    end(1);
    expect(await thrown).toBe('first');
  });
});
