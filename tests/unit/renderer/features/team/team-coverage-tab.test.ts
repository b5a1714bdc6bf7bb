/** Which months of the team server's meters are shown, and the way to the others. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { TeamCoverageTab as TeamCoverageTabOf } from '../../../../../renderer/features/team/team-coverage-tab.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original()),
  useMatch: () => '/',
  useNavigate: () => () => undefined,
}));

let TeamCoverageTab: typeof TeamCoverageTabOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ TeamCoverageTab } = await import('../../../../../renderer/features/team/team-coverage-tab.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

/** The text of the tab with data from January 2010 until a month. */
function shown(year: number, month: number): string {
  const client = new QueryClient();
  const epoch = (of: number, number: number) => Date.UTC(of, number - 1, 2) / 1000;
  const summary = { firstReading: epoch(2010, 1), lastReading: epoch(year, month) };
  client.setQueryData(['team.summary', { workspace: 'w' }, 'a on db'], summary);
  const tab = createElement(TeamCoverageTab, { workspace: 'w', server: 'a on db' });
  return renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(MantineProvider, null, tab)),
  ).replaceAll(/<!-- -->/g, '');
}

it('says of fifteen years that the last ten are shown, and leads to the others', () => {
  const page = shown(2024, 12);
  expect(page).toContain('Shown: Jan 2015 to Dec 2024, of Jan 2010 to Dec 2024.');
  expect(page).toContain('Older months');
  expect(page).toContain('Newer months');
});

it('says that all months are shown where they are', () => {
  const page = shown(2012, 3);
  expect(page).toContain('All months with data: Jan 2010 to Mar 2012.');
  expect(page).not.toContain('Older months');
});
