/** The result of a check by requests as Markdown for a ticket: what fails, what was expected and what came, without values of customers. */
import type { RowsReport, RowTest } from '../../common/rows/report.ts';
import { DISCLAIMER, lookedWords, ROW_VERDICTS } from '../../common/rows/text.ts';
import { blockName } from '../formats.ts';
import { plain, withoutValues } from '../markdown.ts';

/** Things that came at one test that are listed. */
const CAME = 5;

/** @param what is judged, such as "the service" */
export function serviceTicket({ file, error, blocks, tests, notes }: RowsReport, what: string): string {
  const title = `**Green Button pre-check of ${what} ${plain(file)}`;
  if (error) return [`${title}: cannot be checked**`, '', plain(error.message), '', DISCLAIMER].join('\n');
  const count = (verdict: RowTest['verdict']) => tests.filter((test) => test.verdict === verdict).length;
  return [
    `${title}**`,
    '',
    ...blocks.map(
      (block) => `- ${block.id} ${blockName(block.id)}: **${ROW_VERDICTS[block.verdict]}**${lookedWords(block)}`,
    ),
    '',
    `${count('pass')} tests pass, ${count('fail')} fail, ${count('not_checkable')} could not be checked here.`,
    ...tests.filter(({ verdict }) => verdict === 'fail').flatMap(failureLines),
    ...(notes.length > 0 ? ['', '**Warnings and notes**', ''] : []),
    ...notes.map(
      ({ severity, test, message }) =>
        `- ${severity}${test === null ? '' : `, ${test}`}: ${plain(withoutValues(message))}`,
    ),
    '',
    DISCLAIMER,
  ].join('\n');
}

function failureLines({ id, block, contexts, failed, requirement, expected, cure, looks }: RowTest): string[] {
  const shown = looks.filter(({ right }) => !right).slice(0, CAME);
  const more = failed - shown.length;
  return [
    '',
    `**${id}** (${block}) fails ${failed} of ${contexts} times: ${plain(requirement)}`,
    `- Expected: ${plain(expected)}`,
    ...shown.map(({ came }) => `- Came: ${plain(withoutValues(came))}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    `- ${plain(cure)}`,
  ];
}
