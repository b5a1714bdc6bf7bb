/**
 * Cells of CSV files and of text that is pasted into a spreadsheet. A spreadsheet runs a cell that begins like a formula,
 * and the texts of a workspace come from strangers (titles, notes, file names, events): such a cell gets an apostrophe in
 * front, unless the user asked for the texts as they are. Numbers are never touched.
 * Source: https://owasp.org/www-community/attacks/CSV_Injection
 */

/** What a formula begins with; the wide forms are what some spreadsheets take for the same. */
const FORMULA_SIGNS = '=+@＝＋－＠-';
const FORMULA_STARTS = `\\t\\r\\n${FORMULA_SIGNS}`;
/**
 * Where a text gets a cell of its own in a spreadsheet of another region, whose separator stands in it: a quote that is not the first sign
 * of a cell holds nothing together there.
 */
const INNER_FORMULA = `([;,\\t\\r\\n]"*)([${FORMULA_SIGNS}])`;
/** Regular expression of what every spreadsheet with a decimal point takes for a number. */
export const PLAIN_NUMBER = '[+-]?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?';

const formula = new RegExp(`^[${FORMULA_STARTS}]`);
const innerFormula = new RegExp(INNER_FORMULA, 'g');
const plainNumber = new RegExp(`^${PLAIN_NUMBER}$`);
const defusedInner = new RegExp(`([;,\\t\\r\\n]"*)'(?=[${FORMULA_SIGNS}])`, 'g');
const defused = new RegExp(`^'[${FORMULA_STARTS}]`);

/** A text that no spreadsheet takes for a formula: `=1+1` becomes `'=1+1`, and `a;=1+1` becomes `a;'=1+1`; `-5` is a number and stays. */
function defuse(text: string): string {
  const inner = text.replace(innerFormula, "$1'$2");
  return formula.test(text) && !plainNumber.test(text) ? `'${inner}` : inner;
}

/** A text as it was before {@link defuse}. */
export function undefused(text: string): string {
  const inner = text.replaceAll(defusedInner, '$1');
  return defused.test(inner) ? inner.slice(1) : inner;
}

/** {@link defuse} as an SQL expression of DuckDB. */
export function defusedSql(text: string): string {
  const inner = `regexp_replace(${text}, '${INNER_FORMULA}', '\\1''\\2', 'g')`;
  return `CASE WHEN regexp_matches(${text}, '^[${FORMULA_STARTS}]') AND NOT regexp_full_match(${text}, '${PLAIN_NUMBER}')
    THEN '''' || ${inner} ELSE ${inner} END`;
}

/** How the CSV files of an export are written. Where both are commas, numbers with decimals are quoted. */
export interface CsvForm {
  separator: ',' | ';' | '\t';
  decimal: '.' | ',';
}

export type CsvValue = string | number | undefined;

export interface CsvOptions {
  /** Texts stay as they are, also where a spreadsheet would run them. */
  rawText?: boolean | undefined;
}

/** Rows as CSV (RFC 4180). */
export function csvText(rows: readonly (readonly CsvValue[])[], options: CsvOptions = {}): string {
  return rows.map((row) => `${row.map((value) => csvCell(value, options)).join(',')}\r\n`).join('');
}

/** Rows as tab-separated text for the clipboard; tabs and line breaks inside values become spaces. */
export function tsvText(rows: readonly (readonly CsvValue[])[], { rawText }: CsvOptions = {}): string {
  const cell = (value: CsvValue) => {
    if (typeof value !== 'string') return value === undefined ? '' : String(value);
    const line = value.replace(/[\t\r\n]+/g, ' ');
    return rawText ? line : defuse(line);
  };
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}

function csvCell(value: CsvValue, { rawText }: CsvOptions): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = rawText ? value : defuse(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
