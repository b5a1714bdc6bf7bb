import { describe, expect, it } from 'vitest';
import { type Follow, follow } from '../../../electron/support-desk/follow.ts';

class Passing extends Error {}

/** Counts its looks; over at the tenth unless a test says otherwise. */
function counting(change: Partial<Follow<number>> = {}) {
  let slept = 0;
  const options: Follow<number> = {
    start: 0,
    look: async (last) => last + 1,
    isOver: (last) => last === 10,
    patientWith: (thrown) => thrown instanceof Passing,
    lookEveryMs: 5,
    sleep: async (ms) => {
      slept += ms;
    },
    signal: new AbortController().signal,
    ...change,
  };
  return { followed: follow(options), slept: () => slept };
}

describe('following', () => {
  it('looks until it is over, with a pause between two looks', async () => {
    const { followed, slept } = counting();
    expect(await followed).toEqual({ last: 10, end: 'over' });
    expect(slept()).toBe(9 * 5);
  });

  it('asks again after an error that passes, from what it saw last', async () => {
    let asked = 0;
    const look = async (last: number) => {
      asked += 1;
      if (asked % 2 === 0) throw new Passing();
      return last + 1;
    };
    expect(await counting({ look }).followed).toEqual({ last: 10, end: 'over' });
    expect(asked).toBe(19);
  });

  it('goes on from what a look kept before it failed, and ends with it', async () => {
    const look = async (last: number, kept: (soFar: number) => void) => {
      kept(last + 1);
      throw new Passing();
    };
    expect(await counting({ look }).followed).toMatchObject({ last: 21, end: 'given up' });
    const controller = new AbortController();
    const stopped = async (last: number, kept: (soFar: number) => void) => {
      kept(last + 1);
      controller.abort();
      throw new Error('the connection broke with the signal');
    };
    expect(await counting({ look: stopped, signal: controller.signal }).followed).toEqual({ last: 1, end: 'stopped' });
  });

  it('gives up at once for an error that stays, and after twenty that do not pass', async () => {
    let asked = 0;
    const fail = (thrown: Error) => async () => {
      asked += 1;
      throw thrown;
    };
    const stays = new Error('refused');
    expect(await counting({ look: fail(stays) }).followed).toEqual({ last: 0, end: 'given up', thrown: stays });
    expect(asked).toBe(1);
    const passes = new Passing();
    expect(await counting({ look: fail(passes) }).followed).toEqual({ last: 0, end: 'given up', thrown: passes });
    expect(asked).toBe(1 + 21);
  });

  it('stops with its signal, in a pause as in a look', async () => {
    const controller = new AbortController();
    const stop = async (_ms: number, signal: AbortSignal) => {
      controller.abort();
      signal.throwIfAborted();
    };
    expect(await counting({ sleep: stop, signal: controller.signal }).followed).toEqual({ last: 1, end: 'stopped' });
    const look = async () => {
      throw new Error('the connection broke with the signal');
    };
    expect(await counting({ look, signal: controller.signal }).followed).toEqual({ last: 0, end: 'stopped' });
  });
});
