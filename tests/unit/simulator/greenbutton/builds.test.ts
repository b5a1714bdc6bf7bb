import { describe, expect, it } from 'vitest';
import { Builds } from '../../../../electron/simulator/greenbutton/builds.ts';

describe('builds', () => {
  it('wait once for a large answer, by whichever clock is faster', () => {
    let wall = 0;
    let now = 0;
    const builds = new Builds(
      { threshold: 100, buildMs: 1500 },
      { now: () => now, schedule: () => () => undefined },
      () => wall,
    );
    expect(builds.waitFor('small', 100)).toBe(0);
    expect(builds.waitFor('a', 101)).toBe(2);
    wall = 600;
    expect(builds.waitFor('a', 101)).toBe(1);
    wall = 1500;
    expect(builds.waitFor('a', 101)).toBe(0);
    expect(builds.waitFor('b', 101)).toBe(2);
    now = 60_000;
    expect(builds.waitFor('b', 101)).toBe(0);
  });
});
