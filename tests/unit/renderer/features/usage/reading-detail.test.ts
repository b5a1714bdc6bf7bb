/** Where a picked reading leads to. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ReadingDetail as ReadingDetailOf } from '../../../../../renderer/features/usage/reading-detail.tsx';
import { clockOfZone } from '../../../../../shared/time/index.ts';
import { series } from './series.ts';

// A link belongs to the screens that there are.
vi.mock('../../../../../renderer/ui/links.tsx', () => ({
  ButtonLink: ({ params, children }: { params: { entry: string }; children: string }) =>
    createElement('a', { href: params.entry }, children),
}));

let ReadingDetail: typeof ReadingDetailOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ ReadingDetail } = await import('../../../../../renderer/features/usage/reading-detail.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

it('the raw XML of a reading is that of its own block, whatever other blocks have its time', () => {
  const row = series({});
  const at = 1_700_000_000;
  const reading = { start: at, duration: 900, value: 1, quality: 'measured', block: 'newest' };
  const input = { workspace: 'w', series: row.id, from: at, to: at + 1, limit: 5 };
  const client = new QueryClient();
  client.setQueryData(['usage.readings', input], { rows: [reading], matching: 1, total: 1 });
  client.setQueryData(['usage.blocks', input], { rows: [{ id: 'oldest', entry: 'oldest' }], matching: 8 });
  const props = {
    workspace: 'w',
    clock: clockOfZone('UTC'),
    all: [row],
    shown: [row],
    picked: { series: row.id, at },
    search: {},
    scaleOf: () => ({ unit: 'kWh', of: (value: number) => value }),
  };
  // As much of it as a picked reading needs.
  const detail = createElement(ReadingDetail, props as unknown as Parameters<typeof ReadingDetailOf>[0]);
  const page = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, detail)),
  );
  expect(page).toContain('<a href="newest">Raw XML and request</a>');
});
