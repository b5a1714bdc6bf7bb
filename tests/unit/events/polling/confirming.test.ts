import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { Confirming } from '../../../../electron/events/polling/confirming.ts';
import { memoryLog, someApi } from '../memory-log.ts';
import { BASE } from '../sample.ts';

const unknown = new AppError({ code: 'event_not_found', message: 'no' });
const down = new AppError({ code: 'unreachable', message: 'down' });

/** A log with uids that wait, and a service that answers by `ask`. */
async function make(uids: string[], ask: (uid: string) => Promise<boolean>) {
  const waiting = new Set(uids);
  const { log, clock, calls, warnings } = await memoryLog(someApi, { waiting });
  const asked: [string, number][] = [];
  running = new Confirming(log, async (uid) => {
    asked.push([uid, clock.now() - BASE]);
    const isSame = await ask(uid);
    if (isSame) waiting.delete(uid);
    return isSame;
  });
  const seen = {
    asked,
    warnings,
    denied: () => (calls['events.deny'] ?? []).map(({ uid }) => uid),
    before: () => (calls['events.unconfirmed'] ?? []).map(({ before }) => before),
  };
  return { clock, seen, confirming: running };
}

const FAILED = 'Events could not be confirmed at the service';

let running: Confirming | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

describe('confirming at the service', () => {
  it('asks for what no poll has listed, one a second, and denies what the service does not know', async () => {
    const { clock, seen, confirming } = await make(['a', 'forged', 'c'], async (uid) => {
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
    await expect.poll(() => seen.before().length).toBe(2);
    expect(seen.asked).toEqual([
      ['a', 0],
      ['forged', 1_000],
      ['c', 2_000],
    ]);
    expect(seen.denied()).toEqual(['forged']);
    expect(seen.before()[0]).toBe(BASE - 60_000);
    expect(seen.warnings).not.toContain(FAILED);
  });

  it('denies nothing while the service cannot be asked, and goes on in the next round', async () => {
    let isDown = true;
    const { clock, seen, confirming } = await make(['a'], async () => {
      if (isDown) throw down;
      return true;
    });
    confirming.begin();
    await expect.poll(() => seen.warnings).toEqual([FAILED]);
    expect(seen.denied()).toEqual([]);
    isDown = false;
    const slept = clock.nextSleep();
    confirming.begin();
    await slept;
    expect(seen.asked).toHaveLength(2);
  });

  it('does not ask again for what was answered with another event', async () => {
    const { clock, seen, confirming } = await make(['odd'], async () => false);
    const slept = clock.nextSleep();
    confirming.begin();
    await slept;
    clock.move(1_000);
    await expect.poll(() => seen.before().length).toBe(2);
    confirming.begin();
    await expect.poll(() => seen.before().length).toBe(3);
    expect(seen.asked).toHaveLength(1);
  });

  it('ends at once when it is stopped', async () => {
    const { clock, seen, confirming } = await make(['a', 'b'], async () => true);
    const slept = clock.nextSleep();
    confirming.begin();
    await slept;
    await confirming.stop();
    confirming.begin();
    expect(seen.asked).toHaveLength(1);
    expect(seen.warnings).not.toContain(FAILED);
  });
});
