import { describe, expect, it } from 'vitest';
import { SimulatedClock, type WallTime } from '../../../../electron/simulator/clock/simulated-clock.ts';

/** A wall that stands still until the test pushes it. */
function handWall() {
  let now = 1_000;
  let timers: { at: number; fn: () => void }[] = [];
  const wall: WallTime = {
    now: () => now,
    after(ms, fn) {
      const timer = { at: now + ms, fn };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const push = (ms: number) => {
    const until = now + ms;
    for (;;) {
      const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      now = Math.max(now, next.at);
      next.fn();
    }
    now = until;
  };
  return { wall, push, pending: () => timers.length };
}

const START = Date.UTC(2026, 0, 1);

describe('the simulated clock', () => {
  it('flows at its rate from its start', () => {
    const { wall, push } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 600, wall });
    expect(clock.now()).toBe(START);
    push(1_000);
    expect(clock.now()).toBe(START + 600_000);
  });

  it('runs what is due in the order of its time, and in order of scheduling at one instant', async () => {
    const { wall } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 1, wall });
    const seen: string[] = [];
    clock.schedule(START + 3_000, () => void seen.push('c'));
    clock.schedule(START + 1_000, () => void seen.push('a'));
    clock.schedule(START + 3_000, () => void seen.push('d'));
    clock.schedule(START + 2_000, () => void seen.push('b'));
    await clock.advance(2_999);
    expect(seen).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stands at the due time while work runs, and does what that work schedules on the way', async () => {
    const { wall } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 1, wall });
    const seen: number[] = [];
    const hourly = () => {
      seen.push(clock.now() - START);
      if (seen.length < 4) clock.schedule(clock.now() + 3_600_000, hourly);
    };
    clock.schedule(START + 3_600_000, hourly);
    await clock.advance(3 * 3_600_000);
    expect(seen).toEqual([3_600_000, 7_200_000, 10_800_000]);
    expect(clock.now()).toBe(START + 3 * 3_600_000);
  });

  it('waits for asynchronous work before it goes on to later work', async () => {
    const { wall } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 1, wall });
    const seen: string[] = [];
    clock.schedule(START + 1, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      seen.push('slow');
    });
    clock.schedule(START + 2, () => void seen.push('later'));
    await clock.advance(10);
    expect(seen).toEqual(['slow', 'later']);
  });

  it('is driven by the wall, which does not wait for slow work', async () => {
    const { wall, push } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 10, wall });
    const seen: string[] = [];
    let release: () => void = () => undefined;
    clock.schedule(START + 1_000, () => new Promise<void>((resolve) => (release = resolve)));
    clock.schedule(START + 2_000, () => void seen.push('not held up'));
    push(99);
    expect(seen).toEqual([]);
    push(101);
    expect(seen).toEqual(['not held up']);
    release();
    await clock.settled();
  });

  it('goes on after work that throws, and tells of it', async () => {
    const { wall } = handWall();
    const errors: unknown[] = [];
    const clock = new SimulatedClock({ startMs: START, rate: 1, wall, onError: (error) => errors.push(error) });
    const seen: string[] = [];
    clock.schedule(START + 1, () => {
      throw new Error('broken');
    });
    clock.schedule(START + 2, () => void seen.push('next'));
    await clock.advance(5);
    expect(seen).toEqual(['next']);
    expect(errors).toHaveLength(1);
  });

  it('skips what was called off', async () => {
    const { wall } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 1, wall });
    const seen: string[] = [];
    const callOff = clock.schedule(START + 1, () => void seen.push('called off'));
    callOff();
    await clock.advance(5);
    expect(seen).toEqual([]);
  });

  it('stands still at rate 0 but does what is due already', () => {
    const { wall, push } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 0, wall });
    const seen: string[] = [];
    clock.schedule(START, () => void seen.push('now'));
    clock.schedule(START + 1, () => void seen.push('never'));
    push(10_000);
    expect(seen).toEqual(['now']);
    expect(clock.now()).toBe(START);
  });

  it('never goes back, also where the wall starts work late', () => {
    const { wall, push } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 1_000, wall });
    const seen: number[] = [];
    // Due in the middle of the one millisecond that the wall can see.
    clock.schedule(START + 500, () => void seen.push(clock.now()));
    push(1);
    expect(clock.now()).toBe(START + 1_000);
    expect(seen).toEqual([START + 500]);
    const before = clock.now();
    clock.schedule(START + 100, () => void seen.push(clock.now()));
    push(0);
    expect(seen[1]).toBe(before);
  });

  it('queues one advance behind the other', async () => {
    const { wall } = handWall();
    const clock = new SimulatedClock({ startMs: START, rate: 1, wall });
    await Promise.all([clock.advance(1_000), clock.advance(2_000)]);
    expect(clock.now()).toBe(START + 3_000);
  });
});
