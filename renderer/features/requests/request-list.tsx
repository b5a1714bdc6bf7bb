/** The lines of the request log, or of what was made for something; with the switches that say which of them are listed. */
import { Button, Group, Switch } from '@mantine/core';
import { IconRoute } from '@tabler/icons-react';
import type { ListSubject, RequestView } from '#shared/contract/requests.ts';
import type { REQUEST_COLUMNS } from '#shared/list-columns.ts';
import { routes } from '#shared/routes.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { ownZone } from '../../ui/format.ts';
import { OpenAsQuery } from '../../ui/open-as-query.tsx';
import { usePreference } from '../../ui/preferences.ts';
import { requestsQuery } from '../../ui/screen-queries.ts';
import { EmptyState } from '../../ui/states.tsx';
import { PagedTable, type PagedView } from '../../ui/table/index.ts';
import { listChoices, listQuestion } from '../../ui/table/list-question.ts';
import { Keeping } from './keeping.tsx';
import { requestColumns } from './request-columns.tsx';
import { saveHar } from './save-har.ts';

/** Rows that are asked for at once: some more than a screen shows. */
const pageSize = 100;

const question = (view: PagedView) => ({ ...listQuestion<(typeof REQUEST_COLUMNS)[number]>(view), zone: ownZone });

interface RequestListProps {
  workspace: string;
  about: ListSubject | undefined;
  onOpen: (id: string) => void;
}

export function RequestList({ workspace, about, onOpen }: RequestListProps) {
  const [polls, setPolls] = usePreference('requests.polls', false);
  const [tries, setTries] = usePreference('requests.tries', false);
  // What was made for an event are polls, mostly.
  const which = { workspace, polls: polls || about?.kind === 'event', tries, ...(about && { about }) };
  const choices = useCall('requests.choices', which, { keepPrevious: true });
  return (
    <PagedTable<RequestView>
      id="requests"
      noun="requests"
      columns={requestColumns}
      searched
      pageSize={pageSize}
      queryKey={queryKey('requests.list', which)}
      ask={(page, view) => call('requests.list', { ...which, ...page, ...question(view) })}
      choices={listChoices(choices.data)}
      addressOf={({ id }) => routes.request(workspace, id)}
      onOpen={({ id }) => onOpen(id)}
      actions={(view) => (
        <Group gap="sm" wrap="nowrap">
          <Switch
            size="xs"
            label="Every try"
            checked={tries}
            onChange={(event) => setTries(event.currentTarget.checked)}
          />
          <Switch
            size="xs"
            label="Polls for events"
            checked={polls}
            onChange={(event) => setPolls(event.currentTarget.checked)}
          />
          <OpenAsQuery workspace={workspace} query={requestsQuery({ ...which, about })} />
          <Button variant="default" size="compact-xs" onClick={() => void saveHar({ ...which, ...question(view) })}>
            Save as HAR
          </Button>
          <Keeping workspace={workspace} />
        </Group>
      )}
      empty={
        <EmptyState
          icon={IconRoute}
          title={about ? 'No request that was made for it is in the log' : 'No request has been made yet'}
          action={<Keeping workspace={workspace} />}
        >
          Every request to the service is listed here with its status, its waits and its class of token; never a token.
        </EmptyState>
      }
    />
  );
}
