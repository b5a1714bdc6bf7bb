import { describe, expect, it } from 'vitest';
import { describeCustomerEntity } from '../../../../../electron/engine/store/intake/customer-text.ts';

const address = (streetDetail: Record<string, string>) =>
  describeCustomerEntity('ServiceLocation', {
    mainAddress: { streetDetail, townDetail: { name: 'Springfield', stateOrProvince: 'CA' }, postalCode: '94000' },
  }).address;

describe('an address in one line', () => {
  it('names the street once where it came in parts and as a general line', () => {
    const parts = { number: '92', name: 'Elm Court' };
    expect(address({ ...parts, addressGeneral: '92 Elm Court' })).toBe('92 Elm Court, Springfield CA 94000');
    expect(address({ ...parts, addressGeneral: '92  ELM COURT.' })).toBe('92 Elm Court, Springfield CA 94000');
  });

  it('keeps a general line that says more', () => {
    expect(address({ number: '92', name: 'Elm Court', addressGeneral: 'Rear building' })).toBe(
      '92 Elm Court, Rear building, Springfield CA 94000',
    );
    expect(address({ addressGeneral: 'PO Box 7' })).toBe('PO Box 7, Springfield CA 94000');
  });
});
