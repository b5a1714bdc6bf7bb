/** Instants as the service writes them, and the instant at which a seed's simulated time starts. */
import type { Millis } from './types.ts';

const DAY_MS = 86_400_000;
/** Tuesday 2026-02-03, 17:00 UTC: late enough in winter that both DST days of 2025 lie behind. */
const FIRST_START = Date.UTC(2026, 1, 3, 17);

/** Where simulated time starts: a fixed instant of the seed (issue: "Without --clock ... a fixed instant of the seed"). */
export function startInstant(seed: number): Millis {
  return FIRST_START + (Math.abs(Math.trunc(seed)) % 14) * DAY_MS;
}

/** ISO 8601 with microseconds and offset, as section 2.1 asks: `2026-02-03T17:00:00.123000+00:00`. */
export function isoMicros(at: Millis): string {
  return `${new Date(at).toISOString().slice(0, 23)}000+00:00`;
}

/** ISO 8601 with microseconds and Z, as Atom entries carry it: `2026-02-03T17:00:00.123000Z`. */
export function isoAtom(at: Millis): string {
  return `${new Date(at).toISOString().slice(0, 23)}000Z`;
}
