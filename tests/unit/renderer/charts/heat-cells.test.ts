import { describe, expect, it } from 'vitest';
import { heatCells, quantile } from '../../../../renderer/charts/heat-cells.ts';
import { heatColor } from '../../../../renderer/charts/heat-colors.ts';
import { instantOf } from '../../../../renderer/charts/local-clock.ts';
import { clockOfZone } from '../../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');

function hours(from: number, to: number, value: (at: number) => number | undefined) {
  const grid = { unit: 'kWh', step: 3600, t: [] as number[], v: [] as number[], e: [] as number[], cut: false };
  for (let at = from; at < to; at += 3600) {
    const v = value(at);
    if (v === undefined) continue;
    grid.t.push(at);
    grid.v.push(v);
    grid.e.push(0);
  }
  return grid;
}

describe('cells of a heat map', () => {
  it('lie on the meter’s clock', () => {
    const from = instantOf(clock, 2024, 1, 10);
    const to = instantOf(clock, 2024, 1, 12);
    const noon = instantOf(clock, 2024, 1, 11, 12);
    const cells = heatCells(
      hours(from, to, (at) => (at === noon ? 9 : 1)),
      clock,
      from,
      to,
    );
    expect(cells.days).toHaveLength(3);
    expect(cells.slots).toBe(24);
    expect(cells.values[24 + 12]).toBe(9);
  });

  it('leave a hole empty rather than 0', () => {
    const from = instantOf(clock, 2024, 1, 10);
    const to = instantOf(clock, 2024, 1, 11);
    const cells = heatCells(
      hours(from, to, (at) => (at < from + 6 * 3600 ? undefined : 0)),
      clock,
      from,
      to,
    );
    expect(cells.values[0]).toBeNaN();
    expect(cells.values[6]).toBe(0);
  });

  it('know the hour that was skipped and the hour that came twice', () => {
    const spring = instantOf(clock, 2024, 3, 10);
    const skipped = heatCells(
      hours(spring, spring + 23 * 3600, () => 1),
      clock,
      spring,
      spring + 23 * 3600,
    );
    expect([1, 2, 3].map((hour) => skipped.shown[hour])).toEqual([1, 0, 1]);
    expect(skipped.values[2]).toBeNaN();
    const autumn = instantOf(clock, 2024, 11, 3);
    let count = 0;
    const twice = heatCells(
      hours(autumn, autumn + 25 * 3600, () => count++),
      clock,
      autumn,
      autumn + 25 * 3600,
    );
    expect(twice.shown[1]).toBe(2);
    expect(twice.values[1]).toBe(1.5);
    expect(twice.values[23]).toBe(24);
  });

  it('a spike does not set the scale', () => {
    const values = Float64Array.from({ length: 1000 }, (_, index) => (index === 0 ? 500 : index % 10));
    values[1] = Number.NaN;
    expect(quantile(values, 0.995)).toBe(9);
    expect(quantile(values, 1)).toBe(500);
  });
});

describe('the colour scale', () => {
  it('grows in lightness from end to end', () => {
    const lightness = Array.from({ length: 11 }, (_, index) => {
      const [r, g, b] = heatColor(index / 10);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
    expect(lightness).toEqual([...lightness].sort((a, b) => a - b));
  });

  it('is cut at its ends', () => {
    expect(heatColor(-1)).toEqual(heatColor(0));
    expect(heatColor(7)).toEqual(heatColor(1));
  });
});
