/** Verdicts of test submissions by scenario and day, and since when each scenario ends as it does. */
import type { GridCell, GridRow, RunGrid, RunView, Streak } from '#shared/contract/scenarios.ts';
import { AppError } from '#shared/errors.ts';
import { groupBy } from '#shared/group.ts';
import { SCENARIOS } from '#shared/scenarios/names.ts';
import { type Clock, clockOfZone, localTime } from '#shared/time/index.ts';
import type { SomeHandlers } from '../context.ts';
import { number, text } from '../row.ts';

/** Newest runs that are looked at: three years of a nightly batch, and a bound for what nobody meant. */
const MAX_RUNS = 50_000;
/** Newest days that a grid has. */
const MAX_DAYS = 400;

export const runGridHandlers = {
  'runs.grid': async ({ workspace, zone, since }, context) => {
    const rows = await context.store(workspace).database.reader.rows(
      `SELECT id, scenario, utility, verdict, coalesce(fired_at, created_at) AS sent FROM runs
       WHERE kind = 'run' AND over AND scenario IS NOT NULL ORDER BY sent DESC, id DESC LIMIT ${MAX_RUNS}`,
    );
    const runs = rows.reverse().map((row) => ({
      id: text(row.id),
      scenario: text(row.scenario),
      utility: text(row.utility),
      state: text(row.verdict) as RunView['state'], // written by runs.save from a RunView
      at: number(row.sent),
    }));
    return gridOf(runs, clockIn(zone), since);
  },
} satisfies SomeHandlers;

export interface GridRun extends Pick<RunView, 'id' | 'scenario' | 'utility' | 'state'> {
  /** When it was sent, or made where it never was. Epoch milliseconds. */
  at: number;
}

/** These say something about the service. */
const JUDGED: ReadonlySet<RunView['state']> = new Set(['pass', 'differs', 'fail']);

/** @param runs that are over, oldest first @param since runs before it (epoch milliseconds) get no cells */
export function gridOf(runs: readonly GridRun[], clock: Clock, since = Number.NEGATIVE_INFINITY): RunGrid {
  const shown = groupBy(
    runs.filter(({ at }) => at >= since),
    ({ at }) => dayOf(at, clock),
  );
  const all = [...shown.keys()].sort();
  const days = all.slice(-MAX_DAYS);
  const index = new Map(days.map((day, at) => [day, at]));
  const indexOf = new Map<GridRun, number>();
  for (const [day, of] of shown) for (const run of of) indexOf.set(run, index.get(day) ?? -1);
  const rows = [...groupBy(runs, ({ scenario, utility }) => JSON.stringify([scenario, utility])).values()].map((of) =>
    rowOf(of, (run) => indexOf.get(run) ?? -1),
  );
  return {
    days,
    left: all.length - days.length,
    rows: rows.filter(({ cells }) => cells.length > 0).sort(byNeed),
    runs: runs.length,
  };
}

function rowOf(runs: readonly GridRun[], dayIndex: (run: GridRun) => number): GridRow {
  const streaks = streaksOf(runs);
  const inDays = groupBy(
    runs.filter((run) => dayIndex(run) >= 0),
    dayIndex,
  );
  return {
    scenario: runs[0]?.scenario ?? '',
    utility: runs[0]?.utility ?? '',
    cells: [...inDays].map(([day, of]) => cellOf(day, of)),
    now: streaks.at(-1),
    before: streaks.at(-2),
    unjudged: runs.length - 1 - runs.findLastIndex(({ state }) => JUDGED.has(state)),
    changes: Math.max(0, streaks.length - 1),
  };
}

function cellOf(day: number, runs: readonly GridRun[]): GridCell {
  const shown = runs.findLast(({ state }) => JUDGED.has(state)) ?? runs.at(-1);
  const counts: GridCell['counts'] = {};
  for (const { state } of runs) counts[state] = (counts[state] ?? 0) + 1;
  return {
    day,
    run: shown?.id ?? '',
    state: shown?.state ?? 'cancelled',
    ...(runs.length > 1 && { counts }),
  };
}

function streaksOf(runs: readonly GridRun[]): Streak[] {
  const streaks: Streak[] = [];
  for (const { id, state, at } of runs) {
    if (!JUDGED.has(state)) continue;
    const last = streaks.at(-1);
    if (last?.state === state) last.runs += 1;
    else streaks.push({ state, runs: 1, since: at, firstRun: id });
  }
  return streaks;
}

const CATALOGUE = new Map<string, number>(SCENARIOS.map(({ name }, at) => [name, at]));
const NEED: Partial<Record<RunView['state'], number>> = { fail: 0, differs: 1 };

/** What fails comes first, the newest change before older ones; the rest by the catalogue. */
function byNeed(a: GridRow, b: GridRow): number {
  const [left, right] = [needOf(a), needOf(b)];
  if (left !== right) return left - right;
  if (left < 2 && a.now && b.now && a.now.since !== b.now.since) return b.now.since - a.now.since;
  const place = (row: GridRow) => CATALOGUE.get(row.scenario) ?? CATALOGUE.size;
  return place(a) - place(b) || a.scenario.localeCompare(b.scenario) || a.utility.localeCompare(b.utility);
}

const needOf = ({ now }: GridRow) => (now === undefined ? 2 : (NEED[now.state] ?? 2));

/** The local date of an instant. @param ms epoch milliseconds */
function dayOf(ms: number, clock: Clock): string {
  return new Date(localTime(clock, Math.floor(ms / 1000)) * 1000).toISOString().slice(0, 10);
}

function clockIn(zone: string): Clock {
  try {
    return clockOfZone(zone);
  } catch {
    throw new AppError({
      code: 'zone_unknown',
      message: `There is no time zone "${zone}".`,
      action: 'Name one as the IANA does, such as America/New_York.',
    });
  }
}
