import { describe, expect, it } from 'vitest';
import { flatMembers, spaced } from '../../../../../renderer/features/authorizations/members.ts';

describe('members of an entity', () => {
  it('are named in words', () => {
    expect([spaced('ServiceLocation'), spaced('mRID'), spaced('name')]).toEqual(['Service location', 'M rid', 'Name']);
  });

  it('come flat with the path to each value; empty ones are left out', () => {
    const customer = {
      customerName: 'Hana',
      organisation: { streetAddress: { streetDetail: { number: 372, suffix: '' } }, phone: undefined },
      phones: [{ area: '510' }, { area: '415' }],
      single: ['x'],
    };
    expect(flatMembers(customer)).toEqual([
      ['Customer name', 'Hana'],
      ['Organisation, street address, street detail, number', '372'],
      ['Phones 1, area', '510'],
      ['Phones 2, area', '415'],
      ['Single', 'x'],
    ]);
  });

  it('keep false and 0', () => {
    expect(flatMembers({ a: false, b: 0, c: null })).toEqual([
      ['A', 'false'],
      ['B', '0'],
    ]);
  });
});
