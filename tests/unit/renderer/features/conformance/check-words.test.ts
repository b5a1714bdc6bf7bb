import { expect, it } from 'vitest';
import { failsWords } from '../../../../../renderer/features/conformance/check-words.ts';

it('how often a test fails is told beside how often it looked; the schemas are broken in places', () => {
  expect(failsWords({ id: 'D001', failed: 1200, contexts: 5000 })).toBe('1,200 of 5,000');
  expect(failsWords({ id: 'D001', failed: 0, contexts: 0 })).toBe('');
  expect(failsWords({ id: 'SCHEMA', failed: 100, contexts: 1 })).toBe('100 places');
  expect(failsWords({ id: 'SCHEMA', failed: 1, contexts: 1 })).toBe('1 place');
});
