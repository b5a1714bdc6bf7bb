/** A check by requests as text for a terminal. */
import type { RowsReport, RowTest, RowVerdict } from './report.ts';

/** Every output says so: the program judges by a public book, it certifies nothing. */
export const DISCLAIMER = 'This is a pre-check by the public Green Button test book, not a certification.';

export const ROW_VERDICTS: Readonly<Record<RowVerdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  not_applicable: 'not applicable',
  not_checkable: 'not checked',
};

/** Failures of one test that a terminal shows. */
const SHOWN = 3;

/** @param nameOf name of a function block */
export function rowsText(report: RowsReport, nameOf: (block: string) => string): string {
  const { file, error, blocks, tests, notes } = report;
  if (error)
    return `${[`${file}: cannot be checked`, `  ${error.message}`, ...(error.action ? [`  ${error.action}`] : [])].join('\n')}\n`;
  const count = (verdict: RowVerdict) => tests.filter((test) => test.verdict === verdict).length;
  return `${[
    file,
    ...blocks.map(
      (block) => `  ${block.id}  ${ROW_VERDICTS[block.verdict].padEnd(14)}  ${nameOf(block.id)}${lookedWords(block)}`,
    ),
    `  ${count('pass')} tests pass, ${count('fail')} fail, ${count('not_checkable')} could not be checked here.`,
    ...tests.filter(({ verdict }) => verdict === 'fail').flatMap(failureLines),
    ...tests.filter(({ verdict }) => verdict === 'not_checkable').map(({ id, came }) => `  ${id} not checked: ${came}`),
    ...notes.map(({ severity, message }) => `  ${severity}: ${message}`),
    '',
    DISCLAIMER,
  ].join('\n')}\n`;
}

/** How much of a block its verdict is by, where that is not all of it. */
export function lookedWords({ looked, of }: RowsReport['blocks'][number]): string {
  return looked > 0 && looked < of ? ` (${looked} of ${of} tests looked at)` : '';
}

function failureLines({ id, requirement, expected, failed, cure, came }: RowTest): string[] {
  return [
    `  ${id} fails: ${requirement}`,
    `       expected: ${expected}`,
    `       came: ${came}${failed > SHOWN ? ` (${failed} in all)` : ''}`,
    `       ${cure}`,
  ];
}
