import { expect, it } from 'vitest';
import { formatCounted } from '../../../renderer/ui/format.ts';
import { incompleteWords } from '../../../shared/job-words.ts';

it('says what an incomplete one lacks', () => {
  expect(incompleteWords({ failureCount: 1 }, formatCounted)).toBe(
    'Finished with 1 failure. Trying again fetches only what failed.',
  );
  expect(incompleteWords({ failureCount: 0 }, formatCounted)).toBe('Nothing could be fetched.');
});
