/** A text as an SQL literal, where DuckDB takes no parameters (COPY, ATTACH, CASE). */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
