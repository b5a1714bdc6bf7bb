import { describe, expect, it } from 'vitest';
import { evidenceOf, fits, medianPrice, mostVoted, type Price, tooCoarse } from '../../../shared/espi/bill-evidence.ts';

const line = (amount: number, power?: number, itemKind = 2) => ({
  amount,
  itemKind,
  ...(power === undefined ? {} : { measurement: { uom: 80, powerOfTenMultiplier: power, value: amount } }),
});
const price = (raw: number, quantity = 1): Price => ({
  raw,
  quantity,
  perUnit: raw / quantity,
  unit: 'kWh',
  range: [0.02, 1.5],
});

describe('what a bill says of the scale of its money', () => {
  it('has no total where it is missing or 0, and takes the other total field then', () => {
    expect(evidenceOf({ lineItems: [], billLastPeriod: 0 }).raw).toBeUndefined();
    expect(evidenceOf({ lineItems: [], billLastPeriod: 0, costAdditionalLastPeriod: 700 }).raw).toBe(700);
    expect(evidenceOf({ lineItems: [] })).toMatchObject({ comparable: false, power: undefined, price: undefined });
  });

  it('takes the sum of the lines where no field has the total', () => {
    const found = evidenceOf({ lineItems: [line(4000), line(3000)] });
    expect(found).toMatchObject({ raw: 7000, comparable: false, power: undefined });
  });

  it('finds the power of ten between the lines and the total', () => {
    const lineItems = [line(4000), line(3000)];
    expect(evidenceOf({ lineItems, billLastPeriod: 7000 }).power).toBe(0);
    expect(evidenceOf({ lineItems, billLastPeriod: 70 }).power).toBe(2);
    expect(evidenceOf({ lineItems, billLastPeriod: 700_000 }).power).toBe(-2);
    expect(evidenceOf({ lineItems, billLastPeriod: 5555 }).power).toBeUndefined();
  });

  it('counts what the lines state, and tells that they do not agree', () => {
    expect(evidenceOf({ lineItems: [line(4000, -3), line(3000, -3)] })).toMatchObject({ stated: 1000, mixed: false });
    const mixed = [line(4000, -3), line(3000, -3), line(2000, -5)];
    expect(evidenceOf({ lineItems: mixed })).toMatchObject({ stated: 1000, mixed: true });
    expect(
      mostVoted(
        new Map([
          [100, 2],
          [1000, 2],
          [1, 1],
        ]),
      ),
    ).toBe(1000);
    expect(mostVoted(new Map())).toBeUndefined();
  });

  it('takes a measurement in money that repeats the total where no line states anything', () => {
    const measurements = [undefined, { uom: 72, value: 7000, powerOfTenMultiplier: -1 }];
    const own = { uom: 80, value: 7000, powerOfTenMultiplier: -2 };
    expect(evidenceOf({ lineItems: [], billLastPeriod: 7000, measurements }).stated).toBeUndefined();
    expect(evidenceOf({ lineItems: [], billLastPeriod: 7000, measurements: [...measurements, own] }).stated).toBe(100);
    expect(evidenceOf({ lineItems: [], billLastPeriod: 7001, measurements: [own] }).stated).toBeUndefined();
  });

  it('judges no price of a bill of which a third was credited', () => {
    const consumption = { uom: 72, powerOfTenMultiplier: 3, value: 500 };
    const billed = evidenceOf({ lineItems: [line(9000), line(-1000)], billLastPeriod: 8000, consumption });
    expect(billed).toMatchObject({ credited: false, price: { raw: 8000, quantity: 500, perUnit: 16, unit: 'kWh' } });
    const credited = evidenceOf({ lineItems: [line(9000), line(-4000)], billLastPeriod: 5000, consumption });
    expect(credited).toMatchObject({ credited: true, price: undefined });
  });

  it('sees decimals in the total or in any line', () => {
    expect(evidenceOf({ lineItems: [line(10)], billLastPeriod: 10 }).decimals).toBe(false);
    expect(evidenceOf({ lineItems: [line(10)], billLastPeriod: 10.5 }).decimals).toBe(true);
    expect(evidenceOf({ lineItems: [line(9.5)], billLastPeriod: 10 }).decimals).toBe(true);
  });
});

describe('prices', () => {
  it('fit a divisor where they are within the range, both ends included', () => {
    expect(fits({ perUnit: 2, range: [0.02, 1.5] }, 100)).toBe(true);
    expect(fits({ perUnit: 1.5, range: [0.02, 1.5] }, 1)).toBe(true);
    expect(fits({ perUnit: 1.9, range: [0.02, 1.5] }, 100)).toBe(false);
    expect(fits({ perUnit: 1.6, range: [0.02, 1.5] }, 1)).toBe(false);
  });

  it('are too coarse for a scale only where enough totals all end in zeros', () => {
    // On 1/1000 a cent is 10: the next scale is 1/100 000, on which it is 1000.
    const round = [price(41_000), price(52_000), price(63_000)];
    expect(tooCoarse(round, 1000)).toBe(true);
    expect(tooCoarse(round.slice(1), 1000)).toBe(false);
    expect(tooCoarse([...round, price(63_010)], 1000)).toBe(false);
    expect(tooCoarse(round, 100_000)).toBe(false);
  });

  it('have a middle one, and none where there is no price', () => {
    expect(medianPrice([price(30), price(10), price(20)]).raw).toBe(20);
    expect(() => medianPrice([])).toThrow(RangeError);
  });
});
