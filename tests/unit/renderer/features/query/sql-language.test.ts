import { CompletionContext, type CompletionResult, type CompletionSource } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { parseQuerySearch } from '../../../../../renderer/features/query/query-address.ts';
import { sqlLanguage, viewsNamedIn } from '../../../../../renderer/features/query/sql-language.ts';
import { workedQueries } from '../../../../../renderer/features/query/worked-queries.ts';

const column = (name: string) => ({ name, type: 'BIGINT', meaning: `What ${name} is.` });
const known = {
  views: [
    { name: 'readings', row: 'A reading.', columns: [column('start_epoch'), column('value')] },
    { name: 'meters', row: 'A meter.', columns: [column('uid'), column('customer')] },
  ],
  functions: ['sum', 'start_at'],
};

/** What is offered at the `|` of a text. */
async function offered(text: string): Promise<string[]> {
  const at = text.indexOf('|');
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [sqlLanguage(known)] });
  const sources = state.languageDataAt<CompletionSource>('autocomplete', at);
  const context = new CompletionContext(state, at, false);
  const results = await Promise.all(sources.map((source) => source(context)));
  return results
    .filter((result): result is CompletionResult => result !== null)
    .flatMap(({ options }) => options.map(({ label }) => label));
}

describe('completion', () => {
  it('has the columns of the views that are named, the views, functions and words', async () => {
    const labels = await offered('SELECT s| FROM readings');
    expect(labels).toEqual(expect.arrayContaining(['start_epoch', 'value', 'meters', 'sum']));
    expect(labels.map((label) => label.toLowerCase())).toEqual(expect.arrayContaining(['select', 'qualify']));
    expect(labels).not.toContain('customer');
  });

  it('has the columns of all views before one is named', async () => {
    expect(await offered('SELECT c|')).toEqual(expect.arrayContaining(['customer', 'start_epoch']));
  });

  it('has the columns of one view behind its name and a dot, and nothing else', async () => {
    const labels = await offered('SELECT m.| FROM readings r JOIN meters m ON true');
    expect(labels.toSorted()).toEqual(['customer', 'uid']);
  });
});

it('a view is named where its name is a word of the text', () => {
  const names = (text: string) => viewsNamedIn(text, known.views).map(({ name }) => name);
  expect(names('select * from Readings')).toEqual(['readings']);
  expect(names('select my_readings')).toEqual(['readings', 'meters']);
});

it('the examples are those of the docs', () => {
  expect(workedQueries.length).toBeGreaterThanOrEqual(12);
  for (const { title, sql } of workedQueries) {
    expect(title).not.toMatch(/:$/);
    expect(sql).toMatch(/;$/);
  }
});

it('an address has a query, or none', () => {
  expect(parseQuerySearch({ sql: 'SELECT 1', other: 1 })).toEqual({ sql: 'SELECT 1' });
  expect(parseQuerySearch({ sql: 5 })).toEqual({});
  expect(parseQuerySearch({ sql: 'x'.repeat(30_000) })).toEqual({});
});
