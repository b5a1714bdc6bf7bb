/** The rows of a paged table that are in view; those that are still on their way have a dot in each cell. */
import type { TableColumn } from './columns.ts';
import { type RangeCursor, rangeOf } from './range-cursor.ts';

export interface PagedRow<Row> {
  index: number;
  row: Row | undefined;
}

interface PagedRowsProps<Row> {
  /** With where each begins, px. */
  rows: readonly (PagedRow<Row> & { start: number })[];
  visible: readonly TableColumn<Row>[];
  template: string;
  minWidth: string;
  /** Of all rows, and of one, px. */
  height: number;
  rowHeight: number;
  baseId: string;
  cursor: RangeCursor | undefined;
  /** A row was clicked; with Shift to extend the range to it. */
  onRow: (row: PagedRow<Row>, extend: boolean) => void;
}

export function PagedRows<Row>({ rows, visible, cursor, baseId, onRow, ...looks }: PagedRowsProps<Row>) {
  const range = cursor && rangeOf(cursor);
  return (
    // biome-ignore lint/a11y: part of the grid around it
    <div role="rowgroup" className="ms-table-body" style={{ height: looks.height, minWidth: looks.minWidth }}>
      {rows.map(({ index, start, row }) => (
        // biome-ignore lint/a11y: the grid has the focus and the keys; aria-activedescendant names this row
        <div
          key={index}
          id={`${baseId}-${index}`}
          role="row"
          aria-rowindex={index + 2}
          aria-selected={range !== undefined && index >= range.first && index <= range.last}
          data-cursor={index === cursor?.row ? true : undefined}
          className="ms-table-row"
          style={{
            gridTemplateColumns: looks.template,
            transform: `translateY(${start}px)`,
            height: looks.rowHeight,
          }}
          onClick={(event) => onRow({ index, row }, event.shiftKey)}
        >
          {visible.map((column, cell) => (
            // biome-ignore lint/a11y: cells are read, the row is acted on
            <div
              key={column.id}
              id={`${baseId}-${index}-${cell}`}
              role="gridcell"
              className="ms-table-cell"
              data-align={column.align ?? 'start'}
              data-at={index === cursor?.row && cell === cursor.cell ? true : undefined}
            >
              {row ? (column.render ? column.render(row) : column.value(row)) : '…'}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
