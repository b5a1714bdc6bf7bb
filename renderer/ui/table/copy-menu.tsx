/** Takes rows out of a table: to the clipboard for a spreadsheet or a program, or into a file. */
import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { formatCount } from '../format.ts';
import { copyText } from '../notify.ts';
import { saveFile } from '../save-file.tsx';
import { type TableColumn, toCsv, toJson, toTsv } from './columns.ts';

/** Copies are cut here; a file takes all. */
const copyLimit = 20_000;

interface CopyMenuProps<Row> {
  noun: string;
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** They are the chosen ones, and the menu stands among what can be done with these. */
  chosen?: boolean;
}

export function CopyMenu<Row>({ noun, columns, visible, rows, chosen }: CopyMenuProps<Row>) {
  const copy = (write: (rows: readonly Row[]) => string) => {
    const told =
      rows.length > copyLimit
        ? `Copied the first ${formatCount(copyLimit)} of ${formatCount(rows.length)} ${noun}. Save a file for all of them.`
        : `Copied ${formatCount(rows.length)} ${noun}.`;
    void copyText(write(rows.slice(0, copyLimit)), told);
  };
  const name = `meterscope-${noun.replaceAll(' ', '-')}`;
  const label = chosen ? 'Copy the selection' : 'Copy the rows';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {chosen ? (
          <Button variant="default" size="compact-xs" leftSection={<IconCopy size={13} aria-hidden />}>
            {label}
          </Button>
        ) : (
          <Tooltip label={label}>
            <ActionIcon aria-label={label}>
              <IconCopy size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy((some) => toTsv(visible, some))}>Copy for a spreadsheet (TSV)</Menu.Item>
        <Menu.Item onClick={() => copy((some) => toJson(columns, some))}>Copy as JSON, all columns</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void saveFile(`${name}.csv`, new Blob([toCsv(columns, rows)]))}>
          Save as CSV, all columns
        </Menu.Item>
        <Menu.Item onClick={() => void saveFile(`${name}.json`, new Blob([toJson(columns, rows)]))}>
          Save as JSON, all columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
