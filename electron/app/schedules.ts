/** Batches on a schedule, of each workspace: kept in its store, sent while the program runs, and told where something began to fail. */
import type { ScheduleView } from '#shared/contract/schedules.ts';
import { AppError, toErrorValue } from '#shared/errors.ts';
import { routes } from '#shared/routes.ts';
import { clockOfZone } from '#shared/time/index.ts';
import { BatchSchedules, isOver, type StoredSchedule, scenarioCatalogue } from '../support-desk/index.ts';
import type { BaseParts } from './base-parts.ts';
import { requireWanted } from './handlers/require-wanted.ts';
import { startBatch } from './start-batch.ts';
import type { SupportDesk } from './support-desk.ts';

type Parts = BaseParts & { supportDesk: SupportDesk };

export interface Schedules {
  of(workspace: string): BatchSchedules;
  /** What a window shows of them. */
  views(workspace: string): Promise<ScheduleView[]>;
  /** Reads them from the store anew: it was cleared, or is gone. */
  forget(workspace: string): void;
  /** Starts what is due, in the workspaces that `isUp` says are there. */
  follow(isUp: (workspace: string) => boolean): { stop(): void };
}

const KEY = 'schedules';
/** Between two submissions of a batch: nobody waits for it. */
const PACE_MS = 1000;
/** How often to check whether a batch is due. */
const LOOK_EVERY_MS = 5_000;

export function setupSchedules(parts: Parts): Schedules {
  const { connections, engine, log, topics } = parts;
  const opened = new Map<string, BatchSchedules>();

  function of(workspace: string): BatchSchedules {
    const known = opened.get(workspace);
    if (known) return known;
    const schedules = new BatchSchedules({
      // Written by `save` below.
      load: async () => ((await engine.call('settings.get', { workspace, key: KEY })) ?? []) as StoredSchedule[],
      save: async (value) => void (await engine.call('settings.set', { workspace, key: KEY, value })),
      start: (schedule) => send(workspace, schedule),
      onChange: () => topics.publish('schedules.changed', { workspace }),
      now: Date.now,
      clock: () => clockOfZone(ownZone()),
    });
    opened.set(workspace, schedules);
    return schedules;
  }

  async function send(workspace: string, schedule: StoredSchedule) {
    const submissions = submissionsOf(schedule);
    await requireWanted(parts, workspace, submissions.length <= (schedule.agreedTo ?? 0)).catch(sayWhy);
    const since = Date.now();
    const { form } = schedule;
    const { batch, runs } = await startBatch(parts, { workspace, form, submissions, paceMs: PACE_MS, quiet: true });
    const desk = await parts.supportDesk.runs(workspace);
    const over = Promise.all(runs.map((id) => desk.finished(id))).then(async (ended) => {
      // The program ends: the next one goes on with them.
      if (ended.some((run) => run && !isOver(run))) return;
      await tellOfFailures(parts, { workspace, batch, runs, since });
    });
    over.catch((error) => log.error('What a scheduled batch came to could not be told', error, { workspace }));
    return { batch, over };
  }

  return {
    of,
    views: async (workspace) => Promise.all((await of(workspace).list()).map((one) => viewOf(parts, workspace, one))),
    forget: (workspace) => void opened.delete(workspace),
    follow(isUp) {
      const timer = setInterval(() => {
        for (const { id, kind } of connections.workspaces.list()) {
          if (kind === 'files' || !isUp(id)) continue;
          of(id)
            .look()
            .catch((error) => log.error('Schedules could not be looked at', error, { workspace: id }));
        }
      }, LOOK_EVERY_MS);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}

/** What is sent each time; `all` is what every utility has by now. */
export function submissionsOf({
  utilities,
  scenarios,
}: Pick<StoredSchedule, 'utilities' | 'scenarios'>): { utility: string; scenario: string }[] {
  return utilities.flatMap((utility) => {
    const names = scenarios === 'all' ? scenarioCatalogue(utility, false).map(({ name }) => name) : scenarios;
    return names.map((scenario) => ({ utility, scenario }));
  });
}

/** In the place of a question that nobody is there to answer. */
function sayWhy(thrown: unknown): never {
  const { code, message } = toErrorValue(thrown);
  if (code !== 'confirmation_needed') throw thrown;
  throw new AppError({
    code,
    message: `${message.replace(/, so nothing was sent yet\.$/, '')}, and nobody agreed to so many submissions there, so nothing was sent.`,
    action: 'Remove this schedule and make it again to agree.',
  });
}

async function viewOf(
  { engine }: Parts,
  workspace: string,
  schedule: StoredSchedule & { next: number; sending: boolean },
): Promise<ScheduleView> {
  const { id, form, utilities, scenarios, every, next, last, sending, sent } = schedule;
  const submissions = submissionsOf(schedule).length;
  const view = { id, form, utilities, scenarios, every, next, last, sending, submissions };
  if (!sent) return view;
  const verdicts = await engine.call('runs.verdicts', { workspace, batch: sent.batch });
  const count = (wanted: (verdict: (typeof verdicts)[number]) => boolean) =>
    verdicts.filter(wanted).reduce((sum, { runs }) => sum + runs, 0);
  return {
    ...view,
    result: {
      ...sent,
      passed: count(({ verdict }) => verdict === 'pass'),
      open: count(({ over }) => !over),
      runs: count(() => true),
    },
  };
}

interface EndedBatch {
  workspace: string;
  batch: string;
  runs: readonly string[];
  since: number;
}

/** One notification for all that passed before and fails now; a batch as good as the one before is no news. */
async function tellOfFailures({ engine, host }: Parts, { workspace, batch, runs, since }: EndedBatch): Promise<void> {
  if (!host.capabilities.notifications) return;
  const { rows } = await engine.call('runs.grid', { workspace, zone: ownZone(), since });
  const began = rows.filter(({ now, before }) => now?.state === 'fail' && before && runs.includes(now.firstRun));
  const [first] = began;
  if (!first) return;
  await host.notify({
    title: began.length === 1 ? `${first.scenario} began to fail` : `${began.length} scenarios began to fail`,
    body: began
      .slice(0, 5)
      .map(({ scenario, utility, before }) => `${scenario} at ${utility}, after ${before?.runs} that passed`)
      .join('; '),
    route: routes.batch(workspace, batch),
  });
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
