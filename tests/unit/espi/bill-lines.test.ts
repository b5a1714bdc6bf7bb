import { describe, expect, it } from 'vitest';
import { type LineRole, readLine, sumLines } from '../../../shared/espi/bill-lines.ts';

const money = (value: number, power = -3) => ({ uom: 80, powerOfTenMultiplier: power, value });
const due = 1_735_257_600;

describe('a line of a bill', () => {
  it.each<[string, LineRole, Parameters<typeof readLine>[0]]>([
    ['Gas Supply Charge', 'charge', { amount: 5220, itemKind: 2, measurement: money(5220) }],
    ['Gas Supply Charge', 'charge', { amount: 5220, itemKind: 10, measurement: money(5220) }],
    ['HST', 'tax', { amount: 5050, itemKind: 5, measurement: money(5050) }],
    ['HST', 'tax', { amount: 5050, itemKind: 10 }],
    ['Solar credit', 'credit', { amount: -1_500_000, itemKind: 6 }],
    ['Electricity rebate', 'credit', { amount: 3000, itemKind: 10 }],
    ['Energy', 'charge', { amount: 12_345_000 }],
    ['Something', 'charge', { amount: 12_345_000, itemKind: 99 }],
    ['Late payment charge', 'charge', { amount: 120, itemKind: 4 }],
    ['Prior balance adjustment', 'charge', { amount: 120, itemKind: 4 }],
    ['Payment processing fee', 'charge', { amount: 120, itemKind: 4 }],
    ['Rate rider adjustment', 'charge', { amount: 120, itemKind: 2 }],
    // The price of a charge in its note does not make it a price.
    [
      'Delivery, per kWh',
      'charge',
      { amount: 3_500_000, unitCost: 12_000, itemKind: 2, measurement: { uom: 72, value: 290_000 } },
    ],
    [
      'Time of use rate: on-peak',
      'charge',
      { amount: 3_500_000, itemKind: 3, measurement: { uom: 72, value: 290_000 } },
    ],
    ['Delivery, 57 m³ at 9.21 ¢/m³', 'charge', { amount: 5250, itemKind: 2 }],
    ['Gas Supply Charge Rate', 'price', { amount: 11_320, itemKind: 2, measurement: money(11_320) }],
    ['Delivery to You (¢/m³)', 'price', { amount: 9210, itemKind: 2, measurement: money(9210) }],
    ['Supply in cents per kWh', 'price', { amount: 9210, itemKind: 1 }],
    ['Energy', 'price', { unitCost: 12_000, itemKind: 3 }],
    ['Previous balance', 'balance', { amount: 57_200, itemKind: 4, measurement: money(57_200) }],
    ['Payment received', 'balance', { amount: -57_200, itemKind: 9 }],
    ['Previous charges', 'balance', { amount: 57_200, itemKind: 2 }],
    ['Total charges', 'balance', { amount: 43_880, itemKind: 2 }],
    ['Amount Due', 'balance', { amount: 43_880, itemKind: 2, measurement: money(43_880) }],
    [
      'Gas used',
      'quantity',
      { amount: 0, itemKind: 3, measurement: { uom: 42, powerOfTenMultiplier: -3, value: 57_000 } },
    ],
    [
      'Gas used',
      'quantity',
      { amount: 57_000, itemKind: 3, measurement: { uom: 42, powerOfTenMultiplier: -3, value: 57_000 } },
    ],
    ['Gas used (m³)', 'quantity', { amount: 57_000, itemKind: 10 }],
    ['Due Date', 'date', { amount: 0, itemKind: 10, measurement: { uom: 27, value: due } }],
    ['Due Date', 'date', { amount: due, itemKind: 10 }],
    ['PEF', 'code', { amount: 0, itemKind: 10, measurement: { uom: 114, value: 30_613 } }],
    ['A word about your bill', 'information', { amount: 0, itemKind: 10 }],
  ])('%s is a %s', (note, role, line) => {
    expect(readLine({ ...line, note }).role).toBe(role);
  });

  it('states its scale by a measure in money, whatever the multiplier of that is', () => {
    const stated = (amount: number | undefined, measurement: object) =>
      readLine({ note: 'Fee', itemKind: 4, ...(amount === undefined ? {} : { amount }), measurement }).stated;
    expect(stated(5050, money(5050))).toBe(1000);
    expect(stated(505, money(505, -2))).toBe(100);
    expect(stated(505_000, money(505, -2))).toBe(100_000);
    expect(stated(5, money(5, 0))).toBe(1);
    expect(stated(undefined, money(5050))).toBe(1000);
    expect(stated(0, money(0))).toBe(1000);
    expect(stated(5050, { uom: 80, value: 5050 })).toBeUndefined();
    expect(stated(5050, { uom: 42, powerOfTenMultiplier: -3, value: 7 })).toBeUndefined();
  });

  it('that is a price says what it is in; a date when, a code which', () => {
    expect(readLine({ note: 'Delivery (¢/m³)', itemKind: 2, amount: 9210, measurement: money(9210) }).price).toEqual({
      value: 9.21,
      unit: '¢/m³',
    });
    expect(readLine({ note: 'Supply ($/kWh)', itemKind: 10, amount: 12 }).price).toEqual({
      value: undefined,
      unit: '$/kWh',
    });
    expect(readLine({ note: 'Due Date', itemKind: 10, measurement: { uom: 27, value: due } }).date).toBe(due);
    expect(readLine({ note: 'Due Date', itemKind: 10, measurement: { uom: 108, value: due * 1000 } }).date).toBe(due);
    expect(readLine({ note: 'x', itemKind: 10, measurement: { uom: 114, value: 7 } }).code).toBe(7);
    // The length of a month is no date.
    expect(readLine({ note: 'Billed days', itemKind: 10, measurement: { uom: 27, value: 2_592_000 } }).role).toBe(
      'quantity',
    );
  });
});

describe('the sum of the lines', () => {
  const line = (role: LineRole, amount: number | undefined, subtotal = false) => ({ role, amount, subtotal });

  it('adds charges, credits and taxes, nothing else', () => {
    const lines = [
      line('charge', 10),
      line('balance', 99),
      line('tax', 1.3),
      line('price', undefined),
      line('credit', -2),
    ];
    expect(sumLines(lines, [9.3])).toMatchObject({ sum: 9.3, signs: [1, 0, 1, 0, 1], met: 9.3 });
    expect(sumLines(lines, [500])).toMatchObject({ sum: 9.3, met: undefined });
  });

  it('counts what is not named a charge only where the total would be missed without it', () => {
    const lines = [line('information', 30), line('tax', 4), line('balance', 34, true)];
    expect(sumLines(lines, [34])).toMatchObject({ sum: 34, signs: [1, 1, 0] });
    expect(sumLines(lines, [4])).toMatchObject({ sum: 4, signs: [0, 1, 0] });
    expect(sumLines([line('balance', 30, true), line('tax', 4)], [34])).toMatchObject({ sum: 34 });
    expect(sumLines([line('charge', 30), line('credit', 4)], [26])).toMatchObject({ sum: 26, signs: [1, -1] });
    expect(sumLines([line('balance', 30)], [30])).toMatchObject({ sum: 0, signs: [0] });
  });
});
