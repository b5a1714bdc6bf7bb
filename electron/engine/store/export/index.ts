/**
 * How data leave: readings, entities and bills as Parquet, CSV or JSON, in slices of bounded memory. A file is written whole or
 * not at all; a folder says in its manifest what it holds.
 */
export { exportHandlers } from './export.ts';
