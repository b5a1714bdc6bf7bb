import { describe, expect, it } from 'vitest';
import { parseUsageSearch, spanOf } from '../../../../../renderer/features/usage/usage-address.ts';

describe('the address of a usage view', () => {
  it('comes back as it was written', () => {
    const search = { tab: 'bills', series: ['a', 'b'], from: 10, to: 20, measure: 'power', with: 'm2', block: 'b1' };
    expect(parseUsageSearch(search)).toEqual(search);
    expect(spanOf(parseUsageSearch(search))).toEqual({ from: 10, to: 20 });
  });

  it('has the cost as a switch of its own, also in addresses that had it as the measure', () => {
    expect(parseUsageSearch({ measure: 'power', cost: true })).toEqual({ measure: 'power', cost: true });
    expect(parseUsageSearch({ measure: 'cost' })).toEqual({ cost: true });
    expect(parseUsageSearch({ cost: false })).toEqual({});
  });

  it('leaves out what makes no sense, and shows the rest', () => {
    expect(parseUsageSearch({ tab: 'nonsense', series: 'a', from: 20, to: 10, measure: 'x', other: 1 })).toEqual({});
    expect(parseUsageSearch({ series: [1, 'a', null], from: 1 })).toEqual({ series: ['a'] });
    expect(spanOf({})).toBeUndefined();
  });

  it('asks for no more series than the contract takes', () => {
    const many = Array.from({ length: 30 }, (_, index) => String(index));
    expect(parseUsageSearch({ series: many }).series).toHaveLength(12);
  });
});
