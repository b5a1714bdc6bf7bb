import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TableColumn, TableView } from '../../../../../renderer/ui/table/columns.ts';
import { narrowingKey } from '../../../../../renderer/ui/table/narrowing.ts';
import { useTableView } from '../../../../../renderer/ui/table/use-table-view.ts';

interface Row {
  id: string;
  name: string | undefined;
  readings: number | undefined;
}
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', width: [8, 1], value: ({ name }) => name },
  { id: 'readings', header: 'Readings', width: [8, 1], value: ({ readings }) => readings },
];
const rows: Row[] = [
  { id: 'a', name: 'Meter 10', readings: 9 },
  { id: 'b', name: 'meter 2', readings: undefined },
  { id: 'c', name: 'Élm', readings: 100 },
  { id: 'd', name: undefined, readings: 20 },
];
afterEach(() => void vi.unstubAllGlobals());

/** The rows as a table shows them under a kept view. */
function shown({ sorting, search = '', filters = {} }: Partial<TableView>): string[] {
  const key = narrowingKey('t', '/');
  const kept: Record<string, unknown> = { 'meterscope.table.t': { sorting } };
  const storage = (of: Record<string, unknown>) => ({
    getItem: (name: string) => (of[name] === undefined ? null : JSON.stringify(of[name])),
  });
  vi.stubGlobal('window', {
    localStorage: storage({ ...kept, [key]: filters }),
    sessionStorage: storage({ [key]: search }),
  });
  let found: readonly Row[] = [];
  renderToStaticMarkup(
    createElement(() => {
      found = useTableView('t', '/', columns, rows, ({ id }) => id).shown;
      return null;
    }),
  );
  return found.map(({ id }) => id);
}

describe('the rows of a table', () => {
  it('stand as they come', () => {
    expect(shown({})).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are sorted by words and the numbers in them, whatever their case and accents; nothing comes last', () => {
    expect(shown({ sorting: [{ id: 'name', desc: false }] })).toEqual(['c', 'b', 'a', 'd']);
    expect(shown({ sorting: [{ id: 'name', desc: true }] })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are sorted by size where they are numbers, and nothing is no zero', () => {
    expect(shown({ sorting: [{ id: 'readings', desc: false }] })).toEqual(['a', 'd', 'c', 'b']);
    expect(shown({ sorting: [{ id: 'readings', desc: true }] })).toEqual(['c', 'd', 'a', 'b']);
  });

  it('are those that were chosen, of nothing those that have none', () => {
    expect(shown({ filters: { readings: [9, 20] } })).toEqual(['a', 'd']);
    expect(shown({ filters: { name: [undefined] } })).toEqual(['d']);
    expect(shown({ filters: { name: [] } })).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are those in which all that is searched for occurs, in whichever column', () => {
    expect(shown({ search: 'meter' })).toEqual(['a', 'b']);
    expect(shown({ search: '10 meter' })).toEqual(['a']);
    expect(shown({ search: 'meter', filters: { readings: [9] }, sorting: [{ id: 'name', desc: true }] })).toEqual([
      'a',
    ]);
    expect(shown({ search: 'nothing like it' })).toEqual([]);
  });
});
