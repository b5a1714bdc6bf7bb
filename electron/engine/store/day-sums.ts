/**
 * The readings of a series by days of its meter's own time, kept beside them: rows of `day_sums`. They are written in the transaction
 * that changes readings, or whose day it is. A night's sync only adds rows, so a day may have several: they add up.
 *
 * A reading that reaches over midnight, such as a month's, is shared by time among its days, as in every other total.
 */
import { groupBy } from '#shared/group.ts';
import { type Clock, clockOfKey, instantOf, localPeriods, localTime, periodStart } from '#shared/time/index.ts';
import { pieces } from './amounts.ts';
import type { Connection, Row } from './database.ts';
import { ESTIMATED_CODES } from './decisions.ts';
import type { Chore, Step } from './keeper.ts';
import { localClocks } from './local-time.ts';
import { growMonthSums, monthOf, refreshMonthSums } from './month-sums.ts';
import { number, optionalNumber, optionalText, text } from './row.ts';
import { among } from './sql-text.ts';
import { columnsOfSeries, type Series, seriesOf } from './stored-series.ts';

const DAY = 86_400;

/** What spans more has a wrong time somewhere: its days would fill the store, and it goes without. Seconds. */
const LONGEST = 100 * 366 * DAY;

/** Longer readings often reach over midnight, and there are few of them. Seconds. */
const LONGEST_WITHIN = 12 * 3600;

/** A series, and what is to be done about its days. */
interface Plan {
  series: Series;
  clock: Clock;
  /** The clock of the days that are there, and whether all of them are whole. */
  known: { clock: string; whole: boolean } | undefined;
  /** Only the readings in blocks of `st_map` are new, and none of the others changed. */
  longer: boolean;
  /** What is looked at; epoch seconds. */
  from: number;
  to: number;
}

/**
 * Brings the days of series up to their readings.
 * @param chosen SQL: a condition on `s`, the series
 * @param zone of the workspace
 * @param appended the series in `st_appended` only got longer, by the readings in blocks of `st_map`
 */
export async function refreshDaySums(
  connection: Connection,
  zone: string,
  chosen: string,
  appended = false,
): Promise<void> {
  const plans = await plansOf(connection, zone, chosen, appended);
  await removeDays(
    connection,
    plans.filter(({ known, longer }) => known !== undefined && !longer),
  );
  const kept = plans.filter(isKept);
  const within = kept.filter(({ series }) => isWithinDays(series));
  for (const same of byClock(within)) {
    await insertWithin(connection, same, false);
    await insertWithin(connection, same, true);
  }
  const crossing = await crossingMidnight(connection, within);
  await removeDays(connection, crossing);
  const shared = [...kept.filter(({ series }) => !isWithinDays(series)), ...crossing];
  for (const plan of shared) await insertShared(connection, plan);
  await note(connection, plans, new Set(shared));
  await refreshMonths(connection, plans, new Set(crossing));
}

/** @param redone were longer, and all of their days were worked out anew after all */
async function refreshMonths(connection: Connection, plans: readonly Plan[], redone: ReadonlySet<Plan>): Promise<void> {
  const onlyLonger = (plan: Plan) => plan.longer && isKept(plan) && !redone.has(plan);
  const numbers = (some: readonly Plan[]) => some.map(({ series }) => series.series);
  await refreshMonthSums(connection, numbers(plans.filter((plan) => !onlyLonger(plan))));
  const longer = plans.filter(onlyLonger);
  const months = longer.map(({ clock, from }) => monthOf(localTime(clock, from)));
  await growMonthSums(connection, numbers(longer), Math.min(...months));
}

/** Usage points whose time may be another now: those, and whose time some LocalTimeParameters are. By their ids. */
interface ChangedTimes {
  points: Iterable<string>;
  times: Iterable<string>;
}

/**
 * Works the days of series out anew where their meter's time is another now.
 * @param changed where it may be; all, where nothing is said
 */
export async function followClocks(connection: Connection, zone: string, changed?: ChangedTimes): Promise<void> {
  const named = changed && `AND (s.usage_point IN ${among(changed.points)} OR p.local_time IN ${among(changed.times)})`;
  const rows = await connection.rows(
    `SELECT s.day_clock, p.local_time, d.value AS chosen_zone, list(s.series)::VARCHAR AS series ${WITH_TIMES} WHERE s.day_clock IS NOT NULL ${named ?? ''} GROUP BY ALL`,
  );
  const clockFor = await localClocks(connection, rows, zone);
  const stale = rows
    .filter((row) => clockFor(row).key !== row.day_clock)
    .map(({ series }) => text(series).slice(1, -1));
  if (stale.length > 0) await refreshDaySums(connection, zone, `s.series IN (${stale.join(', ')})`);
}

/** Readings whose days are summed in one step. */
const STEP = 2_000_000;

/** Sums the days of series that have none yet, those of an older store, a few at a time. */
export class DaySummer implements Chore {
  readonly #zone: () => string;

  /** @param zone of the workspace */
  constructor(zone: () => string) {
    this.#zone = zone;
  }

  async next(connection: Connection): Promise<Step | undefined> {
    const rows = await connection.rows(
      `SELECT series FROM (SELECT series, sum(count) OVER (ORDER BY series) - count AS before FROM series
         WHERE count > 0 AND day_clock IS NULL AND last_end > first AND last_end - first <= ${LONGEST})
       WHERE before < ${STEP} ORDER BY series LIMIT 1000`,
    );
    if (rows.length === 0) return undefined;
    const chosen = `s.series IN (${rows.map(({ series }) => number(series)).join(', ')})`;
    return (writer) => refreshDaySums(writer, this.#zone(), chosen);
  }
}

/** What the time of a series' meter is made of: see {@link localClocks}. */
const WITH_TIMES = `FROM series s LEFT JOIN usage_points p ON p.id = s.usage_point
  LEFT JOIN decisions d ON d.subject = s.usage_point AND d.name = 'zone'`;

async function plansOf(connection: Connection, zone: string, chosen: string, appended: boolean): Promise<Plan[]> {
  const rows = await connection.rows(
    `SELECT ${columnsOfSeries('s')}, s.count, p.local_time, d.value AS chosen_zone${appended ? ', a.first_new' : ''} ${WITH_TIMES}
     ${appended ? 'LEFT JOIN st_appended a ON a.series = s.series' : ''} WHERE ${chosen}`,
  );
  const clockFor = await localClocks(connection, rows, zone);
  return rows.map((row) => planOf(row, clockFor(row)));
}

function planOf(row: Row, clock: Clock): Plan {
  const series = seriesOf(row);
  const key = optionalText(row.day_clock);
  const known = key === undefined ? undefined : { clock: key, whole: row.day_whole === true };
  const firstNew = optionalNumber(row.first_new);
  const longer = firstNew !== undefined && known?.clock === clock.key && known.whole && isWithinDays(series);
  const first = number(row.count) === 0 ? undefined : series.first;
  return { series, clock, known, longer, from: (longer ? firstNew : first) ?? 0, to: series.lastEnd ?? 0 };
}

/** True of a series that has days: it has readings, and their times can be right. */
function isKept({ from, to }: Plan): boolean {
  return to > from && to - from <= LONGEST;
}

/** True of a series none of whose readings should reach over midnight. */
function isWithinDays({ behaviour, zeros, grid, longest }: Series): boolean {
  return behaviour !== 'register' && !zeros && grid === 'fixed' && longest > 0 && longest <= LONGEST_WITHIN;
}

function byClock(plans: readonly Plan[]): Plan[][] {
  return [...groupBy(plans, ({ clock }) => clock.key).values()];
}

function numbersOf(plans: readonly Plan[]): string {
  return plans.map(({ series }) => series.series).join(', ');
}

async function removeDays(connection: Connection, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return;
  await connection.run(`DELETE FROM day_sums WHERE series IN (${numbersOf(plans)})`);
}

/** One statement for all series of one clock: as much as a document brings. A reading that reaches over midnight is marked in `whole`. */
async function insertWithin(connection: Connection, all: readonly Plan[], longer: boolean): Promise<void> {
  const plans = all.filter((plan) => plan.longer === longer);
  const [one] = plans;
  if (one === undefined) return;
  const days = localDaysOf(
    one.clock,
    Math.min(...plans.map(({ from }) => from)),
    Math.max(...plans.map(({ to }) => to)),
  );
  await connection.run(
    `INSERT INTO day_sums
     SELECT series, day, count(*), count(v), sum(v), sum(c), min(v), arg_min(start, (v, start)) FILTER (v IS NOT NULL),
       max(v), arg_max(start, (v, -start)) FILTER (v IS NOT NULL), count(*) FILTER (e), coalesce(sum(duration) FILTER (e), 0),
       bool_and(last_day = day), max(block)
     FROM (SELECT series, start, duration, block, amount(value, value_scale) AS v, amount(cost, cost_scale) AS c,
         quality IN (${ESTIMATED_CODES}) AND value IS NOT NULL AS e,
         ${dayAt('start', days)} AS day, ${dayAt('start + greatest(duration, 1) - 1', days)} AS last_day
       FROM readings WHERE series IN (${numbersOf(plans)}) ${longer ? 'AND block IN (SELECT block FROM st_map)' : ''})
     GROUP BY series, day`,
  );
}

/** Those of which a reading reaches over midnight after all, such as hours that begin at half past. */
async function crossingMidnight(connection: Connection, plans: readonly Plan[]): Promise<Plan[]> {
  if (plans.length === 0) return [];
  const rows = await connection.rows(
    `SELECT DISTINCT series FROM day_sums WHERE NOT whole AND series IN (${numbersOf(plans)})`,
  );
  const crossing = new Set(rows.map(({ series }) => number(series)));
  return plans.filter(({ series }) => crossing.has(series.series));
}

async function insertShared(connection: Connection, { series, clock, longer, from, to }: Plan): Promise<void> {
  const days = localDaysOf(clock, longer ? (series.first ?? from) : from, to);
  const [ends, numbers] = [days.map(({ end }) => end), days.map(({ day }) => day)];
  await connection.run(
    `INSERT INTO day_sums ${pieces(series, [days[0]?.start ?? 0, ...ends]).sql}
     SELECT ${series.series}, ([${numbers.join(', ')}])[i + 1], count(*) FILTER (own AND NOT implied),
       coalesce(sum(f) FILTER (v IS NOT NULL AND NOT implied), 0), sum(v * f), sum(c * f),
       min(v), arg_min(start, (v, start)) FILTER (v IS NOT NULL), max(v), arg_max(start, (v, -start)) FILTER (v IS NOT NULL),
       coalesce(sum(f) FILTER (e AND v IS NOT NULL), 0), coalesce(sum(f * (stop - start)) FILTER (e AND v IS NOT NULL), 0), false, NULL
     FROM pieces GROUP BY i`,
  );
}

/** Notes with the series whose days they have. */
async function note(connection: Connection, plans: readonly Plan[], shared: ReadonlySet<Plan>): Promise<void> {
  const changes = plans.filter((plan) => {
    const now = isKept(plan) ? { clock: plan.clock.key, whole: !shared.has(plan) } : undefined;
    return plan.known?.clock !== now?.clock || plan.known?.whole !== now?.whole;
  });
  const said = (plan: Plan) => JSON.stringify(isKept(plan) ? [plan.clock.key, !shared.has(plan)] : [null, null]);
  for (const [now, same] of groupBy(changes, said)) {
    const [clock, whole] = JSON.parse(now) as [string | null, boolean | null]; // written a line above
    await connection.run(
      `UPDATE series SET day_clock = $clock, day_whole = $whole WHERE series IN (${numbersOf(same)})`,
      { clock, whole },
    );
  }
}

interface LocalDay {
  /** Days of the local calendar since 1970-01-01. */
  day: number;
  start: number;
  end: number;
}

function localDaysOf(clock: Clock, from: number, to: number): LocalDay[] {
  return localPeriods(clock, from, to, 'day').map(({ start, end }) => ({
    day: Math.floor(localTime(clock, start) / DAY),
    start,
    end,
  }));
}

/**
 * The local days that lie wholly between two instants: numbers from `first` to before `last`, which begin at `start` and end at `end`; none
 * where these are equal.
 */
export function wholeDays(clock: Clock, from: number, to: number) {
  const beginOf = (day: number) => instantOf(clock, day * DAY);
  let first = Math.ceil(localTime(clock, from) / DAY);
  // A midnight that comes twice begins its day the first time.
  if (beginOf(first) < from) first += 1;
  const last = Math.max(first, Math.floor(localTime(clock, to) / DAY));
  return { first, last, start: beginOf(first), end: beginOf(last) };
}

/**
 * The local days that instants begin; undefined where one of them is no midnight of the series' clock, or where days cannot say
 * everything of the series: they share readings, or there are none.
 */
export function daysBegunBy({ dayClock }: Series, instants: readonly number[]): number[] | undefined {
  if (dayClock === undefined) return undefined;
  const clock = clockOfKey(dayClock);
  const days: number[] = [];
  for (const instant of instants) {
    if (periodStart(clock, instant, 'day') !== instant) return undefined;
    days.push(Math.floor(localTime(clock, instant) / DAY));
  }
  return days;
}

/** SQL: the day of an instant; as few branches as daylight saving allows. */
function dayAt(instant: string, days: readonly LocalDay[]): string {
  const branches: string[] = [];
  let run: LocalDay | undefined;
  const close = () => {
    if (run === undefined) return;
    const { day, start, end } = run;
    // A day of daylight saving stands alone.
    const later = (end - start) % DAY === 0 ? ` + (${instant} - ${start}) // ${DAY}` : '';
    branches.push(`WHEN ${instant} < ${end} THEN ${day}${later}`);
  };
  for (const { day, start, end } of days) {
    const goesOn = run !== undefined && (run.end - run.start) % DAY === 0 && end - start === DAY;
    if (run && goesOn && day === run.day + (run.end - run.start) / DAY) run.end = end;
    else {
      close();
      run = { day, start, end };
    }
  }
  close();
  return `(CASE ${branches.join(' ')} END)::INTEGER`;
}
