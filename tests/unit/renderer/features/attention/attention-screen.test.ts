/** What the attention list says where it has more lines than are here. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AttentionScreen as AttentionScreenOf } from '../../../../../renderer/features/attention/attention-screen.tsx';
import type { AttentionLine } from '../../../../../shared/contract/attention.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  useMatch: () => '/',
  useNavigate: () => () => undefined,
  useRouter: () => ({ history: { push: () => undefined } }),
}));

let AttentionScreen: typeof AttentionScreenOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ AttentionScreen } = await import('../../../../../renderer/features/attention/attention-screen.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const line: AttentionLine = {
  ...{ kind: 'gap', meter: { id: 'm', uid: '1' }, since: 0, sinceDay: '1970-01-01', count: 1, longest: 86_400 },
};

/** The list with one line here. */
function page(matching: number): string {
  const client = new QueryClient();
  client.setQueryData(['attention.list', { workspace: 'w', limit: 5000 }], {
    rows: [line],
    matching,
    counts: { stopped: 0, expiring: 0, collection: 0, bill: 0, gap: matching, estimated: 0 },
    thresholds: { silentDays: 3, billDays: 10, gapDays: 3, estimatedShare: 0.1, expiryDays: 30, withinDays: 400 },
    now: 0,
  });
  const screen = createElement(AttentionScreen, { workspace: 'w', search: {}, onSearch: () => undefined });
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, screen)),
  ).replaceAll(/<!-- -->/g, '');
}

it('says that only the first lines are here, what is of these, and how to come to the others', () => {
  expect(page(30_000)).toContain(
    'Only 1 of 30,000 lines are here: search, order, copies and files are of these. Choose a kind or a group.',
  );
  expect(page(30_000)).toContain('1 of 1 lines');
});

it('says nothing of it where all are here', () => {
  expect(page(1)).not.toContain('are here');
});
