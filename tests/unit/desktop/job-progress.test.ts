import { expect, it } from 'vitest';
import { progressOf } from '../../../electron/desktop/job-progress.ts';

it('is nothing without a job, their mean where it is known, and unknown where one does not say', () => {
  const job = (done: number, total?: number, state: 'running' | 'done' = 'running') => ({ state, done, total });
  expect(progressOf([])).toBe(-1);
  expect(progressOf([job(3, 4, 'done')])).toBe(-1);
  expect(progressOf([job(1, 4), job(3, 4), job(9, 9, 'done')])).toBe(0.5);
  expect(progressOf([job(9, 4)])).toBe(1);
  expect(progressOf([job(1, 4), job(3)])).toBe(2);
  expect(progressOf([job(0, 0)])).toBe(2);
});
