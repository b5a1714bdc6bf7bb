import { describe, expect, it } from 'vitest';
import { measurementQuantity } from '../../../../../electron/engine/store/decisions.ts';
import { type Bill, consumptionOf } from '../../../../../electron/engine/store/intake/bill-rows.ts';

const gas = (value: number | undefined): Bill['overallConsumptionLastPeriod'] => ({
  powerOfTenMultiplier: -3,
  uom: 42,
  ...(value !== undefined && { value }),
});
const DAY = 86_400;

interface Stated {
  overall?: Bill['overallConsumptionLastPeriod'];
  current?: Bill['overallConsumptionLastPeriod'];
  total?: number;
  days?: number;
}

function consumption({ overall, current, total, days = 30 }: Stated): number | undefined {
  const bill: Bill = {
    billingPeriod: { start: 0, duration: days * DAY },
    ...(total !== undefined && { billLastPeriod: total }),
    ...(overall && { overallConsumptionLastPeriod: overall }),
    ...(current && { currentBillingPeriodOverAllConsumption: current }),
    currentDayOverallConsumption: { ...gas(7000) },
  };
  return measurementQuantity(consumptionOf(bill))?.value;
}

describe('what was used in the period of a bill', () => {
  it.each<[string, Stated, number | undefined]>([
    ['that of the last period', { overall: gas(496_000), current: gas(6_802_000), total: 84_870 }, 496],
    [
      'the current one where the last is 0, but paid (Enbridge)',
      { overall: gas(0), current: gas(172_000), total: 84_870 },
      172,
    ],
    [
      'the current one where the last has no value',
      { overall: gas(undefined), current: gas(172_000), total: 84_870 },
      172,
    ],
    ['the current one where it stands alone', { current: gas(172_000) }, 172],
    ['0 where both are', { overall: gas(0), current: gas(0), total: 84_870 }, 0],
    ['0 where nothing was paid', { overall: gas(0), current: gas(172_000), total: 0 }, 0],
    ['0 where it is not known whether anything was paid', { overall: gas(0), current: gas(172_000) }, 0],
    ['0 where the current one has no value', { overall: gas(0), current: gas(undefined), total: 84_870 }, 0],
    ['not that of a day', { overall: gas(undefined), total: 84_870 }, undefined],
    ['that of a day where the bill is of one', { days: 1 }, 7],
  ])('is %s', (_name, stated, expected) => {
    expect(consumption(stated)).toBe(expected);
  });
});
