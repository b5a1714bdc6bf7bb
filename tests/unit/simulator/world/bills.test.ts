import { describe, expect, it } from 'vitest';
import { billOf, billPeriods, issuedAt } from '../../../../electron/simulator/world/bills.ts';
import type { ProfileName } from '../../../../electron/simulator/world/profiles.ts';
import { dayReadings, MISSING, sourceOf } from '../../../../electron/simulator/world/readings.ts';
import { localDay } from '../../../../electron/simulator/world/zones.ts';
import { modelOf, STARTED } from './models.ts';

describe('bills', () => {
  it('cover three years without holes, and each was issued before now', () => {
    const model = modelOf('DEMO', 'home');
    const periods = billPeriods(1, model, STARTED / 1000);
    expect(periods.length).toBeGreaterThanOrEqual(36);
    expect(periods[0]?.from).toBe(model.historyStart);
    for (const [index, period] of periods.entries()) {
      expect(period.index).toBe(index);
      expect(period.from).toBe(periods[index - 1]?.to ?? model.historyStart);
      expect(issuedAt(period)).toBeLessThanOrEqual(STARTED / 1000);
    }
    expect(new Set(periods.map((period) => period.uid)).size).toBe(periods.length);
  });

  it.each<[string, ProfileName]>([
    ['DEMO', 'home'],
    ['PACIFIC', 'solarHome'],
    ['DEMO', 'office'],
    ['FRONTRANGE', 'gasHome'],
    ['FRONTRANGE', 'waterHome'],
    ['SGE', 'adelaideHome'],
  ])('of %s %s add up: items to the total, readings to the consumption', (utility, profile) => {
    const model = modelOf(utility, profile);
    const source = sourceOf(1, model);
    for (const period of billPeriods(1, model, STARTED / 1000).slice(-13)) {
      const bill = billOf(1, model, period);
      expect(bill.items.reduce((total, item) => total + item.amount, 0)).toBe(bill.total);
      let consumed = 0;
      let missing = 0;
      for (let day = localDay(source.zone, period.from); day < localDay(source.zone, period.to); day += 1) {
        const readings = dayReadings(source, day);
        consumed += readings.values.forward?.reduce((sum, value) => sum + value, 0) ?? 0;
        missing += readings.marks.filter((mark) => mark === MISSING).length;
      }
      expect(bill.consumed).toBe(consumed);
      expect(bill.missing).toBe(missing);
    }
  });

  it('of a solar roof credit what went out', () => {
    const model = modelOf('PACIFIC', 'solarHome');
    const period = billPeriods(1, model, STARTED / 1000).at(-8);
    if (!period) throw new Error('no bill');
    const credit = billOf(1, model, period).items.find((item) => item.itemKind === 6);
    expect(credit?.amount).toBeLessThan(0);
    expect(credit?.quantity).toBe(billOf(1, model, period).returned);
  });
});
