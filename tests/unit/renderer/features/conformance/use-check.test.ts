/** What checking a document again does to what was found of it before. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { checkAgain as checkAgainOf } from '../../../../../renderer/features/conformance/use-check.ts';

let checkAgain: typeof checkAgainOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ checkAgain } = await import('../../../../../renderer/features/conformance/use-check.ts'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

it('a document that is checked again is asked for anew, and its verdicts by other profiles are dropped', async () => {
  const client = new QueryClient();
  const document = { handle: 'h' };
  const keyOf = (more: object) => ['conformance.check', { workspace: 'w', document, ...more }];
  const [shown, other, another] = [
    keyOf({ profile: 'dmd-3.3' }),
    keyOf({}),
    keyOf({ document: { handle: 'another' }, profile: 'dmd-3.3' }),
  ];
  for (const key of [shown, other, another]) client.setQueryData(key, 'old');
  const queryFn = vi.fn(async () => 'new');
  const stop = new QueryObserver(client, { queryKey: shown, queryFn, staleTime: 60_000 }).subscribe(() => undefined);
  expect(queryFn).not.toHaveBeenCalled();
  checkAgain(client, 'w', document);
  await vi.waitFor(() => expect(client.getQueryData(shown)).toBe('new'));
  expect(client.getQueryData(other)).toBeUndefined();
  expect(client.getQueryState(another)).toMatchObject({ data: 'old', isInvalidated: false });
  stop();
});
