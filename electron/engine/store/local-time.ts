/** The time by which a meter's readings are shown: whose it is, and the days that it gives. */
import type { LocalTimeView } from '#shared/contract/portfolio.ts';
import {
  type Clock,
  clockOf,
  clockOfParameters,
  clockOfZone,
  offsetSegments,
  localTime as shownAt,
} from '#shared/time/index.ts';
import type { Connection, Row } from './database.ts';
import { optionalNumber, optionalText, text } from './row.ts';
import { among, sqlText } from './sql-text.ts';

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
  return localTimeView(row, zone, chosen);
}

/** As {@link localTimeOf}. @param row of `local_times`, where the meter has one */
function localTimeView(row: Row | undefined, zone: string, chosen: string | undefined): LocalTimeView {
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
  const doubt = found.doubt === undefined ? {} : { warning: `The meter's own time is odd: ${found.doubt}.` };
  return { source: 'meter', label: found.clock.label, ...parameters, ...doubt };
}

/**
 * How it is known: whether a link names the parameters that are used, and what the document has where they are not.
 * @param row has `inferred` and `others`, the number of LocalTimeParameters in the meter's document
 */
function withOrigin(row: Row, view: LocalTimeView): LocalTimeView {
  if (view.source === 'meter' && row.inferred === true) return { ...view, inferred: true };
  if (view.source !== 'assumed' || view.warning !== undefined || Number(row.others ?? 0) < 2) return view;
  return {
    ...view,
    warning: 'There are several LocalTimeParameters, and no link says which of them are this meter’s.',
  };
}

/**
 * The local time of many usage points with one question.
 * @param points SQL of a relation with `id`, `uid`, `local_time`, `chosen_zone`; its order is kept
 */
export async function localTimesOf(connection: Connection, points: string, zone: string) {
  const rows = await connection.rows(
    `SELECT q.id, q.uid, q.chosen_zone, q.local_time IS NOT NULL AND t.id IS NOT NULL AS has_own, p.local_time_inferred AS inferred,
       o.others, ${PARAMETERS.map((name) => `t.${name}`).join(', ')}
     FROM (SELECT *, row_number() OVER () AS place FROM (${points})) q
     JOIN usage_points p ON p.id = q.id
     LEFT JOIN local_times t ON t.id = q.local_time
     LEFT JOIN (SELECT source, count(*) AS others FROM local_times GROUP BY source) o ON o.source = p.source
     ORDER BY q.place`,
  );
  return rows.map((row) => {
    const view = localTimeView(row.has_own === true ? row : undefined, zone, optionalText(row.chosen_zone));
    return { id: text(row.id), uid: text(row.uid), localTime: withOrigin(row, view) };
  });
}

/** Which dates of the meter's own calendar the first and last reading of a row have. */
export type LocalDays = (row: Row) => { firstDay: string | undefined; lastDay: string | undefined };

/** Of `local_times`, what makes a clock. */
const PARAMETERS = ['tz_offset', 'dst_offset', 'dst_start_rule', 'dst_end_rule'];

/** The parameters of a row's own clock, to be selected beside it: no other question is needed then. `t` is of `local_times`. */
export const CLOCK_COLUMNS: string = `t.id IS NOT NULL AS has_own, ${PARAMETERS.map((name) => `t.${name}`).join(', ')}`;

/** Makes the {@link LocalDays} of rows with {@link CLOCK_COLUMNS}, `chosen_zone`, and `first`, `last` (epoch seconds). */
export function localDays(zone: string): LocalDays {
  const clockFor = clocksOf(zone);
  return (row) => {
    const day = (epoch: number | undefined) => (epoch === undefined ? undefined : dayOf(clockFor(row), epoch));
    return { firstDay: day(optionalNumber(row.first)), lastDay: day(optionalNumber(row.last)) };
  };
}

/** Clocks of rows with {@link CLOCK_COLUMNS} and `chosen_zone`. Most say the same, and a clock is dear to make. */
function clocksOf(zone: string): (row: Row) => Clock {
  const clocks = new Map<string, Clock>();
  return (row) => {
    const view = localTimeView(row.has_own === true ? row : undefined, zone, optionalText(row.chosen_zone));
    const key = JSON.stringify(view);
    const clock = clocks.get(key) ?? clockOf(view);
    clocks.set(key, clock);
    return clock;
  };
}

/** More changes of a clock than a hundred years have are not looked for. Epoch seconds. */
const [EARLIEST, LATEST] = [0, 3_155_760_000];

/**
 * SQL of these rows with `first_date`, `last_date`: the days of {@link localDays}, to order and to search by.
 * @param rows SQL of a relation with `id`, `local_time`, `chosen_zone`, `first`, `last`
 */
export async function dayTable(connection: Connection, rows: string, zone: string): Promise<string> {
  const own = `concat_ws('|', ${PARAMETERS.map((column) => `coalesce(${column}::VARCHAR, '-')`).join(', ')})`;
  // All that there are: which of them the rows have takes three times as long to find. One statement for both takes longer than two.
  const times = await connection.rows(`SELECT DISTINCT ${PARAMETERS.join(', ')} FROM local_times`);
  const zones = await connection.rows(`SELECT DISTINCT value AS chosen_zone FROM decisions WHERE name = 'zone'`);
  const clocks: Row[] = [
    ...times.map((row) => ({ ...row, has_own: true, clock: PARAMETERS.map((name) => row[name] ?? '-').join('|') })),
    ...zones.map(({ chosen_zone = null }) => ({ chosen_zone, clock: chosen_zone })),
    { clock: '' },
  ];
  const span = await connection.row('SELECT min(first) AS low, max(last) AS high FROM usage_point_facts');
  const low = Math.max(EARLIEST, optionalNumber(span?.low) ?? EARLIEST);
  const high = Math.max(low, Math.min(LATEST, optionalNumber(span?.high) ?? low));
  const clockFor = clocksOf(zone);
  const segments = clocks.map((row) => ({ clock: text(row.clock), offsets: offsetSegments(clockFor(row), low, high) }));
  // A clock changes a few times in the years of the readings: no join is as quick as to compare with these.
  const offsetOf = (epoch: string) => {
    const cases = segments.map(({ clock, offsets: [first, ...later] }) => {
      const changes = later.reverse().map(({ from, offset }) => `WHEN ${epoch} >= ${from} THEN ${offset}`);
      const otherwise = String(first?.offset ?? 0);
      const offset = changes.length > 0 ? `CASE ${changes.join(' ')} ELSE ${otherwise} END` : otherwise;
      return `WHEN ${sqlText(clock)} THEN ${offset}`;
    });
    return `CASE clock ${cases.join(' ')} END`;
  };
  const date = (epoch: string) => `try(make_timestamp((${epoch} + ${offsetOf(epoch)}) * 1000000)::DATE)`;
  return `SELECT *, ${date('first')} AS first_date, ${date('last')} AS last_date FROM (SELECT r.*, coalesce(r.chosen_zone, t.clock, '') AS clock
    FROM (${rows}) r LEFT JOIN (SELECT id, ${own} AS clock FROM local_times) t ON t.id = r.local_time)`;
}

/**
 * The clocks of rows with the columns `local_time` and `chosen_zone`: one question for all, since a service may give each of
 * its meters a time of its own.
 */
export async function localClocks(
  connection: Connection,
  rows: readonly Row[],
  zone: string,
): Promise<(row: Row) => Clock> {
  const ids = new Set(rows.flatMap(({ local_time }) => optionalText(local_time) ?? []));
  const stored = ids.size === 0 ? [] : await connection.rows(`SELECT * FROM local_times WHERE id IN ${among(ids)}`);
  const parameters = new Map(stored.map((row) => [text(row.id), row]));
  const clockFor = clocksOf(zone);
  return ({ local_time, chosen_zone = null }) => {
    const own = parameters.get(text(local_time));
    return clockFor({ ...own, has_own: own !== undefined, chosen_zone });
  };
}

/** The date of an instant (epoch seconds) by a clock: 2025-01-31. */
export function dayOf(clock: Clock, epoch: number): string {
  return new Date(shownAt(clock, epoch) * 1000).toISOString().slice(0, 10);
}
