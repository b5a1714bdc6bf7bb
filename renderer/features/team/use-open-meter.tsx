/** Opening a meter of the team server: what it has is taken over first, where this workspace does not have it. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { TeamMeter } from '#shared/contract/team.ts';
import { call, useCall } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';
import { JobCard } from '../jobs/job-card.tsx';

type Opened = Pick<TeamMeter, 'id' | 'uid' | 'number' | 'state' | 'here'>;

/** @returns what opens a meter, and what to show while it is taken over */
export function useOpenMeter(workspace: string): { open: (meter: Opened) => void; progress: ReactNode } {
  const [taken, setTaken] = useState<{ meter: string; job: string }>();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const pull = useAction('team.pull');
  const jobs = useCall('jobs.list', { workspace });
  const job = jobs.data?.find(({ id }) => id === taken?.job);
  const shownFor = useRef<string>(undefined);
  const show = (usagePoint: string) =>
    void navigate({ to: '/w/$workspace/meters/$usagePoint', params: { workspace, usagePoint } });

  const isDone = job?.state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the job is done
  useEffect(() => {
    if (!taken || !isDone || shownFor.current === taken.job) return;
    shownFor.current = taken.job;
    void cache.invalidateQueries({ queryKey: ['team.meters'] });
    void call('team.here', { workspace, meter: taken.meter }).then((here) => {
      if (here !== undefined) show(here);
    }, notifyFailure);
  }, [isDone, taken]);

  const open = ({ id, uid, number, state, here }: Opened) => {
    if (here !== undefined && state !== 'newer') return show(here);
    if (pull.isPending) return;
    const meters = [{ id, name: number ?? uid }];
    pull.run({ workspace, meters }, ({ job: started }) => setTaken({ meter: id, job: started }));
  };
  return { open, progress: job ? <JobCard job={job} waits={[]} /> : null };
}
