import { describe, expect, it } from 'vitest';
import { escapeXml } from '#shared/escape-xml.ts';
import { Builds } from '../../../../electron/simulator/greenbutton/builds.ts';
import { parseFilter, wantsPeriod, wantsUpdated } from '../../../../electron/simulator/greenbutton/filters.ts';
import { applyQuirks, money, parseQuirks, QUIRKS } from '../../../../electron/simulator/greenbutton/quirks.ts';
import { interval, tag, wrap } from '../../../../electron/simulator/greenbutton/xml.ts';

describe('xml', () => {
  it('escapes what has a meaning and drops what XML does not allow', () => {
    expect(escapeXml('a<b>&"c"\u0000\u001b\ud800 \u{1f600}')).toBe('a&lt;b&gt;&amp;&quot;c&quot; \u{1f600}');
  });

  it('leaves out what has no value, and keeps 0 and false', () => {
    expect(tag('a', null) + tag('b', undefined) + tag('c', 0) + tag('d', false)).toBe('<c>0</c><d>false</d>');
    expect(wrap('x', '', '')).toBe('');
    expect(interval('i', 10, 25)).toBe('<i><duration>15</duration><start>10</start></i>');
  });
});

describe('batch filters', () => {
  const parse = (query: string) => parseFilter(new URLSearchParams(query));

  it.each([
    'published-min=2025-01-01',
    'published-min=2025-01-01T00:00:00',
    'published-max=2025-01-01T00:00:00.5Z',
    'updated-min=2025-01-01T00:00:00%2B00:00',
    'updated-max=2025-02-30T00:00:00Z',
    'updated-max=2025-01-01T24:00:00Z',
    'published-min=',
    'published-min=2025-01-01T00:00:00Z&published-min=2025-01-02T00:00:00Z',
  ])('refuse %s', (query) => {
    expect(parse(query)).toHaveProperty('error');
  });

  it('take all four, and ignore what they do not know', () => {
    const filter = parse(
      'published-min=2025-01-01T00:00:00Z&published-max=2025-02-01T00:00:00Z&updated-min=2025-03-01T00:00:00Z&updated-max=2025-04-01T00:00:00Z&x=1',
    );
    if ('error' in filter) throw new Error(filter.error);
    const day = Date.UTC(2025, 0, 1) / 1000;
    expect(wantsPeriod(filter, day, day + 900)).toBe(true);
    expect(wantsPeriod(filter, day - 1, day + 900)).toBe(false);
    expect(wantsPeriod(filter, day + 31 * 86_400 - 900, day + 31 * 86_400)).toBe(true);
    expect(wantsPeriod(filter, day + 31 * 86_400 - 899, day + 31 * 86_400 + 1)).toBe(false);
    // "after" and "before" the given time: neither includes it.
    expect(wantsUpdated(filter, Date.UTC(2025, 2, 1))).toBe(false);
    expect(wantsUpdated(filter, Date.UTC(2025, 2, 1) + 1)).toBe(true);
    expect(wantsUpdated(filter, Date.UTC(2025, 3, 1))).toBe(false);
  });
});

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

describe('builds', () => {
  it('wait once for a large answer, by whichever clock is faster', () => {
    let wall = 0;
    let now = 0;
    const builds = new Builds(
      { threshold: 100, buildMs: 1500 },
      { now: () => now, schedule: () => () => undefined },
      () => wall,
    );
    expect(builds.waitFor('small', 100)).toBe(0);
    expect(builds.waitFor('a', 101)).toBe(2);
    wall = 600;
    expect(builds.waitFor('a', 101)).toBe(1);
    wall = 1500;
    expect(builds.waitFor('a', 101)).toBe(0);
    expect(builds.waitFor('b', 101)).toBe(2);
    now = 60_000;
    expect(builds.waitFor('b', 101)).toBe(0);
  });
});
