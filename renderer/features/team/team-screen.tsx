/** The team's PostgreSQL server: its meters, their totals, coverage and ranking, as the server answers; a meter opens as a copy here. */
import '../portfolio/portfolio.css';
import '../ranking/ranking.css';
import { Tabs } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, Pending } from '../../ui/states.tsx';
import { parseTeamSearch, type TeamTab, teamTabs } from './team-address.ts';
import { TeamCoverageTab } from './team-coverage-tab.tsx';
import { TeamMetersTab } from './team-meters-tab.tsx';
import type { TeamProps } from './team-props.ts';
import { TeamRankingTab } from './team-ranking-tab.tsx';
import { TeamTotalsTab } from './team-totals-tab.tsx';

const tabNames: Readonly<Record<TeamTab, string>> = {
  meters: 'Meters',
  totals: 'Totals',
  coverage: 'Coverage',
  ranking: 'Ranking',
};

export function TeamScreen(props: Omit<TeamProps, 'server'>) {
  const entered = useCall('teamServer.get', { workspace: props.workspace });
  const { address } = entered.data ?? {};
  const server = address && `${address.database} on ${address.host}:${address.port}, as ${address.user}`;
  return (
    <Screen title="Team server" facts={server ? <Dim>{server}</Dim> : null}>
      {entered.data ? null : <Pending query={entered} label="Looking for the server" />}
      {entered.data && !server ? (
        <EmptyState
          icon={IconServer2}
          title="No team server yet"
          action={
            <ButtonLink to="/w/$workspace/share" params={{ workspace: props.workspace }} size="xs">
              Enter the team server
            </ButtonLink>
          }
        >
          What the PostgreSQL server of your team has is shown here, and its meters open as copies in this workspace.
        </EmptyState>
      ) : null}
      {/* Anew for another server: what is shown until an answer is here would be of the one before. */}
      {server ? <TeamTabs key={server} {...props} server={server} /> : null}
    </Screen>
  );
}

function TeamTabs(props: TeamProps) {
  const { workspace, server, search, onSearch } = props;
  return (
    <Tabs
      value={search.tab ?? 'meters'}
      onChange={(tab) => onSearch(parseTeamSearch({ ...search, tab }))}
      className="ms-tabs"
      keepMounted={false}
    >
      <Tabs.List>
        {teamTabs.map((tab) => (
          <Tabs.Tab key={tab} value={tab}>
            {tabNames[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="meters">
        <TeamMetersTab workspace={workspace} server={server} />
      </Tabs.Panel>
      <Tabs.Panel value="totals">
        <TeamTotalsTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="coverage">
        <TeamCoverageTab workspace={workspace} server={server} />
      </Tabs.Panel>
      <Tabs.Panel value="ranking">
        <TeamRankingTab {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}
