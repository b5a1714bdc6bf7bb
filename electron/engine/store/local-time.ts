/** The time by which a meter's readings are shown: whose it is, and the days that it gives. */
import type { LocalTimeView } from '#shared/contract/portfolio.ts';
import { type Clock, clockOf, clockOfParameters, clockOfZone, localTime as shownAt } from '#shared/time/index.ts';
import type { Connection, Row } from './database.ts';
import { optionalNumber, optionalText } from './row.ts';

/** True for a name of the IANA list that this runtime knows. */
export function isZone(zone: string): boolean {
  try {
    clockOfZone(zone);
    return true;
  } catch {
    return false;
  }
}

/** The zone that the user chose; else the meter's own clock where its parameters can be right; else the workspace's zone, and why. */
export async function localTimeOf(
  connection: Connection,
  localTime: string | undefined,
  zone: string,
  chosen?: string,
): Promise<LocalTimeView> {
  const row =
    localTime === undefined ? undefined : await connection.row('SELECT * FROM local_times WHERE id = ?', [localTime]);
  if (row === undefined && chosen === undefined) return { source: 'assumed', label: zone, zone };
  const parameters = {
    tzOffset: optionalNumber(row?.tz_offset),
    dstOffset: optionalNumber(row?.dst_offset),
    dstStartRule: optionalText(row?.dst_start_rule),
    dstEndRule: optionalText(row?.dst_end_rule),
  };
  if (chosen !== undefined) return { source: 'user', label: chosen, zone: chosen, ...parameters };
  const given = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const found = clockOfParameters(given);
  if (!found.ok) {
    return {
      source: 'assumed',
      label: zone,
      zone,
      ...parameters,
      warning: `The meter's own time is not used: ${found.reason}.`,
    };
  }
  return { source: 'meter', label: found.clock.label, ...parameters };
}

/** Which dates of the meter's own calendar the first and last reading of a row have. */
export type LocalDays = (row: Row) => { firstDay: string | undefined; lastDay: string | undefined };

/** Makes the {@link LocalDays} of rows with the columns of {@link localClocks} and `first`, `last` (epoch seconds). */
export async function localDays(connection: Connection, rows: readonly Row[], zone: string): Promise<LocalDays> {
  const clockFor = await localClocks(connection, rows, zone);
  return (row) => {
    const day = (epoch: number | undefined) => (epoch === undefined ? undefined : dayOf(clockFor(row), epoch));
    return { firstDay: day(optionalNumber(row.first)), lastDay: day(optionalNumber(row.last)) };
  };
}

/** The clocks of rows with the columns `local_time` and `chosen_zone`. Few serve many meters, so each is made once. */
export async function localClocks(
  connection: Connection,
  rows: readonly Row[],
  zone: string,
): Promise<(row: Row) => Clock> {
  const clocks = new Map<string, Clock>();
  for (const row of rows) {
    if (clocks.has(keyOf(row))) continue;
    const view = await localTimeOf(connection, optionalText(row.local_time), zone, optionalText(row.chosen_zone));
    clocks.set(keyOf(row), clockOf(view));
  }
  return (row) => clocks.get(keyOf(row)) ?? clockOfZone(zone);
}

function keyOf(row: Row): string {
  return `${row.chosen_zone ?? ''} ${row.local_time ?? ''}`;
}

function dayOf(clock: Clock, epoch: number): string {
  return new Date(shownAt(clock, epoch) * 1000).toISOString().slice(0, 10);
}
