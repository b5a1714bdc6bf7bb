/** The thin line at the bottom: is the program there, what runs, what waits, when the data was last fetched. */
import { useEffect, useState } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { bridge, useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatAge, formatCount, formatCountdown } from '../../ui/format.ts';
import { EventsHealthBadge } from '../events/health-badge.tsx';
import { isActive, jobProgress } from './job-state.ts';

export function StatusLine({ workspace }: { workspace: WorkspaceView }) {
  const [connected, setConnected] = useState(true);
  useEffect(() => bridge.onConnection(setConnected), []);
  const jobs = useCall('jobs.list', { workspace: workspace.id });
  const waits = useCall('waits.list', undefined);
  const active = jobs.data?.filter(isActive) ?? [];
  const current = active.find(({ state }) => state !== 'queued') ?? active[0];
  const wait = waits.data
    ?.filter((one) => !one.workspace || one.workspace === workspace.id)
    .sort((a, b) => a.until - b.until)[0];
  const now = useNow(wait ? 500 : 15_000);
  const finished = jobs.data?.find(({ state, finishedAt }) => state === 'done' && finishedAt)?.finishedAt;
  const progress = current ? jobProgress(current) : undefined;
  return (
    <div className="ms-status-line">
      <span role="status">
        <span
          className="ms-dot"
          data-state={!connected || workspace.service === 'failed' ? 'bad' : current ? 'busy' : 'good'}
        />
        {connected ? serviceWords(workspace, current !== undefined) : 'Meterscope does not answer; trying again'}
      </span>
      <span className="ms-grow ms-truncate">
        {current
          ? [
              current.title,
              current.step,
              progress === undefined ? undefined : `${Math.round(progress * 100)} %`,
              current.readings > 0 ? `${formatCount(current.readings)} readings` : undefined,
            ]
              .filter(Boolean)
              .join(' · ')
          : null}
      </span>
      <EventsHealthBadge workspace={workspace.id} />
      {wait ? <span>Waiting {formatCountdown(wait.until - now)}</span> : null}
      {!current && finished ? <span>Data as of {formatAge(now - finished)}</span> : null}
    </div>
  );
}

function serviceWords(workspace: WorkspaceView, busy: boolean): string {
  if (workspace.service === 'starting') return 'Embedded service is starting';
  if (workspace.service === 'failed') return 'Embedded service could not start';
  return busy ? 'Working' : 'Ready';
}
