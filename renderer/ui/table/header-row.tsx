/** The heads of a table's columns: what they are, and buttons that sort by them. */
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TableColumn } from './columns.ts';

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
    // biome-ignore lint/a11y: part of the grid
    <div role="rowgroup" className="ms-table-head" style={{ minWidth }}>
      {/* biome-ignore lint/a11y: part of the grid */}
      <div role="row" aria-rowindex={1} className="ms-table-headrow" style={{ gridTemplateColumns: template }}>
        {selectAll ? (
          // biome-ignore lint/a11y: part of the grid
          <div role="columnheader" className="ms-table-select">
            {selectAll}
          </div>
        ) : null}
        {visible.map((column) => {
          const sort = sorting.find(({ id }) => id === column.id);
          return (
            // biome-ignore lint/a11y: part of the grid
            <div
              key={column.id}
              role="columnheader"
              className="ms-table-cell"
              data-align={column.align ?? 'start'}
              aria-sort={sort ? (sort.desc ? 'descending' : 'ascending') : 'none'}
            >
              {column.unsortable ? (
                column.header
              ) : (
                <button type="button" className="ms-table-sort" onClick={() => onSort(column.id)}>
                  <span className="ms-truncate">{column.header}</span>
                  {sort ? (
                    sort.desc ? (
                      <IconArrowDown size={13} aria-hidden />
                    ) : (
                      <IconArrowUp size={13} aria-hidden />
                    )
                  ) : null}
                </button>
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
