import { describe, expect, it } from 'vitest';
import {
  billedSeries,
  differenceWords,
  missingRuns,
  periodsOfBills,
  reconcile,
  reconcileWith,
} from '../../../../../../renderer/features/usage/bills/reconciliation.ts';
import type { PeriodRow } from '../../../../../../renderer/features/usage/period-rows.ts';
import type { BillView } from '../../../../../../shared/contract/bills.ts';
import { series } from '../series.ts';

const DAY = 86_400;

function day(number: number, total: number | undefined, coverage = 1, estimated = 0): PeriodRow {
  return {
    start: number * DAY,
    end: (number + 1) * DAY,
    label: `day ${number}`,
    repeated: false,
    total,
    mean: undefined,
    peak: undefined,
    peakAt: undefined,
    least: undefined,
    cost: undefined,
    weight: total === undefined ? 0 : 96,
    sent: total === undefined ? 0 : 96,
    count: total === undefined ? 0 : 96,
    estimated,
    coverage,
  };
}

describe('a bill against its readings', () => {
  it('with three missing days: the difference is theirs, and they are named', () => {
    const days = Array.from({ length: 30 }, (_, number) =>
      number >= 10 && number < 13 ? day(number, undefined, 0) : day(number, 10),
    );
    const result = reconcile(300, days, 'interval');
    expect(result).toMatchObject({ readings: 270, difference: -30, share: -0.1, coverage: 0.9, projected: 300 });
    expect(result.missing.map(({ start }) => start / DAY)).toEqual([10, 11, 12]);
  });

  it('complete: nothing is projected, nothing named', () => {
    const result = reconcile(20, [day(0, 10, 1, 0.5), day(1, 10)], 'interval');
    expect(result).toMatchObject({ difference: 0, coverage: 1, estimated: 0.25, projected: undefined, missing: [] });
  });

  it('of a register projects nothing: what it counted while it was not read is in the sum', () => {
    const days = Array.from({ length: 30 }, (_, number) => day(number, 10, number >= 10 && number < 17 ? 0 : 1));
    const result = reconcile(300, days, 'register');
    expect(result).toMatchObject({ readings: 300, difference: 0, projected: undefined });
    expect(result.missing).toHaveLength(7);
  });

  it('without any reading there is no sum and no difference, rather than 0', () => {
    const result = reconcile(300, [day(0, undefined, 0), day(1, undefined, 0)], 'interval');
    expect(result).toMatchObject({ readings: undefined, difference: undefined, share: undefined, coverage: 0 });
  });

  it('of nothing has no share', () => {
    expect(reconcile(0, [day(0, 1)], 'interval').share).toBeUndefined();
  });

  it('of less than nothing has a share of the sign of the difference', () => {
    const net = (sum: number) => differenceWords(reconcile(-100, [day(0, sum)], 'interval'), 'kWh');
    expect([net(-90), net(-110)]).toEqual(['+10 kWh (+10.0 %)', '-10 kWh (-10.0 %)']);
  });

  it('is about what was delivered, in the bill’s unit', () => {
    const bill = { consumption: { value: 1, unit: 'kWh' } } as BillView;
    const all = [
      series({ id: 'received', flow: { code: 19, label: '' }, count: 900 }),
      series({ id: 'gas', unit: 'therm' }),
      series({ id: 'delivered', flow: { code: 1, label: '' } }),
    ];
    expect(billedSeries(bill, all)?.id).toBe('delivered');
    expect(billedSeries(bill, all.slice(1, 2))).toBeUndefined();
  });

  it('of a net meter, about what was delivered, whichever comes first', () => {
    const bill = { consumption: { value: 1, unit: 'kWh' } } as BillView;
    const flows = [4, 19, 20, 1].map((code) => series({ id: String(code), flow: { code, label: '' }, count: 96 }));
    expect(billedSeries(bill, flows)?.id).toBe('1');
    expect(billedSeries(bill, flows.toReversed())?.id).toBe('1');
    expect(billedSeries(bill, flows.slice(0, 2))?.id).toBe('4');
  });
});

describe('bills beside each other', () => {
  const bill = (start: number, end: number, value: number) =>
    ({ start: start * DAY, end: end * DAY, consumption: { value, unit: 'kWh' } }) as BillView;

  it('are asked for by their starts and ends, and each gets its own stretches', () => {
    const bills = [bill(30, 60, 300), bill(0, 30, 290), bill(45, 60, 150), bill(70, 80, 100)];
    const asked = periodsOfBills(bills);
    expect(asked?.bounds.map((edge) => edge / DAY)).toEqual([0, 30, 45, 60, 70, 80]);
    const rows = (asked?.periods ?? []).map((period) => ({
      ...day(0, ((period.end - period.start) / DAY) * 10),
      ...period,
    }));
    expect(bills.map((one) => reconcileWith(one, rows, 'interval')?.difference)).toEqual([0, 10, 0, 0]);
    expect(periodsOfBills([{ ...bill(0, 1, 1), start: undefined }])).toBeUndefined();
    expect(reconcileWith({ ...bill(0, 30, 1), consumption: undefined }, rows, 'interval')).toBeUndefined();
  });

  it('of a register project nothing, as one alone', () => {
    const rows = [day(0, 10), day(1, 10, 0.5)];
    expect(reconcileWith(bill(0, 2, 20), rows, 'interval')?.projected).toBeCloseTo(20 / 0.75);
    expect(reconcileWith(bill(0, 2, 20), rows, 'register')).toMatchObject({ difference: 0, projected: undefined });
  });

  it.each([
    [0, 0, 'matches'],
    [0.0001, 0.0000004, 'matches'],
    [0.2, 0.0001, '+0.2 kWh (less than 0.1 %)'],
    [-13.62, -0.0616, '-13.62 kWh (-6.2 %)'],
    [5, undefined, '+5 kWh'],
    [undefined, undefined, 'no data'],
  ])('differ by %s: %s', (difference, share, words) => {
    expect(differenceWords({ ...reconcile(1, [], 'interval'), difference, share }, 'kWh')).toBe(words);
  });

  it('name a month of nothing as one gap', () => {
    const days = [0, 0, 0, 0.5, 0].map((coverage, number) => ({
      start: number * DAY,
      end: (number + 1) * DAY,
      coverage,
    }));
    expect(missingRuns(days).map(({ start, end }) => [start / DAY, end / DAY])).toEqual([
      [0, 3],
      [3, 4],
      [4, 5],
    ]);
  });
});
