import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CODE_LISTS } from '../../../shared/espi/code-lists.ts';
import { displayPower, scaled, unitLabel, unitOf } from '../../../shared/espi/units.ts';

describe('units of measurement', () => {
  // One row a code that the schema lists as energy, power, volume, heat, voltage, current or temperature.
  it.each([
    [72, 'kWh', 'energy', 0.001, true],
    [71, 'kVAh', 'apparent energy', 0.001, true],
    [73, 'kVArh', 'reactive energy', 0.001, true],
    [38, 'kW', 'power', 0.001, false],
    [61, 'kVA', 'apparent power', 0.001, false],
    [63, 'kVAr', 'reactive power', 0.001, false],
    [29, 'V', 'voltage', 1, false],
    [5, 'A', 'current', 1, false],
    [31, 'J', 'energy', 1, true],
    [132, 'Btu', 'energy', 1, true],
    [133, 'BtuPerH', 'power', 1, false],
    [169, 'therm', 'energy', 1, true],
    [42, 'm3', 'volume', 1, true],
    [166, 'm3 uncompensated', 'volume', 1, true],
    [167, 'm3 compensated', 'volume', 1, true],
    [119, 'ft3', 'volume', 1, true],
    [120, 'ft3 compensated', 'volume', 1, true],
    [134, 'L', 'volume', 1, true],
    [156, 'L uncompensated', 'volume', 1, true],
    [157, 'L compensated', 'volume', 1, true],
    [128, 'gal', 'volume', 1, true],
    [130, 'imperial gal', 'volume', 1, true],
    [125, 'm3/h', 'volume flow', 1, false],
    [45, 'm3/s', 'volume flow', 1, false],
    [126, 'm3/h compensated', 'volume flow', 1, false],
    [127, 'm3/h uncompensated', 'volume flow', 1, false],
    [123, 'ft3/h compensated', 'volume flow', 1, false],
    [137, 'L/h', 'volume flow', 1, false],
    [138, 'L/h compensated', 'volume flow', 1, false],
    [139, 'L/h uncompensated', 'volume flow', 1, false],
    [82, 'L/s', 'volume flow', 1, false],
    [129, 'gal/h', 'volume flow', 1, false],
    [131, 'imperial gal/h', 'volume flow', 1, false],
    [23, 'degC', 'temperature', 1, false],
    [6, 'K', 'temperature', 1, false],
  ])('%i is %s', (uom, name, dimension, factor, additive) => {
    expect(unitOf(uom)).toMatchObject({ uom, name, dimension, factor, additive });
  });

  it('119 is cubic feet, never cubic metres', () => {
    expect(unitOf(119).label).toBe('ft³');
    expect(unitOf(42).label).toBe('m³');
  });

  it('the label of a name is what people read; another name stays', () => {
    expect(['m3', 'ft3 compensated', 'degC', 'kWh', 'unknown (9999)', ''].map(unitLabel)).toEqual([
      'm³',
      'ft³ (compensated)',
      '°C',
      'kWh',
      'unknown (9999)',
      '',
    ]);
  });

  it('every code of the schema has a name, an unknown one says so', () => {
    for (const code of Object.keys(CODE_LISTS.UnitSymbolKind)) {
      const { name } = unitOf(Number(code));
      expect(name.startsWith('unknown')).toBe(false);
      if (code !== '0') expect(name).not.toBe('');
    }
    expect(unitOf(9999).name).toBe('unknown (9999)');
    expect(unitOf(undefined).name).toBe('');
  });

  it('powers of ten of the type and of the unit add up', () => {
    expect(displayPower(72, -3)).toBe(-6);
    expect(displayPower(72, 3)).toBe(0);
    expect(displayPower(169, -3)).toBe(-3);
    expect(displayPower(undefined, undefined)).toBe(0);
    expect(scaled(726_240_000, displayPower(72, -3))).toBe(726.24);
  });

  it('scaling down is exact to the last digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
        fc.integer({ min: 0, max: 9 }),
        (raw, digits) => {
          expect(scaled(raw, -digits)).toBe(Number(`${raw}e-${digits}`));
        },
      ),
    );
  });
});
