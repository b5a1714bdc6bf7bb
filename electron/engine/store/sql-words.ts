/** What lists show, as SQL expressions: the words of codes, of tariffs and of scopes, factors of units, and keys that order texts as people do. */
import { CODE_LISTS, type CodeList } from '#shared/espi/code-lists.ts';
import { SCOPE_KINDS } from '#shared/espi/scope.ts';
import { TARIFF_PLACE } from '#shared/espi/tariff.ts';
import { USED_UNITS, unitOf } from '#shared/espi/units.ts';
import { sqlText } from './sql-text.ts';

/** Longer numbers are not told apart. */
const DIGITS = 24;

/**
 * A key that orders texts by their words and numbers, whatever their case and accents: "Elm 2" before "Élm 10". Dear where a
 * text is more than a number: a few microseconds each.
 */
export function naturalKey(text: string): string {
  return `CASE WHEN regexp_full_match(${text}, '[0-9]{1,${DIGITS}}') THEN lpad(${text}, ${DIGITS}, '0')
    WHEN ${text} IS NOT NULL THEN array_to_string(list_transform(regexp_extract_all(lower(strip_accents(${text})), '[0-9]+|[^0-9]+'),
      lambda part: CASE WHEN part[1] BETWEEN '0' AND '9' THEN lpad(part, ${DIGITS}, '0') ELSE part END), '') END`;
}

/** Rows of a `VALUES`: each unit's code, and what its values are multiplied by to be in the unit shown. */
export const UNIT_FACTORS: string = USED_UNITS.map((uom) => `(${uom}, ${unitOf(uom).factor}::DOUBLE)`).join(', ');

/** The words of a code, as `codeLabel` says them; NULL for none. */
export function codeWords(list: CodeList, code: string): string {
  const cases = Object.entries<string>(CODE_LISTS[list]).map(([value, word]) => `WHEN ${value} THEN ${sqlText(word)}`);
  return `CASE ${code} ${cases.join(' ')} ELSE 'unknown (' || ${code} || ')' END`;
}

/** The status of a usage point in words; NULL for none. */
export function pointStatusWords(status: string): string {
  return `CASE ${status} WHEN 0 THEN 'off' WHEN 1 THEN 'on' ELSE 'unknown (' || ${status} || ')' END`;
}

/** The title of a usage point of the table that is named. */
export function pointTitle(table: string): string {
  return `coalesce(${table}.title, CASE WHEN ${table}.implied THEN 'Usage point without its own entry' END)`;
}

/** A tariff as its name, see `tariffName`; NULL where it names nothing. */
export function tariffWords(tariff: string): string {
  return `CASE WHEN NOT regexp_matches(trim(${tariff}), ${sqlText(TARIFF_PLACE)}, 'i') THEN ${tariff} END`;
}

/** SQL of a relation `scope`, `opens`: what each scope of the authorizations opens, see `scopeWords` of the page. */
export const SCOPES: string = (() => {
  const kinds = SCOPE_KINDS.map(
    ({ word, blocks }) =>
      `CASE WHEN list_has_any(blocks, [${blocks.map((block) => `'${block}'`).join(', ')}]) THEN '${word}' END`,
  );
  return `(SELECT scope, coalesce(nullif(upper(words[1]) || words[2:], ''), scope) AS opens FROM (
    SELECT scope, concat_ws(', ', ${kinds.join(', ')}) AS words FROM (
      SELECT DISTINCT scope, string_split(array_to_string(regexp_extract_all(scope, '(?:^|[;\\s])FB=([^;\\s]*)', 1), '_'), '_') AS blocks
      FROM authorizations WHERE scope <> '')))`;
})();
