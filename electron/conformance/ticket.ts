/** The result of a pre-check as Markdown for a ticket. No content of the file is in it: it goes to others. */
import { DISCLAIMER } from '../common/rows/text.ts';
import { blockName, type Checked, placeWords, reasonOf, timesWords, VERDICT_WORDS } from './formats.ts';
import { plain, withoutValues } from './markdown.ts';
import { failingTests, type TestReport } from './report.ts';
import { wordsOf } from './rules/index.ts';

/** Places of one test that are listed. */
const PLACES = 5;

export function ticketReport({ report, wanted }: Checked): string {
  if (report.error) {
    const { message, action } = report.error;
    return [
      `**Green Button pre-check of ${plain(report.file)}: cannot be judged**`,
      '',
      message,
      action ?? '',
      '',
      DISCLAIMER,
    ]
      .join('\n')
      .trim();
  }
  const blocks = report.blocks.filter(({ id, implied }) => wanted.has(id) || implied);
  const failing = failingTests(report, new Set(blocks.map(({ id }) => id)));
  const notes = report.notes.map(
    ({ severity, test, message }) => `- ${severity}${test ? `, ${test}` : ''}: ${plain(withoutValues(message))}`,
  );
  return [
    `**Green Button pre-check of ${plain(report.file)}**`,
    '',
    ...blocks.map(
      (block) => `- ${block.id} ${blockName(block.id)}: **${VERDICT_WORDS[block.verdict]}**${reasonOf(block, wanted)}`,
    ),
    ...(blocks.length === 0 ? ['No function block is claimed or implied.'] : []),
    ...failing.flatMap(failureLines),
    ...(notes.length > 0 ? ['', '**Warnings and notes**', '', ...notes] : []),
    '',
    DISCLAIMER,
  ].join('\n');
}

function failureLines(test: TestReport): string[] {
  const { id, block, failed, failures } = test;
  const words = wordsOf(id);
  const places = failures.slice(0, PLACES).map(({ entry, line }) => placeWords(entry, line));
  const more = failed - places.length;
  return [
    '',
    `**${id}** (${block}) fails ${timesWords(test)}: ${plain(words?.requirement ?? '')}`,
    `- At ${places.join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
    `- ${plain(words?.cure ?? '')}`,
  ];
}
