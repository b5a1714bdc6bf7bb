/** What a meter is called, wherever it is named. Pure. */
import type { UsagePointRow } from '#shared/contract/portfolio.ts';
import { formatCount, formatCounted } from './format.ts';

type Named = Pick<UsagePointRow, 'meterNumber' | 'title' | 'uid'>;

/** Titles that say what an entry is, as every one of its kind does, and not which one. */
const GENERIC = /^(usage ?point|green button (data|usage|download)?.*|interval data.*|energy usage.*)$/i;

/** Its number, else its title where that is unique, else its uid. */
export function meterName({ meterNumber, title, uid }: Named): string {
  if (meterNumber) return `Meter ${meterNumber}`;
  if (title && !GENERIC.test(title.trim())) return title;
  return uid === '' ? 'Meter without a number' : `Meter ${uid}`;
}

/** `also under authorization 438136`; undefined for a meter under one alone. */
export function twinWords({ alsoUnder }: Pick<UsagePointRow, 'alsoUnder'>): string | undefined {
  if (!alsoUnder?.length) return undefined;
  return `also under authorization${alsoUnder.length === 1 ? '' : 's'} ${alsoUnder.join(', ')}`;
}

/** How many different meters a list has, where some stand in it twice; undefined where none does. */
export function meterCountWords({ meters, shared }: { meters: number; shared: number }): string | undefined {
  return shared === 0
    ? undefined
    : `${formatCounted(meters, 'meter')} (${formatCount(shared)} under two or more authorizations)`;
}
