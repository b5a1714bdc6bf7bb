/** What the menu of a row offers: where it leads, what of it can be copied, and what it was made of. */
import { tsvText } from '#shared/csv.ts';
import type { Route } from '#shared/routes.ts';
import type { ContextItem } from '../context-menu/use-context-menu.tsx';
import { copyLink, copyText } from '../notify.ts';
import { csvOptions } from '../raw-text.tsx';
import { copiedValue, type TableColumn, toJson, toTsv } from './columns.ts';

/** What a table says of its rows for their menu. */
export interface RowSources<Row> {
  /** Address of the screen or the view that is of the row alone. */
  addressOf?: ((row: Row) => Route | undefined) | undefined;
  /** What it was received as: the address of its entry, or what shows it. */
  rawOf?: ((row: Row) => Route | (() => void) | undefined) | undefined;
}

/** Opens in a new window, and copies an address of the page in a form that opens it from outside. */
export function addressItems(address: string): ContextItem[] {
  return [
    { label: 'Open in a new window', run: () => void window.open(`#${address}`) },
    { label: 'Copy link', run: () => void copyLink(address, 'Copied the link.') },
  ];
}

/** For what has no address of its own. */
function viewItem(): ContextItem {
  const shown = window.location.hash.replace(/^#/, '');
  return {
    label: 'Copy a link to this view',
    run: () => void copyLink(shown, 'Copied a link to this view.'),
  };
}

/** Shows what something was received as. @param lead goes to an address of the page */
export function rawItems(raw: Route | (() => void) | undefined, lead: (address: string) => void): ContextItem[] {
  if (raw === undefined) return [];
  return [{ label: 'Open raw', run: typeof raw === 'string' ? () => lead(raw) : raw }];
}

interface Table<Row> extends RowSources<Row> {
  columns: readonly TableColumn<Row>[];
  visible: readonly TableColumn<Row>[];
}

interface Place {
  /** Of the visible columns. */
  cell: number | undefined;
  /** Address of the page that a link there leads to. */
  link: string | undefined;
  lead: (address: string) => void;
}

export function rowItems<Row>(row: Row, table: Table<Row>, { cell, link, lead }: Place): ContextItem[] {
  const { columns, visible, addressOf, rawOf } = table;
  const address = link ?? addressOf?.(row);
  const column = cell === undefined ? undefined : visible[cell];
  const value = column && copiedValue(column, row);
  const copy = (label: string, text: string, done: string): ContextItem => ({
    label,
    run: () => void copyText(text, done),
  });
  return [
    ...(address === undefined ? [viewItem()] : addressItems(address)),
    ...(column === undefined || value === undefined || value === ''
      ? []
      : [copy(`Copy ${column.header}`, tsvText([[value]], csvOptions()), `Copied ${column.header}.`)]),
    copy('Copy the row (TSV)', toTsv(visible, [row], csvOptions()), 'Copied the row.'),
    copy('Copy the row as JSON, all columns', toJson(columns, [row]), 'Copied the row as JSON.'),
    ...rawItems(rawOf?.(row), lead),
  ];
}
