/** The rows of a query as a table for a terminal. */
import type { QueryAnswer, QueryCell } from '#shared/contract/query.ts';

/** Columns under their names; numbers stand at the right. Nothing is cut, line breaks and the like are shown as signs. */
export function tableText(columns: QueryAnswer['columns'], rows: QueryAnswer['rows']): string {
  const cells = [columns.map(({ name }) => shown(name)), ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const isNumber = columns.map((_, column) =>
    rows.every((row) => row[column] === null || typeof row[column] === 'number'),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0, isNumber[column] ?? false))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = cells;
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line), ''].join('\n');
}

function shown(cell: QueryCell): string {
  if (cell === null) return '';
  // A text of strangers must not move the cursor of a terminal.
  return String(cell).replaceAll(/\p{Cc}/gu, (sign) => (sign === '\n' ? '↵' : sign === '\t' ? ' ' : '·'));
}

function padded(cell: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - [...cell].length));
  return right ? space + cell : cell + space;
}
