/** Names of query files, and what their first comments say. */
import { describe, expect, it } from 'vitest';
import { nameFault, queryHead } from '../../../shared/query-file.ts';

describe('a name', () => {
  it.each(['peaks.sql', 'Übersicht 2026.sql', 'a.b.SQL', 'console.sql', '月.sql'])('may be %s', (name) => {
    expect(nameFault(name)).toBeUndefined();
  });
  it.each([
    ...['', '.sql', 'x', 'x.txt', '../x.sql', 'a/b.sql', 'a\\b.sql', 'C:x.sql', '/etc/x.sql', '..sql', '.hidden.sql'],
    ...['x .sql', ' x.sql', 'x..sql', 'con.sql', 'NUL.sql', 'Com1.x.sql', 'lpt9 .sql', 'a\0.sql', 'a\n.sql', 'a*.sql'],
    ...['x.sql ', 'x.sql.', '-x.sql', '~x.sql', 'a\u202Eb.sql', `${'x'.repeat(100)}.sql`],
  ])('may not be %j', (name) => {
    expect(nameFault(name)).toEqual(expect.any(String));
  });
});

describe('the first comments', () => {
  it('are a description, and values of parameters', () => {
    const sql =
      '-- Use of a meter.\n--\n-- By month.\n-- $from = 2026-01-01\n--$word=a = b\n\nSELECT 1 -- $not = this\n-- nor this';
    expect(queryHead(sql)).toEqual({
      description: 'Use of a meter. By month.',
      parameters: { from: '2026-01-01', word: 'a = b' },
    });
    expect(queryHead(sql.replaceAll('\n', '\r\n'))).toEqual(queryHead(sql));
  });
  it('may be missing', () => {
    expect(queryHead('SELECT 1')).toEqual({ description: '', parameters: {} });
    expect(queryHead('')).toEqual({ description: '', parameters: {} });
  });
});
