import { describe, expect, it } from 'vitest';
import { heatColor } from '../../../../renderer/charts/heat-colors.ts';

describe('the colour of a share', () => {
  it('goes from the first stop to the last, and between two of them', () => {
    expect(heatColor(0)).toEqual([34, 38, 84]);
    expect(heatColor(0.1)).toEqual([40, 61, 107]);
    expect(heatColor(1)).toEqual([250, 226, 62]);
  });

  it('is that of the nearer end beyond them', () => {
    expect(heatColor(-1)).toEqual(heatColor(0));
    expect(heatColor(7)).toEqual(heatColor(1));
  });
});
