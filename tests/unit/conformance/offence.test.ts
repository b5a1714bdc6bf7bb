import { describe, expect, it } from 'vitest';
import { firstElement, offendingTags } from '../../../electron/conformance/offence.ts';
import { wordsOf } from '../../../electron/conformance/rules/index.ts';

const ENTRY = `<entry><id>1</id><link rel="self" href="a"/><link href="b" rel='related'/><!-- <id>2</id> -->
<content><e:IntervalBlock xmlns:e="http://naesb.org/espi"><e:IntervalReading><e:cost>1</e:cost></e:IntervalReading>
<e:IntervalReading><e:value>2</e:value></e:IntervalReading></e:IntervalBlock></content></entry>`;

const shown = (look: readonly string[], text = ENTRY) =>
  offendingTags(text, look).map(({ from, to }) => text.slice(from, to));

describe('the tags that a failing test is about', () => {
  it('are links by their relation, however their attributes stand', () => {
    expect(shown(['link:self'])).toEqual(['<link rel="self" href="a"/>']);
    expect(shown(['link:related'])).toEqual([`<link href="b" rel='related'/>`]);
  });

  it('are the elements that lack a step of a path, whatever their prefix', () => {
    const readings = offendingTags(ENTRY, ['IntervalReading/cost']);
    expect(readings).toHaveLength(1);
    expect(ENTRY.slice(readings[0]?.from)).toMatch(/^<e:IntervalReading><e:value>/);
    expect(shown(['IntervalBlock/interval/start'])).toEqual(['<e:IntervalBlock xmlns:e="http://naesb.org/espi">']);
  });

  it('are the ends of a path where none lacks', () => {
    expect(shown(['IntervalBlock/IntervalReading'])).toEqual(['<e:IntervalReading>', '<e:IntervalReading>']);
  });

  it('are the first tag where nothing of it is there', () => {
    expect(shown(['link:up'])).toEqual(['<entry>']);
    expect(shown([])).toEqual(['<entry>']);
    expect(shown(['link:up'], 'no tag')).toEqual([]);
  });

  it('are numbered among all start tags, comments left out', () => {
    expect(offendingTags(ENTRY, ['link:related']).map(({ number }) => number)).toEqual([3]);
    expect(offendingTags(ENTRY, ['content']).map(({ number }) => number)).toEqual([4]);
  });
});

describe('what is shown of a document', () => {
  it('is one element', () => {
    expect(firstElement(`${ENTRY}<entry/>`, true)).toEqual({ text: ENTRY, cut: false });
    expect(firstElement('<a/><b/>', true)).toEqual({ text: '<a/>', cut: false });
  });

  it('is the head of a feed', () => {
    expect(firstElement(`<feed><id>1</id>\n${ENTRY}</feed>`, true)).toEqual({ text: '<feed><id>1</id>', cut: false });
  });

  it('says where it is cut', () => {
    expect(firstElement('<entry><id>1</id><ti', true)).toEqual({ text: '<entry><id>1</id><ti', cut: true });
  });
});

it('a rule says what to look at: links for links, the missing element for an element', () => {
  expect(wordsOf('D021')?.look).toEqual(['link:self']);
  expect(wordsOf('D008')?.look).toEqual(['UsagePoint/ServiceCategory/kind']);
  expect(wordsOf('D043')?.look).toEqual(['IntervalReading/cost']);
});
