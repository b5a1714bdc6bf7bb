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
import { NEWER } from '../../../electron/conformance/rules/newer.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';
import { parseXml } from '../../fixtures/xml-tree.ts';

async function* bytes(text: string | Buffer) {
  const all = Buffer.from(text as string);
  for (let at = 0; at < all.length; at += 9_999) yield all.subarray(at, at + 9_999);
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
    ['two hyphens in a comment', FEED.replace('1', '1<!-- a -- b -->')],
    ['a comment that ends with three hyphens', FEED.replace('1', '1<!-- a --->')],
    ['a comment of hyphens', `<!---- x ---->${FEED}`],
    ['two hyphens in a long comment', `<!--${'x'.repeat(200_000)}--${'x'.repeat(200_000)}-->${FEED}`],
    ['a comment of another encoding', Buffer.from(FEED.replace('1', '<!-- caf\u00e9 -->'), 'latin1')],
    ['a forbidden character in a comment', FEED.replace('1', '<!-- \u0001 -->')],
    ['a forbidden character in an instruction', FEED.replace('1', '<?a \u0001?>')],
    ['a forbidden character far inside an instruction', `<?a ${'x'.repeat(200_000)}\ufffe?>${FEED}`],
    ['an instruction of another encoding', Buffer.from(FEED.replace('1', '<?a caf\u00e9?>'), 'latin1')],
    ['a declaration inside of its root', FEED.replace('1', '<?xml version="1.0"?>')],
    ['a declaration behind its root', `${FEED}<?xml version="1.0"?>`],
    ['three blanks before its declaration', `   <?xml version="1.0"?>${FEED}`],
    ['a declaration without a version', `<?xml encoding="utf-8"?>${FEED}`],
    ['a declaration without a blank in it', `<?xml version="1.0"encoding="utf-8"?>${FEED}`],
    ['an instruction without a name', FEED.replace('1', '<? a?>')],
    ['an empty instruction', FEED.replace('1', '<??>')],
    ['an instruction with the name of the declaration', FEED.replace('1', '<?XML a?>')],
    ['an instruction whose name does not end', FEED.replace('1', '<?a"b"?>')],
    ['attributes without a space between', FEED.replace('<id>', '<id a="1"b="2">')],
    ['UTF-8 that says it is UTF-16', `<?xml version="1.0" encoding="UTF-16"?>${FEED}`],
    ['UTF-8 that says it is UTF-16 behind a byte order mark', `\ufeff<?xml version="1.0" encoding="utf-16"?>${FEED}`],
    ['UTF-8 that says it is UTF-16 by another name', `<?xml version="1.0" encoding="unicode"?>${FEED}`],
    ['an encoding that nobody knows', `<?xml version="1.0" encoding="KLINGON"?>${FEED}`],
    ['bytes of another encoding', Buffer.from(FEED.replace('1', 'caf\u00e9'), 'latin1')],
  ])('is refused: %s', async (_what, text) => {
    await expect(check(text)).rejects.toMatchObject({ code: 'not_well_formed' });
  });

  it.each([
    ['hyphens', '<!-- - a-b - -->'],
    ['nothing', '<!---->'],
    ['what no text may have', '<!-- ]]> & < \u20ac -->'],
    ['much', `<!--${'- \u20ac'.repeat(100_000)}-->`],
    ['an instruction', '<?a?>'],
    ['an instruction with a text', '<?xml-stylesheet href="a"?>'],
    ['a long instruction', `<?a ${'xml \u20ac'.repeat(100_000)}?>`],
  ])('is none for a comment or an instruction of %s', async (_what, aside) => {
    const { outcomes } = await check(
      `<?xml version='1.0' standalone="yes" ?>${aside}${FEED.replace('1', `1${aside}`)}`,
    );
    expect(outcomes.get('D000')).toMatchObject({ contexts: 1, failed: 0 });
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

  it.each(['ApplicationInformation', 'Authorization'])(
    'is what the scope of a bare %s claims, without an entry around it',
    async (name) => {
      const bare = `<e:${name} xmlns:e="http://naesb.org/espi"><e:scope>FB=4_5_51;</e:scope><e:expires_at/></e:${name}>`;
      const { report, wanted } = await file(bare);
      expect([...wanted]).toEqual(['FB_04', 'FB_05', 'FB_51']);
      expect(report.tests.filter(({ contexts }) => contexts > 0).map(({ id }) => id)).toEqual(['D000']);
      // What it breaks stands in no entry.
      expect(report.schema.failures[0]).toMatchObject({ entry: 0, line: 1 });
      const other = await file(bare.replaceAll(name, 'ServiceStatus'));
      expect([...other.wanted]).toEqual([]);
    },
  );

  it('is what the user chooses, before both', async () => {
    const { wanted } = await file(wholeFeed().replace('</feed>', scope('4_5_13')), undefined, ['FB_11']);
    expect([...wanted]).toEqual(['FB_11']);
  });

  it.each([
    ['a page', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
    ['a feed in another namespace', '<feed xmlns="http://naesb.org/espi"><entry><content/></entry></feed>'],
    ['a root without a namespace', '<UsagePoint/>'],
  ])('%s is no document of this kind, which is a finding whatever is asked for', async (_name, text) => {
    for (const blocks of [undefined, ['FB_15'], ['FB_01']]) {
      const { report, wanted } = await file(text, undefined, blocks);
      expect(hasFindings(report, wanted, 'fail'), String(blocks)).toBe(true);
      // So that every report shows it: no test of the book is it about.
      expect(report.notes).toContainEqual(expect.objectContaining({ severity: 'fail', test: null }));
    }
  });

  it('of what stands alone is no finding: an entry, a resource, a feed of customers', async () => {
    for (const text of [
      '<entry xmlns="http://www.w3.org/2005/Atom"><id>urn:1</id><title/><updated>2024-01-01T00:00:00Z</updated></entry>',
      '<UsagePoint xmlns="http://naesb.org/espi"/>',
      '<feed xmlns="http://www.w3.org/2005/Atom"/>',
    ]) {
      const { report, wanted } = await file(text);
      expect(hasFindings(report, wanted, 'fail'), text).toBe(false);
    }
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

  it('of a profile is each way of metering that passes, where a scope claims none, and all where none does', async () => {
    // FB_11 wants kind 58.
    const water = wholeFeed().replace(/(<commodity>9<\/commodity>.*?<kind>)58/, '$112');
    const { report, wanted } = await file(water.replace('</feed>', scope('4_16_51')), 'cmd-3.3');
    expect(report.blocks.find(({ id }) => id === 'FB_11')).toMatchObject({ implied: true, verdict: 'fail' });
    expect(wanted).toEqual(new Set([...wanted, 'FB_05', 'FB_10', 'FB_29']));
    expect(wanted.has('FB_11')).toBe(false);
    const point =
      '<entry><content><UsagePoint xmlns="http://naesb.org/espi"><ServiceCategory><kind>2</kind></ServiceCategory></UsagePoint></content></entry>';
    const none = await file(FEED.replace('</feed>', point + scope('4_16_51')), 'cmd-3.3');
    expect(none.report.blocks.find(({ id }) => id === 'FB_11')).toMatchObject({ implied: true, verdict: 'fail' });
    expect(none.wanted.has('FB_11')).toBe(true);
  });

  it('fails as a download where a block that is asked for does, though its content is valid by the schemas', async () => {
    const verdictOf = async (text: string, blocks?: string[]) => {
      const { report } = await file(text, 'dmd-3.3', blocks);
      const notes = report.notes.filter(({ message, test }) => test === null && message.startsWith('FB_02'));
      return [report.blocks.find(({ id }) => id === 'FB_02')?.verdict, report.schema.verdict, notes.length];
    };
    // D136 asks a feed for its local time; no schema does.
    const broken = wholeFeed().replace(/<entry>(?:(?!<entry>).)*?<LocalTimeParameters.*?<\/entry>/s, '');
    expect(await verdictOf(wholeFeed())).toEqual(['not_checkable', 'pass', 0]);
    expect(await verdictOf(broken)).toEqual(['fail', 'pass', 1]);
    expect(await verdictOf(broken, ['FB_02', 'FB_12'])).toEqual(['not_checkable', 'pass', 0]);
  });

  it('of newer versions is more, told as warnings', async () => {
    const text = wholeFeed().replace('-0000-5000-8000-000000000002', '-0000-4000-8000-000000000002');
    const { report, wanted } = await file(text, 'dmd-4.1');
    expect(report.notes.filter(({ test }) => test === 'NEW-ID')).toMatchObject([{ severity: 'warning', entry: 3 }]);
    expect([hasFindings(report, wanted, 'fail'), hasFindings(report, wanted, 'warning')]).toEqual([false, true]);
    expect((await file(text, 'dmd-3.3')).report.notes).toEqual([]);
  });
});

describe('what newer versions ask for', () => {
  const looked = async (text: string) => {
    const { outcomes } = await checkDocument(bytes(text), NEWER);
    return [...outcomes].map(([id, { contexts, failed }]) => [id, contexts, failed]);
  };

  it('is asked of entries of usage data that have the link, and of ids that are there', async () => {
    const of = (content: string) => FEED.replace('</feed>', `<entry>${content}</entry></feed>`);
    const links = '<link rel="self" href="/a/Customer/1"/><link rel="up" href="/a/Customer"/>';
    const id = '<id>urn:uuid:00000000-0000-5000-8000-000000000001</id>';
    const customer = '<content><Customer xmlns="http://naesb.org/espi/customer"/></content>';
    const point = '<content><UsagePoint xmlns="http://naesb.org/espi"/></content>';
    const none = [
      ['NEW-ID', 0, 0],
      ['NEW-SELF', 0, 0],
      ['NEW-UP', 0, 0],
    ];
    expect(await looked(FEED)).toEqual(none);
    expect(await looked(of(point))).toEqual(none);
    expect(await looked(of(id + links + customer))).toEqual([['NEW-ID', 1, 0], ...none.slice(1)]);
    expect(await looked(of(links + point))).toEqual([none[0], ['NEW-SELF', 1, 1], ['NEW-UP', 1, 1]]);
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
