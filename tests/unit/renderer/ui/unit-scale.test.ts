import { describe, expect, it } from 'vitest';
import { formatMeasured, withUnit } from '../../../../renderer/ui/format.ts';
import { scaleOfLargest, unitScale } from '../../../../renderer/ui/unit-scale.ts';

/** A number as a picture of numbers of that size writes it. */
function read(value: number, unit: string, size = value): string {
  const scale = unitScale(unit, size);
  return formatMeasured(scale.of(value), scale.unit);
}

describe('the unit of a picture', () => {
  it.each([
    [0.21, 'kWh', '0.21 kWh'],
    [16_070, 'kWh', '16,070 kWh'],
    [0.0005, 'kWh', '0.5 Wh'],
    [0.000_000_2, 'kWh', '0.0002 Wh'],
    [2_500_000, 'kWh', '2.5 GWh'],
    [250_000, 'kW', '250 MW'],
    [-250_000, 'kWh', '-250 MWh'],
    [0.0005, 'kVArh', '0.5 varh'],
    [3_582_000_000, 'Btu', '3,582 MMBtu'],
    [45_000, 'Btu', '45,000 Btu'],
    [27_291_000, 'gal', '27,291 kgal (US)'],
    [0.0004, 'm3', '0.4 L'],
    [100.57, 'therm', '100.57 therm'],
    [0, 'kWh', '0 kWh'],
    [21.4, 'degC', '21.4 °C'],
    [5_000_000, '', '5,000,000'],
  ])('%d %s reads %s', (value, unit, words) => {
    expect(read(value, unit)).toBe(words);
  });

  it('is one for all numbers of a picture: that of the largest', () => {
    const scale = scaleOfLargest('kWh', [0.0001, null, undefined, -0.0009, 0]);
    expect([scale.unit, scale.of(0.0001), scale.of(-0.0009)]).toEqual(['Wh', 0.1, -0.9]);
    expect(scaleOfLargest('kWh', []).unit).toBe('kWh');
  });

  it('is said where there is none, and a ratio has none', () => {
    expect(withUnit('Total', '')).toBe('Total, unit not stated');
    expect(withUnit('Mean', 'cosTheta')).toBe('Mean');
    expect(withUnit('Peak', 'm3')).toBe('Peak, m³');
  });
});
