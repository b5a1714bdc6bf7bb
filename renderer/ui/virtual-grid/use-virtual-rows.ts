/** Rows of one height, of which only those in view are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useId } from 'react';

interface RowsOptions {
  count: number;
  /** Of one row, px; the style sheet has the same. */
  rowHeight: number;
  /** Rows drawn above and below the view. */
  overscan: number;
  /** Rows that stay visible above and below one that is scrolled to. */
  around?: number;
}

export interface VirtualRows<Element extends HTMLElement = HTMLDivElement> {
  /** The element that scrolls, made by the caller. */
  scroller: RefObject<Element | null>;
  count: number;
  /** The rows to draw, and where each begins, px. */
  items: readonly { index: number; start: number }[];
  /** Of all rows, px. */
  height: number;
  /** The id of a row's element. */
  idOf: (index: number) => string;
  /** How many rows a page key moves. */
  page: () => number;
  scrollTo: (index: number, align?: 'auto' | 'center') => void;
}

export function useVirtualRows<Element extends HTMLElement>(
  scroller: RefObject<Element | null>,
  { count, rowHeight, overscan, around = 0 }: RowsOptions,
): VirtualRows<Element> {
  const baseId = useId();
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    scrollPaddingStart: around * rowHeight,
    scrollPaddingEnd: around * rowHeight,
  });
  return {
    scroller,
    count,
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    idOf: (index) => `${baseId}-${index}`,
    page: () => Math.floor((scroller.current?.clientHeight ?? 300) / rowHeight) - 1,
    scrollTo: (index, align = 'auto') => virtual.scrollToIndex(index, { align }),
  };
}
