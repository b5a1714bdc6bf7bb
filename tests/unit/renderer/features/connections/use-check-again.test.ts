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

interface ShownProps {
  concerns: 'all' | 'made' | undefined;
  told: (checkAgain: () => void) => void;
}

function Shown({ concerns, told }: ShownProps) {
  told(useCheckAgain('w', concerns));
  return null;
}

it.each([
  // Changed; whether what tests of made and of entered tokens found is dropped.
  ['made', true, false],
  ['all', true, true],
  [undefined, false, false],
] as const)(
  'after a change that concerns %s, the service is asked again, and what depends on it is dropped',
  (concerns, made, entered) => {
    const client = new QueryClient();
    const key = ['connections.check', { workspace: 'w' }];
    client.setQueryData(key, []);
    const before = { client: secretChanges.count('client'), api: secretChanges.count('api') };
    const told = vi.fn();
    const unsubscribe = secretChanges.subscribe(told);
    const given: (() => void)[] = [];
    const shown = createElement(Shown, { concerns, told: (checkAgain) => given.push(checkAgain) });
    renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown));
    given[0]?.();
    unsubscribe();
    expect(secretChanges.count('client') !== before.client).toBe(made);
    expect(secretChanges.count('api') !== before.api).toBe(entered);
    expect(told.mock.calls.length).toBe(made || entered ? 1 : 0);
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  },
);
