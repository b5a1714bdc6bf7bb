/** Takes rows out of a table: to the clipboard for a spreadsheet or a program, or into a file. */
import { Button, Menu } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { formatCount } from '../format.ts';
import { IconButton } from '../icon-button.tsx';
import { copyText, notifyFailure } from '../notify.ts';
import { SaveItem } from '../policy.tsx';
import { csvOptions, RawTextItem } from '../raw-text.tsx';
import { saveFile } from '../save-file.tsx';
import { type TableColumn, toCsv, toJson, toTsv } from './columns.ts';

/** Copies are cut here; a file takes all. */
const copyLimit = 20_000;

/** Rows that are here, or can be had. */
export interface RowSource<Row> {
  /** The first ones. */
  take: (most: number) => readonly Row[] | Promise<readonly Row[]>;
}

/** Those of which it is known how many they are. */
export interface CountedRows<Row> extends RowSource<Row> {
  count: number;
}

export function sourceOf<Row>(rows: readonly Row[]): RowSource<Row> {
  return { take: (most) => rows.slice(0, most) };
}

/** Copies rows and says how many. */
export async function copyRows<Row>(
  source: RowSource<Row>,
  noun: string,
  write: (rows: readonly Row[]) => string,
): Promise<void> {
  try {
    const rows = await source.take(copyLimit + 1);
    const message =
      rows.length > copyLimit
        ? `Copied the first ${formatCount(copyLimit)} ${noun}. Save a file for all of them.`
        : `Copied ${formatCount(rows.length)} ${noun}.`;
    await copyText(write(rows.slice(0, copyLimit)), message);
  } catch (failure) {
    notifyFailure(failure);
  }
}

async function saveRows<Row>(
  source: RowSource<Row>,
  name: string,
  write: (rows: readonly Row[]) => string,
): Promise<void> {
  try {
    await saveFile(name, new Blob([write(await source.take(Number.POSITIVE_INFINITY))]));
  } catch (failure) {
    notifyFailure(failure);
  }
}

interface CopyMenuProps<Row> {
  noun: string;
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
  rows: RowSource<Row>;
  /** They are the chosen ones, and the menu stands among what can be done with these. */
  chosen?: boolean;
}

export function CopyMenu<Row>({ noun, columns, visible, rows, chosen }: CopyMenuProps<Row>) {
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
          <IconButton icon={IconCopy} label={label} />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copyRows(rows, noun, (some) => toTsv(visible, some, csvOptions()))}>
          Copy for a spreadsheet (TSV)
        </Menu.Item>
        <Menu.Item onClick={() => void copyRows(rows, noun, (some) => toJson(columns, some))}>
          Copy as JSON, all columns
        </Menu.Item>
        <Menu.Divider />
        <SaveItem
          kind="csv"
          onClick={() => void saveRows(rows, `${name}.csv`, (all) => toCsv(columns, all, csvOptions()))}
        >
          Save as CSV, all columns
        </SaveItem>
        <SaveItem kind="json" onClick={() => void saveRows(rows, `${name}.json`, (all) => toJson(columns, all))}>
          Save as JSON, all columns
        </SaveItem>
        <Menu.Divider />
        <RawTextItem />
      </Menu.Dropdown>
    </Menu>
  );
}
