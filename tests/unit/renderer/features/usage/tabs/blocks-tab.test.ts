/** Which block is shown beside the list of blocks. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { BlocksTab as BlocksTabOf } from '../../../../../../renderer/features/usage/tabs/blocks-tab.tsx';
import { clockOfZone } from '../../../../../../shared/time/index.ts';
import { series } from '../series.ts';

vi.mock('../../../../../../renderer/features/entries/raw-entry.tsx', () => ({
  RawEntry: ({ entry }: { entry: string }) => createElement('pre', null, entry),
}));
// A table belongs to the screen that it is on.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  useMatch: () => '/',
  useRouter: () => ({ history: { push: () => undefined } }),
}));

let BlocksTab: typeof BlocksTabOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ BlocksTab } = await import('../../../../../../renderer/features/usage/tabs/blocks-tab.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

it.each([
  ['the one that a reading led to, though it is none of the rows', { block: 'newest' }, 'newest'],
  ['the first, where nothing led to one', {}, 'oldest'],
])('is %s', (_, search, shown) => {
  const main = series({});
  const view = { from: 1_700_000_000, to: 1_700_000_900 };
  const client = new QueryClient();
  client.setQueryData(['usage.blocks', { workspace: 'w', series: main.id, ...view, limit: 10_000 }], {
    rows: [{ id: 'oldest', entry: 'oldest', readings: 1, source: 's', fetchedAt: 0 }],
    matching: 10_001,
  });
  const props = { workspace: 'w', main, clock: clockOfZone('UTC'), view, search };
  // As much of it as the tab needs.
  const tab = createElement(BlocksTab, props as unknown as Parameters<typeof BlocksTabOf>[0]);
  const page = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, tab)),
  );
  expect(page).toContain(`<pre>${shown}</pre>`);
});
