import { describe, expect, it } from 'vitest';
import {
  type BillLineView,
  checkSum,
  isCharge,
  LINE_GROUPS,
  leftOutWords,
  scaleWords,
} from '../../../../../../renderer/features/usage/bills/bill-words.ts';
import type { BillView } from '../../../../../../shared/contract/bills.ts';

const bill = (over: Partial<BillView>): BillView => ({
  id: 'b',
  entry: 'b',
  currency: 'CAD',
  moneyScale: 1000,
  moneyScaleReason: '',
  lineScale: 1000,
  lineScaleReason: '',
  moneyScaleBy: 'detected',
  moneyEvidence: 'stated',
  items: [],
  suppliers: [],
  files: [],
  ...over,
});
const line = (role: BillLineView['role'], counted = false): BillLineView => ({ note: role, role, counted });

describe('a bill in words', () => {
  it('says its scale and what told it', () => {
    const items = [line('charge', true)];
    expect(scaleWords(bill({ items, scaleStatedBy: 'lines' }))).toBe('Money in 1/1,000 of CAD, as its lines state.');
    expect(scaleWords(bill({ scaleStatedBy: 'summary' }))).toBe('Money in 1/1,000 of CAD, as its total states.');
    expect(scaleWords(bill({ scaleStatedBy: 'sum' }))).toMatch(
      /^Money in 1\/1,000 of CAD, for its lines, each on the scale/,
    );
    // Lines of its own need not state anything.
    for (const own of [items, []]) {
      expect(scaleWords(bill({ items: own }))).toBe('Money in 1/1,000 of CAD, as other bills state.');
    }
    expect(scaleWords(bill({ moneyScale: 1, lineScale: 1, moneyEvidence: 'decimals' }))).toBe(
      'Money in whole CAD, as its decimals show.',
    );
    expect(scaleWords(bill({ moneyScale: 100_000, moneyEvidence: 'price' }))).toBe(
      'Money in 1/100,000 of CAD, as the price of a unit suggests. Lines in 1/1,000 of CAD.',
    );
  });

  it('shows every line once: as a charge or in one of the other groups', () => {
    const roles = ['charge', 'credit', 'tax', 'balance', 'price', 'quantity', 'date', 'code', 'information'] as const;
    for (const one of roles.flatMap((role) => [line(role), line(role, true)])) {
      const groups = LINE_GROUPS.filter(({ holds }) => holds(one) && !isCharge(one)).length;
      expect(groups + Number(isCharge(one)), `${one.role} ${one.counted}`).toBe(1);
    }
    expect(leftOutWords([line('charge', true)])).toBeUndefined();
    expect(leftOutWords([line('balance'), line('price'), line('price'), line('date')])).toBe(
      'Left out: 1 balance or total, 2 prices, 1 other line.',
    );
  });

  it('compares the sum with the total, or with the additional charges where it meets those', () => {
    expect(checkSum(bill({ linesSum: 43.88, total: 43.88 }))).toEqual({ with: 'total', target: 43.88 });
    expect(checkSum(bill({ linesSum: 40, total: 43.88 }))?.difference).toBeCloseTo(-3.88);
    expect(checkSum(bill({ linesSum: 12, total: 43.88, additional: 12 }))).toEqual({ with: 'additional', target: 12 });
    expect(checkSum(bill({ linesSum: 12, total: 43.88, additional: 0 }))?.with).toBe('total');
    expect(checkSum(bill({ total: 43.88 }))).toBeUndefined();
  });
});
