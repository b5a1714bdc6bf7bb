import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../../renderer/charts/local-clock.ts';
import { clampSpan, panSpan, presetOf, presetSpan, stepSpan, zoomSpan } from '../../../../renderer/charts/viewport.ts';
import { clockOfZone } from '../../../../shared/time/index.ts';

const clock = clockOfZone('America/Los_Angeles');
const extent = { from: instantOf(clock, 2023, 1, 1), to: instantOf(clock, 2025, 1, 1) };

describe('the shown span', () => {
  it('zooms about the pointer, which stays where it is', () => {
    const zoomed = zoomSpan({ from: 0, to: 1000 }, 250, 0.5);
    expect(zoomed).toEqual({ from: 125, to: 625 });
    expect((250 - zoomed.from) / (zoomed.to - zoomed.from)).toBe(0.25);
  });

  it('never leaves the data, never gets shorter than it should', () => {
    expect(clampSpan({ from: -500, to: 500 }, { from: 0, to: 5000 }, 100)).toEqual({ from: 0, to: 1000 });
    expect(clampSpan({ from: 4800, to: 5800 }, { from: 0, to: 5000 }, 100)).toEqual({ from: 4000, to: 5000 });
    expect(clampSpan({ from: 10, to: 12 }, { from: 0, to: 5000 }, 100)).toEqual({ from: 0, to: 100 });
    expect(clampSpan({ from: -9000, to: 9000 }, { from: 0, to: 5000 }, 100)).toEqual({ from: 0, to: 5000 });
  });

  it('pans by a share of itself', () => {
    expect(panSpan({ from: 100, to: 200 }, -0.5)).toEqual({ from: 50, to: 150 });
  });

  it('knows calendar spans and steps along the calendar', () => {
    const march = presetSpan(clock, instantOf(clock, 2024, 3, 17), 'month', extent);
    expect(march).toEqual({ from: instantOf(clock, 2024, 3, 1), to: instantOf(clock, 2024, 4, 1) });
    expect(presetOf(clock, march, extent)).toBe('month');
    expect(stepSpan(clock, march, extent, -1)).toEqual({
      from: instantOf(clock, 2024, 2, 1),
      to: instantOf(clock, 2024, 3, 1),
    });
    expect(presetOf(clock, extent, extent)).toBe('all');
  });

  it('the day of the change is one day', () => {
    const day = presetSpan(clock, instantOf(clock, 2024, 3, 10, 12), 'day', extent);
    expect(day.to - day.from).toBe(23 * 3600);
    expect(presetOf(clock, day, extent)).toBe('day');
    expect(stepSpan(clock, day, extent, 1).from).toBe(day.to);
  });
});
