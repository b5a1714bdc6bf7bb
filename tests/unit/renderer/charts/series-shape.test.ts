import { describe, expect, it } from 'vitest';
import { rateUnit } from '../../../../renderer/charts/measure.ts';
import { pointAt, qualitySpans, shapeSeries, valueRange } from '../../../../renderer/charts/series-shape.ts';
import type { ChartSeries } from '../../../../shared/contract/usage.ts';

function chart(over: Partial<ChartSeries> = {}): ChartSeries {
  return {
    series: 's',
    unit: 'kWh',
    resolution: 'readings',
    count: 4,
    t: [0, 900, 3600, 4500],
    d: [900, 900, 900, 900],
    v: [1, 2, 3, 4],
    q: [0, 1, 1, 0],
    c: [0.1, null, 0.3, 0.4],
    qualities: ['valid', 'estimated'],
    gaps: [[1800, 3600]],
    ...over,
  };
}

describe('the shape of a series', () => {
  it('is broken at a hole, never bridged', () => {
    expect(shapeSeries(chart(), 'amount').runs).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('draws what a reading without a value cost, and no value', () => {
    const costly = chart({ v: [1, null, 3, 4], c: [0.1, 0.2, 0.3, null] });
    expect(shapeSeries(costly, 'amount').points.map(({ t, v }) => [t, v])).toEqual([
      [0, 1],
      [3600, 3],
      [4500, 4],
    ]);
    expect(shapeSeries(costly, 'power').points.map(({ v }) => v)).toEqual([4, 12, 16]);
    expect(shapeSeries(costly, 'cost').points.map(({ t, v }) => [t, v])).toEqual([
      [0, 0.1],
      [900, 0.2],
      [3600, 0.3],
    ]);
  });

  it('of costs is broken where a reading has an amount and no cost, in a selection too', () => {
    const over = { t: [0, 900, 1800], c: [0.1, null, 0.3], gaps: [] };
    for (const resolution of ['readings', 'm4'] as const)
      expect(shapeSeries(chart({ ...over, resolution }), 'cost').runs).toEqual([
        [0, 0],
        [1, 1],
      ]);
    expect(shapeSeries(chart(over), 'amount').runs).toEqual([[0, 2]]);
  });

  it('of costs is not broken where there was nothing to be priced, and once where several have no cost', () => {
    const t = [0, 900, 1800, 2700, 3600];
    const costs = { c: [0.1, 0.2, null, null, 0.3], gaps: [] };
    expect(shapeSeries(chart({ t, ...costs, v: [1, 2, 3, 4, 5] }), 'cost').runs).toEqual([
      [0, 1],
      [2, 2],
    ]);
    expect(shapeSeries(chart({ t, ...costs, v: [1, null, null, null, 5] }), 'cost').runs).toEqual([[0, 2]]);
  });

  it('is not broken where readings are only far apart in a selection', () => {
    const selection = chart({ resolution: 'm4', gaps: [] });
    expect(shapeSeries(selection, 'amount')).toMatchObject({ shape: 'line', runs: [[0, 3]] });
  });

  it('has a rate only where its unit has one', () => {
    expect(shapeSeries(chart(), 'power').points[0]?.v).toBe(4);
    expect(shapeSeries(chart({ unit: 'degC' }), 'power')).toMatchObject({
      unit: 'degC',
      points: [{ v: 1 }, {}, {}, {}],
    });
  });

  it('is told apart by the first way of pricing with two numbers', () => {
    const rates = { tier: [1, 2, 2, 1], tou: [3, 3, 3, 3] };
    expect(shapeSeries(chart({ rates }), 'amount').rates).toEqual({ kind: 'tier', codes: [1, 2] });
    expect(shapeSeries(chart(), 'amount').rates).toBeUndefined();
  });

  it('says the reading at an instant, and nothing in a hole', () => {
    const drawn = shapeSeries(chart(), 'amount');
    expect(pointAt(drawn, 899)).toBe(0);
    expect(pointAt(drawn, 900)).toBe(1);
    expect(pointAt(drawn, 2400)).toBeUndefined();
    expect(pointAt(drawn, 5399)).toBe(3);
    expect(pointAt(drawn, 5400)).toBeUndefined();
    expect(pointAt(drawn, -1)).toBeUndefined();
  });

  it('takes the nearest true reading of a selection', () => {
    const drawn = shapeSeries(chart({ resolution: 'm4', gaps: [] }), 'amount');
    expect(pointAt(drawn, 2000)).toBe(1);
    expect(pointAt(drawn, 3000)).toBe(2);
    // The second reading has no cost: nothing stands between its neighbours.
    const costs = shapeSeries(chart({ resolution: 'm4', gaps: [] }), 'cost');
    expect([899, 1500, 3600].map((at) => pointAt(costs, at))).toEqual([0, undefined, 1]);
  });

  it('turns amounts into power by their own length', () => {
    const drawn = shapeSeries(chart({ d: [900, 1800, 900, 900] }), 'power');
    expect(drawn.unit).toBe('kW');
    expect(drawn.points.map(({ v }) => v)).toEqual([4, 4, 12, 16]);
  });

  it('draws costs only where there are some', () => {
    const drawn = shapeSeries(chart(), 'cost', 'USD');
    expect(drawn.unit).toBe('USD');
    expect(drawn.points.map(({ v }) => v)).toEqual([0.1, 0.3, 0.4]);
  });

  it('knows rates of energy, and that therms have none', () => {
    expect(rateUnit('kWh')).toBe('kW');
    expect(rateUnit('Wh')).toBe('W');
    expect(rateUnit('therm')).toBeUndefined();
    expect(rateUnit('m³')).toBeUndefined();
  });

  it('marks what is not simply valid, apart on both sides of a hole', () => {
    expect(qualitySpans(shapeSeries(chart(), 'amount'))).toEqual([
      { from: 900, to: 1800, quality: 'estimated' },
      { from: 3600, to: 4500, quality: 'estimated' },
    ]);
  });

  it('measures its height within the view, zero included', () => {
    const drawn = shapeSeries(chart({ v: [-2, 5, 9, 1] }), 'amount');
    expect(valueRange([drawn], 0, 1700)).toEqual([-2, 5]);
    expect(valueRange([drawn], 3600, 9000)).toEqual([0, 9]);
  });
});
