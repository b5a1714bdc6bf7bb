/** What a schedule does, and what became of its last time, in words. Pure. */
import type { Every, ScheduleLast, ScheduleView } from '#shared/contract/schedules.ts';
import { formatCounted, formatOwnTime } from '../../ui/format.ts';

/** To the minute, on this computer's clock. */
export const minuteOf = (ms: number) => formatOwnTime(ms).slice(0, 16);

export function everyWords(every: Every): string {
  if (every.kind === 'daily') return `each day at ${every.at}`;
  return every.hours === 1 ? 'every hour' : `every ${every.hours} hours`;
}

/** "All scenarios at NORTH, each day at 02:00". */
export function scheduleWords({
  scenarios,
  utilities,
  every,
}: Pick<ScheduleView, 'scenarios' | 'utilities' | 'every'>) {
  const first = scenarios[0];
  const what =
    scenarios === 'all'
      ? 'All scenarios'
      : scenarios.length === 1 && first
        ? first
        : formatCounted(scenarios.length, 'scenario');
  return `${what} at ${utilities.join(', ')}, ${everyWords(every)}`;
}

/** Later than this is not just the time between two looks at the clock. */
const LATE_MS = 60_000;

/** What is unusual about the last time; undefined where nothing is. @param sending its batch is being sent */
export function lastWords({ planned, at, missed, batch, skipped }: ScheduleLast, sending = false): string | undefined {
  const parts: string[] = [];
  const closed = at - planned > LATE_MS;
  if (skipped) parts.push(`Skipped at ${minuteOf(at)}: ${skipped}`);
  else if (!batch && sending) parts.push(`Being sent since ${minuteOf(at)}.`);
  else if (!batch) parts.push(`The program ended at ${minuteOf(at)}, just before anything was sent.`);
  else if (closed)
    parts.push(
      `Planned for ${minuteOf(planned)}, sent at ${minuteOf(at)}: the program was not running, or busy with another batch.`,
    );
  if (missed > 0) {
    const passed = formatCounted(missed, 'earlier time');
    parts.push(`${passed} passed while the program was not running, or busy with another batch; not made up for.`);
  }
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** "27 of 28 passed", with what is still open. */
export function resultWords({ passed, runs, open }: NonNullable<ScheduleView['result']>): string {
  // Cleared since, or not kept yet.
  if (runs === 0) return 'its runs are no longer kept';
  return open === 0 ? `${passed} of ${runs} passed` : `${passed} of ${runs} passed so far, ${open} still open`;
}
