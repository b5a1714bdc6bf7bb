/** Every request that was made: what, how it ended, how long it took and waited, and with which class of token. */
import './requests.css';
import { Button, Drawer, Text } from '@mantine/core';
import type { ListSubject } from '#shared/contract/requests.ts';
import { Screen } from '../../ui/screen.tsx';
import { RequestDetail } from './request-detail.tsx';
import { RequestList } from './request-list.tsx';
import { type RequestsSearch, subjectOf, subjectWords } from './requests-address.ts';
import { SubjectLink } from './subject-link.tsx';

interface RequestsScreenProps {
  workspace: string;
  search: RequestsSearch;
  onSearch: (search: RequestsSearch) => void;
}

export function RequestsScreen({ workspace, search, onSearch }: RequestsScreenProps) {
  const about = subjectOf(search.about);
  const open = (request: string | undefined) =>
    onSearch({ ...(search.about && { about: search.about }), ...(request === undefined ? {} : { request }) });
  return (
    <Screen
      title="Request log"
      facts={about ? <MadeFor workspace={workspace} about={about} onAll={() => onSearch({})} /> : null}
    >
      <RequestList workspace={workspace} about={about} onOpen={open} />
      <Drawer
        opened={search.request !== undefined}
        onClose={() => open(undefined)}
        position="right"
        title="Request"
        size={680}
      >
        {search.request === undefined ? null : (
          <RequestDetail key={search.request} workspace={workspace} id={search.request} onOpen={open} />
        )}
      </Drawer>
    </Screen>
  );
}

interface MadeForProps {
  workspace: string;
  about: ListSubject;
  onAll: () => void;
}

/** What the requests were made for, where not all of them are listed. */
function MadeFor({ workspace, about, onAll }: MadeForProps) {
  return (
    <>
      <Text size="sm">
        for{' '}
        <SubjectLink workspace={workspace} {...about}>
          {subjectWords[about.kind]} {about.id}
        </SubjectLink>
      </Text>
      <Button variant="default" size="compact-xs" onClick={onAll}>
        All requests
      </Button>
    </>
  );
}
