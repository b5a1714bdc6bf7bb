/** The Export button: the span shown of a meter, a meter, some meters or the whole workspace, as files for other tools. */
import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { isActive } from '#shared/job-states.ts';
import { useCall } from '../../api/index.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { ShowInFolder } from '../../ui/save-file.tsx';
import { JobCard } from '../jobs/job-card.tsx';
import { ExportForm, type ExportScope, type StartedExport } from './export-form.tsx';

interface ExportButtonProps {
  workspace: string;
  /** Narrowest first; the first is chosen at first. */
  scopes: readonly ExportScope[];
  /** Small, among what can be done with chosen rows. */
  compact?: boolean;
}

export function ExportButton({ workspace, scopes, compact }: ExportButtonProps) {
  const [opened, dialog] = useDisclosure(false);
  const [started, setStarted] = useState<StartedExport>();
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
      <Modal opened={opened} onClose={close} title="Export readings" size="lg">
        {started ? (
          <ExportProgress workspace={workspace} {...started} onClose={close} />
        ) : (
          <ExportForm workspace={workspace} scopes={scopes} onStarted={setStarted} onClose={close} />
        )}
      </Modal>
    </>
  );
}

/** How far it is. It goes on when the dialog is closed; the jobs panel shows it too. */
function ExportProgress({
  workspace,
  job,
  folder,
  onClose,
}: StartedExport & { workspace: string; onClose: () => void }) {
  const jobs = useCall('jobs.list', { workspace });
  const info = useCall('app.info', undefined);
  const view = jobs.data?.find(({ id }) => id === job);
  const done = view?.state === 'done';
  return (
    <Stack gap="md">
      {view ? <JobCard job={view} waits={[]} /> : null}
      {done || (view && isActive(view)) ? (
        <Text size="sm" role={done ? 'status' : undefined}>
          {done ? `${view.outcome ?? 'Exported'}: ` : 'Writing to '}
          <Code style={{ overflowWrap: 'anywhere' }}>{folder}</Code>
        </Text>
      ) : null}
      <Group justify="flex-end">
        {done && info.data?.host === 'desktop' ? <ShowInFolder path={folder} /> : null}
        <Button variant="default" onClick={onClose}>
          {view && !isActive(view) ? 'Close' : 'Continue in the background'}
        </Button>
      </Group>
    </Stack>
  );
}
