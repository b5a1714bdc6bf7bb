/** The heads of a table's columns: what they are, and buttons that sort by them. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GridCell, GridHead } from '../virtual-grid/virtual-grid.tsx';
import { alignOf, type TableColumn } from './columns.ts';

interface HeaderRowProps<Row> {
  visible: readonly TableColumn<Row>[];
  template: string;
  minWidth: string;
  sorting: readonly { id: string; desc: boolean }[];
  onSort: (column: string) => void;
  selectAll?: ReactNode;
}

export function HeaderRow<Row>({ visible, template, minWidth, sorting, onSort, selectAll }: HeaderRowProps<Row>) {
  return (
    <GridHead template={template} minWidth={minWidth}>
      {selectAll ? (
        <GridCell head className="ms-table-select">
          {selectAll}
        </GridCell>
      ) : null}
      {visible.map((column) => {
        const { id, header, note, unsortable } = column;
        const sort = sorting.find((one) => one.id === id);
        const Arrow = sort?.desc ? IconArrowDown : IconArrowUp;
        return (
          <GridCell
            key={id}
            head
            data-align={alignOf(column)}
            aria-sort={sort ? (sort.desc ? 'descending' : 'ascending') : 'none'}
          >
            {unsortable ? (
              header
            ) : (
              <button type="button" className="ms-table-sort" onClick={() => onSort(id)}>
                <span className="ms-truncate">
                  {header}
                  {note ? <small className="ms-table-note">{note}</small> : null}
                </span>
                {sort ? <Arrow size={13} aria-hidden /> : null}
              </button>
            )}
          </GridCell>
        );
      })}
    </GridHead>
  );
}
