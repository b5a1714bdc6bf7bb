/** Where in its text a query is wrong, as DuckDB says. */

/**
 * The offset in the text (characters) that DuckDB points at with a line and a caret; undefined where it does not.
 * @param said its message, which ends with `LINE 2: ...the line` and a `^` below
 */
export function mistakeIn(sql: string, said: string): number | undefined {
  const [, number, excerpt = '', before = ''] = /(?:^|\n)LINE (\d+): ([^\n]*)\n( *)\^/.exec(said) ?? [];
  if (number === undefined) return undefined;
  const lines = sql.split('\n');
  const line = lines[Number(number) - 1];
  if (line === undefined) return undefined;
  const within = before.length - `LINE ${number}: `.length;
  // Of a long line it shows a part, with dots where it is cut.
  const shown = excerpt.replace(/^\.\.\./, '').replace(/\.\.\.$/, '');
  const cut = excerpt.startsWith('...') ? '...'.length : 0;
  const begins = line.indexOf(shown);
  if (begins < 0 || within < cut) return undefined;
  const start = lines.slice(0, Number(number) - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(start + begins + within - cut, sql.length);
}

/** "line 2, column 7", counted from 1. */
export function placeOf(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}
