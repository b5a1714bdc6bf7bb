import type { Rule } from '../rule.ts';
import { COMMON } from './common.ts';
import { HINTS } from './hints.ts';
import { INTERVALS } from './intervals.ts';
import { MEASURES } from './measures.ts';
import { SUMMARIES } from './summaries.ts';

/** All data-element tests of the book, in its order of blocks. */
export const RULES: readonly Rule[] = [...COMMON, ...INTERVALS, ...MEASURES, ...SUMMARIES, ...HINTS];
