import { describe, expect, it } from 'vitest';
import { meterCountWords, meterName, twinWords } from '../../../../renderer/ui/meter-name.ts';
import { tariffName } from '../../../../shared/espi/tariff.ts';

describe('what a meter is called', () => {
  it.each([
    [{ meterNumber: 'E54', title: 'x', uid: '1' }, 'Meter E54'],
    [{ title: '12 Elm Street', uid: '01' }, '12 Elm Street'],
    [{ title: 'UsagePoint', uid: '438136' }, 'Meter 438136'],
    [{ title: 'Green Button Data File.', uid: '02' }, 'Meter 02'],
    [{ title: 'Green Button Usage Feed', uid: '03' }, 'Meter 03'],
    [{ uid: '' }, 'Meter without a number'],
  ])('%o is %s', (row, name) => {
    expect(meterName(row)).toBe(name);
  });

  it('a tariff is a name, never a path or an address', () => {
    expect(
      ['E-TOU-C', 'TOU-8/B', 'Rate 1.1', './Sample.xml', '/tariffs/1', 'https://x.test/t', 'Sample.XML', undefined].map(
        tariffName,
      ),
    ).toEqual(['E-TOU-C', 'TOU-8/B', 'Rate 1.1', undefined, undefined, undefined, undefined, undefined]);
  });
});

describe('a meter under two authorizations', () => {
  it('says so', () => {
    expect(twinWords({ alsoUnder: ['438136'] })).toBe('also under authorization 438136');
    expect(twinWords({ alsoUnder: ['1', '2'] })).toBe('also under authorizations 1, 2');
    expect(twinWords({})).toBeUndefined();
  });

  it('counts once', () => {
    expect(meterCountWords({ meters: 2, shared: 0 })).toBeUndefined();
    expect(meterCountWords({ meters: 2, shared: 1 })).toBe('2 meters (1 under two or more authorizations)');
  });
});
