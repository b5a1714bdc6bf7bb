/** Reading CSV files (RFC 4180) as spreadsheets write them: separated by comma, semicolon or tab, as the first line has it. */

export interface CsvRow {
  /** Line of the file on which it begins, from 1. */
  line: number;
  cells: string[];
}

/** The rows of a file; empty lines are left out. `unclosed` is the line of a quotation mark that is never closed. */
export function readCsv(text: string): { rows: CsvRow[]; unclosed: number | undefined } {
  const body = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(/^.*$/m.exec(body)?.[0] ?? '');
  const rows: CsvRow[] = [];
  let [line, at] = [1, 0];
  while (at < body.length) {
    const row: CsvRow = { line, cells: [] };
    for (let more = true; more; ) {
      let cell = '';
      if (body[at] === '"') {
        const opened = line;
        for (at += 1; ; at += 1) {
          if (at >= body.length) return { rows, unclosed: opened };
          if (body[at] === '"' && body[at + 1] === '"') at += 1;
          else if (body[at] === '"') break;
          if (body[at] === '\n') line += 1;
          cell += body[at];
        }
        at += 1;
      }
      // What follows a closing quotation mark belongs to the cell, as spreadsheets have it.
      const end = endOfCell(body, at, separator);
      cell += body.slice(at, end);
      row.cells.push(cell);
      more = body[end] === separator;
      at = end + (body.startsWith('\r\n', end) ? 2 : 1);
    }
    line += 1;
    if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row);
  }
  return { rows, unclosed: undefined };
}

function endOfCell(body: string, from: number, separator: string): number {
  for (let at = from; at < body.length; at += 1) {
    const sign = body[at];
    if (sign === separator || sign === '\n' || sign === '\r') return at;
  }
  return body.length;
}

/** What separates most cells of the first line. */
function separatorOf(header: string): string {
  const count = (sign: string) => header.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
