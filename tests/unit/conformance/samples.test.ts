import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkDocument, type Findings } from '../../../electron/conformance/check.ts';
import { checkFile } from '../../../electron/conformance/index.ts';
import { RULES } from '../../../electron/conformance/rules/index.ts';
import { fileSource } from '../../../electron/engine/reader/index.ts';
import { groupBy } from '../../../shared/group.ts';
import { bookIsThere, cell, SAMPLES, table } from '../../fixtures/conformance.ts';

const expected = groupBy(table('expected-samples.tsv'), (row) => cell(row, 'file'));
const implied = table('implied-samples.tsv');

/** The numbers of blocks as the table has them. */
function numbers(blocks: Iterable<string>): string {
  return [...blocks]
    .map((block) => block.slice(3))
    .toSorted()
    .join(' ');
}

describe.skipIf(!bookIsThere)('the tests of the book on the sample files (left out where ../shared is missing)', () => {
  it('are all there, with their ids and blocks', () => {
    const book = table('testbook.tsv')
      .filter((row) => cell(row, 'test_xpath') !== '')
      .map((row) => `${cell(row, 'id')} ${cell(row, 'function_block')}`);
    expect(RULES.map(({ id, block }) => `${id} ${block}`).toSorted()).toEqual(book.toSorted());
    expect(RULES).toHaveLength(143);
  });

  it('covers every sample', () => {
    expect([...expected.keys()].toSorted()).toEqual(
      readdirSync(SAMPLES)
        .filter((name) => name.endsWith('.xml'))
        .toSorted(),
    );
  });

  it.each([...expected.keys()])('gives the known verdicts for %s', async (file) => {
    const rows = expected.get(file) ?? [];
    const check = checkDocument(fileSource(path.join(SAMPLES, file)));
    if (rows.some((row) => cell(row, 'verdict') === 'not xml')) {
      await expect(check).rejects.toMatchObject({ code: 'not_well_formed' });
      return;
    }
    const findings: Findings = await check;
    const found = rows.map((row) => {
      const outcome = findings.outcomes.get(cell(row, 'test'));
      const verdict = !outcome?.contexts ? 'not fired' : outcome.failed > 0 ? 'fail' : 'pass';
      return [cell(row, 'test'), verdict, outcome?.contexts];
    });
    const wanted = rows.map((row) => [
      cell(row, 'test'),
      cell(row, 'meant') || cell(row, 'verdict'),
      Number(cell(row, 'contexts')),
    ]);
    expect(found).toEqual(wanted);
  });

  it.each([...expected.keys()])('says where they fail and what the book as written says, for %s', async (file) => {
    const findings = await checkDocument(fileSource(path.join(SAMPLES, file))).catch(() => undefined);
    if (!findings) return;
    for (const row of expected.get(file) ?? []) {
      const id = cell(row, 'test');
      const outcome = findings.outcomes.get(id);
      const written = outcome?.failedAsWritten ?? outcome?.failed;
      expect([id, written], file).toEqual([id, Number(cell(row, 'failed'))]);
      if (cell(row, 'meant') !== '' || cell(row, 'first_failing_entry') === '') continue;
      expect([id, outcome?.failures[0]?.entry], file).toEqual([id, Number(cell(row, 'first_failing_entry'))]);
    }
  });

  it.each(implied.map((row) => cell(row, 'file')))('passes and fails the implied blocks of %s', async (file) => {
    const row = implied.find((one) => cell(one, 'file') === file);
    const open = async () => fileSource(path.join(SAMPLES, file));
    // Of the blocks that the content implies, whatever a scope claims.
    const { report } = await checkFile(file, open, { profile: undefined, blocks: undefined });
    if (!row || !report.ok) return;
    const verdicts = (wanted: string) =>
      numbers(report.blocks.filter((block) => block.implied && block.verdict === wanted).map(({ id }) => id));
    expect([verdicts('pass'), verdicts('fail')]).toEqual([cell(row, 'implied_pass'), cell(row, 'implied_fail')]);
  });

  it.each(implied.map((row) => cell(row, 'file')))('finds the blocks that %s claims and implies', async (file) => {
    const row = implied.find((one) => cell(one, 'file') === file);
    const findings = await checkDocument(fileSource(path.join(SAMPLES, file))).catch(() => undefined);
    if (!row || !findings) return;
    expect([numbers(findings.claimed), numbers(findings.implied)]).toEqual([
      cell(row, 'claimed'),
      cell(row, 'implied'),
    ]);
  });
});
