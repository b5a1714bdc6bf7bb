import { expect, it } from 'vitest';
import { tableText } from '../../../electron/cli/query-table.ts';

it('the rows of a query stand under their names, numbers at the right, with nothing that moves a cursor', () => {
  const columns = [
    { name: 'meter', type: 'VARCHAR' },
    { name: 'kwh', type: 'DOUBLE' },
    { name: 'note', type: 'VARCHAR' },
  ];
  const rows = [
    ['E100', 1.5, 'two\nlines'],
    ['E2', 1200, '\u001b[2J'],
    [null, null, null],
  ];
  expect(tableText(columns, rows)).toBe(
    ['meter   kwh  note', '-----  ----  ---------', 'E100    1.5  two↵lines', 'E2     1200  ·[2J', '', ''].join('\n'),
  );
});

it('a query without rows has its names', () => {
  expect(tableText([{ name: 'a', type: 'INTEGER' }], [])).toBe('a\n-\n');
});
