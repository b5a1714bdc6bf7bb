/** What the two sides of a comparison are, as its bars and their legend are told. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { useComparison as useComparisonOf } from '../../../../../../renderer/features/usage/tabs/use-comparison.ts';
import type { UsageContext } from '../../../../../../renderer/features/usage/usage-context.ts';
import { clockOfZone } from '../../../../../../shared/time/index.ts';
import { series } from '../series.ts';

let useComparison: typeof useComparisonOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ useComparison } = await import('../../../../../../renderer/features/usage/tabs/use-comparison.ts'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

type Compared = ReturnType<typeof useComparisonOf>;

function Shown({ context, told }: { context: UsageContext; told: (compared: Compared) => void }) {
  told(useComparison(context, 'previous', undefined));
  return null;
}

/** Both sides of two spans of a series. */
function sidesOf(main: UsageContext['main']) {
  const view = { from: 1_700_000_000, to: 1_700_000_000 + 7 * 86_400 };
  // As much of it as a comparison of spans needs.
  const context = { workspace: 'w', main, all: [main], view, clock: clockOfZone('UTC') } as unknown as UsageContext;
  const sides: unknown[] = [];
  const shown = createElement(Shown, { context, told: ({ now, before }) => sides.push(now, before) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, shown));
  return sides;
}

describe('a comparison', () => {
  it.each([
    ['register', true],
    ['interval', false],
  ] as const)(
    'says of a series that is a %s on both sides whether it counts through its holes',
    (behaviour, counts) => {
      expect(sidesOf(series({ behaviour }))).toMatchObject([{ counts }, { counts }]);
    },
  );
});
