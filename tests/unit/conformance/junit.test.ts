import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { RowBook } from '../../../electron/common/rows/book.ts';
import { checkFile, type Demand, hasFindings, junitReport, PROFILES } from '../../../electron/conformance/index.ts';
import { serviceHtml, serviceJunit, serviceText } from '../../../electron/conformance/service/index.ts';
import { serviceReport } from '../../../electron/conformance/service/report.ts';
import { serviceTicket } from '../../../electron/conformance/service/ticket.ts';
import { wholeFeed } from '../../fixtures/whole-feed.ts';

const SCHEMA = fileURLToPath(new URL('../../fixtures/junit.xsd', import.meta.url));
const LINTER = 'xmllint';
const isThere = spawnSync(LINTER, ['--version']).status === 0;

const FREE: Demand = { profile: undefined, blocks: undefined };

const check = (name: string, text: string, demand = FREE) =>
  checkFile(
    name,
    async () =>
      (async function* () {
        yield Buffer.from(text);
      })(),
    demand,
  );

/** What xmllint says of a report; empty for a valid one. */
function complaints(report: string): string {
  const { status, stderr } = spawnSync(LINTER, ['--noout', '--nonet', '--schema', SCHEMA, '-'], {
    input: report,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

describe.skipIf(!isThere)('a JUnit report (left out where xmllint is missing)', () => {
  it('is valid by the schema of the format, whatever became of the files', async () => {
    const files = [
      await check('good & <odd> "name".xml', wholeFeed('UsageSummary')),
      await check(
        'broken.xml',
        wholeFeed('UsageSummary').replaceAll('<title>', '<subtitle>').replaceAll('</title>', '</subtitle>'),
      ),
      await check('no xml', 'no xml'),
      await check('asked.xml', '<feed xmlns="http://www.w3.org/2005/Atom"/>', {
        profile: PROFILES.find(({ id }) => id === 'dmd-4.0'),
        blocks: undefined,
      }),
    ];
    const report = junitReport(files, new Date());
    expect(complaints(report)).toBe('');
    for (const result of ['<failure ', '<error ', '<skipped>']) expect(report).toContain(result);
  });

  it('is not taken for valid when it is not', async () => {
    const report = junitReport([await check('a.xml', wholeFeed('UsageSummary'))], new Date());
    expect(complaints(report.replace('classname=', 'class='))).toContain('class');
    expect(complaints(report.replace('<properties></properties>', ''))).toContain('properties');
  });
});

describe('a JUnit report that fails on warnings', () => {
  const whole = wholeFeed('UsageSummary');
  const failures = (report: string) =>
    [...report.matchAll(/classname="(\w+)" name="(\w+)[^>]*><failure type="(\w+)"/g)].map((found) => found.slice(1));

  it.each<[string, string, Demand, string[][]]>([
    ['nothing', whole, FREE, []],
    [
      'a test by its text alone, and the schemas',
      whole.replace('<duration>900</duration>', ''),
      FREE,
      [
        ['FB_04', 'D044', 'warning'],
        ['FB_02', 'SCHEMA', 'warning'],
      ],
    ],
    ['the schemas', whole.replace('<status>1</status>', '<status>a</status>'), FREE, [['FB_02', 'SCHEMA', 'warning']]],
    [
      'what newer pages ask for',
      whole.replace('<id>urn:uuid:00000000-0000-5000-8000-000000000003', '<id>3'),
      { profile: PROFILES.find(({ id }) => id === 'dmd-4.0'), blocks: ['FB_01'] },
      [['FB_01', 'NEW', 'warning']],
    ],
  ])('has a failure for each of them, as the exit code says: %s', async (_, text, demand, expected) => {
    const checked = await check('a.xml', text, demand);
    const report = junitReport([checked], new Date(), 'warning');
    expect(failures(report)).toEqual(expected);
    expect(hasFindings(checked.report, checked.wanted, 'warning')).toBe(expected.length > 0);
    expect(failures(junitReport([checked], new Date()))).toEqual([]);
  });

  it('has one for each step of the check of a service that could not be ended', () => {
    const book = new RowBook();
    book.note('', 'The step "TLS" could not be ended: no address.');
    const report = serviceReport('https://utility.example/espi', book);
    expect(serviceJunit(report, new Date(), 'warning')).toContain('<failure type="warning" message="The step');
    expect(serviceJunit(report, new Date())).toContain('failures="0"');
  });
});

describe('the report of a running service', () => {
  const book = new RowBook();
  book.judge('FND002', true, '200, one entry', { request: 'r1' });
  book.judge('OAD009', false, '200 with no "token" & <none>', { request: 'r2' });
  book.cannot('TC003', 'it is on this computer');
  const report = serviceReport('https://utility.example/espi', book);

  it.skipIf(!isThere)('is valid JUnit: passes, failures, and what could not be looked at', () => {
    const junit = serviceJunit(report, new Date());
    expect(complaints(junit)).toBe('');
    expect(junit).toContain('failures="1"');
    expect(junit).toMatch(/TC003: [^"]*" time="0"><skipped>/);
  });

  it('says what was expected, what came and what to do, and escapes what came', () => {
    const text = serviceText(report);
    expect(text).toContain('OAD009 fails: /Batch/Subscription/{auth_uid} is closed');
    expect(text).toContain('expected: 401 or 403 for each other class');
    expect(text).toContain('came: 200 with no "token" & <none>');
    expect(text).toContain('TC003 not checked: it is on this computer');
    const html = serviceHtml(report, 'the service', 'Meterscope', new Date());
    expect(html).toContain('&amp; &lt;none&gt;');
    expect(html).not.toContain('<none>');
  });

  it('that was not looked at at all judges nothing', () => {
    const empty = serviceReport('https://utility.example/espi', new RowBook());
    const html = serviceHtml(empty, 'the service', 'Meterscope', new Date());
    expect(html).toContain('<p class="verdict other"><strong>Nothing was judged</strong>');
    expect(html).not.toContain('No requirement is broken');
  });

  it('says how much of a block was looked at, where that is not all of it', () => {
    const { looked, of = 0 } = report.blocks.find(({ id }) => id === 'FB_03') ?? {};
    expect([looked, of > 10]).toEqual([1, true]);
    const words = `(1 of ${of} tests looked at)`;
    expect(serviceText(report)).toContain(`FB_03  pass            Usage data Connect My Data ${words}`);
    expect(serviceHtml(report, 'the service', 'Meterscope', new Date())).toContain(words);
    expect(serviceTicket(report, 'the service')).toContain(`Usage data Connect My Data: **pass** ${words}`);
    // Nothing of it was.
    expect(serviceText(report)).toMatch(/FB_39 {2}not applicable {2}PUSH model\n/);
  });

  it('fails block 31 with the book’s 14, of which it is the name today', () => {
    const verdicts = new Map(report.blocks.map(({ id, verdict }) => [id, verdict]));
    expect([verdicts.get('FB_14'), verdicts.get('FB_31'), verdicts.get('FB_03')]).toEqual(['fail', 'fail', 'pass']);
  });
});
