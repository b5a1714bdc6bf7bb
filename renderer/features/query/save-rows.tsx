/** All rows of a query as a file, also those that are not shown. The query runs once more for it. */
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat } from '#shared/contract/exports.ts';
import type { QueryParameters } from '#shared/contract/query.ts';
import { asErrorValue, call } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { SaveItem } from '../../ui/policy.tsx';
import { csvOptions, RawTextItem } from '../../ui/raw-text.tsx';
import { notifySaved } from '../../ui/save-file.tsx';

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'parquet', label: 'Parquet' },
  { format: 'json', label: 'JSON, a row a line' },
];

interface SaveRowsProps {
  workspace: string;
  sql: string;
  /** Values of `$name` in it. */
  parameters: QueryParameters;
}

export function SaveRows({ workspace, sql, parameters }: SaveRowsProps) {
  const [token, setToken] = useState<string>();
  const save = async (format: ExportFormat) => {
    const own = crypto.randomUUID();
    setToken(own);
    try {
      const options = format === 'csv' ? csvOptions() : {};
      const saved = await call('query.export', { workspace, sql, parameters, format, ...options, token: own });
      if (saved) notifySaved(saved.path);
    } catch (failure) {
      if (asErrorValue(failure).code !== 'cancelled') notifyFailure(failure);
    } finally {
      setToken(undefined);
    }
  };
  if (token !== undefined) {
    return (
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => void call('query.cancel', { workspace, token }).catch(notifyFailure)}
      >
        Cancel saving
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-xs" variant="default" leftSection={<IconDownload size={13} aria-hidden />}>
          Save all rows
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label }) => (
          <SaveItem key={format} kind={format} onClick={() => void save(format)}>
            {label}
          </SaveItem>
        ))}
        <Menu.Divider />
        <RawTextItem />
      </Menu.Dropdown>
    </Menu>
  );
}
