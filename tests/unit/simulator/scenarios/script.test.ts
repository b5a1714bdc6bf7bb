import { describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../../../electron/simulator/clock/simulated-clock.ts';
import { type Outcome, playScript, type Timed } from '../../../../electron/simulator/scenarios/script.ts';

interface Step extends Timed {
  readonly name: string;
  readonly outcome?: Outcome<Step>;
}

/** Plays steps and notes when each was applied, in seconds. */
function play(steps: readonly Step[], pace: 'instant' | 'simulated' = 'simulated') {
  const clock = new SimulatedClock({ startMs: 0, rate: 0 });
  const seen: string[] = [];
  let rest: readonly Step[] = [];
  playScript(clock, steps, pace, (step, left) => {
    seen.push(`${step.name}@${clock.now() / 1_000}`);
    if (step.outcome === 'hold') rest = left;
    return step.outcome;
  });
  return { clock, seen, rest: () => rest };
}

describe('a script', () => {
  it('plays its steps, each so long after the one before', async () => {
    const { clock, seen } = play([
      { name: 'a', afterS: 1 },
      { name: 'b', afterS: 2 },
      { name: 'c', afterS: 0 },
    ]);
    expect(seen).toEqual([]);
    await clock.advance(10_000);
    expect(seen).toEqual(['a@1', 'b@3', 'c@3']);
  });

  it('plays at once where asked to, without the clock', () => {
    const { seen } = play(
      [
        { name: 'a', afterS: 60 },
        { name: 'b', afterS: 60 },
      ],
      'instant',
    );
    expect(seen).toEqual(['a@0', 'b@0']);
  });

  it('plays what a step asks for before the rest', async () => {
    const { clock, seen } = play([
      {
        name: 'a',
        afterS: 1,
        outcome: [
          { name: 'a1', afterS: 5 },
          { name: 'a2', afterS: 5 },
        ],
      },
      { name: 'b', afterS: 1 },
    ]);
    await clock.advance(60_000);
    expect(seen).toEqual(['a@1', 'a1@6', 'a2@11', 'b@12']);
  });

  it('ends where a step says so', async () => {
    const { clock, seen } = play([
      { name: 'a', afterS: 1, outcome: 'end' },
      { name: 'b', afterS: 1 },
    ]);
    await clock.advance(60_000);
    expect(seen).toEqual(['a@1']);
  });

  it('holds, and hands over the rest', async () => {
    const { clock, seen, rest } = play([
      { name: 'a', afterS: 1, outcome: 'hold' },
      { name: 'b', afterS: 1 },
    ]);
    await clock.advance(60_000);
    expect(seen).toEqual(['a@1']);
    expect(rest()).toEqual([{ name: 'b', afterS: 1 }]);
  });
});
