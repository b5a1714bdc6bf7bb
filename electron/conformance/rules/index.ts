import type { Rule } from '../rule.ts';
import { COMMON } from './common.ts';
import { HINTS } from './hints.ts';
import { INTERVALS } from './intervals.ts';
import { MEASURES } from './measures.ts';
import { SUMMARIES } from './summaries.ts';

/** All data-element tests of the book, in its order of blocks. */
export const RULES: readonly Rule[] = [...COMMON, ...INTERVALS, ...MEASURES, ...SUMMARIES, ...HINTS];

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export function ruleOf(id: string): Rule | undefined {
  return BY_ID.get(id);
}
