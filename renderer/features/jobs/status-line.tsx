/** The thin line at the bottom: is the program there, what runs, what waits, when the data was last fetched. */
import { useEffect, useState } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { isActive } from '#shared/job-states.ts';
import { bridge, useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatAge, formatCountdown, formatCounted } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { notify } from '../../ui/notify.ts';
import { EventsHealthBadge } from '../events/health-badge.tsx';
import { useStoreOpening } from '../opening/use-store-opening.ts';
import { jobProgress, lastFetch, lastFetchTrouble } from './job-state.ts';

export function StatusLine({ workspace }: { workspace: WorkspaceView }) {
  const [connected, setConnected] = useState(true);
  useEffect(() => bridge.onConnection(setConnected), []);
  const engine = useEngineTrouble();
  const opening = useStoreOpening(workspace.id);
  const jobs = useCall('jobs.list', { workspace: workspace.id });
  const waits = useCall('waits.list', undefined);
  const active = jobs.data?.filter(isActive) ?? [];
  const current = active.find(({ state }) => state !== 'queued') ?? active[0];
  const wait = waits.data
    ?.filter((one) => !one.workspace || one.workspace === workspace.id)
    .sort((a, b) => a.until - b.until)[0];
  const now = useNow(wait ? 500 : 15_000);
  // Not `now`, which is older than what ended since it ticked.
  const fetched = lastFetch(jobs.data ?? [], Date.now());
  const trouble = lastFetchTrouble(jobs.data ?? [], Date.now());
  const progress = current ? jobProgress(current) : undefined;
  return (
    <div className="ms-status-line">
      <span role="status">
        <span
          className="ms-dot"
          data-state={
            !connected || engine === 'failed' || workspace.service === 'failed'
              ? 'bad'
              : current || opening || engine === 'waiting'
                ? 'busy'
                : 'good'
          }
        />
        {!connected
          ? 'Meterscope is not answering; trying again'
          : engine === 'failed'
            ? 'The data engine does not start. Restart the program'
            : engine === 'waiting'
              ? 'Waiting for the previous data engine to finish'
              : opening
                ? 'Bringing the data up to date'
                : serviceWords(workspace, current !== undefined)}
      </span>
      <span className="ms-grow ms-truncate">
        {current
          ? [
              current.title,
              current.step,
              progress === undefined ? undefined : `${Math.round(progress * 100)} %`,
              current.readings > 0 ? formatCounted(current.readings, 'reading') : undefined,
            ]
              .filter(Boolean)
              .join(' · ')
          : null}
      </span>
      <EventsHealthBadge workspace={workspace.id} />
      {wait ? (
        <AnchorLink to="/w/$workspace/jobs" params={{ workspace: workspace.id }} size="xs" c="var(--ms-warn)">
          {wait.reason === 'offline' ? 'Waiting for a network' : `Waiting ${formatCountdown(wait.until - now)}`}
        </AnchorLink>
      ) : null}
      {!current && trouble !== undefined ? (
        <AnchorLink to="/w/$workspace/jobs" params={{ workspace: workspace.id }} size="xs" c="var(--ms-warn)">
          {trouble}
        </AnchorLink>
      ) : null}
      {!current && fetched !== undefined ? <span>Data as of {formatAge(now - fetched)}</span> : null}
    </div>
  );
}

/** Says when the data engine was started again. `failed`: it does not start any more; `waiting`: a store is still held. */
function useEngineTrouble(): 'failed' | 'waiting' | undefined {
  const [trouble, setTrouble] = useState<'failed' | 'waiting'>();
  useEffect(
    () =>
      bridge.subscribe('engine.changed', ({ state }) => {
        setTrouble(state === 'failed' || state === 'waiting' ? state : undefined);
        if (state === 'restarted') {
          notify('The data engine stopped and was started again. Nothing that was saved is lost, and jobs go on.');
        }
      }),
    [],
  );
  return trouble;
}

function serviceWords(workspace: WorkspaceView, busy: boolean): string {
  if (workspace.service === 'starting') return 'Embedded service is starting';
  if (workspace.service === 'failed') return 'Embedded service could not start';
  return busy ? 'Working' : 'Ready';
}
