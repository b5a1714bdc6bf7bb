import { describe, expect, it } from 'vitest';
import { decideBill, decideMoneyScale, usualScale } from '../../../shared/espi/money.ts';

const kwh = (value: number) => ({ uom: 72, powerOfTenMultiplier: 3, value });

describe('the scale of money', () => {
  it.each([
    ['as the schema wants', 23_364_000, kwh(900), 100_000, true],
    ['thousandths', 233_640, kwh(900), 1000, false],
    ['cents', 23_364, kwh(900), 100, false],
    ['whole units', 234, kwh(900), 1, false],
    ['therms', 20_624_000, { uom: 169, powerOfTenMultiplier: -3, value: 140_000 }, 100_000, true],
    ['no consumption', 23_364_000, undefined, 100_000, false],
    ['no amount', 0, kwh(900), 100_000, true],
    ['nothing fits', 1e15, kwh(1), 100_000, false],
    ['a credit', -23_364_000, kwh(900), 100_000, true],
    ['a small credit', -500_000, kwh(700), 100_000, false],
  ])('%s', (_name, raw, consumption, value, certain) => {
    const decision = decideBill(raw, consumption);
    expect(decision).toMatchObject({ value, certain });
    expect(decision.reason).toMatch(/\.$/);
  });

  it('lines that add up to the bill have its scale', () => {
    const scales = decideMoneyScale({
      billLastPeriod: 10_000_000,
      consumption: kwh(700),
      lineItems: [{ amount: 6_000_000 }, { amount: 4_000_000 }],
    });
    expect(scales).toMatchObject({ bill: { value: 100_000 }, lines: { value: 100_000, certain: true } });
  });

  it('lines in thousandths beside a bill in 1/100000 (Enbridge) are told apart', () => {
    const measurement = { uom: 80, powerOfTenMultiplier: -3, value: 60_000 };
    const scales = decideMoneyScale({
      billLastPeriod: 10_000_000,
      consumption: { uom: 42, powerOfTenMultiplier: 0, value: 250 },
      lineItems: [{ amount: 60_000, measurement }, { amount: 40_000 }],
    });
    expect(scales).toMatchObject({ bill: { value: 100_000 }, lines: { value: 1000, certain: true } });
  });

  it.each([
    ['beside a price that fits two scales', 85_430, 250],
    ['beside a price that fits that of the schema', 85_430, 5],
    ['of a month without consumption', 85_430, 0],
  ])('lines measured in money that add up to the bill say its scale, %s', (_name, billLastPeriod, value) => {
    const measurement = { uom: 80, powerOfTenMultiplier: -3, value: 40_000 };
    const scales = decideMoneyScale({
      billLastPeriod,
      consumption: { uom: 42, powerOfTenMultiplier: 0, value },
      lineItems: [{ amount: 40_000, measurement }, { amount: 45_430 }],
    });
    expect(scales).toMatchObject({ bill: { value: 1000 }, lines: { value: 1000, certain: true } });
  });

  it('bills that cannot be judged by themselves follow the others of their meter', () => {
    const bill = (billLastPeriod: number, value: number) => ({
      billLastPeriod,
      consumption: kwh(value),
      lineItems: [],
    });
    // Nearly all of the second was paid by generation; the third has no consumption.
    const schema = [bill(23_364_000, 900), bill(200_000, 900), bill(1_500_000, 0), bill(0, 900)];
    expect(usualScale(schema)).toBe(100_000);
    for (const one of schema) expect(decideMoneyScale(one, 100_000).bill.value).toBe(100_000);
    expect(decideMoneyScale(bill(200_000, 900)).bill.value).toBe(1000);
    const cents = [bill(23_364, 900), bill(20_112, 800), bill(1500, 0)];
    expect(usualScale(cents)).toBe(100);
    for (const one of cents) expect(decideMoneyScale(one, 100).bill.value).toBe(100);
    expect(cents.map((one) => decideMoneyScale(one, 100).bill.reason.startsWith('Other bills'))).toEqual([
      false,
      false,
      true,
    ]);
    expect(usualScale([bill(1500, 0)])).toBeUndefined();
    // One bill that happens to fit the scale of the schema does not outvote a year in cents, nor one guess another.
    expect(usualScale([...Array(11).fill(bill(23_364, 900)), bill(2500, 0.1)])).toBe(100);
    expect(usualScale([bill(23_364, 900), bill(234, 900)])).toBeUndefined();
  });

  it('lines measured in money say their scale where there is no bill', () => {
    const measurement = { uom: 80, powerOfTenMultiplier: -3, value: 1 };
    expect(decideMoneyScale({ lineItems: [{ amount: 5, measurement }] }).lines).toMatchObject({ value: 1000 });
  });

  it('nothing to compare is no certainty', () => {
    expect(decideMoneyScale({ lineItems: [] }).lines).toMatchObject({ value: 100_000, certain: false });
  });
});
