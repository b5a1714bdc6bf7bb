/** How the results of a pre-check are called, counted and listed. Pure. */
import { checkHeadline } from '#shared/check-headline.ts';
import type { BlockVerdict, CheckedBlock, CheckedTest, PreCheck } from '#shared/contract/conformance.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import type { Show } from './check-address.ts';

export const VERDICT_WORDS: Readonly<Record<BlockVerdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  not_applicable: 'not applicable',
  not_checkable: 'not checkable here',
};

/** What a test came to for a certifier, in one word: a failure that one would let pass is none. */
export type TestState = BlockVerdict | 'warning' | 'hint';

export function stateOf({ verdict, severity, asWritten }: CheckedTest): TestState {
  if (asWritten === 'fail') return 'fail';
  return verdict === 'fail' && severity !== 'fail' ? severity : verdict;
}

export const STATE_WORDS: Readonly<Record<TestState, string>> = { ...VERDICT_WORDS, warning: 'warning', hint: 'hint' };

export const STATE_COLORS: Readonly<Record<TestState, string>> = {
  pass: 'green',
  fail: 'red',
  warning: 'yellow',
  hint: 'gray',
  not_applicable: 'gray',
  not_checkable: 'gray',
};

/** Blocks that are asked for, or that the content is of: the others say nothing of this document. */
export function shownBlocks(blocks: readonly CheckedBlock[]): CheckedBlock[] {
  return blocks.filter(({ asked, implied }) => asked || implied);
}

/** Why a block is looked at. */
export function reasonWords({ asked, claimed, implied }: CheckedBlock): string {
  if (claimed) return asked ? 'claimed' : 'claimed, not asked for';
  if (!asked) return 'inferred, not asked for';
  return implied ? 'inferred from the content' : 'asked for';
}

/** The result in a sentence, and its colour. */
export function summaryOf({ blocks, basis, notes }: Pick<PreCheck, 'blocks' | 'basis' | 'notes'>): {
  title: string;
  text: string;
  color: string;
} {
  const asked = blocks.filter((block) => block.asked);
  const count = (verdict: BlockVerdict) => asked.filter((block) => block.verdict === verdict).length;
  const isBroken = count('fail') > 0 || notes.some(({ severity }) => severity === 'fail');
  if (asked.length === 0) {
    return {
      title: checkHeadline(isBroken, 0),
      text: 'No function block is claimed or inferred: nothing can be judged but what the document is.',
      color: isBroken ? 'red' : 'gray',
    };
  }
  const [passed, failed] = [count('pass'), count('fail')];
  const parts = [
    `${formatCount(passed)} pass`,
    `${formatCount(failed)} fail`,
    ...(count('not_applicable') > 0 ? [`${formatCount(count('not_applicable'))} do not apply`] : []),
    ...(count('not_checkable') > 0 ? [`${formatCount(count('not_checkable'))} cannot be seen in a document`] : []),
  ];
  return {
    title: checkHeadline(isBroken, passed),
    text: `Of ${formatCounted(asked.length, 'function block')} ${basisWords(basis, asked)}: ${parts.join(', ')}.`,
    color: isBroken ? 'red' : passed > 0 ? 'green' : 'gray',
  };
}

/** What came of rows that requests answer, in a sentence, and its colour. */
export function rowsSummary(tests: readonly CheckedTest[]): { title: string; text: string; color: string } {
  const count = (verdict: BlockVerdict) => tests.filter((test) => test.verdict === verdict).length;
  const [passed, failed, open] = [count('pass'), count('fail'), count('not_checkable')];
  const rest = open > 0 ? `, ${formatCount(open)} could not be looked at` : '';
  return {
    title: checkHeadline(failed > 0, passed),
    text: `Of ${formatCounted(tests.length, 'test')}: ${formatCount(passed)} pass, ${formatCount(failed)} fail${rest}.`,
    color: failed > 0 ? 'red' : passed > 0 ? 'green' : 'gray',
  };
}

/** Why these blocks are asked for: a profile adds its own to those of the document. */
function basisWords(basis: PreCheck['basis'], asked: readonly CheckedBlock[]): string {
  switch (basis) {
    case 'chosen':
      return 'that you chose';
    case 'claimed':
      return `that the document claims${asked.every(({ claimed }) => claimed) ? '' : ' or the profile asks for'}`;
    case 'inferred':
      return `inferred from the content (it claims none)${asked.every(({ implied }) => implied) ? '' : ' or asked for by the profile'}`;
    case 'nothing':
      return 'that the profile asks for';
  }
}

/** How many tests of a block came to each verdict, in words. */
export function countWords(tests: readonly CheckedTest[]): string {
  const states = (['fail', 'warning', 'pass', 'not_applicable', 'not_checkable', 'hint'] as const).map((state) => ({
    state,
    count: tests.filter((test) => stateOf(test) === state).length,
  }));
  return states
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${formatCount(count)} ${STATE_WORDS[state]}`)
    .join(' · ');
}

/** The tests that are listed: of the block that is looked at, or of those that are shown. */
export function listedTests<T extends CheckedTest>(
  { blocks, tests }: { blocks: readonly CheckedBlock[]; tests: readonly T[] },
  show: Show,
  block: string | undefined,
): T[] {
  const shown = new Set([...shownBlocks(blocks).map(({ id }) => id), 'FB_99']);
  return tests.filter((test) => {
    if (block === undefined ? !shown.has(test.block) && stateOf(test) !== 'warning' : test.block !== block)
      return false;
    const state = stateOf(test);
    if (show === 'failing') return state === 'fail';
    return (
      show === 'all' || state === 'fail' || state === 'warning' || state === 'hint' || test.asWritten !== undefined
    );
  });
}

/** How often a test fails. The schemas (`SCHEMA`) are asked once of a document, and broken in places. */
export function failsWords({ id, failed, contexts }: Pick<CheckedTest, 'id' | 'failed' | 'contexts'>): string {
  if (contexts === 0) return '';
  return id === 'SCHEMA' ? formatCounted(failed, 'place') : `${formatCount(failed)} of ${formatCount(contexts)}`;
}

export function placeWords({ entry, line }: { entry: number; line: number }): string {
  return entry === 0 ? `the feed, line ${formatCount(line)}` : `entry ${formatCount(entry)}, line ${formatCount(line)}`;
}
