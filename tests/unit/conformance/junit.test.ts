import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkFile, type Demand, junitReport, PROFILES } from '../../../electron/conformance/index.ts';
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
