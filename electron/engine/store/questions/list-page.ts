/**
 * A page of a long list: searched, narrowed down, ordered and cut by one statement, which gathers what a row shows for the rows
 * of the page only. To narrow down and to order it joins what these columns need, and no more.
 */
import { MOST_CHOICES } from '#shared/list-columns.ts';
import type { Connection, Parameter, Row } from '../database.ts';
import { number, optionalText } from '../row.ts';

const DEFAULT_LIMIT = 500;

export interface ListColumn {
  /** What is shown, in SQL; where nobody filters by it, what orders as that does. */
  value: string;
  /** What it is ordered by, each term in the wanted direction, where that is not the value. */
  order?: readonly string[];
  /** Joins that have it, by name. */
  needs?: readonly string[];
}

/** How rows of a list are found. */
export interface ListPlan<Column extends string> {
  /** The table whose rows these are, by the name `l`. */
  table: string;
  /** SQL of where a row lies in its table, `row` of `found` and `chosen`: by that rows are read in less time than by their ids. */
  row?: string;
  /** What may be joined to it, in this order; none of them multiplies a row. */
  joins: Readonly<Record<string, string>>;
  columns: Readonly<Record<Column, ListColumn>>;
  /** The order of rows that no other one tells apart; ends with the id. */
  order: readonly string[];
  /** SQL of a condition for `l`: it has a word in lower case, the parameter `word`, which is the text `is`. */
  has: (word: string, is: string) => string;
}

export interface Wanted<Column extends string> {
  search?: string | undefined;
  sort?: { column: Column; descending: boolean } | undefined;
  filters?: Readonly<Partial<Record<Column, readonly (string | null)[] | undefined>>> | undefined;
  ids?: readonly string[] | undefined;
  /** More conditions for each row. */
  where?: readonly string[] | undefined;
  /** A condition for each row, and what its rows are taken from: all that there are, without it. */
  within?: { condition: string; parameters: Record<string, Parameter> } | undefined;
}

interface Cut {
  offset?: number | undefined;
  limit?: number | undefined;
}

interface Finding {
  /** Ids of all rows that match, with what they are ordered by. */
  found: string;
  /** The order of `c`, which has these columns. */
  order: string;
  parameters: Record<string, Parameter>;
}

/**
 * @param select SQL after `SELECT`: what rows show, from the relation `chosen`, which has the `id` of each
 */
export async function listPage<Column extends string>(
  connection: Connection,
  plan: ListPlan<Column>,
  wanted: Wanted<Column> & Cut,
  select: string,
): Promise<{ rows: Row[]; matching: number; total: number }> {
  const { offset = 0, limit = DEFAULT_LIMIT } = wanted;
  const { found, order, parameters } = findingOf(plan, wanted);
  const within = wanted.within ? ` WHERE ${wanted.within.condition}` : '';
  const total = `(SELECT count(*) FROM ${plan.table} l${within})`;
  const narrowed = isNarrowed(wanted);
  const matching = (count: string) => (narrowed ? count : total);
  const cut = `ORDER BY ${order} LIMIT ${Math.floor(limit)} OFFSET ${Math.floor(offset)}`;
  // One statement: while a sync stores what it fetched, each one may have to wait for it.
  const rows = await connection.rows(
    `WITH found AS (${found}), chosen AS MATERIALIZED (SELECT *, row_number() OVER () AS place
       FROM (SELECT *${narrowed ? ', count(*) OVER () AS matching' : ''} FROM found c ${cut}))
     SELECT ${matching('c.matching')} AS matching_rows, ${total} AS total_rows, c.place AS place_of_row, ${select}`,
    parameters,
  );
  const [first] = rows;
  if (first !== undefined) {
    // To prepare an order takes DuckDB longer than to find the rows.
    const ordered = rows.toSorted((a, b) => number(a.place_of_row) - number(b.place_of_row));
    return { rows: ordered, matching: number(first.matching_rows), total: number(first.total_rows) };
  }
  const row = await connection.row(
    `WITH found AS (${found}) SELECT ${matching('(SELECT count(*) FROM found)')} AS matching_rows, ${total} AS total_rows`,
    parameters,
  );
  return { rows, matching: number(row?.matching_rows), total: number(row?.total_rows) };
}

/**
 * All rows that match, in the order of the list.
 * @param select SQL after `SELECT`: what is wanted of them, from the relation `found c`, which has the `id` of each
 */
export async function listAll<Column extends string>(
  connection: Connection,
  plan: ListPlan<Column>,
  wanted: Wanted<Column>,
  select: string,
): Promise<Row[]> {
  const { found, order, parameters } = findingOf(plan, wanted);
  return await connection.rows(`WITH found AS (${found}) SELECT ${select} ORDER BY ${order}`, parameters);
}

/** The values of some columns in all rows, with their counts, the most frequent first. */
export async function listChoices<Column extends string>(
  connection: Connection,
  plan: ListPlan<Column>,
  columns: readonly Column[],
  within: Wanted<Column>['within'],
): Promise<Record<string, { value: string | null; count: number }[]>> {
  const from = fromOf(
    plan,
    columns.flatMap((column) => plan.columns[column].needs ?? []),
  );
  const values = columns.map((column) => `${plan.columns[column].value} AS ${column}`);
  const counts = columns.map(
    (column) => `SELECT '${column}' AS name, ${column} AS value, count(*) AS count FROM shown GROUP BY ALL`,
  );
  const rows = await connection.rows(
    `WITH shown AS MATERIALIZED (SELECT ${values.join(', ')} FROM ${from} WHERE ${within?.condition ?? 'true'})
     SELECT * FROM (${counts.join(' UNION ALL ')})
     QUALIFY row_number() OVER (PARTITION BY name ORDER BY count DESC, value) <= ${MOST_CHOICES + 1} ORDER BY count DESC, value`,
    within?.parameters,
  );
  const valuesOf = (column: Column) =>
    rows
      .filter(({ name }) => name === column)
      .map(({ value, count }) => ({ value: optionalText(value) ?? null, count: number(count) }));
  return Object.fromEntries(columns.map((column) => [column, valuesOf(column)]));
}

function isNarrowed({ search, filters = {}, ids, where = [] }: Wanted<string>): boolean {
  return (
    Boolean(search?.trim()) ||
    where.length > 0 ||
    ids !== undefined ||
    Object.values(filters).some((values) => values?.length)
  );
}

function findingOf<Column extends string>(
  plan: ListPlan<Column>,
  { search = '', sort, filters, ids, where = [], within }: Wanted<Column>,
): Finding {
  const parameters: Record<string, Parameter> = { ...within?.parameters };
  const named = (value: Parameter): string => {
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `$${name}`;
  };
  const texts = (some: readonly string[]) => `SELECT unnest(${named(JSON.stringify(some))}::JSON::VARCHAR[])`;
  const needs: string[] = [];
  const conditions = [...(within ? [within.condition] : []), ...where];
  if (ids) conditions.push(`l.id IN (${texts(ids)})`);
  conditions.push(...searched(plan, search, named));
  for (const [name, values] of Object.entries(filters ?? {}) as [Column, readonly (string | null)[] | undefined][]) {
    if (!values?.length) continue;
    const { value, needs: more = [] } = plan.columns[name];
    needs.push(...more);
    const some = values.filter((one) => one !== null);
    const either = some.length > 0 ? [`${value} IN (${texts(some)})`] : [];
    conditions.push(`(${[...either, ...(values.includes(null) ? [`${value} IS NULL`] : [])].join(' OR ')})`);
  }
  const column = sort && plan.columns[sort.column];
  needs.push(...(column?.needs ?? []));
  const terms = column ? (column.order ?? [column.value]) : [];
  const direction = sort?.descending ? 'DESC' : 'ASC';
  const keys = [...terms.map((sql) => ({ sql, direction })), ...plan.order.map((sql) => ({ sql, direction: 'ASC' }))];
  return {
    found: `SELECT ${['l.id', ...(plan.row ? [`${plan.row} AS row`] : []), ...keys.map(({ sql }, place) => `${sql} AS k${place}`)].join(', ')}
      FROM ${fromOf(plan, needs)} WHERE ${conditions.join(' AND ') || 'true'}`,
    order: keys.map((key, place) => `c.k${place} ${key.direction} NULLS LAST`).join(', '),
    parameters,
  };
}

/**
 * SQL: a condition for `l` for each word of a search.
 * @param named takes a word as a parameter, and gives what stands for it in SQL
 */
export function searched(
  plan: Pick<ListPlan<string>, 'has'>,
  search: string,
  named: (word: string) => string,
): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => plan.has(named(word), word));
}

/** SQL: one of these texts has a word in lower case. */
export function textsHave(texts: readonly string[], word: string): string {
  return `contains(lower(concat_ws(chr(10), ${texts.join(', ')})), ${word})`;
}

function fromOf({ table, joins }: Pick<ListPlan<string>, 'table' | 'joins'>, needs: readonly string[]): string {
  const wanted = Object.entries(joins).filter(([name]) => needs.includes(name));
  return [`${table} l`, ...wanted.map(([, join]) => join)].join(' ');
}
