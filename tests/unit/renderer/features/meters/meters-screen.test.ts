/** What stays on the list of meters while its rows are asked for. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MetersScreen as MetersScreenOf } from '../../../../../renderer/features/meters/meters-screen.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  useMatch: () => '/',
  useNavigate: () => () => undefined,
}));

let MetersScreen: typeof MetersScreenOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ MetersScreen } = await import('../../../../../renderer/features/meters/meters-screen.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

describe('the list of meters', () => {
  it.each([{}, { group: 'g' }, { tag: 'Clinic' }])(
    'keeps the choice of a group and a tag while %j is asked',
    (search) => {
      const client = new QueryClient();
      client.setQueryData(['groups.names', { workspace: 'w' }], [{ id: 'g', name: 'Health' }]);
      client.setQueryData(['tags.list', { workspace: 'w' }], [{ tag: 'Clinic', meters: 4 }]);
      const page = renderToStaticMarkup(
        createElement(
          QueryClientProvider,
          { client },
          createElement(
            MantineProvider,
            null,
            createElement(MetersScreen, { workspace: 'w', search, onSearch: () => undefined }),
          ),
        ),
      );
      expect(page).toContain('Loading meters');
      expect(page).toContain('aria-label="Group"');
      expect(page).toContain('aria-label="Tag"');
    },
  );
});
