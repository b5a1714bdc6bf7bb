import { expect, it } from 'vitest';
import { counted } from '../../../electron/common/counted.ts';

it('one thing is one, and none are several', () => {
  expect([0, 1, 2].map((count) => counted(count, 'gap'))).toEqual(['0 gaps', '1 gap', '2 gaps']);
});
