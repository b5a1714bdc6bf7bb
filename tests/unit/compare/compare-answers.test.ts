import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAnswers } from '../../../electron/compare/index.ts';

const compare = (before: string, after: string) =>
  compareAnswers({ text: before, cut: false }, { text: after, cut: false });

interface Reading {
  start: number;
  value: number;
  quality?: number | undefined;
}

interface Block {
  uid: string;
  readings: readonly Reading[];
}

interface Layout {
  host?: string;
  /** Prefixes of Atom and ESPI. */
  atom?: string;
  espi?: string;
  blank?: string;
  updated?: string;
}

const BASE = '/DataCustodian/espi/1_1/resource';
const UP = '/Subscription/7/UsagePoint/m/MeterReading/r/IntervalBlock';

/** A feed of interval blocks, written in the way that is asked for. */
function feed(blocks: readonly Block[], layout: Layout = {}): string {
  const { host = 'https://a.test', atom = '', espi = 'espi:', blank = '', updated = '2026-01-01T00:00:00Z' } = layout;
  const xmlns = (prefix: string) => (prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`);
  const entries = blocks.map(({ uid, readings }) => {
    const inner = readings.map(
      ({ start, value, quality }) =>
        `<${espi}IntervalReading>${quality === undefined ? '' : `<${espi}ReadingQuality><${espi}quality>${quality}</${espi}quality></${espi}ReadingQuality>`}<${espi}timePeriod><${espi}duration>900</${espi}duration>${blank}<${espi}start>${start}</${espi}start></${espi}timePeriod><${espi}value>${blank}${value}</${espi}value></${espi}IntervalReading>`,
    );
    return `<${atom}entry>${blank}<${atom}id>urn:${uid}</${atom}id><${atom}link rel="self" href="${host}${BASE}${UP}/${uid}"/><${atom}link rel="up" href="${host}${BASE}${UP}"/><${atom}updated>${updated}</${atom}updated><${atom}content><${espi}IntervalBlock><${espi}interval><${espi}start>1</${espi}start></${espi}interval>${inner.join(blank)}</${espi}IntervalBlock></${atom}content></${atom}entry>`;
  });
  return `<?xml version="1.0"?><${atom}feed ${xmlns(atom)}="http://www.w3.org/2005/Atom" ${xmlns(espi)}="http://naesb.org/espi"><${atom}updated>${updated}</${atom}updated>${entries.join(blank)}</${atom}feed>`;
}

const nothing = { added: 0, gone: 0, changed: 0 };
const same = { compared: true, entities: { counts: nothing }, readings: { counts: nothing } };

const reading = fc.record({
  start: fc.integer({ min: 1, max: 50 }).map((slot) => slot * 900),
  value: fc.integer({ min: -5, max: 5 }),
  quality: fc.option(fc.constantFrom(8, 14), { nil: undefined }),
});
const blocks = fc.uniqueArray(
  fc.record({
    uid: fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'c') }),
    readings: fc.array(reading, { maxLength: 6 }),
  }),
  { selector: ({ uid }) => uid, maxLength: 5 },
);

describe('a feed', () => {
  it('differs in nothing from itself, written another way and in another order', () => {
    fc.assert(
      fc.property(blocks, fc.infiniteStream(fc.nat(1000)), (all, weights) => {
        const shuffled = <T>(list: readonly T[]) =>
          list
            .map((one) => ({ one, at: weights.next().value ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ one }) => one);
        const other = shuffled(all).map((block) => ({ ...block, readings: shuffled(block.readings) }));
        const layout = { host: 'http://b.test', atom: 'x:', espi: '', blank: '\n  ', updated: '2027-05-05T05:05:05Z' };
        const result = compare(feed(all), feed(other, layout));
        expect(result).toMatchObject(same);
        expect(result).toMatchObject({
          entities: { of: { before: all.length + 1, after: all.length + 1 } },
          readings: { of: { before: all.flatMap((block) => block.readings).length } },
        });
      }),
    );
  });

  it('finds a changed reading at its time, whatever stands around it', () => {
    const distinct = fc.uniqueArray(reading, { selector: ({ start }) => start, minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(distinct, fc.nat(), (readings, index) => {
        const at = index % readings.length;
        const changed = readings.map((one, place) => (place === at ? { ...one, value: one.value + 100 } : one));
        const result = compare(feed([{ uid: 'a', readings }]), feed([{ uid: 'a', readings: changed.reverse() }]));
        const [before, after] = [readings[at]?.value, (readings[at]?.value ?? 0) + 100];
        expect(result).toMatchObject({
          entities: { counts: nothing },
          readings: {
            counts: { added: 0, gone: 0, changed: 1 },
            changed: [
              {
                series: UP,
                start: readings[at]?.start,
                duration: 900,
                members: [{ name: 'value', before: String(before), after: String(after) }],
              },
            ],
          },
        });
      }),
    );
  });

  it('tells quality, readings that came and went, and entities that came and went', () => {
    const before = feed([
      {
        uid: 'a',
        readings: [
          { start: 900, value: 1, quality: 8 },
          { start: 1800, value: 2 },
        ],
      },
      { uid: 'b', readings: [] },
    ]);
    const after = feed([
      {
        uid: 'a',
        readings: [
          { start: 900, value: 1, quality: 14 },
          { start: 2700, value: 2 },
        ],
      },
      { uid: 'c', readings: [] },
    ]);
    expect(compare(before, after)).toMatchObject({
      entities: {
        added: [{ kind: 'IntervalBlock', key: `${UP}/c` }],
        gone: [{ kind: 'IntervalBlock', key: `${UP}/b` }],
        counts: { changed: 0 },
      },
      readings: {
        added: [{ start: 2700 }],
        gone: [{ start: 1800 }],
        changed: [{ start: 900, members: [{ name: 'ReadingQuality.quality', before: '8', after: '14' }] }],
      },
    });
  });

  it('pairs equal readings of one time first, so that a doubled one is one that came', () => {
    const twice = [
      { start: 900, value: 1 },
      { start: 900, value: 7 },
    ];
    const result = compare(feed([{ uid: 'a', readings: twice.slice(1) }]), feed([{ uid: 'a', readings: twice }]));
    expect(result).toMatchObject({
      readings: { counts: { added: 1, gone: 0, changed: 0 }, added: [{ text: 'value=1' }] },
    });
  });

  it('names the member of an entity that changed, came or went', () => {
    const entry = (inner: string) =>
      `<entry xmlns="http://www.w3.org/2005/Atom"><id>u</id><content><UsagePoint>${inner}</UsagePoint></content></entry>`;
    const result = compare(
      entry('<ServiceCategory><kind>0</kind></ServiceCategory><status>1</status>'),
      entry('<ServiceCategory><kind>1</kind></ServiceCategory><roleFlags>A&amp;B</roleFlags>'),
    );
    expect(result).toMatchObject({
      entities: {
        counts: { added: 0, gone: 0, changed: 1 },
        changed: [
          {
            kind: 'UsagePoint',
            key: 'u',
            members: [
              { name: 'UsagePoint.ServiceCategory.kind', before: '0', after: '1' },
              { name: 'UsagePoint.roleFlags', after: 'A&B' },
              { name: 'UsagePoint.status', before: '1' },
            ],
          },
        ],
      },
    });
  });

  it('reads references and CDATA as the text that they are', () => {
    const entry = (title: string) => `<entry><id>u</id><title>${title}</title></entry>`;
    expect(compare(entry('a &lt; &#233;'), entry('<![CDATA[a < é]]>'))).toMatchObject(same);
    expect(compare(entry('&amp;lt;'), entry('&lt;'))).toMatchObject({ entities: { counts: { changed: 1 } } });
  });
});

describe('an answer of the JSON API', () => {
  const meter = fc.record({
    uid: fc.uuid(),
    bill_count: fc.option(fc.nat(5), { nil: null }),
    blocks: fc.array(fc.constantFrom('base', 'bills'), { maxLength: 3 }),
    base: fc.record({ service_class: fc.string() }),
  });
  const meters = fc.uniqueArray(meter, { selector: ({ uid }) => uid, maxLength: 6 });

  it('differs in nothing from itself with its lists and members turned round', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned).reverse();
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([name, one]) => [name, turned(one)])
          .reverse(),
      );
    };
    fc.assert(
      fc.property(meters, (list) => {
        const before = JSON.stringify({ meters: list, next: 'https://a.test/api/v2/meters?after=1', updated: 1 });
        const other = { meters: list, next: 'https://b.test/x/api/v2/meters?after=1', updated: 2 };
        expect(compare(before, JSON.stringify(turned(other), null, 2))).toMatchObject(same);
      }),
    );
  });

  it('finds the member that changed of the object that has it, and objects that came and went', () => {
    const list = (...all: object[]) => JSON.stringify({ meters: all, next: null });
    const result = compare(
      list({ uid: '1', bill_count: 2, base: { a: 'x' } }, { uid: '2' }),
      list({ uid: '3' }, { uid: '1', base: { a: 'y' }, bill_count: 0 }),
    );
    expect(result).toMatchObject({
      entities: {
        added: [{ kind: 'meters', key: '3' }],
        gone: [{ kind: 'meters', key: '2' }],
        changed: [
          {
            kind: 'meters',
            key: '1',
            members: [
              { name: 'base.a', before: '"x"', after: '"y"' },
              { name: 'bill_count', before: '2', after: '0' },
            ],
          },
        ],
      },
    });
  });

  it('tells null from missing, and 0 from both', () => {
    const changed = (before: string, after: string) => compare(`{"uid":"1"${before}}`, `{"uid":"1"${after}}`);
    for (const [before, after] of [
      ['', ',"n":null'],
      [',"n":0', ',"n":null'],
      [',"n":0', ''],
    ] as const) {
      expect(changed(before, after)).toMatchObject({ entities: { counts: { changed: 1 } } });
    }
  });
});

describe('what cannot be read is not compared', () => {
  it.each([
    ['', 'is empty'],
    ['<html><body/></html>', 'is neither'],
    ['<feed><entry></feed>', 'is neither'],
    ['<!DOCTYPE feed [<!ENTITY a "b">]><feed>&a;</feed>', 'is neither'],
    ['{"cut":', 'is not whole JSON'],
    ['plain', 'is neither'],
  ])('%j', (text, why) => {
    expect(compare(text, '<feed/>')).toEqual({
      compared: false,
      why: expect.stringContaining(`The earlier answer ${why}`),
    });
    expect(compare('<feed/>', text)).toMatchObject({ why: expect.stringContaining('The later answer') });
  });

  it('nor what was cut, nor XML with JSON', () => {
    const cut = compareAnswers({ text: '<feed/>', cut: true }, { text: '<feed/>', cut: false });
    expect(cut).toMatchObject({ compared: false, why: expect.stringContaining('cut') });
    expect(compare('<feed/>', '{}')).toMatchObject({ compared: false });
  });
});
