import type { ServiceView } from './contract/portfolio.ts';

/** The newest note of the service; notes without a time count as the oldest. */
export function latestNote(service: ServiceView | undefined): ServiceView['notes'][number] | undefined {
  return service?.notes.reduce<ServiceView['notes'][number] | undefined>(
    (latest, note) => (latest !== undefined && (latest.at ?? 0) >= (note.at ?? 0) ? latest : note),
    undefined,
  );
}
