import { describe, expect, it } from 'vitest';
import { plotOf } from '../../../../renderer/charts/plot.ts';

const size = { width: 272, height: 148, withTimeAxis: true };

describe('the plot of a load profile', () => {
  it('lies within the room for its axes', () => {
    expect(plotOf(size, { from: 0, to: 100 }, [0, 10])).toMatchObject({ left: 58, right: 258, top: 22, bottom: 122 });
  });

  it('has no room for times where they are written under another plot', () => {
    expect(plotOf({ ...size, withTimeAxis: false }, { from: 0, to: 100 }, [0, 10]).bottom).toBe(140);
  });

  it('places times from left to right and values from its foot up', () => {
    const { x, y } = plotOf(size, { from: 1000, to: 2000 }, [-5, 0, 5]);
    expect([1000, 1500, 2000, 2500].map(x)).toEqual([58, 158, 258, 358]);
    expect([-5, 0, 5].map(y)).toEqual([122, 72, 22]);
  });
});
