/** What clients of the demo's embedded service do: how to point one there, and what it does wrong. */
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClientWatch } from '#shared/contract/service-check.ts';
import { call, useCall, useCommand } from '../../api/index.ts';
import { FactList } from '../../ui/fact-table.tsx';
import { copyText, notifyFailure } from '../../ui/notify.ts';
import { Pending } from '../../ui/states.tsx';
import type { CheckSearch } from './check-address.ts';
import { ServiceResult } from './service-result.tsx';

/** Nothing tells that a client did something. */
const ASK_AGAIN_MS = 2_000;

interface ClientTabProps {
  workspace: string;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function ClientTab({ workspace, search, onSearch }: ClientTabProps) {
  const watch = useCall(
    'conformance.watch',
    { workspace },
    { fresh: true, askAgainAfter: (answer) => (answer?.on ? ASK_AGAIN_MS : false) },
  );
  const set = useCommand('conformance.setWatch');
  if (!watch.data) return <Pending query={watch} label="Loading what clients did" />;
  const { on, places, result } = watch.data;
  const button = (next: boolean, words: string) => (
    <Button
      variant={next && !on ? 'filled' : 'default'}
      loading={set.isPending}
      onClick={() => set.mutate({ workspace, on: next }, { onError: notifyFailure })}
    >
      {words}
    </Button>
  );
  const seen = result.notes.find(({ test }) => test === 'seen')?.message ?? '';
  const stop = on ? button(false, 'Stop watching') : null;
  if (result.tests.some(({ contexts }) => contexts > 0)) {
    return (
      <ServiceResult
        workspace={workspace}
        run={undefined}
        result={result}
        search={search}
        onSearch={onSearch}
        file="pre-check-client"
        report={(format) => call('conformance.watchReport', { workspace, format })}
        facts={
          <Text span c="dimmed" size="sm">
            {` ${seen}`}
          </Text>
        }
        actions={
          <>
            {stop}
            {button(true, 'Start afresh')}
          </>
        }
      />
    );
  }
  return (
    <>
      {on ? (
        <div className="ms-panel ms-check-summary" data-testid="check-summary">
          <Badge size="lg" color="blue">
            Watching
          </Badge>
          <Text size="sm" flex="1 1 20rem" role="status">
            {seen}
          </Text>
          {stop}
        </div>
      ) : null}
      <HowTo workspace={workspace} places={places} start={on ? null : button(true, 'Watch clients')} />
    </>
  );
}

interface HowToProps {
  workspace: string;
  places: ClientWatch['places'];
  start: ReactNode;
}

/** Where a client has to be pointed. */
function HowTo({ workspace, places, start }: HowToProps) {
  const copy = () =>
    void call('conformance.clientLine', { workspace }).then(
      (line) => copyText(line, 'Copied, with the tokens of the embedded service.'),
      notifyFailure,
    );
  return (
    <div className="ms-panel ms-check-start">
      <Stack gap="sm">
        <Text size="sm">
          Point your own program at the embedded service, and let it authorize, renew its tokens and fetch. What it does
          wrong is found as it goes on: redirects, codes and tokens, waits, pages, feeds that it should have refused.
          Requests of this window are left out. Under <b>Demo service</b> you can make answers fail, come late or be cut
          short.
        </Text>
        <FactList className="ms-check-places" facts={places.map(({ name, value }) => [name, value] as const)} />
        <Text size="sm">
          Without a window: <code>meterscope service --json --watch report.json</code> prints all that a client has to
          know, and writes the report as the client goes on.
        </Text>
        <Group>
          {start}
          <Button variant="default" onClick={copy}>
            Copy addresses and tokens
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
