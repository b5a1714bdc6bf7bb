import { describe, expect, it } from 'vitest';
import { decideCostScale } from '../../../shared/espi/cost-scale.ts';

describe('the scale of the costs of readings', () => {
  it.each([
    ['as the schema wants', 2500, 62_500_000, 'kWh', 1, 100_000, true],
    ['without fixed charges, cheap', 1000, 1_100_000, 'kWh', 1, 100_000, true],
    ['thousandths', 1000, 250_000, 'kWh', 1, 1000, false],
    ['thousandths, dear', 1000, 900_000, 'kWh', 1, 1000, false],
    ['cents of gas', 100, 11_000, 'therm', 1, 100, false],
    ['decimals of the currency', 1000, 250.5, 'kWh', 1, 1, false],
    ['what is fed in may be worth little', 1000, 250_000, 'kWh', 19, 100_000, false],
    ['net may come to nothing', 1000, 250_000, 'kWh', 4, 100_000, false],
    ['no unit to judge by', 1000, 250_000, '', 1, 100_000, false],
    ['no costs but 0', 1000, 0, 'kWh', 1, 100_000, false],
    ['nothing fits', 1, 1e12, 'kWh', 1, 100_000, false],
  ])('%s', (_name, amount, cost, unit, flow, value, certain) => {
    const decision = decideCostScale({ amount, cost, unit, flow });
    expect(decision).toMatchObject({ value, certain });
    expect(decision.reason).toMatch(/\.$/);
  });
});
