/** What stands below a query that is or is not the one whose rows are shown. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { QueryOutcome as QueryOutcomeOf } from '../../../../../renderer/features/query/query-outcome.tsx';
import type { Ran } from '../../../../../renderer/features/query/use-query.ts';

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

function page(sql: string, one: Ran | undefined): string {
  const props = { workspace: 'w', search: {}, sql, ran: one, running: undefined };
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
