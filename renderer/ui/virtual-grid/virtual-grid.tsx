/**
 * The grid under every long list: a sticky head, rows of which only those in view are drawn, one tab stop. The grid has
 * the focus and the keys; `aria-activedescendant` names the row or cell that the cursor is on.
 */
// biome-ignore-all lint/a11y: elements of a table cannot be virtualised with a sticky, gridded head; rows have no focus of their own
import './virtual-grid.css';
import type { ComponentProps, ReactNode } from 'react';
import { rowBelow } from '../context-menu/row-below.ts';
import { type ContextItem, useContextMenu } from '../context-menu/use-context-menu.tsx';
import { useListKeys } from './use-list-keys.ts';
import type { VirtualRows } from './use-virtual-rows.ts';

interface VirtualGridProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'children'> {
  rows: VirtualRows;
  /** What it lists, for screen readers. */
  label: string;
  /** A {@link GridHead}. */
  head: ReactNode;
  /** {@link GridRow}s of `rows.items`. */
  children: ReactNode;
  minWidth?: string | undefined;
  /** What the menu of a row offers; of the row, or of one of its cells, or of a link in it. */
  itemsOf: (index: number, place: { cell: number | undefined; link: string | undefined }) => readonly ContextItem[];
  /** Shown below the head when there are no rows. */
  empty: ReactNode;
}

export function VirtualGrid({ rows, label, head, children, minWidth, itemsOf, empty, ...props }: VirtualGridProps) {
  const { open, menu } = useContextMenu();
  useListKeys(() => rows.scroller.current);
  return (
    <>
      <div
        {...props}
        ref={rows.scroller}
        className="ms-grid-scroll"
        role="grid"
        aria-label={label}
        aria-rowcount={rows.count + 1}
        tabIndex={0}
        onContextMenu={(event) => {
          const below = rowBelow(event);
          if (below) open(event, itemsOf(below.index, below), below);
        }}
      >
        {head}
        <div role="rowgroup" className="ms-grid-body" style={{ height: rows.height, minWidth }}>
          {children}
        </div>
        {rows.count === 0 ? empty : null}
      </div>
      {menu}
    </>
  );
}

/** Column templates of a grid; its head and its rows share them. */
interface Columns {
  /** As in `grid-template-columns`; undefined where the style sheet has it. */
  template?: string | undefined;
}

export function GridHead({ template, minWidth, children }: Columns & { minWidth?: string; children: ReactNode }) {
  return (
    <div role="rowgroup" className="ms-grid-head" style={{ minWidth }}>
      <div role="row" aria-rowindex={1} className="ms-grid-headrow" style={{ gridTemplateColumns: template }}>
        {children}
      </div>
    </div>
  );
}

interface GridRowProps extends Columns, Omit<ComponentProps<'div'>, 'role' | 'style'> {
  index: number;
  /** Where it begins, px. */
  start: number;
}

export function GridRow({ index, start, template, ...props }: GridRowProps) {
  return (
    <div
      {...props}
      role="row"
      aria-rowindex={index + 2}
      className="ms-grid-row"
      style={{ gridTemplateColumns: template, transform: `translateY(${start}px)` }}
    />
  );
}

/** A cell of a row or, with `head`, the name of a column. */
export function GridCell({
  head = false,
  className = 'ms-grid-cell',
  ...props
}: ComponentProps<'div'> & { head?: boolean }) {
  return <div role={head ? 'columnheader' : 'gridcell'} className={className} {...props} />;
}
