/** A browser for every path of both APIs. What is asked stands in the address; its history is the request log. */
import './resources.css';
import { SegmentedControl } from '@mantine/core';
import { IconRoute2 } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResourceAnswer } from '#shared/contract/resources.ts';
import { useCall } from '../../api/index.ts';
import { formatOwnTime } from '../../ui/format.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, FailureState, LoadingState } from '../../ui/states.tsx';
import { WaitCard } from '../jobs/wait-card.tsx';
import { Acted, useActing } from './acted.tsx';
import { AskedBefore } from './asked-before.tsx';
import { Comparison } from './comparison.tsx';
import { JsonChooser } from './json-chooser.tsx';
import { AnswerView } from './resource-answer.tsx';
import { ResourceChooser } from './resource-chooser.tsx';
import type { ResourcesSearch } from './resources-address.ts';
import { type FilledFrom, useFilledFrom } from './use-asked-before.ts';

interface ResourcesScreenProps {
  workspace: string;
  search: ResourcesSearch;
  onSearch: (search: ResourcesSearch) => void;
}

export function ResourcesScreen({ workspace, search: asked, onSearch }: ResourcesScreenProps) {
  const { filled, error, refetch } = useFilledFrom(workspace, asked.request);
  if (asked.request !== undefined && error) {
    return <FailureState error={error} onRetry={() => void refetch()} />;
  }
  if (asked.request !== undefined && !filled) return <LoadingState label="Loading the request" />;
  return <Console workspace={workspace} asked={asked} filled={filled} onSearch={onSearch} />;
}

interface ConsoleProps extends Pick<ResourcesScreenProps, 'workspace' | 'onSearch'> {
  asked: ResourcesSearch;
  /** The request that `asked` names. */
  filled: FilledFrom | undefined;
}

function Console({ workspace, asked, filled, onSearch }: ConsoleProps) {
  const search = filled?.search ?? asked;
  const { api, authorization, token } = search;
  // What only fills the form is not asked.
  const { path } = asked;
  const answer = useCall(
    'resources.fetch',
    { workspace, api: api ?? 'greenbutton', path: path ?? '', authorization, tokenClass: token },
    { enabled: path !== undefined },
  );
  const [fills, setFills] = useState(0);
  const key = JSON.stringify([asked, fills]);
  const act = useActing(workspace, key);
  const go = (next: ResourcesSearch) => {
    act.reset();
    onSearch(next);
  };
  const send = (next: ResourcesSearch) => {
    act.reset();
    if (JSON.stringify(next) !== JSON.stringify(asked)) onSearch(next);
    else if (next.request !== undefined) setFills((count) => count + 1);
    else void answer.refetch();
  };
  const form = { workspace, search, busy: answer.isFetching || act.isPending, onSend: send };
  return (
    <Screen
      title="Resources"
      facts={
        <SegmentedControl
          aria-label="API"
          size="xs"
          data={[
            { value: 'greenbutton', label: 'Green Button' },
            { value: 'json', label: 'JSON' },
          ]}
          value={api ?? 'greenbutton'}
          onChange={(next) => go(next === 'json' ? { api: 'json' } : {})}
        />
      }
      actions={<AskedBefore workspace={workspace} onAsk={send} />}
    >
      {/* Another address fills the form afresh. */}
      {api === 'json' ? (
        <JsonChooser key={key} {...form} filled={filled} onAct={act.send} />
      ) : (
        <ResourceChooser key={key} {...form} />
      )}
      {form.busy ? <Held workspace={workspace} /> : null}
      {act.sent ? (
        <Acted workspace={workspace} act={act} sent={act.sent} onFollow={(next) => send({ api: 'json', path: next })} />
      ) : path !== undefined ? (
        <Answered workspace={workspace} search={asked} answer={answer} onSearch={onSearch} />
      ) : filled ? (
        <EmptyState icon={IconRoute2} title="The form is filled, and nothing was sent">
          It stands as it was sent on {formatOwnTime(filled.at)}. {filled.missing}
        </EmptyState>
      ) : (
        <EmptyState icon={IconRoute2} title="Ask the service for a resource">
          Choose one, or type a path. The answer is shown as received, next to what was read from it.
        </EmptyState>
      )}
    </Screen>
  );
}

interface AnsweredProps extends ResourcesScreenProps {
  answer: UseQueryResult<ResourceAnswer>;
}

function Answered({ workspace, search, answer, onSearch }: AnsweredProps) {
  const { data, error, refetch } = answer;
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Asking the service" />;
  return (
    <>
      {data.text === undefined ? null : (
        <Comparison key={data.at} workspace={workspace} search={search} answer={data} />
      )}
      <AnswerView
        key={data.at}
        workspace={workspace}
        answer={data}
        json={search.api === 'json'}
        onAgain={() => void refetch()}
        onFollow={(href) => onSearch({ ...search, path: href, ...ownerOf(data.scope) })}
      />
    </>
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
