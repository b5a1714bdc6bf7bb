import { describe, expect, it } from 'vitest';
import type { StagedEntity } from '../../../../../electron/engine/store/intake/staged.ts';
import { StrandKeys } from '../../../../../electron/engine/store/intake/strand-keys.ts';

type Ends = StagedEntity['ends'];
const entity = (kind: StagedEntity['kind'], ends: Partial<Ends>, data = {}) =>
  ({ kind, ends: { self: undefined, up: [], related: [], ...ends }, data }) as unknown as StagedEntity; // only these members are read
const blocks = (ends: Partial<Ends>, number = 1) => ({
  number,
  ends: { self: undefined, up: [], related: [], ...ends },
  folder: undefined,
  shape: undefined as never,
});

const reading = entity('MeterReading', {
  self: 'usagepoint/1/meterreading/2',
  related: ['readingtype/3', 'usagepoint/1/meterreading/2/intervalblock'],
});

describe('at which readings one series is guessed', () => {
  it('is by usage point and reading type, found by any link of the blocks to their meter reading', () => {
    const keys = new StrandKeys();
    keys.see(reading);
    const found = keys.of(blocks({ up: ['usagepoint/1/meterreading/2/intervalblock'] })).key;
    expect(found).toBe('usagepoint/1 readingtype/3');
    expect(keys.of(blocks({ related: ['x', 'usagepoint/1/meterreading/2'] }, 2)).key).toBe(found);
  });

  it('takes what a reading has by default from its type, whichever came first', () => {
    const keys = new StrandKeys();
    keys.see(reading);
    const of = () => keys.of(blocks({ up: ['usagepoint/1/meterreading/2'] })).defaults;
    expect(of()).toEqual({ quality: undefined, tou: undefined, tier: undefined, cpp: undefined });
    keys.see(entity('ReadingType', { self: 'readingtype/3' }, { defaultQuality: 8, tou: 2, consumptionTier: 1 }));
    expect(of()).toEqual({ quality: 8, tou: 2, tier: 1, cpp: undefined });
  });

  it('is a series of its own where no link leads anywhere', () => {
    const keys = new StrandKeys();
    keys.see(entity('MeterReading', { self: 'meterreading/2', related: ['readingtype/3'] }));
    keys.see(entity('MeterReading', { self: 'usagepoint/1/meterreading/9' }));
    expect(keys.of(blocks({ up: ['meterreading/2'] }, 4)).key).toBe('family 4');
    expect(keys.of(blocks({ up: ['usagepoint/1/meterreading/9'] }, 5)).key).toBe('family 5');
    expect(keys.of(blocks({}, 6)).key).toBe('family 6');
  });

  it('never finds blocks by the reading type that many share', () => {
    const keys = new StrandKeys();
    keys.see(reading);
    expect(keys.of(blocks({ related: ['readingtype/3'] }, 7)).key).toBe('family 7');
  });
});
