import { describe, expect, it } from 'vitest';
import { extremesOf, pathsOf } from '../../../../renderer/charts/series-paths.ts';
import { shapeSeries } from '../../../../renderer/charts/series-shape.ts';
import type { ChartSeries } from '../../../../shared/contract/usage.ts';

/** Ten seconds and one unit are a pixel each; zero is at 100. */
const scales = { x: (time: number) => time / 10, y: (value: number) => 100 - value };

function drawn(over: Partial<ChartSeries> = {}) {
  const chart: ChartSeries = {
    ...{ series: 's', unit: 'degC', resolution: 'readings', count: 3 },
    ...{ t: [0, 100, 300], d: [100, 100, 100], v: [5, 20, 10], q: [0, 1, 0], c: [null, null, null] },
    qualities: ['valid', 'estimated'],
    gaps: [[200, 300]],
    ...over,
  };
  return shapeSeries(chart, 'amount');
}

describe('the paths of a series', () => {
  it('are steps as long as their readings, with a new start after a hole', () => {
    expect(pathsOf(drawn(), scales).line).toBe('M0.0 95.0H10.0H10.0V80.0H20.0M30.0 90.0H40.0');
  });

  it('close each area at zero', () => {
    expect(pathsOf(drawn(), scales).area).toContain('H40.0L40.0 100.0L30.0 100.0Z');
  });

  it('mark what is not simply valid', () => {
    const { marked, markedLine } = pathsOf(drawn(), scales);
    expect(marked).toBe('M10.0 100.0V80.0H20.0V100.0Z');
    expect(markedLine).toBe('M10.0 80.0H20.0');
  });

  it('are a line from point to point for a selection of readings', () => {
    expect(pathsOf(drawn({ resolution: 'm4', gaps: [] }), scales).line).toBe('M0.0 95.0L10.0 80.0L30.0 90.0');
  });

  it('show a point of a selection that stands alone between holes for as long as it lasts, and a pixel at least', () => {
    expect(pathsOf(drawn({ resolution: 'm4' }), scales).line).toBe('M0.0 95.0L10.0 80.0M30.0 90.0H40.0');
    expect(pathsOf(drawn({ resolution: 'm4', d: [1, 1, 1] }), scales)).toMatchObject({
      line: 'M0.0 95.0L10.0 80.0M30.0 90.0H31.0',
      area: 'M0.0 95.0L10.0 80.0L10.0 100.0L0.0 100.0ZM30.0 90.0H31.0L31.0 100.0L30.0 100.0Z',
    });
  });

  it('know the highest and the lowest value; none where nothing is drawn', () => {
    expect(extremesOf(drawn())).toEqual({ highest: 20, lowest: 5 });
    expect(extremesOf({ ...drawn(), points: [] })).toEqual({ highest: undefined, lowest: undefined });
  });
});
