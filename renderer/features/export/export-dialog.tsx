/** What to export and how: the shown span of a meter, a meter, some meters or the whole workspace, as files for other tools. */
import { Button, Code, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat } from '#shared/contract/exports.ts';
import type { CallInput } from '#shared/contract/index.ts';
import { useCall, useCommand } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { ShowInFolder } from '../../ui/save-file.tsx';
import { JobCard } from '../jobs/job-card.tsx';

export interface ExportScope {
  id: string;
  label: string;
  selection: CallInput<'export.start'>['selection'];
}

const formats: { value: ExportFormat; label: string; description: string }[] = [
  {
    value: 'parquet',
    label: 'Parquet',
    description: 'A folder by meter and year that DuckDB, Spark, Trino and the cloud warehouses read as it lies there',
  },
  { value: 'csv', label: 'CSV', description: 'For spreadsheets and everything else' },
  { value: 'json', label: 'JSON', description: 'A line a reading' },
];

interface ExportButtonProps {
  workspace: string;
  /** Narrowest first; the first is chosen at first. */
  scopes: readonly ExportScope[];
  /** Small, among what can be done with chosen rows. */
  compact?: boolean;
}

interface Started {
  job: string;
  folder: string;
}

export function ExportButton({ workspace, scopes, compact }: ExportButtonProps) {
  const [opened, dialog] = useDisclosure(false);
  const [started, setStarted] = useState<Started>();
  usePaletteActions(
    compact
      ? []
      : [
          {
            id: 'export',
            label: 'Export readings',
            group: 'Data',
            keywords: 'csv parquet json save',
            run: dialog.open,
          },
        ],
  );
  const close = () => {
    dialog.close();
    setStarted(undefined);
  };
  return (
    <>
      <Button
        variant="default"
        {...(compact ? { size: 'compact-xs' } : {})}
        leftSection={<IconDownload size={compact ? 13 : 14} aria-hidden />}
        onClick={dialog.open}
      >
        {compact ? 'Export readings' : 'Export'}
      </Button>
      <Modal opened={opened} onClose={close} title="Export readings">
        {started ? (
          <ExportProgress workspace={workspace} {...started} onClose={close} />
        ) : (
          <ExportForm workspace={workspace} scopes={scopes} onStarted={setStarted} onClose={close} />
        )}
      </Modal>
    </>
  );
}

interface ExportFormProps extends Omit<ExportButtonProps, 'compact'> {
  onStarted: (started: Started) => void;
  onClose: () => void;
}

function ExportForm({ workspace, scopes, onStarted, onClose }: ExportFormProps) {
  const [scope, setScope] = useState(scopes[0]?.id ?? '');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const start = useCommand('export.start');
  const run = () => {
    const selection = scopes.find(({ id }) => id === scope)?.selection;
    start.mutate(
      { workspace, format, ...(selection ? { selection } : {}) },
      { onError: notifyFailure, onSuccess: (answer) => answer && onStarted(answer) },
    );
  };
  return (
    <Stack gap="md">
      <Radio.Group label="What" value={scope} onChange={setScope}>
        <Stack gap={8} mt={6}>
          {scopes.map(({ id, label }) => (
            <Radio key={id} value={id} label={label} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label="As" value={format} onChange={(value) => setFormat(value as ExportFormat)}>
        {/* the values are those of the table above */}
        <Stack gap={8} mt={6}>
          {formats.map(({ value, label, description }) => (
            <Radio key={value} value={value} label={label} description={description} size="xs" />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="xs" c="dimmed">
        Every reading carries its zone, unit, quality, the address that it came from and when it was fetched. Nothing is
        overwritten.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={run} loading={start.isPending}>
          Export
        </Button>
      </Group>
    </Stack>
  );
}

/** How far it is. It goes on when the dialog is closed; the jobs panel shows it too. */
function ExportProgress({ workspace, job, folder, onClose }: Started & { workspace: string; onClose: () => void }) {
  const jobs = useCall('jobs.list', { workspace });
  const info = useCall('app.info', undefined);
  const view = jobs.data?.find(({ id }) => id === job);
  const done = view?.state === 'done';
  return (
    <Stack gap="md">
      {view ? <JobCard job={view} waits={[]} /> : null}
      <Text size="sm">
        {done ? 'The files are in ' : 'Writing to '}
        <Code style={{ overflowWrap: 'anywhere' }}>{folder}</Code>
      </Text>
      <Group justify="flex-end">
        {done && info.data?.host === 'desktop' ? <ShowInFolder path={folder} /> : null}
        <Button variant="default" onClick={onClose}>
          {done ? 'Close' : 'Go on in the background'}
        </Button>
      </Group>
    </Stack>
  );
}
