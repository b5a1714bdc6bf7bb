import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { Confirming, type ConfirmingParts } from '../../../../electron/events/polling/confirming.ts';
import { HandClock } from '../hand-clock.ts';
import { BASE } from '../sample.ts';

const unknown = new AppError({ code: 'event_not_found', message: 'no' });
const down = new AppError({ code: 'unreachable', message: 'down' });

/** A log with uids that wait, and a service that answers by `ask`. */
function make(uids: string[], ask: (uid: string) => Promise<boolean>) {
  const clock = new HandClock();
  const waiting = new Set(uids);
  const seen = {
    asked: [] as [string, number][],
    denied: [] as string[],
    failed: [] as unknown[],
    before: [] as number[],
  };
  const parts: ConfirmingParts = {
    clock,
    patienceMs: () => 60_000,
    waiting: async (before, limit) => {
      seen.before.push(before);
      return [...waiting].slice(0, limit);
    },
    ask: async (uid) => {
      seen.asked.push([uid, clock.now() - BASE]);
      const isSame = await ask(uid);
      if (isSame) waiting.delete(uid);
      return isSame;
    },
    deny: async (uid) => {
      seen.denied.push(uid);
      waiting.delete(uid);
    },
    failed: (error) => seen.failed.push(error),
  };
  running = new Confirming(parts);
  return { clock, seen, confirming: running };
}

let running: Confirming | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe('confirming at the service', () => {
  it('asks for what no poll has listed, one a second, and denies what the service does not know', async () => {
    const { clock, seen, confirming } = make(['a', 'forged', 'c'], async (uid) => {
      if (uid === 'forged') throw unknown;
      return true;
    });
    let slept = clock.nextSleep();
    confirming.begin();
    confirming.begin(); // a round is under way: no second one
    for (let n = 0; n < 3; n += 1) {
      await slept;
      slept = clock.nextSleep();
      clock.move(1_000);
    }
    await expect.poll(() => seen.before.length).toBe(2);
    expect(seen.asked).toEqual([
      ['a', 0],
      ['forged', 1_000],
      ['c', 2_000],
    ]);
    expect(seen.denied).toEqual(['forged']);
    expect(seen.before[0]).toBe(BASE - 60_000);
    expect(seen.failed).toEqual([]);
  });

  it('denies nothing while the service cannot be asked, and goes on in the next round', async () => {
    let isDown = true;
    const { clock, seen, confirming } = make(['a'], async () => {
      if (isDown) throw down;
      return true;
    });
    confirming.begin();
    await expect.poll(() => seen.failed).toEqual([down]);
    expect(seen.denied).toEqual([]);
    isDown = false;
    const slept = clock.nextSleep();
    confirming.begin();
    await slept;
    expect(seen.asked).toHaveLength(2);
  });

  it('does not ask again for what was answered with another event', async () => {
    const { clock, seen, confirming } = make(['odd'], async () => false);
    const slept = clock.nextSleep();
    confirming.begin();
    await slept;
    clock.move(1_000);
    await expect.poll(() => seen.before.length).toBe(2);
    confirming.begin();
    await expect.poll(() => seen.before.length).toBe(3);
    expect(seen.asked).toHaveLength(1);
  });

  it('ends at once when it is stopped', async () => {
    const { clock, seen, confirming } = make(['a', 'b'], async () => true);
    const slept = clock.nextSleep();
    confirming.begin();
    await slept;
    await confirming.stop();
    confirming.begin();
    expect(seen.asked).toHaveLength(1);
    expect(seen.failed).toEqual([]);
  });
});
