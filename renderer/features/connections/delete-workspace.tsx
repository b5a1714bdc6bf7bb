/** Deleting a workspace: says what goes, saves all of it first where that is wanted, and asks for the name. */
import { Button, Checkbox, Code, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { JobLine } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatBytes, formatCounted } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { SetByAdministrator, usePolicy } from '../../ui/policy.tsx';
import { useAction } from '../../ui/use-action.ts';
import { jobProgress } from '../jobs/job-state.ts';

/** The export that was started from here. */
interface Saving {
  job: string;
  folder: string;
}

interface WorkspaceName {
  workspace: string;
  name: string;
}

export function DeleteWorkspace({ workspace, name }: WorkspaceName) {
  const navigate = useNavigate();
  const remove = useCommand('workspaces.delete');
  const [confirm, setConfirm] = useState('');
  const [withoutCopy, setWithoutCopy] = useState(false);
  const [saving, setSaving] = useState<Saving>();
  const jobs = useCall('jobs.list', { workspace });
  const copy = jobs.data?.find(({ id }) => id === saving?.job);
  const isDecided = withoutCopy ? copy === undefined || !isActive(copy) : copy?.state === 'done';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The workspace's screens go with it, so what follows must not hang on this component.
        remove.mutateAsync({ workspace, confirm }).then(() => {
          notify(`${name} was deleted.`);
          return navigate({ to: '/w/$workspace', params: { workspace: 'demo' } });
        }, notifyFailure);
      }}
    >
      <Stack gap="md">
        <WhatGoes workspace={workspace} />
        <CopyFirst workspace={workspace} copy={copy} folder={saving?.folder} onStart={setSaving} />
        {copy?.state === 'done' ? null : (
          <Checkbox
            label="Delete without a copy"
            checked={withoutCopy}
            onChange={(event) => setWithoutCopy(event.currentTarget.checked)}
          />
        )}
        <TextInput
          label={`Type “${name}” to confirm`}
          value={confirm}
          onChange={(event) => setConfirm(event.currentTarget.value)}
        />
        <Button type="submit" color="red" disabled={!isDecided || confirm.trim() !== name} loading={remove.isPending}>
          Delete it
        </Button>
      </Stack>
    </form>
  );
}

function WhatGoes({ workspace }: Pick<WorkspaceName, 'workspace'>) {
  const { data } = useCall('workspaces.contents', { workspace }, { fresh: true });
  if (!data) return <Text size="sm">Counting …</Text>;
  return (
    <Text size="sm">
      This deletes {formatCounted(data.authorizations, 'authorization')}, {formatCounted(data.usagePoints, 'meter')}{' '}
      with all readings and bills ({formatBytes(data.bytes)} on disk), the event log, test submissions and{' '}
      {formatCounted(data.tokens, 'token or secret', 'tokens and secrets')}.
      {data.activeJobs > 0 ? ` ${formatCounted(data.activeJobs, 'running job is', 'running jobs are')} stopped.` : ''}{' '}
      Nothing is changed at the service.
    </Text>
  );
}

interface CopyFirstProps {
  workspace: string;
  /** The job of {@link Saving}, once it is known. */
  copy: JobLine | undefined;
  folder: string | undefined;
  onStart: (saving: Saving) => void;
}

function CopyFirst({ workspace, copy, folder, onStart }: CopyFirstProps) {
  const start = useAction('export.start');
  const isAllowed = usePolicy().allows('everything');
  if (copy?.state === 'done') {
    return (
      <Text size="sm" role="status">
        Everything was saved in <Code>{folder}</Code>
      </Text>
    );
  }
  if (copy && isActive(copy)) {
    const progress = jobProgress(copy);
    return (
      <Stack gap={4}>
        <Text size="sm">Saving everything: {copy.step ?? 'starting'}</Text>
        <Progress value={(progress ?? 1) * 100} animated aria-label="Progress of the copy" />
      </Stack>
    );
  }
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        loading={start.isPending}
        disabled={!isAllowed}
        onClick={() =>
          start.run({ workspace, format: 'parquet', everything: true }, (answer) => answer && onStart(answer))
        }
      >
        Save everything first …
      </Button>
      {isAllowed ? null : <SetByAdministrator />}
      <Dim>
        A folder with the readings as Parquet, the whole store as a DuckDB file, the service's answers as received, and
        the settings. Tokens are not saved.
      </Dim>
      {copy?.error ? (
        <Text size="sm" c="var(--ms-bad)" role="alert">
          {copy.error.message} {copy.error.action}
        </Text>
      ) : null}
    </Stack>
  );
}
