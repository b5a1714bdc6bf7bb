/** What a line of the palette says of a command that the administrator does not allow. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ActionGroups as ActionGroupsOf } from '../../../../../renderer/ui/shell/palette-dialog.tsx';

// The palette's own lines are in a window that static markup has not.
vi.mock('@mantine/spotlight', async (original) => ({
  ...(await original()),
  Spotlight: {
    ActionsGroup: ({ children }: { children: unknown[] }) => children,
    Action: ({ label, description, disabled }: { label: string; description?: string; disabled?: boolean }) =>
      createElement('button', { type: 'button', disabled }, `${label}: ${description ?? ''}`),
  },
}));

let ActionGroups: typeof ActionGroupsOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ ActionGroups } = await import('../../../../../renderer/ui/shell/palette-dialog.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

it('a command that saves what may not be saved is greyed, and says why', () => {
  const client = new QueryClient();
  client.setQueryData(['policy.get'], { exports: ['csv'], locked: [] });
  const saving = (saves: 'csv' | 'files') => ({
    id: saves,
    label: saves,
    group: 'Events',
    saves,
    run: () => undefined,
  });
  const actions = [saving('csv'), saving('files')];
  const page = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(ActionGroups, { actions })),
  );
  expect(page).toBe(
    '<button type="button">csv: </button><button type="button" disabled="">files: Not allowed. Set by your administrator.</button>',
  );
});
