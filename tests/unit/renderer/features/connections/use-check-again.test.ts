/** What a change of secrets does to what was found before it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { secretChanges as secretChangesOf } from '../../../../../renderer/features/connections/secret-changes.ts';
import type { useCheckAgain as useCheckAgainOf } from '../../../../../renderer/features/connections/use-check-again.ts';

let secretChanges: typeof secretChangesOf;
let useCheckAgain: typeof useCheckAgainOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ secretChanges } = await import('../../../../../renderer/features/connections/secret-changes.ts'));
  ({ useCheckAgain } = await import('../../../../../renderer/features/connections/use-check-again.ts'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

function Shown({ told }: { told: (checkAgain: () => void) => void }) {
  told(useCheckAgain('w'));
  return null;
}

it('what a test of a token found, or will find with the secrets before, is dropped, and the service is asked again; not of one that is entered as it is', () => {
  const client = new QueryClient();
  const key = ['connections.check', { workspace: 'w' }];
  client.setQueryData(key, []);
  const testedAfter = secretChanges.count('client');
  const enteredAfter = secretChanges.count('api');
  const told = vi.fn();
  const unsubscribe = secretChanges.subscribe(told);
  const given: (() => void)[] = [];
  const shown = createElement(Shown, { told: (checkAgain) => given.push(checkAgain) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown));
  given[0]?.();
  unsubscribe();
  expect(secretChanges.count('client')).not.toBe(testedAfter);
  expect(secretChanges.count('api')).toBe(enteredAfter);
  expect(told).toHaveBeenCalledOnce();
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});
