/** Desktop notifications of the support desk: when a run, a batch or a historical collection has ended. */
import type { CollectionView } from '#shared/contract/collections.ts';
import type { RunLine, RunView } from '#shared/contract/scenarios.ts';
import { routes } from '#shared/routes.ts';
import { runLine, runWords } from '#shared/scenarios/states.ts';
import { isOver } from '../support-desk/index.ts';
import type { BaseParts } from './base-parts.ts';

type Told = Pick<BaseParts, 'host' | 'log'>;

/** Runs of one batch that a notification counts: as many as one can have. */
const MAX_COUNTED = 10_000;

/**
 * One notification for a single run, and one for a whole batch once its last run has ended. The store says which these are:
 * an earlier start of the program may have seen most of them.
 * @param isQuiet batches that somebody else tells of
 */
export function runNotifier(
  { host, log, engine, startedAt }: Told & Pick<BaseParts, 'engine' | 'startedAt'>,
  isQuiet: (batch: string) => boolean = () => false,
): (run: RunView) => void {
  /** Batches that were told of, and of which no run goes on again. */
  const told = new Set<string>();
  return (run) => {
    if (!host.capabilities.notifications) return;
    const batch = run.batch ?? run.id;
    // What ended before this start was told of then; only a note on it is new.
    if (isQuiet(batch) || (run.finishedAt !== undefined && run.finishedAt < startedAt)) return;
    if (isOver(run)) tell(run, batch).catch((error) => log.error('A notification could not be shown', error));
    else told.delete(batch);
  };

  async function tell(run: RunView, batch: string): Promise<void> {
    const runs = run.batch === undefined ? [runLine(run)] : await endedRuns(run.workspace, run.batch);
    // Two runs that end in one look both find their batch ended.
    if (runs.length === 0 || told.has(batch)) return;
    told.add(batch);
    const route = runs.length === 1 ? routes.run(run.workspace, run.id) : routes.batch(run.workspace, batch);
    await host.notify({ ...batchWords(runs), route });
  }

  /** All runs of a batch, in the order in which they were sent, those that never were behind them; none while one goes on. */
  async function endedRuns(workspace: string, batch: string): Promise<RunLine[]> {
    const verdicts = await engine.call('runs.verdicts', { workspace, batch });
    if (verdicts.some(({ over }) => !over)) return [];
    const { rows } = await engine.call('runs.lines', { workspace, batch, offset: 0, limit: MAX_COUNTED });
    const sentAt = ({ firedAt = Number.MAX_SAFE_INTEGER }: RunLine) => firedAt;
    return rows.reverse().sort((a, b) => sentAt(a) - sentAt(b));
  }
}

function batchWords(runs: readonly RunLine[]): { title: string; body: string } {
  const [only] = runs;
  if (only && runs.length === 1) {
    return {
      title: `${only.scenario}: ${runWords[only.state]}`,
      body: only.reason ?? `Test submission at ${only.utility} ended.`,
    };
  }
  const failed = runs.filter(({ state }) => state !== 'pass');
  return {
    title: `${runs.length - failed.length} of ${runs.length} test submissions passed`,
    body:
      failed.length === 0
        ? 'Every expectation was met.'
        : failed
            .slice(0, 5)
            .map(({ scenario, state }) => `${scenario}: ${runWords[state]}`)
            .join(', '),
  };
}

const collectionTitles: Partial<Record<CollectionView['state'], string>> = {
  done: 'Historical collection finished',
  failed: 'Historical collection failed',
  unknown: 'Historical collection: outcome unknown',
};

/** One notification of a collection that has ended, or of which nobody knows whether it acted; none of one that was stopped or refused. */
export function notifyOfCollection({ host, log }: Told, collection: CollectionView): void {
  const title = collectionTitles[collection.state];
  if (!host.capabilities.notifications || title === undefined) return;
  const finished = collection.meters.filter((meter) => meter.state === 'finished').length;
  host
    .notify({
      title,
      body: collection.error?.message ?? `${finished} of ${collection.asked.length} meters were collected.`,
      route: routes.collection(collection.workspace, collection.id),
    })
    .catch((error) => log.error('A notification could not be shown', error));
}
