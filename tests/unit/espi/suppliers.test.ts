import { describe, expect, it } from 'vitest';
import { type ChargedLine, type KnownSupplier, supplierBlocks } from '../../../shared/espi/suppliers.ts';

const utility: KnownSupplier = { name: 'Demo Light', kind: 'utility', number: 'DEMO', since: 0 };
const community: KnownSupplier = { name: 'Bayside Energy', kind: 'lse', number: '4711', since: 1000 };
const line = (note: string, kind: number | undefined, amount: number): ChargedLine => ({ note, kind, amount });

const lines = [
  line('Customer charge', 4, 10),
  line('Peak supply, Bayside Energy (GREEN)', 1, 30),
  line('Delivery, per kWh', 2, 20),
  line('Credit for energy delivered to the grid', 6, -5),
  line('Taxes', 5, 4),
];
const blocksOf = (part: Partial<Parameters<typeof supplierBlocks>[0]>) =>
  supplierBlocks({ lines, agency: undefined, suppliers: [], end: 2000, ...part }).map(({ role, name, amount }) => [
    role,
    name,
    amount,
  ]);

describe('who charges what in a bill of community choice', () => {
  it('lines go to the company that they name, else to the one of their kind; taxes to neither', () => {
    const blocks = supplierBlocks({ lines, agency: community.name, suppliers: [utility, community], end: 2000 });
    expect(blocks).toEqual([
      { role: 'delivery', name: 'Demo Light', number: 'DEMO', lines: [0, 2], amount: 30 },
      { role: 'generation', name: 'Bayside Energy', number: '4711', lines: [1, 3], amount: 25 },
      { role: 'shared', name: undefined, number: undefined, lines: [4], amount: 4 },
    ]);
    expect(blocks.reduce((sum, { amount = 0 }) => sum + amount, 0)).toBe(59);
  });

  it('without customer data, the agency that some lines name is the supplier', () => {
    expect(blocksOf({ agency: 'bayside energy' })).toEqual([
      ['delivery', undefined, 30],
      ['generation', 'bayside energy', 25],
      ['shared', undefined, 4],
    ]);
  });

  it('one company is no community choice', () => {
    expect(blocksOf({ agency: 'Utility' })).toEqual([]);
    expect(blocksOf({ agency: 'Demo Light', suppliers: [utility] })).toEqual([]);
    expect(blocksOf({ suppliers: [] })).toEqual([]);
  });

  it('a supplier that came after the period has no part in it', () => {
    expect(blocksOf({ suppliers: [utility, { ...community, since: 2000 }] })).toEqual([]);
  });

  it('a company that stands there twice is one', () => {
    const renewed = { ...community, name: 'Bayside energy ', since: 500 };
    expect(blocksOf({ suppliers: [utility, community, renewed] })).toEqual(
      blocksOf({ suppliers: [utility, community] }),
    );
  });

  it('with two suppliers, a generation line that names neither is told apart from both', () => {
    const other: KnownSupplier = { name: 'Hill Power', kind: 'retailer', number: undefined, since: undefined };
    expect(blocksOf({ suppliers: [utility, community, other] })).toEqual([
      ['delivery', 'Demo Light', 30],
      ['generation', 'Bayside Energy', 30],
      ['generation', 'Hill Power', undefined],
      ['shared', undefined, -1],
    ]);
  });
});
