/** A browser for every path of both APIs. What is asked stands in the address; its history is the request log. */
import './resources.css';
import { SegmentedControl } from '@mantine/core';
import { IconRoute2 } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { WaitCard } from '../jobs/wait-card.tsx';
import { AskedBefore } from './asked-before.tsx';
import { Comparison } from './comparison.tsx';
import { JsonChooser } from './json-chooser.tsx';
import { AnswerView } from './resource-answer.tsx';
import { ResourceChooser } from './resource-chooser.tsx';
import type { ResourcesSearch } from './resources-address.ts';

interface ResourcesScreenProps {
  workspace: string;
  search: ResourcesSearch;
  onSearch: (search: ResourcesSearch) => void;
}

export function ResourcesScreen({ workspace, search, onSearch }: ResourcesScreenProps) {
  const { api, path, authorization, token } = search;
  const answer = useCall(
    'resources.fetch',
    { workspace, api: api ?? 'greenbutton', path: path ?? '', authorization, tokenClass: token },
    { enabled: path !== undefined },
  );
  const asked = JSON.stringify(search);
  const Chooser = api === 'json' ? JsonChooser : ResourceChooser;
  const send = (next: ResourcesSearch) => {
    const same = next.api === api && next.path === path && next.authorization === authorization && next.token === token;
    if (same) void answer.refetch();
    else onSearch(next);
  };
  return (
    <Screen title="Resources">
      <div className="ms-resource-ask">
        <SegmentedControl
          aria-label="API"
          data={[
            { value: 'greenbutton', label: 'Green Button' },
            { value: 'json', label: 'JSON' },
          ]}
          value={api ?? 'greenbutton'}
          onChange={(next) => onSearch(next === 'json' ? { api: 'json' } : {})}
        />
        {/* Another address fills the form afresh. */}
        <Chooser key={asked} workspace={workspace} search={search} busy={answer.isFetching} onSend={send} />
        <AskedBefore workspace={workspace} onAsk={send} />
      </div>
      {answer.isFetching ? <Held workspace={workspace} /> : null}
      {path === undefined ? (
        <EmptyState icon={IconRoute2} title="Ask the service for a resource">
          Choose one, or type a path. The answer is shown as received, next to what was read from it.
        </EmptyState>
      ) : answer.error ? (
        <FailureState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <>
          {answer.data.text === undefined ? null : (
            <Comparison key={answer.data.at} workspace={workspace} search={search} answer={answer.data} />
          )}
          <AnswerView
            key={answer.data.at}
            workspace={workspace}
            answer={answer.data}
            json={api === 'json'}
            onAgain={() => void answer.refetch()}
            onFollow={(href) => onSearch({ ...search, path: href, ...ownerOf(answer.data.scope) })}
          />
        </>
      ) : (
        <LoadingState label="Asking the service" />
      )}
    </Screen>
  );
}

/** The service asked to wait: the countdowns, with "ask now" and "give up". */
function Held({ workspace }: { workspace: string }) {
  const waits = useCall('waits.list', undefined);
  const own = waits.data?.filter((wait) => wait.workspace === workspace && wait.job === undefined) ?? [];
  return own.map((wait) => (
    <div key={wait.id} className="ms-panel ms-resource-wait">
      <WaitCard wait={wait} />
    </div>
  ));
}

/** A link is followed as the same authorization: a ReadingType names none. */
function ownerOf(scope: string | undefined): ResourcesSearch {
  return scope === undefined ? {} : { authorization: scope };
}
