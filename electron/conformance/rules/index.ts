import type { Rule, Words } from '../rule.ts';
import { COMMON } from './common.ts';
import { HINTS } from './hints.ts';
import { INTERVALS } from './intervals.ts';
import { MEASURES } from './measures.ts';
import { NEWER } from './newer.ts';
import { SUMMARIES } from './summaries.ts';

/** All data-element tests of the book, in its order of blocks. */
export const RULES: readonly Rule[] = [...COMMON, ...INTERVALS, ...MEASURES, ...SUMMARIES, ...HINTS];

/** Not a data element: the part of the book's FDFTP002 that the schemas decide. */
export const SCHEMA: Words = {
  id: 'SCHEMA',
  block: 'FB_02',
  requirement: 'The document is valid by the schemas of Atom and ESPI (version 3.3).',
  cure: 'Write what is named as the schema wants it.',
};

const BY_ID: ReadonlyMap<string, Words> = new Map([...RULES, ...NEWER, SCHEMA].map((words) => [words.id, words]));

/** What a test asks for, in words. */
export function wordsOf(id: string): Words | undefined {
  return BY_ID.get(id);
}
