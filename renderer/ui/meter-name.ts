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

/** A tariff as its name; custodians also put paths and addresses of files there, which name nothing. */
export function tariffName(tariff: string | undefined): string | undefined {
  return tariff === undefined || /^(\.{0,2}\/|[a-z]+:\/\/)|\.(xml|json|html?)$/i.test(tariff.trim())
    ? undefined
    : tariff;
}

/** `also under authorization 438136`; undefined for a meter under one alone. */
export function twinWords({ alsoUnder }: Pick<UsagePointRow, 'alsoUnder'>): string | undefined {
  if (!alsoUnder?.length) return undefined;
  return `also under authorization${alsoUnder.length === 1 ? '' : 's'} ${alsoUnder.join(', ')}`;
}

/** How many different meters a list has, where some stand in it twice; undefined where none does. */
export function meterCountWords(rows: readonly Pick<UsagePointRow, 'twinOf'>[]): string | undefined {
  const twins = new Set(rows.flatMap(({ twinOf }) => twinOf ?? []));
  if (twins.size === 0) return undefined;
  const meters = rows.filter(({ twinOf }) => twinOf === undefined).length;
  return `${formatCounted(meters, 'meter')} (${formatCount(twins.size)} under two or more authorizations)`;
}
