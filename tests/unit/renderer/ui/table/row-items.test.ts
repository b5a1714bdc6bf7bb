import { describe, expect, it, vi } from 'vitest';
import type { TableColumn } from '../../../../../renderer/ui/table/columns.ts';
import { type Route, routes } from '../../../../../shared/routes.ts';

// The page's modules take the preload bridge when they are loaded.
const opened: string[] = [];
vi.stubGlobal('window', {
  meterscope: {},
  location: { hash: '#/w/demo/bills' },
  open: (url: string) => opened.push(url),
});
const copied: string[] = [];
vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
const { rowItems } = await import('../../../../../renderer/ui/table/row-items.ts');

interface Row {
  name: string;
  used?: number;
  at: number;
}
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', width: [1, 1], value: ({ name }) => name },
  { id: 'used', header: 'Used', width: [1, 1], value: ({ used }) => used },
  { id: 'at', header: 'At', width: [1, 1], value: ({ at }) => at, instant: 'seconds', hidden: true },
];
const visible = columns.slice(0, 2);
const row: Row = { name: '=cmd', used: 1.5, at: 0 };
const led: string[] = [];
const items = (
  one: Row,
  place: { cell?: number; link?: string } = {},
  sources: { addressOf?: () => Route; rawOf?: () => Route | (() => void) | undefined } = {},
) =>
  rowItems(
    one,
    { columns, visible, ...sources },
    { cell: undefined, link: undefined, lead: (to) => led.push(to), ...place },
  );
const labels = (...asked: Parameters<typeof items>) => items(...asked).map(({ label }) => label);
const run = (label: string, ...asked: Parameters<typeof items>) =>
  items(...asked)
    .find((item) => item.label === label)
    ?.run();

describe('the menu of a row', () => {
  it('copies the cell, the row as it is shown, and all of it', () => {
    expect(labels(row, { cell: 1 })).toEqual([
      'Copy a link to this view',
      'Copy Used',
      'Copy the row (TSV)',
      'Copy the row as JSON, all columns',
    ]);
    run('Copy Used', row, { cell: 1 });
    run('Copy the row (TSV)', row);
    run('Copy the row as JSON, all columns', row);
    const [cell, tsv, json] = copied.splice(0);
    expect(cell?.trim()).toBe('1.5');
    // What a spreadsheet would run is defused.
    expect(tsv?.split('\n').slice(0, 2)).toEqual(['Name\tUsed', "'=cmd\t1.5"]);
    expect(JSON.parse(json ?? '')).toEqual([{ name: '=cmd', used: 1.5, at: '1970-01-01T00:00:00Z' }]);
  });

  it('offers no cell where there is none, or nothing in it', () => {
    expect(labels(row)).not.toContain('Copy Used');
    expect(labels({ name: 'a', at: 0 }, { cell: 1 })).not.toContain('Copy Used');
  });

  it('leads to its own screen, or where the link below the pointer does', () => {
    const addressOf = () => routes.meter('demo', 'm-1');
    expect(labels(row, {}, { addressOf }).slice(0, 2)).toEqual(['Open in a new window', 'Copy link']);
    run('Open in a new window', row, {}, { addressOf });
    run('Open in a new window', row, { link: '/w/demo/jobs' }, { addressOf });
    expect(opened).toEqual(['#/w/demo/meters/m-1', '#/w/demo/jobs']);
  });

  it('copies a link that opens it again, and none that would not', () => {
    run('Copy link', row, { link: '/w/demo/jobs' });
    run('Copy link', row, { link: `/w/demo/sum?meters=${'a'.repeat(9_000)}` });
    run('Copy a link to this view', row);
    expect(copied.splice(0)).toEqual(['meterscope://w/demo/jobs', 'meterscope://w/demo/bills']);
  });

  it('shows what it was received as, where that is known', () => {
    const shown = vi.fn();
    run('Open raw', row, {}, { rawOf: () => routes.entry('demo', 'e-1') });
    run('Open raw', row, {}, { rawOf: () => shown });
    expect([led, shown.mock.calls.length]).toEqual([['/w/demo/entries/e-1'], 1]);
    expect(labels(row, {}, { rawOf: () => undefined })).not.toContain('Open raw');
  });
});
