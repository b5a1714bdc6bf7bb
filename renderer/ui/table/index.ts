export type { TableColumn } from './columns.ts';
export { DataTable } from './data-table.tsx';
export { PagedTable, type PagedView } from './paged-table.tsx';
