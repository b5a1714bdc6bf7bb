/** What is shown of a result: its tests with what no document can show, the XML around failures, and a text for a ticket. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkedOf,
  type Demand,
  excerptsOf,
  hasFindings,
  htmlReport,
  judge,
  junitReport,
  PROFILES,
  shownOf,
  textReport,
  ticketReport,
  viewOf,
} from '../../../electron/conformance/index.ts';
import { type ByteSource, FileBytes } from '../../../electron/engine/reader/index.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';

const FREE: Demand = { profile: undefined, blocks: undefined };
const BROKEN = wholeFeed('UsageSummary')
  .replace('<title>Entry 2</title>', '<title>Ada Lovelace</title>')
  .replaceAll('<cost>12</cost>', '<cost>a</cost>')
  .replace('<title>Entry 3</title>', '')
  .replaceAll('><', '>\n<');

async function* bytesOf(text: string, encoding: BufferEncoding = 'utf8'): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, encoding);
  for (let at = 0; at < bytes.length; at += 999) yield bytes.subarray(at, at + 999);
}

async function judged(open: () => ByteSource) {
  const result = await judge(async () => open());
  if (!result.findings) throw new Error(result.error.message);
  return result;
}

describe('the view of a result', () => {
  it('has every test of the book with its words, and the rows that no document answers', async () => {
    const result = await judged(() => bytesOf(BROKEN));
    const { tests, blocks, basis } = viewOf(result.findings, checkedOf('a.xml', result, FREE), FREE);
    expect(basis).toBe('inferred');
    const failing = tests.find(({ id, verdict }) => verdict === 'fail' && id.startsWith('D'));
    expect(failing).toMatchObject({
      verdict: 'fail',
      contexts: 11,
      failed: 1,
      failures: [{ entry: expect.any(Number) }],
    });
    expect(tests.filter(({ verdict }) => verdict !== 'not_checkable')).toHaveLength(144);
    expect(tests.filter(({ id }) => id === 'FDFTP001').map(({ key }) => key)).toHaveLength(3);
    expect(new Set(tests.map(({ key }) => key)).size).toBe(tests.length);
    expect(blocks.find(({ id }) => id === 'FB_04')).toMatchObject({ asked: true, implied: true, verdict: 'fail' });
  });

  it('shows the rows of a block by the number that it has today', async () => {
    const result = await judged(() => bytesOf(BROKEN));
    const demand: Demand = { profile: PROFILES.find(({ id }) => id === 'cmd-4.0'), blocks: undefined };
    const { tests, blocks } = viewOf(result.findings, checkedOf('a.xml', result, demand), demand);
    expect(blocks.find(({ id }) => id === 'FB_31')).toMatchObject({ asked: true, verdict: 'not_checkable' });
    expect(
      tests.some(({ id, block, verdict }) => /^OA/.test(id) && block === 'FB_31' && verdict === 'not_checkable'),
    ).toBe(true);
    expect(tests.some(({ id }) => id === 'NEW-ID')).toBe(true);
    // Answers are asked for: validity is a requirement then.
    expect(tests.find(({ id }) => id === 'SCHEMA')).toMatchObject({ verdict: 'fail', severity: 'fail' });
  });

  it('lists the rows of a block that has two numbers once, under the one of today, where both are asked for', async () => {
    const scope =
      '<entry><content><ApplicationInformation xmlns="http://naesb.org/espi"><scope>FB=14_31;</scope></ApplicationInformation></content></entry></feed>';
    const result = await judged(() => bytesOf(wholeFeed().replace('</feed>', scope)));
    const rowsOf = (blocks?: string[]) => {
      const demand: Demand = { profile: undefined, blocks };
      const { tests } = viewOf(result.findings, checkedOf('a.xml', result, demand), demand);
      expect(new Set(tests.map(({ key }) => key)).size).toBe(tests.length);
      return tests.filter(({ id }) => id === 'OAD005').map(({ block }) => block);
    };
    expect(rowsOf()).toEqual(['FB_31']);
    // Of a block that is only claimed the window shows nothing.
    expect(rowsOf(['FB_14'])).toEqual(['FB_14', 'FB_31']);
  });

  it('says what the book as written comes to where that is another verdict', async () => {
    const twice = wholeFeed('UsageSummary');
    const ids = [...twice.matchAll(/<entry><id>([^<]*)</g)].map(([, id]) => id);
    const copied = twice.replace(ids[1] ?? '', ids[0] ?? '');
    const result = await judged(() => bytesOf(copied));
    const { tests } = viewOf(result.findings, checkedOf('a.xml', result, FREE), FREE);
    expect(tests.find(({ id }) => id === 'D004')).toMatchObject({
      verdict: 'fail',
      severity: 'warning',
      asWritten: 'pass',
    });
  });
});

describe('a document of answers that breaks the schemas', () => {
  const INVALID = wholeFeed('UsageSummary').replace('<status>1</status>', '<status>a</status>');
  const demandOf = (profile: string, blocks?: string[]): Demand => ({
    profile: PROFILES.find(({ id }) => id === profile),
    blocks,
  });

  it('fails the block of answers, and every report says so', async () => {
    const demand = demandOf('cmd-3.3');
    const result = await judged(() => bytesOf(INVALID));
    const checked = checkedOf('a.xml', result, demand);
    const { tests, blocks } = viewOf(result.findings, checked, demand);
    expect(blocks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual(['FB_03']);
    expect(tests.filter(({ id }) => id === 'SCHEMA')).toMatchObject([
      { block: 'FB_03', verdict: 'fail', severity: 'fail' },
    ]);
    const html = htmlReport([await shownOf(checked, result, async () => bytesOf(INVALID))], 'Meterscope', new Date());
    expect(html).toContain('<p class="verdict bad"><strong>Requirements are broken</strong>');
    expect(html).toContain('SCHEMA fails in 1 place: where');
    expect(textReport([checked])).toContain('SCHEMA fails: The document is valid by the schemas');
    expect(ticketReport(checked)).toContain('**SCHEMA** (FB_03) fails in 1 place:');
    expect(junitReport([checked], new Date()).match(/<failure /g)).toHaveLength(1);
  });

  it('fails the block of files as well, where both are asked for', async () => {
    const demand: Demand = { profile: undefined, blocks: ['FB_02', 'FB_03'] };
    const result = await judged(() => bytesOf(INVALID));
    const { tests, blocks } = viewOf(result.findings, checkedOf('a.xml', result, demand), demand);
    const failing = blocks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failing).toEqual(['FB_02', 'FB_03']);
    const schema = tests.filter(({ id }) => id === 'SCHEMA');
    expect(schema.map(({ key, block }) => [key, block])).toEqual([
      ['SCHEMA', 'FB_02'],
      ['SCHEMA FB_03', 'FB_03'],
    ]);
  });
});

describe('what only the book as written finds', () => {
  // D007 by its text: at most one. As written: just one.
  const LOST = wholeFeed('UsageSummary').replace(
    '<link rel="related" href="/espi/1_1/resource/LocalTimeParameters/1"/>',
    '',
  );

  it('fails the block, and every report says so', async () => {
    const result = await judged(() => bytesOf(LOST));
    const checked = checkedOf('a.xml', result, FREE);
    expect(checked.report.blocks.find(({ id }) => id === 'FB_01')?.verdict).toBe('fail');
    expect(checked.report.tests.find(({ id }) => id === 'D007')).toMatchObject({ verdict: 'pass', failed: 0 });
    const { tests } = viewOf(result.findings, checked, FREE);
    const [first] = tests.find(({ id }) => id === 'D007')?.failures ?? [];
    expect(tests.find(({ id }) => id === 'D007')).toMatchObject({ verdict: 'pass', asWritten: 'fail', failed: 1 });
    const [excerpt] = await excerptsOf(result.findings, [{ test: 'D007', failure: 0 }], bytesOf(LOST), 4000);
    expect(excerpt).toMatchObject({ line: first?.line, xml: expect.stringContaining('<UsagePoint ') });
    expect(checked.report.notes).toMatchObject([{ severity: 'fail', test: 'D007', ...first }]);
    const junit = junitReport([checked], new Date());
    expect(junit).toContain('<testcase classname="FB_01" name="D007, as the book is written"');
    expect(junit.match(/<failure /g)).toHaveLength(1);
    const html = htmlReport([await shownOf(checked, result, async () => bytesOf(LOST))], 'Meterscope', new Date());
    expect(html).toContain('<strong>Requirements are broken</strong>');
  });

  it('is only a note where the block is not asked for', async () => {
    const result = await judged(() => bytesOf(LOST));
    const { report } = checkedOf('a.xml', result, { profile: undefined, blocks: ['FB_04'] });
    expect(report.notes).toMatchObject([{ severity: 'note', test: 'D007' }]);
  });

  it('passes what fails by its text alone: that is a warning', async () => {
    const text = wholeFeed('UsageSummary').replace('<duration>900</duration>', '');
    const result = await judged(() => bytesOf(text));
    const checked = checkedOf('a.xml', result, FREE);
    expect(checked.report.blocks.find(({ id }) => id === 'FB_04')?.verdict).toBe('pass');
    expect(checked.report.tests.find(({ id }) => id === 'D044')).toMatchObject({
      verdict: 'fail',
      severity: 'warning',
    });
    expect(checked.report.notes.filter(({ test }) => test === 'D044').map(({ severity }) => severity)).toEqual([
      'warning',
      'note',
    ]);
    expect(junitReport([checked], new Date())).toContain('failures="0"');
  });

  it('is no warning by its text alone where the block is not asked for, as a whole failure there is none', async () => {
    // Its first block starts with its second reading.
    const text = wholeFeed('UsageSummary').replace(
      '<start>1700000000</start></interval>',
      '<start>1700000900</start></interval>',
    );
    const checked = checkedOf('a.xml', await judged(() => bytesOf(text)), { profile: undefined, blocks: ['FB_01'] });
    expect(checked.report.notes).toMatchObject([{ severity: 'note', test: 'D042' }]);
    expect(hasFindings(checked.report, checked.wanted, 'warning')).toBe(false);
  });

  it('is a warning in any block where the test is a warning by itself', async () => {
    const ids = [...wholeFeed('UsageSummary').matchAll(/<entry><id>([^<]*)</g)].map(([, id]) => id);
    const twice = wholeFeed('UsageSummary').replace(ids[1] ?? '', ids[0] ?? '');
    const { report } = checkedOf('a.xml', await judged(() => bytesOf(twice)), {
      profile: undefined,
      blocks: ['FB_04'],
    });
    const own = report.notes.filter(({ test }) => test === 'D004');
    expect(own.map(({ severity }) => severity)).toEqual(['warning', 'note']);
  });

  it('fails an entry without an id, while ids that are there twice are a warning', async () => {
    const text = wholeFeed('UsageSummary').replace(
      '</feed>',
      '<entry><title>Bare</title><updated>2026-01-02T00:00:00Z</updated><content/></entry></feed>',
    );
    const checked = checkedOf('a.xml', await judged(() => bytesOf(text)), FREE);
    expect(checked.report.blocks.find(({ id }) => id === 'FB_01')?.verdict).toBe('fail');
    expect(checked.report.tests.find(({ id }) => id === 'D004')).toMatchObject({ verdict: 'fail', severity: 'fail' });
    expect(textReport([checked])).toContain('D004 fails 1 of');
    expect(junitReport([checked], new Date())).toMatch(/D004: [^"]*" time="0"><failure /);
  });
});

describe('the XML around a failure', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'meterscope-excerpts-'));
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  it.each(['utf8', 'utf16le'] as const)('is the same from a file in %s and from a stream', async (encoding) => {
    const text = encoding === 'utf8' ? BROKEN : `\uFEFF${BROKEN.replace(/<\?xml[^>]*>/, '')}`;
    const file = path.join(folder, `${encoding}.xml`);
    await writeFile(file, text, encoding);
    const open = () => FileBytes.of(file);
    const result = await judge(open);
    if (!result.findings) throw new Error(result.error.message);
    const schema = { test: 'SCHEMA', failure: 0 };
    const [fromFile, ofSchema] = await excerptsOf(
      result.findings,
      [{ test: 'D054', failure: 0 }, schema],
      await open(),
      4000,
    );
    expect(fromFile).toBeUndefined();
    const [fromStream] = await excerptsOf(result.findings, [schema], bytesOf(text, encoding), 4000);
    expect(ofSchema).toEqual(fromStream);
    expect(ofSchema?.xml).toBe('<cost>a</cost>');
    expect(text.split('\n')[(ofSchema?.line ?? 0) - 1]).toBe('<cost>a</cost>');
  });

  it('holds no secret', async () => {
    const text = wholeFeed('UsageSummary').replace(
      /<title>Entry \d+<\/title>/,
      '<content><ApplicationInformation xmlns="http://naesb.org/espi"><client_secret>hush</client_secret></ApplicationInformation></content>',
    );
    const result = await judged(() => bytesOf(text));
    const failing = [...result.findings.outcomes].filter(([, { failures }]) =>
      failures.some(({ entry }) => entry === 1),
    );
    expect(failing.length).toBeGreaterThan(0);
    const wanted = failing.map(([test]) => ({ test, failure: 0 }));
    const excerpts = await excerptsOf(result.findings, wanted, bytesOf(text), 4000);
    expect(excerpts.some((one) => one?.xml.includes('client_secret'))).toBe(true);
    expect(JSON.stringify(excerpts)).not.toContain('hush');
  });
});

describe('the text for a ticket', () => {
  it('says where, what and the cure, and nothing that the document holds', async () => {
    const result = await judged(() => bytesOf(BROKEN));
    const text = ticketReport(checkedOf('my_file.xml', result, FREE));
    expect(text).toContain('**Green Button pre-check of my\\_file.xml**');
    expect(text).toContain('- FB_04 Interval metering: **fail** (inferred from the content)');
    expect(text).toMatch(/\*\*D\d+\*\* \(FB_04\) fails 1 of 11 times: Every \w+ entry has &lt;title>\./);
    // Values that break the schema are content.
    expect(text).toContain('&lt;cost> must be a whole number. In all');
    expect(text).toContain('not a certification');
    expect(text).not.toContain('Lovelace');
  });

  it('counts every failure, also those beyond what is listed', async () => {
    const entries = Array.from(
      { length: 1200 },
      (_, i) =>
        `<entry><id>${i}</id><content><UsagePoint xmlns="http://naesb.org/espi"><colour/></UsagePoint></content></entry>`,
    ).join('');
    const feed = `<feed xmlns="http://www.w3.org/2005/Atom">${entries}</feed>`;
    const result = await judged(() => bytesOf(feed));
    const checked = checkedOf('a.xml', result, { profile: undefined, blocks: ['FB_01', 'FB_02'] });
    const test = checked.report.tests.find(({ id }) => id === 'D012');
    expect(test).toMatchObject({ contexts: 1200, failed: 1200 });
    expect(test?.failures).toHaveLength(1000);
    const shown = await shownOf(checked, result, async () => bytesOf(feed));
    const html = htmlReport([shown], 'Meterscope', new Date());
    for (const text of [textReport([checked]), ticketReport(checked), html]) {
      expect(text).toContain('fails 1200 of 1200 times');
      expect(text).not.toMatch(/SCHEMA.* of \d/);
    }
    expect(textReport([checked])).toContain('and 1197 more');
    expect(ticketReport(checked)).toContain('and 1195 more');
    expect(html).toContain('and 1150 more');
    expect(junitReport([checked], new Date())).toContain('and 200 more');
    const { schema } = checked.report;
    expect(schema.failures).toHaveLength(100);
    expect(schema.failed).toBe(1200);
    expect(ticketReport(checked)).toContain(`**SCHEMA** (FB_02) fails in 1200 places:`);
    expect(html).toContain(`SCHEMA fails in 1200 places: where`);
  });

  it('says in how many places the schemas are broken, and not of how many', async () => {
    const text = wholeFeed('UsageSummary').replace('<cost>12</cost>', '<cost>a</cost>');
    const demand: Demand = { profile: PROFILES.find(({ id }) => id === 'dmd-3.3'), blocks: undefined };
    const one = checkedOf('a.xml', await judged(() => bytesOf(text)), demand);
    expect(ticketReport(one)).toContain('**SCHEMA** (FB_02) fails in 1 place:');
    const two = checkedOf(
      'a.xml',
      await judged(() => bytesOf(text.replace('<cost>12</cost>', '<cost>b</cost>'))),
      demand,
    );
    expect(ticketReport(two)).toContain('**SCHEMA** (FB_02) fails in 2 places:');
    expect(textReport([two])).toContain('SCHEMA fails in 2 places:');
    for (const words of [textReport([two]), ticketReport(two)]) expect(words).not.toContain('of 1');
  });

  it('says why a document cannot be judged', async () => {
    const result = await judge(async () => bytesOf('no xml'));
    expect(ticketReport(checkedOf('a.xml', result, FREE))).toMatch(/cannot be judged/);
  });
});
