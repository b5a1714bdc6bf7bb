export type { TableColumn } from './columns.ts';
export { DataTable } from './data-table.tsx';
