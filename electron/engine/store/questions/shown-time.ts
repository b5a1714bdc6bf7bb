/** When something was, as a list shows it, for a search. */
import { clockOfZone, offsetSegments } from '#shared/time/index.ts';
import { isZone } from '../local-time.ts';

const DAY = 86_400;
/** Further back than lists reach: seconds. */
const SPAN = 3660 * DAY;

/** As far as a word may be a part of a time as it is shown, `2026-02-04 13:05:12`. */
export const LIKE_A_TIME: RegExp = /^(\d{4}-[\d-]*|\d\d?:[\d:]*)$/;

/** SQL of the text. @param instant SQL of epoch milliseconds @param zone in which it is shown, UTC where there is no such zone */
export function timeWords(instant: string, zone = 'UTC'): string {
  const now = Math.floor(Date.now() / 1000);
  const segments = offsetSegments(clockOfZone(isZone(zone) ? zone : 'UTC'), now - SPAN, now + DAY);
  const arms = segments
    .toReversed()
    .map(({ from, offset }) => `WHEN ${instant} >= ${from * 1000} THEN ${offset * 1000}`);
  return `strftime(make_timestamp((${instant} + CASE ${arms.join(' ')} ELSE 0 END) * 1000), '%Y-%m-%d %H:%M:%S')`;
}
