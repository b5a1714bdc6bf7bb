/** What is being collected: historical collections at the service, and fetches into this workspace. */
import { useMemo } from 'react';
import type { CollectionView } from '#shared/contract/collections.ts';
import type { JobLine } from '#shared/contract/jobs.ts';
import { isActive } from '#shared/job-states.ts';
import { useCall } from '../../api/index.ts';
import { useLiveCollections } from '../support/use-live.ts';

export interface Collecting {
  /** Otherwise something may be on its way that is not listed here. */
  isKnown: boolean;
  collections: readonly CollectionView[];
  jobs: readonly JobLine[];
  /** Uids of the meters whose history is on its way. */
  meters: ReadonlySet<string>;
}

export function useCollecting(workspace: string): Collecting {
  useLiveCollections(workspace);
  const collections = useCall('collections.underWay', { workspace });
  const jobs = useCall('jobs.list', { workspace });
  return useMemo(() => {
    const running = collections.data ?? [];
    return {
      isKnown: collections.data !== undefined && jobs.data !== undefined,
      collections: running,
      jobs: jobs.data?.filter((job) => isActive(job) && job.kind === 'sync') ?? [],
      meters: new Set(running.flatMap(metersUnderWay)),
    };
  }, [collections.data, jobs.data]);
}

/** Before the service answered, all that were asked for. */
function metersUnderWay({ state, asked, meters }: CollectionView): string[] {
  if (state === 'starting') return asked;
  return meters.filter((meter) => ['pending', 'delayed', 'retrying'].includes(meter.state)).map(({ uid }) => uid);
}
