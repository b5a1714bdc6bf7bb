import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it } from 'vitest';
import { csvText, defusedSql, tsvText } from '../../shared/csv.ts';

/** What a cell becomes; the texts of formulas are those that were seen to run. */
const CELLS: [text: string, safe: string][] = [
  ['=HYPERLINK("http://evil","x")', `'=HYPERLINK("http://evil","x")`],
  ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
  ['-2+3', "'-2+3"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1+1', "'\t'=1+1"],
  ['\r=1+1', "'\r'=1+1"],
  ['\n=1+1', "'\n'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['+1-555-0100', "'+1-555-0100"],
  ['-', "'-"],
  ['-5', '-5'],
  ['-0.25', '-0.25'],
  ['+1e-3', '+1e-3'],
  ['', ''],
  ['1=1', '1=1'],
  ["O'Neill", "O'Neill"],
  ["'=1", "'=1"],
  // Cells of their own where the separator is another one than that of the file.
  ['Main St;=HYPERLINK("http://evil";"x")', `Main St;'=HYPERLINK("http://evil";"x")`],
  ['a,+1+1\t-2+3\n@SUM(1)\r＝1', "a,'+1+1\t'-2+3\n'@SUM(1)\r'＝1"],
  ['a;"=1+1;', `a;"'=1+1;`],
  [';\t=1', ";\t'=1"],
  ['=1;=1', "'=1;'=1"],
  ['a; b, c=1; -', 'a; b, c=1; -'],
];

describe('cells that a spreadsheet would run', () => {
  it('are told from numbers and words, in TypeScript and in SQL alike', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const [text, safe] of CELLS) {
      const written = csvText([[text]]).slice(0, -2);
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(read, text).toBe(safe);
      const rows = (await connection.runAndReadAll(`SELECT ${defusedSql('$1')}`, [text])).getRows();
      expect(rows, text).toEqual([[safe]]);
      expect(csvText([[text]], { rawText: true })).toContain(text.replaceAll('"', '""'));
    }
    connection.closeSync();
    instance.closeSync();
  });

  it('are never numbers: these stay numbers', () => {
    expect(csvText([[-5, -0.5, 1e21, undefined]])).toBe('-5,-0.5,1e+21,\r\n');
  });

  it('are defused on the clipboard, too, where a tab would begin another cell', () => {
    expect(
      tsvText([
        ['a', 'b\tc'],
        ['=1+1', -5],
      ]),
    ).toBe("a\tb c\n'=1+1\t-5");
    expect(tsvText([['=1+1']], { rawText: true })).toBe('=1+1');
    // A line break that becomes a space begins no cell.
    expect(tsvText([['a\n- b']])).toBe('a - b');
  });
});
