import { describe, expect, it } from 'vitest';
import { applyQuirks, money, parseQuirks, QUIRKS } from '../../../../electron/simulator/greenbutton/quirks.ts';

describe('quirks', () => {
  it('are read by name', () => {
    expect([...parseQuirks('prefixes, newest-first')]).toEqual(['prefixes', 'newest-first']);
    expect(parseQuirks('all').size).toBe(Object.keys(QUIRKS).length);
    expect(parseQuirks('none').size).toBe(0);
    expect(() => parseQuirks('nonsense')).toThrow(/There is no quirk nonsense/);
  });

  it('write prefixes for Atom and payload alike, telling apart the two title elements', () => {
    const xml =
      '<entry xmlns="http://www.w3.org/2005/Atom"><title>t</title><content type="atom+xml"><CustomerAccount xmlns="http://naesb.org/espi/customer"><title>Account</title></CustomerAccount></content></entry>';
    expect(applyQuirks(parseQuirks('prefixes'), xml)).toBe(
      '<ns0:entry xmlns:ns0="http://www.w3.org/2005/Atom"><ns0:title>t</ns0:title><ns0:content type="atom+xml"><ns2:CustomerAccount xmlns:ns2="http://naesb.org/espi/customer"><ns2:title>Account</ns2:title></ns2:CustomerAccount></ns0:content></ns0:entry>',
    );
    expect(applyQuirks(parseQuirks('none'), xml)).toBe(xml);
  });

  it('write money in thousandths', () => {
    expect(money(parseQuirks('milli-money'), 123_456)).toBe(1235);
    expect(money(parseQuirks('none'), 123_456)).toBe(123_456);
  });
});
