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
  balance: string | number | undefined;
}
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', width: [8, 1], value: ({ name }) => name },
  { id: 'readings', header: 'Readings', width: [8, 1], value: ({ readings }) => readings },
  { id: 'balance', header: 'Balance', width: [8, 1], value: ({ balance }) => balance, isNumber: true },
];
const rows: Row[] = [
  { id: 'a', name: 'Meter 10', readings: 9, balance: '-3.20' },
  { id: 'b', name: 'meter 2', readings: undefined, balance: '-140.00' },
  { id: 'c', name: 'Élm', readings: 100, balance: '-12.75' },
  { id: 'd', name: undefined, readings: 20, balance: '9.50' },
];
afterEach(() => void vi.unstubAllGlobals());

/** The rows as a table shows them under a kept view. */
function shown({ sorting, search = '', filters = {} }: Partial<TableView>, of = rows): string[] {
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
      found = useTableView('t', '/', columns, of, ({ id }) => id).shown;
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

  it('are sorted by size where their numbers come as texts, also those that a double cannot tell apart', () => {
    const balances = (...all: Row['balance'][]) =>
      all.map((balance, index): Row => ({ id: String(index), name: undefined, readings: undefined, balance }));
    const sorted = (of: Row[], desc = false) => shown({ sorting: [{ id: 'balance', desc }] }, of);
    expect(sorted(rows)).toEqual(['b', 'c', 'a', 'd']);
    expect(sorted(rows, true)).toEqual(['d', 'a', 'c', 'b']);
    const wide = balances('9007199254740993', '9007199254740992', '-9007199254740993', '-9007199254740992', 3, -1);
    expect(sorted(wide)).toEqual(['2', '3', '5', '4', '1', '0']);
    // As the store has it, what is not a number is above all.
    expect(sorted(balances('NaN', 1, 'Infinity', '-Infinity', undefined))).toEqual(['3', '1', '2', '0', '4']);
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
