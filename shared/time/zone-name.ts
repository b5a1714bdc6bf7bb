/** Which IANA zone a meter's own clock is, where that is certain. */
import { type Clock, changeBetween, clockOfZone } from './clock.ts';

/**
 * Zones whose clock only one well-known family of places shows: their rules and offsets occur nowhere else. Clocks that
 * several families share (no daylight saving, most of Europe) have no name here.
 */
const FAMILIES = [
  'America/St_Johns',
  'America/Halifax',
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Pacific/Auckland',
] as const;

/** Less than the shortest time between two changes of a clock. */
const PROBE = 7 * 86_400;
/** Data of more than this has a wrong time in it; it says nothing about the zone. */
const LONGEST = 100 * 366 * 86_400;

/** A clock of a whole year distinguishes families, however short the data are. */
const YEAR = 366 * 86_400;

/**
 * The IANA name of a clock, found by what it shows from `from` to `to` (epoch seconds) and in the year before `to`; undefined
 * where no name is certain.
 * @param preferred the workspace's zone: taken where it shows the same, since many zones do
 */
export function zoneNameOf(clock: Clock, from: number, to: number, preferred: string): string | undefined {
  if (to - from > LONGEST) return undefined;
  const span = { from: Math.min(from, to - YEAR), to };
  return [preferred, ...FAMILIES].find((zone) => showsTheSame(clock, clockOfZone(zone), span));
}

function showsTheSame(one: Clock, other: Clock, { from, to }: { from: number; to: number }): boolean {
  for (let low = from; ; low = Math.min(low + PROBE, to)) {
    if (one.offsetAt(low) !== other.offsetAt(low)) return false;
    if (low >= to) return true;
    const high = Math.min(low + PROBE, to);
    if (one.offsetAt(low) === one.offsetAt(high)) continue;
    const change = changeBetween(one.offsetAt, low, high);
    if (other.offsetAt(change - 1) !== one.offsetAt(change - 1) || other.offsetAt(change) !== one.offsetAt(change)) {
      return false;
    }
  }
}
