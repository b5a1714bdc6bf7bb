/** The semantic difference of two answers. */
export { compareAnswers } from './compare-answers.ts';
