/** A submission that may or may not have acted: how to find out, by hand, as it is never sent again by itself. */
import { Alert, Button, Table, Text, VisuallyHidden } from '@mantine/core';
import type { Candidate, RunView } from '#shared/contract/scenarios.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { formatCount } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';

/** Newest test authorizations that are offered. */
const SHOWN = 10;

export function UnknownOutcome({ run }: { run: RunView }) {
  const { workspace, id } = run;
  const found = useCall('runs.candidates', { workspace, id });
  if (found.isLoading) return <LoadingState label="Loading the newest test authorizations" />;
  if (found.error) return <FailureState error={found.error} onRetry={() => void found.refetch()} />;
  const free = (found.data ?? []).filter(({ run: maker }) => maker === undefined);
  return (
    <Alert color="yellow" title="Find out whether the service acted" variant="light">
      <Text size="sm">
        These test authorizations for {run.utility} belong to no other run. If one of them was created when this was
        sent, the service acted: follow it. If none was, it did not act, or not yet: look again later before you fire it
        again.
      </Text>
      <Candidates run={run} rows={free.slice(0, SHOWN)} />
      {free.length > SHOWN ? (
        <Text size="sm">
          Only the newest {SHOWN} of {formatCount(free.length)} are shown.
        </Text>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        mt={6}
        onClick={() => void found.refetch()}
        loading={found.isFetching}
      >
        Look again
      </Button>
    </Alert>
  );
}

function Candidates({ run, rows }: { run: RunView; rows: readonly Candidate[] }) {
  const adopt = useCommand('runs.adopt');
  const { workspace, id } = run;
  if (rows.length === 0) return <Text fw={600}>There are none so far.</Text>;
  return (
    <Table verticalSpacing={3} aria-label="Test authorizations that belong to no run">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Authorization</Table.Th>
          <Table.Th>Created, by the service’s clock</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>
            <VisuallyHidden>What to do</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ authorization, created, status }) => (
          <Table.Tr key={authorization}>
            <Table.Td>{authorization}</Table.Td>
            <Table.Td>{created}</Table.Td>
            <Table.Td>{status}</Table.Td>
            <Table.Td>
              <Button
                size="compact-xs"
                variant="default"
                loading={adopt.isPending}
                onClick={() => adopt.mutate({ workspace, id, authorization }, { onError: notifyFailure })}
              >
                Follow this one
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
