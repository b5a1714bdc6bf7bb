import { describe, expect, it } from 'vitest';
import { CODE_LISTS } from '../../../shared/espi/code-lists.ts';
import { isAmount, levelOf, measuredWords, reachesZero } from '../../../shared/espi/quantities.ts';
import { decideSeriesKind } from '../../../shared/espi/series-kind.ts';
import { unitOf } from '../../../shared/espi/units.ts';

describe('what a reading type measures', () => {
  it.each([
    ['Electricity delivered', { uom: 72, commodity: 1, flowDirection: 1, kind: 12 }],
    ['Natural gas', { uom: 169, commodity: 7 }],
    ['Temperature, °C', { uom: 23, commodity: 1, flowDirection: 1 }],
    ['Temperature, K', { uom: 6, commodity: 9 }],
    ['Voltage, V', { uom: 29, commodity: 1, kind: 54 }],
    ['Voltage, V', { uom: 29, commodity: 1, kind: 4 }],
    ['Current, A', { uom: 5, commodity: 1 }],
    ['Frequency, Hz', { uom: 33 }],
    ['Power factor', { uom: 65, kind: 38 }],
    ['Pressure, psi (gauge)', { uom: 142, commodity: 7 }],
    ['Current angle, °', { uom: 9, kind: 5 }],
    ['Power received, kW', { uom: 38, commodity: 1, flowDirection: 19 }],
    ['Demand delivered, kW', { uom: 38, commodity: 1, flowDirection: 1, kind: 8 }],
    ['Water flow, gal/h (US)', { uom: 129, commodity: 9 }],
    // Without a unit the kind of measurement tells.
    ['Temperature', { kind: 46, commodity: 1 }],
    ['Total harmonic distortion', { uom: 0, kind: 47 }],
    // A kind without a unit that says nothing of levels, and a unit that overrules its kind.
    ['Electricity', { commodity: 1, kind: 12 }],
    ['Electricity', { uom: 72, commodity: 1, kind: 46 }],
  ])('%s', (words, type) => {
    expect(measuredWords(type, undefined)).toBe(words);
  });

  it('the service of the usage point stands in for a commodity', () => {
    expect(measuredWords({ uom: 72 }, 0)).toBe('Electricity');
    expect(measuredWords({ uom: 72 }, undefined)).toBe('Usage');
  });

  it('every unit that adds up is one of an amount, every level is none', () => {
    for (const uom of Object.keys(CODE_LISTS.UnitSymbolKind).map(Number)) {
      if (levelOf({ uom }) !== undefined) expect(unitOf(uom)).toMatchObject({ additive: false });
      if (unitOf(uom).additive) expect(isAmount({ uom })).toBe(true);
    }
  });

  it('a level is sampled, whatever its reading type says of accumulation', () => {
    const shape = { count: 9, zeroDurations: 0, rises: 8, falls: 0, rollovers: 0, first: 1, last: 9, least: 1 };
    for (const accumulationBehaviour of [undefined, 1, 2, 3, 4, 6, 9, 12]) {
      const type = accumulationBehaviour === undefined ? { uom: 23 } : { uom: 23, accumulationBehaviour };
      expect(decideSeriesKind(type, shape).value).toBe('instantaneous');
    }
  });

  it('a picture of a temperature begins where it lies, one of a demand at zero', () => {
    expect(['Temperature', 'Voltage', 'Power factor', 'Demand', undefined].map(reachesZero)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
  });
});
