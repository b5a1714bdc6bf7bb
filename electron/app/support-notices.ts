/** Desktop notifications of the support desk: when a run, a batch or a historical collection has ended. */
import type { CollectionView } from '#shared/contract/collections.ts';
import type { RunView } from '#shared/contract/scenarios.ts';
import { routes } from '#shared/routes.ts';
import { runWords } from '#shared/scenarios/states.ts';
import { isOver } from '../support-desk/index.ts';
import type { BaseParts } from './base-parts.ts';

type Told = Pick<BaseParts, 'host' | 'log'>;

/**
 * One notification for a single run, and one for a whole batch once its last run has ended.
 * @param isQuiet batches that somebody else tells of
 */
export function runNotifier(
  { host, log }: Told,
  isQuiet: (batch: string) => boolean = () => false,
): (run: RunView) => void {
  const batches = new Map<string, Map<string, RunView>>();
  return (run) => {
    if (!host.capabilities.notifications) return;
    const batch = run.batch ?? run.id;
    if (isQuiet(batch)) return;
    const runs = batches.get(batch) ?? new Map<string, RunView>();
    batches.set(batch, runs.set(run.id, run));
    if (![...runs.values()].every(isOver)) return;
    batches.delete(batch);
    const route = runs.size === 1 ? routes.run(run.workspace, run.id) : routes.batch(run.workspace, batch);
    const notification = { ...batchWords([...runs.values()]), route };
    host.notify(notification).catch((error) => log.error('A notification could not be shown', error));
  };
}

function batchWords(runs: readonly RunView[]): { title: string; body: string } {
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

const collectionEnds: ReadonlySet<CollectionView['state']> = new Set(['done', 'failed', 'unknown']);

export function notifyOfCollection({ host, log }: Told, collection: CollectionView): void {
  if (!host.capabilities.notifications || !collectionEnds.has(collection.state)) return;
  const title = collection.state === 'done' ? 'Historical collection finished' : 'Historical collection failed';
  const finished = collection.meters.filter((meter) => meter.state === 'finished').length;
  host
    .notify({
      title,
      body: collection.error?.message ?? `${finished} of ${collection.asked.length} meters were collected.`,
      route: routes.collection(collection.workspace, collection.id),
    })
    .catch((error) => log.error('A notification could not be shown', error));
}
