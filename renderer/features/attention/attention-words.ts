/** Lines of the attention list in words. Pure. */
import type { AttentionLine, AttentionThresholds } from '#shared/contract/attention.ts';
import { formatCounted, formatShare } from '../../ui/format.ts';
import { meterName } from '../../ui/meter-name.ts';

const DAY = 86_400;

/** What a line is about: the meter, the customer of an authorization, a collection. */
export function subjectOf(line: AttentionLine): string {
  switch (line.kind) {
    case 'expiring':
      return line.authorization.customer ?? `Authorization ${line.authorization.uid}`;
    case 'collection':
      return `Collection of ${formatCounted(line.meters.length, 'meter')}`;
    default:
      return meterName({ meterNumber: line.meter.number, title: line.meter.title, uid: line.meter.uid });
  }
}

/** Whose it is, and where. */
export function whoseOf(line: AttentionLine): string | undefined {
  if (line.kind === 'expiring')
    return `${line.authorization.uid}, ${formatCounted(line.authorization.meters, 'meter')}`;
  if (line.kind === 'collection') return line.meters.slice(0, 3).join(', ') + (line.meters.length > 3 ? ' …' : '');
  return [line.meter.customer, line.meter.address].filter(Boolean).join(', ') || undefined;
}

/** Since when, as a date: of a meter by its own clock, else in UTC. */
export function sinceOf(line: AttentionLine): string {
  return 'sinceDay' in line ? line.sinceDay : new Date(line.since * 1000).toISOString().slice(0, 10);
}

/** What is the matter, in a sentence or two. @param now of the service, epoch ms */
export function whatOf(line: AttentionLine, { gapDays }: AttentionThresholds, now: number): string {
  switch (line.kind) {
    case 'stopped':
      return `${overdue('Its data', line)} ${usualData(line)}`;
    case 'bill':
      return `${overdue('Its next bill', line)} ${usualBills(line)}`;
    case 'gap':
      return line.count === 1
        ? `A gap of ${daysWords(line.longest)}.`
        : `${formatCounted(line.count, 'gap')} of more than ${daysWords(gapDays * DAY)}; the longest is ${daysWords(line.longest)}.`;
    case 'estimated':
      return `${formatShare(line.share)} of ${formatCounted(line.readings, 'reading')} are estimated.`;
    case 'expiring': {
      const left = line.since - now / 1000;
      return left >= 0
        ? `Access ends in ${daysWords(left)}.`
        : `By its date, access ended ${daysWords(-left)} ago, but the service still calls it active.`;
    }
    case 'collection':
      return `${stateWords(line.collection.state)}${line.collection.message ? `: ${line.collection.message}` : ''}`;
  }
}

function overdue(what: string, { asOf, due }: { asOf: number; due: number }): string {
  return `${what} was ${daysWords(asOf - due)} overdue when it was last asked for.`;
}

function usualData({ every, delay }: { every?: number | undefined; delay?: number | undefined }): string {
  if (every === undefined) return 'How often it comes is not known yet.';
  const late = delay === undefined ? '' : `, ${daysWords(delay)} after it was measured`;
  return `It usually comes every ${daysWords(every)}${late}.`;
}

function usualBills({ every, delay }: { every?: number | undefined; delay?: number | undefined }): string {
  const period = every === undefined ? '' : `Its bills are of ${daysWords(every)}`;
  const late = delay === undefined ? '; how late they come is not known' : ` and come ${daysWords(delay)} after that`;
  return `${period}${late}.`;
}

function stateWords(state: string): string {
  if (state === 'refused') return 'The service refused it';
  if (state === 'unknown') return 'Nobody knows whether the service acted';
  return 'It failed for some or all of its meters';
}

/** A length of time in hours or days, as exact as it matters: `6 hours`, `1.3 days`, `12 days`. */
function daysWords(seconds: number): string {
  if (seconds < DAY) return formatCounted(Math.round(seconds / 3600), 'hour');
  const days = seconds / DAY;
  if (days >= 10) return formatCounted(Math.round(days), 'day');
  const exact = Math.round(days * 10) / 10;
  return exact === 1 ? '1 day' : `${exact} days`;
}
