import { expect, it } from 'vitest';
import { longerWords } from '../../../../../../renderer/features/usage/tabs/longer-words.ts';

it('says how many amounts are left out', () => {
  expect(longerWords(1)).toBe('Left out: 1 amount of more than one interval.');
  expect(longerWords(1200)).toMatch(/^Left out: 1.200 amounts of more than one interval\.$/);
});
