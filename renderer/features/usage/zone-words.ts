/** A short name for a meter's local time: `Pacific time (meter)`. Pure. */
import type { LocalTimeView } from '#shared/contract/portfolio.ts';
import { type Clock, clockOfZone } from '#shared/time/index.ts';

/** Zones whose time people call by a name, and their offset in winter, seconds. */
const named: readonly { name: string; zone: string; offset: number }[] = [
  { name: 'Hawaii time', zone: 'Pacific/Honolulu', offset: -36_000 },
  { name: 'Alaska time', zone: 'America/Anchorage', offset: -32_400 },
  { name: 'Pacific time', zone: 'America/Los_Angeles', offset: -28_800 },
  { name: 'Mountain time', zone: 'America/Denver', offset: -25_200 },
  { name: 'Arizona time', zone: 'America/Phoenix', offset: -25_200 },
  { name: 'Central time', zone: 'America/Chicago', offset: -21_600 },
  { name: 'Eastern time', zone: 'America/New_York', offset: -18_000 },
  { name: 'Atlantic time', zone: 'America/Halifax', offset: -14_400 },
  { name: 'Newfoundland time', zone: 'America/St_Johns', offset: -12_600 },
  { name: 'UK time', zone: 'Europe/London', offset: 0 },
  { name: 'Central European time', zone: 'Europe/Berlin', offset: 3600 },
  { name: 'Eastern European time', zone: 'Europe/Athens', offset: 7200 },
  { name: 'Adelaide time', zone: 'Australia/Adelaide', offset: 34_200 },
  { name: 'Sydney time', zone: 'Australia/Sydney', offset: 36_000 },
  { name: 'New Zealand time', zone: 'Pacific/Auckland', offset: 43_200 },
];

const sources: Record<LocalTimeView['source'], string> = {
  meter: 'meter',
  assumed: 'assumed',
  user: 'your choice',
};

/** What the local time is called, and who says so. */
export function zoneWords(
  { label, source, inferred }: Pick<LocalTimeView, 'label' | 'source' | 'inferred'>,
  clock: Clock,
): string {
  const name = named.find(({ zone, offset }) => label === zone || (runsAt(clock, offset) && runsAs(clock, zone)));
  return `${name?.name ?? label.replace(', with daylight saving', ' with DST')} (${inferred ? 'inferred' : sources[source]})`;
}

/** A year over which clocks are compared; the rules of all these zones are older. */
const [first, last] = [Date.UTC(2025, 0, 1) / 1000, Date.UTC(2026, 0, 1) / 1000];
const halfDay = 43_200;

/** The offset is the smaller one of the year. */
function runsAt(clock: Clock, offset: number): boolean {
  return Math.min(clock.offsetAt(first), clock.offsetAt((first + last) / 2)) === offset;
}

/** The clock shows what the zone's clock shows, at every hour of change in the year. */
function runsAs(clock: Clock, zone: string): boolean {
  const other = clockOfZone(zone);
  for (let at = first; at < last; at += halfDay) if (clock.offsetAt(at) !== other.offsetAt(at)) return false;
  return true;
}
