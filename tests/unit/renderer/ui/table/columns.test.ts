import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import {
  alignOf,
  cellOf,
  cursorAt,
  distinctValues,
  gridOf,
  matchesSearch,
  namedValue,
  restoredView,
  searchText,
  type TableColumn,
  toCsv,
  toJson,
  toTsv,
} from '../../../../../renderer/ui/table/columns.ts';

interface Meter {
  number: string;
  tariff?: string;
  readings: number;
}
const columns: TableColumn<Meter>[] = [
  { id: 'number', header: 'Meter', width: [8, 2], value: (row) => row.number },
  { id: 'tariff', header: 'Tariff', width: [4, 1], value: (row) => row.tariff },
  { id: 'readings', header: 'Readings', width: [5, 0], value: (row) => row.readings },
];
const rows: Meter[] = [
  { number: 'E100', tariff: 'R-1', readings: 96 },
  { number: 'E200\tb', tariff: 'R-1', readings: 0 },
  { number: 'G300', readings: 12 },
];

describe('rows of a table', () => {
  it('have instants as dates wherever they are copied or saved, and as numbers where they are sorted', () => {
    const at = Date.UTC(2026, 1, 3, 4, 5, 6);
    const instants: TableColumn<{ at: number | undefined }>[] = [
      { id: 'ms', header: 'Fetched', width: [8, 0], value: (row) => row.at, instant: 'milliseconds' },
      { id: 's', header: 'From', width: [8, 0], value: (row) => row.at && row.at / 1000, instant: 'seconds' },
    ];
    const copied = [{ at }, { at: undefined }];
    expect(toCsv(instants, copied)).toBe('Fetched,From\r\n2026-02-03T04:05:06Z,2026-02-03T04:05:06Z\r\n,\r\n');
    expect(toTsv(instants, copied)).toContain('2026-02-03T04:05:06Z\t2026-02-03T04:05:06Z');
    expect(JSON.parse(toJson(instants, copied))[0]).toEqual({ ms: '2026-02-03T04:05:06Z', s: '2026-02-03T04:05:06Z' });
    expect(instants[0]?.value({ at })).toBe(at);
  });

  it('show the words of a code, are found by them, and keep the code where they are copied', () => {
    const [state] = [
      { id: 'state', header: 'State', width: [8, 0], value: (row) => row.tariff, names: { 'R-1': 'newer there' } },
    ] as const satisfies TableColumn<Meter>[];
    const [first, , last] = rows as [Meter, Meter, Meter];
    expect(cellOf(state, first)).toBe('newer there');
    expect(cellOf(state, last)).toBeUndefined();
    expect(namedValue(state, 'R-2')).toBe('R-2');
    expect(matchesSearch(searchText([state], first), 'newer')).toBe(true);
    expect(toCsv([state], [first])).toBe('State\r\nR-1\r\n');
  });

  it('are found by every word, wherever it stands', () => {
    const text = searchText(columns, rows[0] as Meter);
    expect(matchesSearch(text, 'r-1 E10')).toBe(true);
    expect(matchesSearch(text, 'e10 gas')).toBe(false);
    expect(matchesSearch(text, '')).toBe(true);
  });

  it('are found by what they show: a period by its dates, a number with or without commas, never by an epoch', () => {
    const shown: TableColumn<Meter>[] = [
      {
        id: 'start',
        header: 'Period',
        width: [8, 1],
        value: () => 1_766_275_200,
        render: () => '21 Dec 2025 – 20 Jan 2026',
      },
      {
        id: 'readings',
        header: 'Readings',
        width: [8, 1],
        value: () => 105_840,
        render: () => createElement('b', null, '105,', '840'),
      },
      { id: 'status', header: 'Status', width: [8, 1], value: () => 404, render: () => createElement(() => 'drawn') },
      { id: 'coverage', header: 'Coverage', width: [8, 1], value: () => 0.2024, render: () => createElement('i') },
      {
        id: 'share',
        header: 'Share',
        width: [8, 1],
        value: () => 0.9,
        render: () => createElement('i'),
        text: () => '90 %',
      },
    ];
    const text = searchText(shown, rows[0] as Meter);
    for (const search of ['2025', '21 dec 2025', 'jan', '105840', '105,840', '404', '90 %']) {
      expect(matchesSearch(text, search), search).toBe(true);
    }
    for (const search of ['1766', '2024']) expect(matchesSearch(text, search), search).toBe(false);
  });

  it('offer their values with counts, also none', () => {
    expect(distinctValues(columns[1] as TableColumn<Meter>, rows)).toEqual([
      { value: 'R-1', count: 2 },
      { value: undefined, count: 1 },
    ]);
  });

  it('are copied as a spreadsheet and as JSON', () => {
    expect(toTsv(columns, rows)).toBe('Meter\tTariff\tReadings\nE100\tR-1\t96\nE200 b\tR-1\t0\nG300\t\t12');
    expect(JSON.parse(toJson(columns, rows.slice(2)))).toEqual([{ number: 'G300', tariff: null, readings: 12 }]);
  });

  it('are saved with quotes where a value needs them', () => {
    const odd = [{ number: 'a "b", c', readings: 1 }];
    expect(toCsv(columns, odd)).toBe('Meter,Tariff,Readings\r\n"a ""b"", c",,1\r\n');
  });

  it('share one grid with the header', () => {
    expect(gridOf(columns)).toEqual({
      template: 'minmax(8rem, 2fr) minmax(4rem, 1fr) minmax(5rem, 0fr)',
      minWidth: '17rem',
    });
    expect(gridOf(columns.slice(0, 1), 2.25)).toEqual({ template: '2.25rem minmax(8rem, 2fr)', minWidth: '10.25rem' });
  });
});

describe('a stored view', () => {
  it('still filters for rows without a value, which JSON writes as null', () => {
    const view = { sorting: [], filters: { tariff: ['R-1', undefined] }, visibility: {}, search: 'e' };
    expect(restoredView(JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it('of an older version has what it lacks', () => {
    expect(restoredView({ search: 'e' })).toEqual({ sorting: [], filters: {}, visibility: {}, search: 'e' });
  });
});

describe('the cursor of a table', () => {
  const at = (names: string, cursor: { id: string; index: number } | undefined) =>
    cursorAt(cursor, [...names], (name) => name);

  it('stays on its row when others come before it or go', () => {
    expect(at('abc', { id: 'b', index: 1 })).toBe(1);
    expect(at('xyabc', { id: 'b', index: 1 })).toBe(3);
    expect(at('bc', { id: 'b', index: 1 })).toBe(0);
  });

  it('stays at its place when its row is gone, within the rows that are left', () => {
    expect(at('xyz', { id: 'b', index: 1 })).toBe(1);
    expect(at('x', { id: 'b', index: 1 })).toBe(0);
    expect(at('', { id: 'b', index: 1 })).toBe(-1);
    expect(at('abc', undefined)).toBe(-1);
  });
});

describe('a cell', () => {
  const row = { kWh: 1234 as number | undefined };
  const column = { id: 'kWh', header: 'kWh', width: [5, 1] as const, value: (one: typeof row) => one.kWh };
  const format = (value: number) => `${value.toLocaleString('en')} kWh`;

  it('shows its number as the column writes it, at the end of the cell', () => {
    expect(cellOf({ ...column, format }, row)).toBe('1,234 kWh');
    expect(alignOf({ ...column, format })).toBe('end');
    expect(alignOf(column)).toBe('start');
  });

  it('shows nothing where there is no number', () => {
    expect(cellOf({ ...column, format }, { kWh: undefined })).toBeUndefined();
  });

  it('is found by what it shows, and by its digits', () => {
    const text = searchText([{ ...column, format }], row);
    expect(['1,234 kwh', '1234'].every((words) => matchesSearch(text, words))).toBe(true);
  });
});
