import { expect, it } from 'vitest';
import { chartRows, drawnWords } from '../../../../../../renderer/features/usage/bills/bills-chart.tsx';
import type { BillView } from '../../../../../../shared/contract/bills.ts';
import { clockOfZone } from '../../../../../../shared/time/index.ts';

const CLOCK = clockOfZone('America/Los_Angeles');
const MONTH = 30 * 86_400;

/** So many monthly bills of 10 dollars each. */
function bills(count: number, more: (index: number) => Partial<BillView> = () => ({})): BillView[] {
  return Array.from({ length: count }, (_, index) => {
    const bill = {
      id: String(index),
      start: 1_700_000_000 + index * MONTH,
      total: 10,
      currency: 'USD',
      ...more(index),
    };
    return bill as unknown as BillView; // no more of it is looked at
  });
}
const values = (bars: ReturnType<typeof chartRows>['use']) => bars.map((bar) => bar.values.use?.total);

it('draws no consumption of bills that state none', () => {
  const { cost, use } = chartRows(bills(3), CLOCK);
  expect(cost.map((bar) => bar.values.cost?.total)).toEqual([10, 10, 10]);
  expect(use.map((bar) => bar.values)).toEqual([{}, {}, {}]);
});

it('draws consumption in the unit of the newest bill that states one, and what was not used as 0', () => {
  const stated = [
    { value: 5, unit: 'therm' },
    undefined,
    { value: 0, unit: 'kWh' },
    { value: 7, unit: 'kWh' },
    undefined,
  ];
  const { use } = chartRows(
    bills(5, (index) => ({ consumption: stated[index] })),
    CLOCK,
  );
  expect(values(use)).toEqual([undefined, undefined, 0, 7, undefined]);
});

it('says how many bills are drawn where these are not all', () => {
  const words = (all: readonly BillView[]) => drawnWords(chartRows(all, CLOCK).bills.length, all.length);
  expect(words(bills(36))).toBeUndefined();
  expect(words(bills(48))).toBe('36 of 48 bills are drawn: the newest whose period is known.');
  expect(words(bills(3, (index) => (index === 1 ? { start: undefined } : {})))).toBe(
    '2 of 3 bills are drawn: the newest whose period is known.',
  );
});
