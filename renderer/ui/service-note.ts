import type { ServiceView } from '#shared/contract/portfolio.ts';
import { latestNote } from '#shared/service-note.ts';
import type { TableColumn } from './table/index.ts';

/** The latest note, in any table of what the service has notes on. */
export const noteColumn: TableColumn<{ service?: ServiceView | undefined }> = {
  id: 'notes',
  header: 'Notes',
  width: [9, 1],
  value: ({ service }) => latestNote(service)?.message ?? latestNote(service)?.type,
};
