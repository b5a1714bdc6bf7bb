/** What a run does to the one before it. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { useQueryRun as UseQueryRun } from '../../../../../renderer/features/query/use-query.ts';

interface Asked {
  name: string;
  input: { sql?: string; token?: string };
}

const asked: Asked[] = [];
/** Answers the queries that run, in their order. */
let answers: (() => void)[] = [];

vi.mock('../../../../../renderer/api/index.ts', async (original) => ({
  ...(await original()),
  call: (name: string, input: Asked['input']) => {
    asked.push({ name, input });
    return name === 'query.run'
      ? new Promise((resolve) => answers.push(() => resolve({ columns: [], rows: [], more: false, took: 1 })))
      : Promise.resolve(undefined);
  },
}));

let useQueryRun: typeof UseQueryRun;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ useQueryRun } = await import('../../../../../renderer/features/query/use-query.ts'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  asked.length = 0;
  answers = [];
});

type Runs = ReturnType<typeof UseQueryRun>;

function Shown({ told }: { told: (runs: Runs) => void }) {
  told(useQueryRun('w'));
  return null;
}

function mounted(): Runs {
  const found: Runs[] = [];
  const shown = createElement(Shown, { told: (runs) => found.push(runs) });
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, shown));
  const [runs] = found;
  if (!runs) throw new Error('It was not drawn.');
  return runs;
}

const named = (name: string) => asked.filter((one) => one.name === name).map(({ input }) => input);

it('ends the query that runs, and runs the new one', async () => {
  const { run } = mounted();
  const first = run('SELECT 1', {});
  const second = run('SELECT 2', {});
  expect(named('query.run').map(({ sql }) => sql)).toEqual(['SELECT 1', 'SELECT 2']);
  expect(named('query.cancel').map(({ token }) => token)).toEqual([named('query.run')[0]?.token]);
  for (const answer of answers) answer();
  await Promise.all([first, second]);
});

it('does not end a query for one after it is over', async () => {
  const { run } = mounted();
  const first = run('SELECT 1', {});
  answers[0]?.();
  await first;
  const second = run('SELECT 2', {});
  answers[1]?.();
  await second;
  expect(named('query.run')).toHaveLength(2);
  expect(named('query.cancel')).toEqual([]);
});
