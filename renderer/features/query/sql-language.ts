/** What the editor knows of SQL: DuckDB's words, the views with their columns, and the functions that a query may call. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { keywordCompletionSource, PostgreSQL, SQLDialect, schemaCompletionSource } from '@codemirror/lang-sql';
import { HighlightStyle, LanguageSupport, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';
import type { QueryViews } from '#shared/contract/query.ts';

const DUCKDB_WORDS =
  'qualify pivot unpivot asof positional summarize describe exclude replace rename sample semi anti columns';

const duckdb = SQLDialect.define({
  ...PostgreSQL.spec,
  keywords: `${PostgreSQL.spec.keywords ?? ''} ${DUCKDB_WORDS}`,
});

/** Colours that have enough contrast in both themes. */
export const sqlColours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.keyword, color: 'var(--ms-accent)', fontWeight: '600' },
    { tag: [tags.string, tags.special(tags.string)], color: 'var(--ms-good)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--ms-warn)' },
    { tag: tags.comment, color: 'var(--ms-ink-2)', fontStyle: 'italic' },
    { tag: [tags.typeName, tags.standard(tags.name)], color: 'var(--ms-edited)' },
  ]),
);

/** The language, and what it completes. @param known undefined until the store has said what there is */
export function sqlLanguage(known: QueryViews | undefined): LanguageSupport {
  const { views = [], functions = [] } = known ?? {};
  const schema = Object.fromEntries(views.map(({ name, columns }) => [name, columns.map(columnCompletion)]));
  const complete = (autocomplete: unknown) => duckdb.language.data.of({ autocomplete });
  return new LanguageSupport(duckdb.language, [
    complete(namesSource(views, functions)),
    complete(schemaCompletionSource({ dialect: duckdb, schema })),
    complete(keywordCompletionSource(duckdb)),
  ]);
}

const columnCompletion = ({ name, type, meaning }: QueryViews['views'][number]['columns'][number]): Completion => ({
  label: name,
  type: 'property',
  detail: type,
  info: meaning,
  boost: 2,
});

/** Columns of the views that the text names (of all where it names none yet), and functions. */
function namesSource(views: QueryViews['views'], functions: readonly string[]) {
  const called: Completion[] = functions.map((name) => ({ label: name, type: 'function', apply: `${name}(` }));
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w.]*/);
    // Behind a dot stand the columns of one view: those are the schema's to complete.
    if (word === null || word.text.includes('.') || (word.text === '' && !context.explicit)) return null;
    const named = viewsNamedIn(context.state.doc.toString(), views);
    const columns = new Map(named.flatMap((view) => view.columns.map((one) => [one.name, columnCompletion(one)])));
    return { from: word.from, options: [...columns.values(), ...called], validFor: /^\w*$/ };
  };
}

/** The views that a text names; all of them where it names none. */
export function viewsNamedIn(text: string, views: QueryViews['views']): QueryViews['views'] {
  const words = new Set(text.toLowerCase().match(/\w+/g));
  const named = views.filter(({ name }) => words.has(name));
  return named.length > 0 ? named : views;
}
