/** What stands below a query that is or is not the one whose rows are shown. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { QueryOutcome as QueryOutcomeOf } from '../../../../../renderer/features/query/query-outcome.tsx';
import type { Ran } from '../../../../../renderer/features/query/use-query.ts';
import type { QueryValues } from '../../../../../renderer/ui/query-values.ts';

// A table belongs to the screen that it is on.
vi.mock('@tanstack/react-router', async (original) => ({ ...(await original()), useMatch: () => '/' }));

let QueryOutcome: typeof QueryOutcomeOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ QueryOutcome } = await import('../../../../../renderer/features/query/query-outcome.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const ran: Ran = {
  token: 't',
  sql: 'SELECT 1',
  parameters: {},
  answer: { columns: [], rows: [], more: false, took: 1 },
};

/** @param values of the fields, of which the query names `meter` */
function page(sql: string, one: Ran | undefined, values: QueryValues = {}): string {
  const props = { workspace: 'w', search: {}, sql, names: ['meter'], values, ran: one, running: undefined };
  const outcome = createElement(QueryOutcome, { ...props, onSearch: () => undefined, onPlace: () => undefined });
  return renderToStaticMarkup(createElement(MantineProvider, null, outcome));
}

const WORDS = 'This is of the query before it was changed.';

it('says that rows and mistakes are of the query before it was changed', () => {
  expect(page('SELECT 2', ran)).toContain(WORDS);
  const { answer: _, ...wrong } = ran;
  expect(page('SELECT 2', { ...wrong, error: { code: 'query_wrong', message: 'It is wrong.' } })).toContain(WORDS);
});

it('says nothing of it where they are of the query as it is, and where none ran', () => {
  expect(page('SELECT 1', ran)).not.toContain(WORDS);
  expect(page('SELECT 1', undefined)).not.toContain(WORDS);
});

const OTHER_VALUES = 'This is of other values than those above.';

it('says that rows and mistakes are of other values than those of the fields', () => {
  const ofA = { ...ran, parameters: { meter: 'a' } };
  expect(page('SELECT 1', ofA, { meter: 'b' })).toContain(OTHER_VALUES);
  expect(page('SELECT 1', ofA, { meter: '' })).toContain(OTHER_VALUES);
  const { answer: _, ...without } = ran;
  const wrong = { ...without, error: { code: 'query_value_missing', message: 'There is no value of $meter.' } };
  expect(page('SELECT 1', wrong, { meter: 'b' })).toContain(OTHER_VALUES);
});

it('says nothing of values that are the same, that the query does not name, or that another query had', () => {
  expect(page('SELECT 1', { ...ran, parameters: { meter: 'a' } }, { meter: 'a', from: '2024' })).not.toContain(
    OTHER_VALUES,
  );
  expect(page('SELECT 1', ran, { meter: '', to: '2024' })).not.toContain(OTHER_VALUES);
  expect(page('SELECT 2', ran, { meter: 'b' })).not.toContain(OTHER_VALUES);
});
