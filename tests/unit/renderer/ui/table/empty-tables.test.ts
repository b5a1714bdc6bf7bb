/** What stands in the place of the rows of a table that has none. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataTable as DataTableOf } from '../../../../../renderer/ui/table/data-table.tsx';
import type { NoRowsLeft as NoRowsLeftOf } from '../../../../../renderer/ui/table/no-rows-left.tsx';
import type { PagedTable as PagedTableOf } from '../../../../../renderer/ui/table/paged-table.tsx';

// A table belongs to the screen that it is on.
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  useMatch: () => '/',
  useRouter: () => ({ history: { push: () => undefined } }),
}));

let DataTable: typeof DataTableOf;
let NoRowsLeft: typeof NoRowsLeftOf;
let PagedTable: typeof PagedTableOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ DataTable } = await import('../../../../../renderer/ui/table/data-table.tsx'));
  ({ NoRowsLeft } = await import('../../../../../renderer/ui/table/no-rows-left.tsx'));
  ({ PagedTable } = await import('../../../../../renderer/ui/table/paged-table.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

/** The text of a page. */
const textOf = (page: ReactNode) =>
  renderToStaticMarkup(createElement(MantineProvider, null, page))
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ');

const refused = { error: { code: 'x', message: 'It does not answer.' } };

describe('a table of rows that are all here', () => {
  const text = (query: object) =>
    textOf(
      createElement(DataTable<{ id: string }>, {
        ...{
          noun: 'lines',
          columns: [],
          rows: [],
          rowId: ({ id }: { id: string }) => id,
          empty: 'Nothing needs attention',
        },
        query: { data: [], error: null, refetch: () => Promise.resolve(), ...query },
      }),
    );

  it('says that there is none once that is answered', () => {
    expect(text({})).toContain('Nothing needs attention');
    expect(text({})).not.toContain('Loading lines');
  });

  it('does not say it of what is not answered yet', () => {
    expect(text({ isPlaceholderData: true })).toContain('Loading lines');
    expect(text({ isPlaceholderData: true })).not.toContain('Nothing needs attention');
  });

  it('says that it may be out of date where the refresh failed, and lets it be tried again', () => {
    const failed = text(refused);
    expect(failed).toMatch(/may be out of date: It does not answer\..*Try again.*Nothing needs attention/s);
  });
});

describe('a table of which only the first rows are here', () => {
  const text = (total: number) =>
    textOf(
      createElement(DataTable<{ id: string }>, {
        ...{
          noun: 'lines',
          columns: [],
          rows: [{ id: 'a' }, { id: 'b' }],
          total,
          empty: 'None',
          others: 'Choose a kind.',
        },
        rowId: ({ id }) => id,
      }),
    );

  it('says what its search, order and copies are of, and counts those that are here', () => {
    expect(text(30_000)).toContain(
      'Only 2 of 30,000 lines are here: search, order, copies and files are of these. Choose a kind.',
    );
    expect(text(30_000)).toContain('2 of 2 lines');
  });

  it('says nothing of it where all are here', () => {
    expect(text(2)).not.toContain('are here');
    expect(text(2)).not.toContain('Choose a kind.');
    expect(text(2)).toContain('2 of 2 lines');
  });

  it('does not say that none matches, only that none of these does', () => {
    const empty = (partial: boolean) => textOf(createElement(NoRowsLeft, { noun: 'lines', here: 5000, partial }));
    expect(empty(true)).toContain('None of the 5,000 lines that are here match');
    expect(empty(true)).not.toContain('No lines match');
    expect(empty(false)).toContain('No lines match');
  });
});

describe('a long list', () => {
  it('says that it may be out of date where the refresh failed, also without any row', () => {
    const client = new QueryClient();
    const key = ['problems.list', { workspace: 'w' }];
    // As the table asks for its first page.
    const asked = [...key, { search: '', sort: undefined, filters: {} }, 'page', 0];
    client.setQueryData(asked, { rows: [], matching: 0, total: 0 });
    const text = () =>
      textOf(
        createElement(
          QueryClientProvider,
          { client },
          createElement(PagedTable<{ id: string }>, {
            ...{ id: 'problems', noun: 'problems', columns: [], queryKey: key, empty: 'No problems' },
            ask: () => Promise.reject(new Error('is not asked')),
          }),
        ),
      );
    expect(text()).toContain('No problems');
    expect(text()).not.toContain('out of date');
    client
      .getQueryCache()
      .find({ queryKey: asked })
      ?.setState({ status: 'error', error: new Error('Refused.') });
    expect(text()).toMatch(/may be out of date.*Try again.*No problems/s);
  });
});
