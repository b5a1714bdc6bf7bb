import { describe, expect, it } from 'vitest';
import { checkedOf, type Demand, judge, PROFILES, viewOf } from '../../../../../electron/conformance/index.ts';
import {
  failsWords,
  listedTests,
  stateOf,
  summaryOf,
} from '../../../../../renderer/features/conformance/check-words.ts';
import { wholeFeed } from '../../../../fixtures/whole-feed.ts';

/** What the window gets of a document. */
async function viewOfText(text: string, demand: Demand) {
  const result = await judge(async () =>
    (async function* () {
      yield Buffer.from(text);
    })(),
  );
  if (!result.findings) throw new Error(result.error.message);
  return viewOf(result.findings, checkedOf('a.xml', result, demand), demand);
}

it('how often a test fails is told beside how often it looked; the schemas are broken in places', () => {
  expect(failsWords({ id: 'D001', failed: 1200, contexts: 5000 })).toBe('1,200 of 5,000');
  expect(failsWords({ id: 'D001', failed: 0, contexts: 0 })).toBe('');
  expect(failsWords({ id: 'SCHEMA', failed: 100, contexts: 1 })).toBe('100 places');
  expect(failsWords({ id: 'SCHEMA', failed: 1, contexts: 1 })).toBe('1 place');
});

describe('the summary of a document', () => {
  const CONNECT: Demand = { profile: PROFILES.find(({ id }) => id === 'cmd-3.3'), blocks: undefined };

  it('says of a document that is something else that it is broken', async () => {
    const nothing: Demand = { profile: undefined, blocks: undefined };
    expect(summaryOf(await viewOfText('<html xmlns="http://www.w3.org/1999/xhtml"/>', nothing))).toMatchObject({
      ...{ title: 'Requirements are broken', color: 'red' },
    });
    expect(summaryOf(await viewOfText('<feed xmlns="http://www.w3.org/2005/Atom"/>', nothing))).toMatchObject({
      ...{ title: 'Nothing was judged', color: 'gray' },
    });
  });

  it('is broken by the schemas where answers are asked for, and the schemas are listed', async () => {
    const view = await viewOfText(wholeFeed().replace('<status>1</status>', '<status>a</status>'), CONNECT);
    expect(summaryOf(view)).toMatchObject({ title: 'Requirements are broken', color: 'red' });
    for (const show of ['failing', 'warnings', 'all'] as const) {
      expect(listedTests(view, show, undefined).map(({ id }) => id)).toContain('SCHEMA');
    }
    expect(listedTests(view, 'failing', 'FB_03').map(({ id }) => id)).toEqual(['SCHEMA']);
    expect(summaryOf(await viewOfText(wholeFeed(), CONNECT))).toMatchObject({ title: 'No requirement is broken' });
  });

  it('says who asks for the blocks: a profile adds to what is claimed or inferred', async () => {
    const FREE: Demand = { profile: undefined, blocks: undefined };
    const claiming = wholeFeed().replace(
      '</feed>',
      '<entry><content><Authorization xmlns="http://naesb.org/espi"><scope>FB=4_5</scope></Authorization></content></entry></feed>',
    );
    const words = async (text: string, demand: Demand) =>
      /^Of \d+ function blocks? (.*?): /.exec(summaryOf(await viewOfText(text, demand)).text)?.[1];
    expect(await words(wholeFeed(), FREE)).toBe('inferred from the content (it claims none)');
    expect(await words(claiming, FREE)).toBe('that the document claims');
    expect(await words(wholeFeed(), CONNECT)).toBe(
      'inferred from the content (it claims none) or asked for by the profile',
    );
    expect(await words(claiming, CONNECT)).toBe('that the document claims or the profile asks for');
    expect(await words('<feed xmlns="http://www.w3.org/2005/Atom"/>', CONNECT)).toBe('that the profile asks for');
    expect(await words(claiming, { ...CONNECT, blocks: ['FB_01'] })).toBe('that you chose');
  });

  it('is broken by what no block says', async () => {
    // No way of metering is claimed or in the content.
    const view = await viewOfText('<feed xmlns="http://www.w3.org/2005/Atom"><id>1</id></feed>', CONNECT);
    const passing = { ...view, blocks: view.blocks.map((block) => ({ ...block, verdict: 'pass' as const })) };
    expect(summaryOf(passing)).toMatchObject({ title: 'Requirements are broken', color: 'red' });
  });

  it('lists a test that fails only as the book is written, since it fails its block', async () => {
    const related = '<link rel="related" href="/espi/1_1/resource/LocalTimeParameters/1"/>';
    const view = await viewOfText(wholeFeed().replace(related, ''), { profile: undefined, blocks: undefined });
    const [listed] = listedTests(view, 'failing', 'FB_01');
    expect(listed).toMatchObject({ id: 'D007', verdict: 'pass' });
    expect(listed && stateOf(listed)).toBe('fail');
    expect(summaryOf(view).title).toBe('Requirements are broken');
  });
});
