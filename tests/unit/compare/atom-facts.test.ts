import { describe, expect, it } from 'vitest';
import { atomFacts } from '../../../electron/compare/atom-facts.ts';

const entry = (content: string, links = '', more = '') =>
  `<entry><id>urn:1</id>${links}${more}<content>${content}</content><updated>2026-01-01T00:00:00Z</updated></entry>`;
const link = (rel: string, href: string) => `<link rel="${rel}" href="${href}"/>`;
const BASE = 'https://a.test/DataCustodian/espi/1_1/resource';
const only = (xml: string) => atomFacts(xml)?.entities[0];

describe('the facts of an Atom document', () => {
  it('are none of what is no document, or brings entities of its own', () => {
    for (const text of ['', 'text', '<feed>', '{"a":1}', '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'])
      expect(atomFacts(text), text).toBeUndefined();
  });

  it('tell an entry by the path of its own address, else by its id', () => {
    const self = link('self', `${BASE}/Subscription/7/UsagePoint/1`);
    expect(only(entry('<UsagePoint/>', self))).toMatchObject({
      kind: 'UsagePoint',
      key: '/Subscription/7/UsagePoint/1',
    });
    expect(only(entry('<UsagePoint/>'))).toMatchObject({ key: 'urn:1' });
    expect(only(entry(''))).toMatchObject({ kind: 'entry' });
  });

  it('have members by their path, repeated ones as a sorted list, without times of writing', () => {
    const content = '<A><b> x  y </b><c><d>1</d><e>2</e></c><f>2</f><f>1</f><g unit="m">3</g></A>';
    expect(only(entry(content, '', '<published>2026-01-01T00:00:00Z</published>'))?.members).toEqual({
      id: ['urn:1'],
      'A.b': ['x y'],
      'A.c.d': ['1'],
      'A.c.e': ['2'],
      'A.f': ['1', '2'],
      'A.g': ['3'],
      'A.g.@unit': ['m'],
    });
  });

  it('are the same whatever the prefixes and the order of repeated elements', () => {
    const one = entry('<A><p><a>1</a></p><p><a>2</a></p></A>', link('related', '/x') + link('related', '/y'));
    const other = entry('<A><p><a>2</a></p><p><a>1</a></p></A>', link('related', '/y') + link('related', '/x'));
    const prefixed = other
      .replace('<entry>', '<atom:entry xmlns:atom="http://www.w3.org/2005/Atom">')
      .replace('</entry>', '</atom:entry>');
    expect(atomFacts(one)).toEqual(atomFacts(other));
    expect(atomFacts(prefixed)).toEqual(atomFacts(other));
  });

  it('decode references, and take CDATA as it stands', () => {
    const text = (content: string) => only(entry(`<A><t>${content}</t></A>`))?.members['A.t'];
    expect(text('&lt;a&gt; &#65;&#x42; &amp;amp; &unknown;')).toEqual(['<a> AB &amp; &unknown;']);
    expect(text('<![CDATA[&lt;]]>')).toEqual(['&lt;']);
  });

  it('have readings apart: their list, time and what they say', () => {
    const reading = (start: string, value: number) =>
      `<IntervalReading><timePeriod><duration>900</duration><start>${start}</start></timePeriod><value>${value}</value></IntervalReading>`;
    const up = link('up', `${BASE}/MeterReading/1/IntervalBlock`);
    const facts = atomFacts(
      `<feed>${entry(`<IntervalBlock>${reading('0', 5)}${reading('soon', 6)}</IntervalBlock>`, up)}</feed>`,
    );
    expect(facts?.readings).toEqual([
      { series: '/MeterReading/1/IntervalBlock', start: 0, duration: 900, members: { value: ['5'] } },
      { series: '/MeterReading/1/IntervalBlock', start: undefined, duration: 900, members: { value: ['6'] } },
    ]);
    expect(facts?.entities.map(({ kind }) => kind)).toEqual(['feed', 'IntervalBlock']);
    expect(JSON.stringify(facts?.entities)).not.toContain('900');
  });

  it('without a link to its list, a reading stands in the folder of its block', () => {
    const block = '<IntervalBlock><IntervalReading><value>1</value></IntervalReading></IntervalBlock>';
    const facts = atomFacts(entry(block, link('self', `${BASE}/MeterReading/1/IntervalBlock/2`)));
    expect(facts?.readings[0]?.series).toBe('/MeterReading/1/IntervalBlock');
  });
});
