import { expect, it } from 'vitest';
import { newestTries } from '../../../../../renderer/features/requests/newest-tries.ts';
import type { RequestView } from '../../../../../shared/contract/requests.ts';

const request = (change: Partial<RequestView>) => ({ attempt: 1, ...change }) as RequestView; // nothing else is read

it('the newest try stands for its call, in the place that it has', () => {
  const rows = [
    request({ id: 'c', call: 'a', attempt: 3 }),
    request({ id: 'x', call: 'x' }),
    request({ id: 'b', call: 'a', attempt: 2 }),
    request({ id: 'old' }),
    request({ id: 'a', call: 'a' }),
  ];
  expect(newestTries(rows).map(({ id }) => id)).toEqual(['c', 'x', 'old']);
});

it('of two sends that count alike, the one that stands first is shown', () => {
  const rows = [request({ id: 'b', call: 'a' }), request({ id: 'a', call: 'a' })];
  expect(newestTries(rows).map(({ id }) => id)).toEqual(['b']);
});
