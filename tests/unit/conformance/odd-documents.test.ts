import { describe, expect, it } from 'vitest';
import { checkDocument } from '../../../electron/conformance/check.ts';
import {
  checkFile,
  hasFindings,
  htmlReport,
  junitReport,
  PROFILES,
  textReport,
} from '../../../electron/conformance/index.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';
import { parseXml } from '../../fixtures/xml-tree.ts';

async function* bytes(text: string | Buffer) {
  yield Buffer.from(text as string);
}

const check = async (text: string | Buffer) => await checkDocument(bytes(text));
const file = async (text: string, profile?: string, blocks?: string[]) =>
  await checkFile('a<b>&.xml', () => Promise.resolve(bytes(text)), {
    profile: PROFILES.find(({ id }) => id === profile),
    blocks,
  });

const FEED = '<feed xmlns="http://www.w3.org/2005/Atom"><id>1</id></feed>';

describe('a document that is not well-formed', () => {
  it.each([
    ['nothing', ''],
    ['blank', ' \n'],
    ['text', 'no feed'],
    ['cut', FEED.slice(0, -3)],
    ['two roots', FEED + FEED],
    ['text behind the root', `${FEED}x`],
    ['a blank line before its declaration', `\n<?xml version="1.0"?>${FEED}`],
    ['a comment before its declaration', `<!-- x --><?xml version="1.0"?>${FEED}`],
    ['a blank line between the byte order mark and its declaration', `\ufeff\n<?xml version="1.0"?>${FEED}`],
    ['a no-break space before its root', `\u00a0${FEED}`],
    ['a byte order mark behind its root', `${FEED}\ufeff`],
    ['an unknown entity', FEED.replace('1', '&nbsp;')],
    ['a forbidden character', FEED.replace('1', '\u0001')],
    ['a reference to one', FEED.replace('1', '&#1;')],
    ['an attribute twice', FEED.replace('<id>', '<id a="1" a="2">')],
    ['the end of a CDATA section in text', FEED.replace('1', 'a]]>')],
    ['bytes of another encoding', Buffer.from(FEED.replace('1', 'caf\u00e9'), 'latin1')],
  ])('is refused: %s', async (_what, text) => {
    await expect(check(text)).rejects.toMatchObject({ code: 'not_well_formed' });
  });

  it('is refused with a DOCTYPE', async () => {
    await expect(check(`<!DOCTYPE feed>${FEED}`)).rejects.toMatchObject({ code: 'feed_doctype' });
  });
});

describe('an odd document', () => {
  const verdict = async (text: string | Buffer, id: string) => {
    const outcome = (await check(text)).outcomes.get(id);
    return [outcome?.contexts, outcome?.failed];
  };

  it('is judged with prefixes that nobody declared: what bears them is in no namespace', async () => {
    const text = wholeFeed()
      .replace('<UsagePoint xmlns', '<x:UsagePoint xmlns')
      .replace('</UsagePoint>', '</x:UsagePoint>');
    expect(await verdict(text, 'D008')).toEqual([2, 0]);
    expect((await check(text)).schema.problems[0]?.message).toMatch(/^The prefix "x" is not declared/);
  });

  it('is judged by exact namespaces, as the book does', async () => {
    const text = wholeFeed().replaceAll('http://naesb.org/espi', 'https://naesb.org/espi');
    expect(await verdict(text, 'D006')).toEqual([1, 1]);
    expect(await verdict(text, 'D008')).toEqual([0, 0]);
    expect([...(await check(text)).implied]).toEqual([]);
  });

  it('is judged in any encoding', async () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?>${wholeFeed()}`;
    expect(await verdict(Buffer.from(`\ufeff${text}`, 'utf16le'), 'D145')).toEqual([11, 0]);
  });

  it('is judged with a byte order mark before its declaration, as editors on Windows write it', async () => {
    const text = `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n<!-- <?xml version="1.0"?> -->${wholeFeed()}`;
    expect(await verdict(text, 'D145')).toEqual([11, 0]);
  });

  it('is judged by numbers as XML has them: blanks around them are none of theirs, a no-break space is', async () => {
    const kind = '<ServiceCategory><kind>0</kind>';
    expect(await verdict(wholeFeed(), 'D078')).toEqual([1, 0]);
    expect(await verdict(wholeFeed().replaceAll(kind, kind.replace('0', '\n 0 ')), 'D078')).toEqual([1, 0]);
    expect(await verdict(wholeFeed().replaceAll(kind, kind.replace('0', '\u00a00')), 'D078')).toEqual([1, 1]);
    const noBreak = await check(wholeFeed().replace('<value>', '<value>\u00a0'));
    expect(noBreak.schema.problems[0]?.message).toMatch(/must be a whole number/);
  });

  it('is judged with an entry of two ids: both have to be its own', async () => {
    const [first, second] = [
      'urn:uuid:00000000-0000-5000-8000-000000000001',
      'urn:uuid:00000000-0000-5000-8000-000000000002',
    ];
    const ids = (other: string) => wholeFeed().replace(`<id>${first}</id>`, `<id>${first}</id><id>${other}</id>`);
    const [contexts] = await verdict(wholeFeed(), 'D004');
    expect(await verdict(ids('urn:other'), 'D004')).toEqual([contexts, 0]);
    expect(await verdict(ids(second ?? ''), 'D004')).toEqual([contexts, 2]);
  });

  it('is judged with readings of every form in one block', async () => {
    const odd = '<IntervalReading>\n<timePeriod><start>1</start><duration>2</duration></timePeriod></IntervalReading>';
    const text = wholeFeed().replace('</interval><IntervalReading>', `</interval>${odd}<IntervalReading>`);
    expect(await verdict(text, 'D046')).toEqual([22, 1]);
    expect(await verdict(text, 'D042')).toEqual([22, 1]);
  });

  it('is judged by exact names: what the reader takes for a quality all the same is none of the book', async () => {
    const quality = '<ReadingQuality><quality>0</quality></ReadingQuality>';
    for (const [written, problems] of [
      ['<readingQuality>ACTUAL</readingQuality>', 1],
      ['<readingQuality><quality>0</quality></readingQuality>', 88],
    ] as const) {
      const text = wholeFeed().replaceAll(quality, written);
      expect(await verdict(text, 'D047')).toEqual([22, 22]);
      expect((await check(text)).schema.count).toBe(problems);
    }
  });

  it('that mixes absolute and relative links says so beside the tests that fail for it', async () => {
    const text = wholeFeed().replace('rel="up" href="/espi', 'rel="up" href="https://utility.example/espi');
    expect((await file(text)).report.notes.map(({ message }) => message)).not.toContainEqual(
      expect.stringMatching(/^Some links are absolute/),
    );
    const broken = text.replace('rel="related" href="/espi', 'rel="related" href="https://utility.example/espi');
    expect((await file(broken)).report.notes.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Some links are absolute/),
    );
  });

  it('that mixes them says so of a test that fails only as the book is written', async () => {
    const local = 'rel="related" href="/espi/1_1/resource/LocalTimeParameters';
    const mixed = wholeFeed().replaceAll(local, local.replace('/espi', 'https://utility.example/espi'));
    expect((await file(mixed)).report.notes.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^Some links are absolute.* so D007, D135 may fail/),
    );
  });
});

describe('what is asked for', () => {
  const scope = (block: string) =>
    `<entry><id>a</id><title/><updated>2026-01-01T00:00:00Z</updated><content><ApplicationInformation xmlns="http://naesb.org/espi"><scope>FB=${block};IntervalDuration=900</scope></ApplicationInformation></content></entry></feed>`;

  it('is what a scope claims, before what the content implies', async () => {
    const { report, wanted } = await file(wholeFeed().replace('</feed>', scope('4_5_13')));
    expect([...wanted]).toEqual(['FB_04', 'FB_05', 'FB_13']);
    const blocks = Object.fromEntries(
      report.blocks.map(({ id, claimed, implied, verdict }) => [id, [claimed, implied, verdict]]),
    );
    expect(blocks).toMatchObject({
      FB_04: [true, true, 'pass'],
      FB_13: [true, false, 'not_checkable'],
      FB_10: [false, true, 'pass'],
    });
  });

  it('is what the user chooses, before both', async () => {
    const { wanted } = await file(wholeFeed().replace('</feed>', scope('4_5_13')), undefined, ['FB_11']);
    expect([...wanted]).toEqual(['FB_11']);
  });

  it('is what a profile must have, one way of metering among it', async () => {
    const { report, wanted } = await file(FEED, 'cmd-3.3');
    expect([...wanted]).toEqual(['FB_01', 'FB_03', 'FB_04', 'FB_13', 'FB_31', 'FB_37', 'FB_39']);
    expect(report.notes).toContainEqual(
      expect.objectContaining({ severity: 'fail', message: expect.stringContaining('FB_29') }),
    );
    expect(hasFindings(report, wanted, 'fail')).toBe(true);
    expect((await file(wholeFeed(), 'cmd-3.3')).report.notes).toEqual([]);
  });

  it('of a profile is the way of metering of the content, where a scope claims none', async () => {
    const { report, wanted } = await file(wholeFeed().replace('</feed>', scope('4_16_51')), 'cmd-3.3');
    expect([...wanted]).toEqual(expect.arrayContaining(['FB_05', 'FB_10', 'FB_11', 'FB_29', 'FB_51']));
    expect(report.notes.filter(({ test }) => test === null)).toEqual([]);
    const without = await file(FEED.replace('</feed>', scope('4_16_51')), 'cmd-3.3');
    expect(without.report.notes).toContainEqual(
      expect.objectContaining({ severity: 'fail', message: expect.stringContaining('neither claims nor implies any') }),
    );
  });

  it('of newer versions is more, told as warnings', async () => {
    const text = wholeFeed().replace('-0000-5000-8000-000000000002', '-0000-4000-8000-000000000002');
    const { report, wanted } = await file(text, 'dmd-4.1');
    expect(report.notes.filter(({ test }) => test === 'NEW-ID')).toMatchObject([{ severity: 'warning', entry: 3 }]);
    expect([hasFindings(report, wanted, 'fail'), hasFindings(report, wanted, 'warning')]).toEqual([false, true]);
    expect((await file(text, 'dmd-3.3')).report.notes).toEqual([]);
  });
});

describe('reports', () => {
  const broken = wholeFeed()
    .replace('<title>Entry 1</title>', '')
    .replace('urn:uuid:00000000-0000-5000-8000-000000000001', '&lt;script&gt;');

  it('escape whatever stands in a file, and show where it fails', async () => {
    const checked = await file(broken);
    const html = htmlReport([await checked.shown()], 'Meterscope', new Date(0));
    expect(html).toContain('a&lt;b&gt;&amp;.xml');
    expect(html).toContain('&amp;lt;script&amp;gt;');
    expect(html).toContain('<strong class="bad">D012</strong>');
    expect(html).toContain('not a certification');
    expect(html).not.toContain('<script');
    expect(textReport([checked])).toContain('D012 fails 1 of 3 times: Every UsagePoint entry has <title>.');
  });

  it('keep secrets to themselves', async () => {
    const secret = 'hidden-word-'.repeat(60);
    const entry = `<entry><content><ApplicationInformation xmlns="http://naesb.org/espi"><client_secret>${secret}</client_secret></ApplicationInformation></content></entry></feed>`;
    const checked = await file(wholeFeed().replace('</feed>', entry), 'dmd-3.3', ['FB_01', 'FB_02']);
    const shown = await checked.shown();
    const html = htmlReport([shown], 'Meterscope', new Date(0));
    expect(JSON.stringify(checked.report)).toContain('client_secret');
    // The entry has no id.
    expect(shown.excerpt('D004', 0)?.xml).toContain('<client_secret>');
    expect(shown.excerpt('D004', 0)?.xml).not.toContain('hidden-word');
    for (const text of [
      html,
      JSON.stringify(checked.report),
      textReport([checked]),
      junitReport([checked], new Date(0)),
    ]) {
      expect(text).not.toContain('hidden-word');
    }
  });

  it('count in JUnit what its cases say', async () => {
    const files = [await file(broken), await file('no xml'), await file(FEED, 'dmd-3.3')];
    const [suites] = parseXml(junitReport(files, new Date(0))).elements;
    expect(suites?.elements).toHaveLength(3);
    for (const suite of suites?.elements ?? []) {
      const cases = suite.elements.filter(({ name }) => name === 'testcase');
      const with_ = (name: string) => cases.filter(({ elements }) => elements[0]?.name === name).length;
      const stated = Object.fromEntries(suite.attributes.map(({ raw, value }) => [raw, value]));
      expect(stated).toMatchObject({
        tests: String(cases.length),
        failures: String(with_('failure')),
        errors: String(with_('error')),
        skipped: String(with_('skipped')),
      });
    }
    const [first, second] =
      suites?.elements.map(({ attributes }) => attributes.find(({ raw }) => raw === 'failures')?.value) ?? [];
    expect([first, second]).toEqual(['1', '0']);
  });
});
