/** The check of the workspace's service: what it would do, how far it is, and its result. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ServiceCheck } from '#shared/contract/service-check.ts';
import { call, useCall, useWorkspace } from '../../api/index.ts';
import { formatCounted, formatOwnTime } from '../../ui/format.ts';
import { EmptyState, FailureState, Pending } from '../../ui/states.tsx';
import type { CheckSearch } from './check-address.ts';
import { ServiceResult } from './service-result.tsx';
import { ServiceRunning } from './service-running.tsx';
import { ServiceStart } from './service-start.tsx';

interface ServiceTabProps {
  workspace: string;
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function ServiceTab(props: ServiceTabProps) {
  const { workspace } = props;
  const hasService = useWorkspace(workspace)?.kind !== 'files';
  const check = useCall('conformance.service', { workspace }, { fresh: true });
  if (!hasService) return <EmptyState title="This workspace has no service">It holds opened files only.</EmptyState>;
  if (check.error || !check.data) return <Pending query={check} label="Loading the check of the service" />;
  return <Shown {...props} check={check.data} />;
}

function Shown({ workspace, search, onSearch, check }: ServiceTabProps & { check: ServiceCheck }) {
  const [again, setAgain] = useState(false);
  const { run } = check;
  if (run?.state === 'running') return <ServiceRunning workspace={workspace} run={run} />;
  const start = <ServiceStart workspace={workspace} check={check} onStarted={() => setAgain(false)} />;
  if (!run || again) return start;
  if (run.result) {
    return (
      <ServiceResult
        workspace={workspace}
        run={run.id}
        result={run.result}
        search={search}
        onSearch={onSearch}
        file="pre-check-service"
        report={(format) => call('conformance.serviceReport', { workspace, format })}
        actions={
          <Button variant="default" onClick={() => setAgain(true)}>
            Check again
          </Button>
        }
        facts={
          <Text span c="dimmed" size="sm">
            {` ${formatCounted(run.requests, 'request')}, ended ${formatOwnTime(run.endedAt ?? run.startedAt)}.`}
          </Text>
        }
      />
    );
  }
  return (
    <>
      {run.error ? <FailureState title="The service could not be checked" error={run.error} /> : null}
      {run.state === 'cancelled' ? <Text size="sm">The check was cancelled; nothing was judged.</Text> : null}
      {start}
    </>
  );
}
