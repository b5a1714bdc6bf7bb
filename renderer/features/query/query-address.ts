/** What the address of the query screen keeps: the query itself, so that a link opens it. */
export interface QuerySearch {
  sql?: string;
}

/** Longer ones are not put into an address. */
const MOST = 20_000;

/** Reads an address; what makes no sense is left out rather than refused. */
export function parseQuerySearch({ sql }: Record<string, unknown>): QuerySearch {
  return typeof sql === 'string' && sql !== '' && sql.length <= MOST ? { sql } : {};
}
