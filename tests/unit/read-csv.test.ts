import { describe, expect, it } from 'vitest';
import { csvText } from '../../shared/csv.ts';
import { readCsv } from '../../shared/read-csv.ts';

const cells = (text: string) => readCsv(text).rows.map((row) => row.cells);

describe('readCsv', () => {
  it.each([
    ['a,b\n1,2\n', [['a', 'b'], ['1', '2']]], // biome-ignore format: rows
    ['\uFEFFa;b\r\n1;2,5\r\n', [['a', 'b'], ['1', '2,5']]], // biome-ignore format: rows
    ['a\tb\n1\t2', [['a', 'b'], ['1', '2']]], // biome-ignore format: rows
    ['a,b\n"x, ""y""",z\n', [['a', 'b'], ['x, "y"', 'z']]], // biome-ignore format: rows
    ['a,b\n1,\n,2\n', [['a', 'b'], ['1', ''], ['', '2']]], // biome-ignore format: rows
    ['a,b\r1,2\r', [['a', 'b'], ['1', '2']]], // biome-ignore format: rows
    ['', []],
  ])('%j', (text, rows) => {
    expect(cells(text)).toEqual(rows);
  });

  it('knows the line on which a row begins, over line breaks inside cells and empty lines', () => {
    const { rows } = readCsv('a,b\n"x\ny",2\n\n,\n3,4\n');
    expect(rows.map(({ line, cells: [first] }) => [line, first])).toEqual([
      [1, 'a'],
      [2, 'x\ny'],
      [6, '3'],
    ]);
  });

  it('says where a quotation mark is opened that is never closed', () => {
    expect(readCsv('a,b\n1,"2\n3,4\n').unclosed).toBe(2);
    expect(readCsv('a,b\n1,"2"\n').unclosed).toBeUndefined();
  });

  it('reads what the program writes', () => {
    const rows = [
      ['meter', 'note'],
      ['E1', 'one, "two"\nthree; four'],
      ['', 'x'],
    ];
    expect(cells(csvText(rows))).toEqual(rows);
  });
});
