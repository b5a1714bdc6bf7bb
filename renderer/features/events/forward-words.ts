/** How a forwarded delivery is put into words. */
import type { DeliveryRow, Forward } from '#shared/contract/events.ts';
import { formatDuration } from '../../ui/format.ts';

/** The endpoint took it: the service counts nothing but 200 as delivered. */
export function isTaken({ status }: Pick<Forward, 'status'>): boolean {
  return status === 200;
}

/** `200 in 12 ms`, or why there was no answer; empty where it was never posted on. */
export function forwardWords(forward: Forward | undefined): string {
  if (forward === undefined) return '';
  const { status, error, durationMs } = forward;
  if (status !== undefined) return `${status} in ${formatDuration(durationMs)}`;
  return error?.startsWith('not sent') ? error : `no answer: ${error}`;
}

/** Deliveries that were posted on and not taken, the oldest first. */
export function failedForwards(rows: readonly DeliveryRow[]): number[] {
  return rows
    .filter(({ forward }) => forward !== undefined && !isTaken(forward))
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
