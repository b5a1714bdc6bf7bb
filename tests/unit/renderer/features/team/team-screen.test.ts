/** What the team server answered is shown for the server that answered it, and for no other. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TeamTab } from '../../../../../renderer/features/team/team-address.ts';
import type { TeamScreen as TeamScreenOf } from '../../../../../renderer/features/team/team-screen.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  useMatch: () => '/',
  useNavigate: () => () => undefined,
  useRouter: () => ({ history: {} }),
}));

let TeamScreen: typeof TeamScreenOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ TeamScreen } = await import('../../../../../renderer/features/team/team-screen.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const MONTH = 2024 * 12;
const zeros = [0];
const figures = { of: 31, meters: 31, total: 4321, coverage: 1, estimated: 0, demandMeters: 0, baseMeters: 0 };
const measure = {
  ...figures,
  key: 'k',
  label: 'Electricity',
  unit: 'kWh',
  unknown: 0,
  unplaced: 0,
  first: MONTH,
  count: 1,
};
/** What server A answers. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'team.summary': {
    meters: 31,
    firstReading: Date.UTC(2011, 4, 2) / 1000,
    lastReading: Date.UTC(2011, 6, 2) / 1000,
    choices: {},
  },
  'team.totals': {
    span: { first: MONTH, count: 12 },
    measures: [measure],
    measure,
    months: [],
    tariffs: [],
    unmeasured: 0,
  },
  'team.coverage': {
    full: zeros,
    estimated: zeros,
    partial: zeros,
    missing: zeros,
    coverage: zeros,
    estimatedShare: zeros,
    meters: 31,
    unplaced: 30,
  },
  'team.meters': { rows: [], matching: 0, total: 31 },
  'team.ranking': { rows: [], matching: 0, total: 31, unknown: 30, days: 31, lastYearFrom: '2022-12-30' },
};

const A = { host: 'db', port: 5432, database: 'a', user: 'ann', sslMode: 'disable' } as const;

/** The screen as it stands with what is in the cache; nothing is asked. */
function shown(client: QueryClient, tab: TeamTab): string {
  const screen = createElement(TeamScreen, { workspace: 'w', search: { tab }, onSearch: () => undefined });
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, screen)),
  ).replaceAll(/<!-- -->/g, '');
}

const enter = (client: QueryClient, address: typeof A | { [name in keyof typeof A]: unknown }) =>
  client.setQueryData(['teamServer.get', { workspace: 'w' }], { address, hasPassword: true });

/** What the screen shows of A, once each of its questions was answered; what is shown makes it ask more. */
function answered(client: QueryClient, tab: TeamTab): string {
  enter(client, A);
  for (let more = true; more; ) {
    shown(client, tab);
    const open = client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey, state }) => String(queryKey[0]) in ANSWERS && state.data === undefined });
    for (const { queryKey } of open) client.setQueryData(queryKey, ANSWERS[String(queryKey[0])]);
    more = open.length > 0;
  }
  return shown(client, tab);
}

it.each<[TeamTab, string]>([
  ['meters', '0 of 31 meters'],
  ['totals', '4,321'],
  ['coverage', '30 of 31 meters left out'],
  ['coverage', 'May 2011'],
  ['ranking', 'Electricity'],
  ['ranking', '30 meters left out'],
])('shows under %s nothing of another server that was asked before: "%s"', (tab, words) => {
  for (const other of [{ host: 'other' }, { port: 5433 }, { database: 'b' }, { user: 'bob' }]) {
    const client = new QueryClient();
    expect(answered(client, tab)).toContain(words);
    enter(client, { ...A, ...other });
    expect(shown(client, tab), JSON.stringify(other)).not.toContain(words);
    enter(client, A);
    expect(shown(client, tab)).toContain(words);
  }
});
