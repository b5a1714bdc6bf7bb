/**
 * Whether a query does nothing but read what it may. DuckDB's own parser says what it is made of (`json_serialize_sql`, which knows
 * SELECT and nothing else), and each part must be one of those that are allowed here: tables and views of the store, functions of
 * `functions.ts`, the kinds of expressions and joins. What is not known is refused, so a new DuckDB can add nothing.
 *
 * It is judged before DuckDB binds it, since binding a file opens it.
 */
import { FUNCTIONS, TABLE_FUNCTIONS } from './functions.ts';

/** What there is to read, in lower case. */
export interface Readable {
  /** `v1.readings`, `main.series`: tables and views of the store. */
  relations: ReadonlySet<string>;
  /** Names of views that DuckDB itself has everywhere; a name that the query gives must be none of them. */
  reserved: ReadonlySet<string>;
}

/** The schemas of the store. Names without one are of the first. */
const VIEWS = 'v1';
const SCHEMAS: ReadonlySet<string> = new Set([VIEWS, 'main']);

/** Kinds of expressions. */
const CLASSES: ReadonlySet<unknown> = new Set([
  ...['BETWEEN', 'CASE', 'CAST', 'COLLATE', 'COLUMN_REF', 'COMPARISON', 'CONJUNCTION', 'CONSTANT', 'FUNCTION'],
  ...['LAMBDA', 'LAMBDA_REF', 'OPERATOR', 'PARAMETER', 'POSITIONAL_REFERENCE', 'STAR', 'SUBQUERY', 'TYPE', 'WINDOW'],
]);

/** What FROM may have, and what a query may be made of. */
const SOURCES: ReadonlySet<unknown> = new Set([
  ...['BASE_TABLE', 'SUBQUERY', 'JOIN', 'TABLE_FUNCTION', 'EXPRESSION_LIST', 'EMPTY', 'EMPTY_FROM'],
  ...['PIVOT', 'SHOW_REF'],
  ...['SELECT_NODE', 'SET_OPERATION_NODE', 'RECURSIVE_CTE_NODE', 'CTE_NODE'],
]);

/** Members that hold what is read from. */
const SOURCE_MEMBERS = ['from_table', 'left', 'right', 'source', 'node'] as const;

/** Of a query of WITH. A file has a dot or a slash in its name, DuckDB's own views begin with what they are about. */
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const SYSTEM_NAME = /^(duckdb|pragma|sqlite|pg)_/;

type Part = Readonly<Record<string, unknown>>;

/** A query that is judged. */
interface Judged {
  readable: Readable;
  /** Names that it gives to queries of its own (WITH), in lower case. */
  named: ReadonlySet<string>;
  /** Its parts that stand in FROM as functions. */
  called: ReadonlySet<unknown>;
}

/** Why a query may not be run, as a sentence; undefined where it may. @param tree what `json_serialize_sql` answered */
export function refusalOf(tree: unknown, readable: Readable): string | undefined {
  if (!isPart(tree)) return 'It cannot be read.';
  if (tree.error !== false) return wrongStatement(tree);
  if (!Array.isArray(tree.statements) || tree.statements.length !== 1) return 'It must be one statement.';
  const parts = partsOf(tree.statements);
  const named = new Set(parts.flatMap(namesGivenBy));
  const bad = [...named].find((name) => !isFree(name, readable));
  if (bad !== undefined) return `Something in it is named "${bad}": choose another name, of letters and digits.`;
  const called = new Set(parts.filter(({ type }) => type === 'TABLE_FUNCTION').map((part) => part.function));
  for (const part of parts) {
    const refusal = refusalOfPart(part, { readable, named, called });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function wrongStatement({ error_message: message }: Part): string {
  const said = String(message);
  return /only select/i.test(said) ? 'Only SELECT can be run here.' : said;
}

/** True of a name that nothing else can have. */
function isFree(name: string, { reserved }: Readable): boolean {
  return PLAIN_NAME.test(name) && !SYSTEM_NAME.test(name) && !reserved.has(name);
}

/** All objects below a value. A query may be nested deeper than the stack of calls. */
function partsOf(value: unknown): Part[] {
  const parts: Part[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const one of next) open.push(one);
    else if (isPart(next)) {
      parts.push(next);
      for (const one of Object.values(next)) open.push(one);
    }
  }
  return parts;
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names of the queries of WITH. */
function namesGivenBy(part: Part): string[] {
  const own = [part.cte_name, part.ctename].filter((name) => typeof name === 'string' && name !== '');
  const map: unknown[] = isPart(part.cte_map) && Array.isArray(part.cte_map.map) ? part.cte_map.map : [];
  return [...own, ...map.map((entry) => (isPart(entry) ? entry.key : undefined))].map(lower);
}

function refusalOfPart(part: Part, judged: Judged): string | undefined {
  for (const member of SOURCE_MEMBERS) {
    const source = part[member];
    // Both sides of a comparison are expressions, which have a class.
    if (!isPart(source) || typeof source.type !== 'string' || 'class' in source) continue;
    if (!SOURCES.has(source.type)) return `It may not read from ${source.type}.`;
  }
  if (typeof part.type === 'string' && part.type.endsWith('_NODE') && !SOURCES.has(part.type)) {
    return `It may not contain ${part.type}.`;
  }
  if ('class' in part) return refusalOfExpression(part, judged);
  if (part.type === 'BASE_TABLE') return refusalOfRelation(part, judged);
  if (part.type === 'SHOW_REF') return refusalOfShown(part, judged);
  if (part.type === 'TABLE_FUNCTION' && !(isPart(part.function) && part.function.class === 'FUNCTION')) {
    return 'It may read only from views, tables and functions that give rows.';
  }
  return undefined;
}

function refusalOfExpression(part: Part, { called }: Judged): string | undefined {
  if (!CLASSES.has(part.class)) return `It may not contain ${String(part.class)}.`;
  if (part.class !== 'FUNCTION' && part.class !== 'WINDOW') return undefined;
  const [schema, name] = [lower(part.schema), lower(part.function_name)];
  const allowed = called.has(part) ? TABLE_FUNCTIONS : FUNCTIONS;
  return allowed.has(name) && isLeftOut(part.catalog) && (schema === '' || schema === 'main')
    ? undefined
    : `It may not call ${[part.catalog, schema, name].filter(Boolean).join('.')}.`;
}

function refusalOfRelation(part: Part, { readable, named }: Judged): string | undefined {
  const [schema, name] = [lower(part.schema_name), lower(part.table_name)];
  const isNamed = schema === '' && named.has(name);
  const place = schema === '' ? VIEWS : schema;
  const isStored = SCHEMAS.has(place) && readable.relations.has(`${place}.${name}`);
  return isLeftOut(part.catalog_name) && (isNamed || isStored)
    ? undefined
    : `There is no table or view ${[part.catalog_name, schema, part.table_name].filter(Boolean).join('.')} that a query may read.`;
}

/** DESCRIBE and SUMMARIZE: of a query, which is among the parts, or of a view by its name, which may stand there as it was written. */
function refusalOfShown(part: Part, judged: Judged): string | undefined {
  const shown = lower(part.table_name);
  if (shown === '') return isPart(part.query) ? undefined : 'It may not list all tables.';
  const [, schema = part.schema_name, name] = /^(?:"?(\w+)"?\.)?"?(\w+)"?$/.exec(shown) ?? [];
  const asked = { ...part, schema_name: schema, table_name: name };
  return refusalOfRelation(asked, { ...judged, named: new Set() }) && `There is no view ${shown} to describe.`;
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : '');

const isLeftOut = (name: unknown) => name === undefined || name === null || name === '';
