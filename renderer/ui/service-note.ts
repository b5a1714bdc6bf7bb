import type { ServiceView } from '#shared/contract/portfolio.ts';
import type { TableColumn } from './table/index.ts';

/** The newest note of the service; notes without a time count as the oldest. */
export function latestNote(service: ServiceView | undefined): ServiceView['notes'][number] | undefined {
  return service?.notes.reduce<ServiceView['notes'][number] | undefined>(
    (latest, note) => (latest !== undefined && (latest.at ?? 0) >= (note.at ?? 0) ? latest : note),
    undefined,
  );
}

/** The latest note, in any table of what the service has notes on. */
export const noteColumn: TableColumn<{ service?: ServiceView | undefined }> = {
  id: 'notes',
  header: 'Notes',
  width: [9, 1],
  value: ({ service }) => latestNote(service)?.message ?? latestNote(service)?.type,
};
