/** How a table is looked at, remembered by its name; what narrows it down stays with the place where it was set. */
import { useMemo, useState } from 'react';
import { usePreference } from '../preferences.ts';
import { restoredView, type TableColumn, type TableView } from './columns.ts';
import { useNarrowing } from './narrowing.ts';

/** @param id without one nothing is remembered */
export function useKeptView<Row>(id: string | undefined, place: string, columns: readonly TableColumn<Row>[]) {
  const remembered = usePreference<Partial<TableView>>(`table.${id}`, {});
  const forgotten = useState<Partial<TableView>>({});
  const [stored, setStored] = id === undefined ? forgotten : remembered;
  const [narrowing, setNarrowing] = useNarrowing(id, place);
  const view = useMemo(() => ({ ...restoredView(stored), ...narrowing }), [stored, narrowing]);
  const setView = ({ sorting, visibility, ...narrowed }: TableView) => {
    setStored({ sorting, visibility });
    setNarrowing(narrowed);
  };
  const visibility = useMemo(
    () => ({ ...Object.fromEntries(columns.map(({ id: column, hidden }) => [column, !hidden])), ...view.visibility }),
    [columns, view.visibility],
  );
  const visible = useMemo(() => columns.filter((column) => visibility[column.id]), [columns, visibility]);
  return {
    view,
    setView,
    visibility,
    visible,
    /** Ascending, descending, and as it comes. */
    toggleSort: (column: string) => {
      const current = view.sorting.find((sort) => sort.id === column);
      const next = !current ? [{ id: column, desc: false }] : current.desc ? [] : [{ id: column, desc: true }];
      setView({ ...view, sorting: next });
    },
  };
}
