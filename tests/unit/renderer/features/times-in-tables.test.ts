/** Times of tables in a region that writes them as no text can be sorted: `03/03/2026 2:05:00 PM`. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestColumns } from '../../../../renderer/features/requests/request-columns.tsx';
import { applyFormats } from '../../../../renderer/ui/region.ts';
import { cellOf, type TableColumn, toCsv } from '../../../../renderer/ui/table/columns.ts';

const drawn = new Map<string, readonly TableColumn<object>[]>();

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  Link: () => null,
  useMatch: () => '/',
  useNavigate: () => () => undefined,
}));
// A table without rows keeps its columns to itself.
vi.mock('../../../../renderer/ui/table/index.ts', () => {
  const keep = ({ id, columns }: { id: string; columns: readonly TableColumn<object>[] }) => {
    drawn.set(id, columns);
    return null;
  };
  return { DataTable: keep, PagedTable: keep };
});

beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  const { RunsTable } = await import('../../../../renderer/features/support/runs-table.tsx');
  const { CollectionsScreen } = await import('../../../../renderer/features/support/collections-screen.tsx');
  const { CollectScreen } = await import('../../../../renderer/features/support/collect-screen.tsx');
  const { DeliveriesTab } = await import('../../../../renderer/features/events/deliveries-tab.tsx');
  const { TeamMetersTab } = await import('../../../../renderer/features/team/team-meters-tab.tsx');
  const none = () => undefined;
  draw(RunsTable, { workspace: 'w' });
  draw(CollectionsScreen, { workspace: 'w' });
  draw(CollectScreen, { workspace: 'w', chosen: ['1'] });
  draw(DeliveriesTab, { workspace: 'w', opened: undefined, onOpen: none, onEvent: none });
  draw(TeamMetersTab, { workspace: 'w', server: 'd on db' });
  drawn.set('requests', requestColumns as readonly TableColumn<object>[]);
  applyFormats({ region: 'en-US', hours: 'region', weekStart: 'region' });
}, 60_000);
afterAll(() => {
  vi.unstubAllGlobals();
  applyFormats({ region: 'own', hours: 'region', weekStart: 'region' });
});

function draw<Props extends object>(screen: ComponentType<Props>, props: Props): void {
  renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client: new QueryClient() },
      createElement(MantineProvider, null, createElement(screen, props)),
    ),
  );
}

function columnOf(table: string, id: string): TableColumn<object> {
  const found = drawn.get(table)?.find((column) => column.id === id);
  if (!found) throw new Error(`No column ${id} in ${table}`);
  return found;
}

const morning = Date.UTC(2026, 2, 3, 10, 5);
const afternoon = Date.UTC(2026, 2, 3, 14, 5);
const december = Date.UTC(2025, 11, 31, 10, 5);

describe.each([
  ['runs', 'at', (ms: number) => ({ firedAt: ms })],
  ['collections', 'at', (ms: number) => ({ createdAt: ms })],
  ['requests', 'at', (ms: number) => ({ at: ms })],
  ['deliveries', 'at', (ms: number) => ({ at: ms })],
  ['team-meters', 'published', (ms: number) => ({ publishedAt: ms })],
  ['team-meters', 'first', (ms: number) => ({ firstReading: ms / 1000 })],
  ['team-meters', 'last', (ms: number) => ({ lastReading: ms / 1000 })],
])('times of %s, %s', (table, id, row) => {
  it('are in order as instants, of one day and of two years', () => {
    const { value } = columnOf(table, id);
    const [first, second, third] = [december, morning, afternoon].map((ms) => value(row(ms)));
    expect(first).toBeLessThan(second as number);
    expect(second).toBeLessThan(third as number);
  });

  it('have one form in files, and that of the region on the screen', () => {
    const column = columnOf(table, id);
    expect(toCsv([column], [row(morning)])).toMatch(/\r\n2026-03-03T10:05:00Z\r\n$/);
    expect(cellOf(column, row(morning))).toMatch(/^03[/-]03/);
  });
});

it.each([
  ['runs', 'at'],
  ['team-meters', 'published'],
  ['team-meters', 'first'],
  ['team-meters', 'last'],
])('a time of %s, %s, that is not known is empty', (table, id) => {
  const column = columnOf(table, id);
  expect(column.value({})).toBeUndefined();
  expect(cellOf(column, {}) ?? '').toBe('');
});

it('bills of a meter are in order by their number, and one form in files', () => {
  const column = columnOf('collection-preview', 'bills');
  expect([{ bills: 1200 }, { bills: 56 }].map(column.value)).toEqual([1200, 56]);
  expect(cellOf(column, { bills: 1200, plan: 'refresh' })).toBe('1,200');
  expect(cellOf(column, { plan: 'refresh' })).toBe('not said');
});
