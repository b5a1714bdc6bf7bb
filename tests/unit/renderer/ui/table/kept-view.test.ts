import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TableColumn } from '../../../../../renderer/ui/table/columns.ts';
import { useKeptView } from '../../../../../renderer/ui/table/kept-view.ts';

interface Row {
  name: string;
}
const column = (id: string, hidden = false) => ({ id, hidden }) as TableColumn<Row>; // no more is asked of it
const columns = [column('name'), column('serial', true), column('zone')];

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
beforeEach(() => {
  const window = { localStorage: memory(), sessionStorage: memory(), dispatchEvent: () => true };
  vi.stubGlobal('window', window);
});
afterEach(() => void vi.unstubAllGlobals());

/** The view as a table at a place has it when it is drawn. */
function viewAt(place: string, table = 'meters') {
  let view: ReturnType<typeof useKeptView<Row>> | undefined;
  renderToStaticMarkup(
    createElement(() => {
      view = useKeptView(table, place, columns);
      return null;
    }),
  );
  if (view === undefined) throw new Error('nothing was drawn');
  return view;
}

describe('how a table is looked at', () => {
  it('is first as its columns say', () => {
    expect(viewAt('/a').visible.map(({ id }) => id)).toEqual(['name', 'zone']);
    expect(viewAt('/a').view).toEqual({ sorting: [], visibility: {}, search: '', filters: {} });
  });

  it('is sorted upwards, downwards, and then as it comes', () => {
    const sorted = () => viewAt('/a').view.sorting;
    const press = (id: string) => viewAt('/a').toggleSort(id);
    press('name');
    expect(sorted()).toEqual([{ id: 'name', desc: false }]);
    press('name');
    expect(sorted()).toEqual([{ id: 'name', desc: true }]);
    press('zone');
    expect(sorted()).toEqual([{ id: 'zone', desc: false }]);
    press('zone');
    press('zone');
    expect(sorted()).toEqual([]);
  });

  it('keeps order and columns for the table wherever it stands, what narrows it down for its place', () => {
    const { view, setView } = viewAt('/a');
    setView({ ...view, visibility: { serial: true, zone: false }, search: 'Elm', filters: { zone: ['x'] } });
    viewAt('/a').toggleSort('name');
    expect(viewAt('/a').view).toMatchObject({ search: 'Elm', filters: { zone: ['x'] } });
    const elsewhere = viewAt('/b');
    expect(elsewhere.visible.map(({ id }) => id)).toEqual(['name', 'serial']);
    expect(elsewhere.view).toMatchObject({ sorting: [{ id: 'name' }], search: '', filters: {} });
    expect(viewAt('/a', 'bills').view.sorting).toEqual([]);
  });
});
