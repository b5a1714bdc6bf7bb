/** What to export and how: the shown span of a meter, a meter, or the whole workspace, as files for other tools. */
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat } from '#shared/contract/exports.ts';
import type { CallInput } from '#shared/contract/index.ts';
import { useCommand } from '../../api/index.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';

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
}

export function ExportButton({ workspace, scopes }: ExportButtonProps) {
  const [opened, dialog] = useDisclosure(false);
  const [scope, setScope] = useState(scopes[0]?.id ?? '');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const start = useCommand('export.start');
  usePaletteActions([
    { id: 'export', label: 'Export readings', group: 'Data', keywords: 'csv parquet json save', run: dialog.open },
  ]);
  const run = () => {
    const selection = scopes.find(({ id }) => id === scope)?.selection;
    start.mutate(
      { workspace, format, ...(selection ? { selection } : {}) },
      {
        onError: notifyFailure,
        onSuccess: (answer) => {
          dialog.close();
          if (answer) notify(`Exporting to ${answer.folder}. The jobs panel shows its progress.`);
        },
      },
    );
  };
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={14} aria-hidden />} onClick={dialog.open}>
        Export
      </Button>
      <Modal opened={opened} onClose={dialog.close} title="Export readings">
        <Stack gap="md">
          <Radio.Group label="What" value={scope} onChange={setScope}>
            <Stack gap={6} mt={6}>
              {scopes.map(({ id, label }) => (
                <Radio key={id} value={id} label={label} size="xs" />
              ))}
            </Stack>
          </Radio.Group>
          <Radio.Group label="As" value={format} onChange={(value) => setFormat(value as ExportFormat)}>
            {/* the values are those of the table above */}
            <Stack gap={6} mt={6}>
              {formats.map(({ value, label, description }) => (
                <Radio key={value} value={value} label={label} description={description} size="xs" />
              ))}
            </Stack>
          </Radio.Group>
          <Text size="xs" c="dimmed">
            Every reading carries its zone, unit, quality, the address that it came from and when it was fetched.
            Nothing is overwritten.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              Cancel
            </Button>
            <Button onClick={run} loading={start.isPending}>
              Export
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
