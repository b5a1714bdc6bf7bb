/** What a run is about and how long each step took. */
import { Link } from '@tanstack/react-router';
import type { RunView } from '#shared/contract/scenarios.ts';
import { formatDuration, formatOwnTime } from '../../ui/format.ts';
import { milestones } from './run-comparison.ts';
import { isOpen } from './run-words.ts';

export function RunObjects({ run }: { run: RunView }) {
  const { workspace } = run;
  const none = isOpen(run.state) ? 'none yet' : 'none';
  return (
    <dl className="ms-support-facts">
      {run.file ? (
        <div>
          <dt>Scenario, of a scenario file</dt>
          <dd>{run.scenario}</dd>
        </div>
      ) : null}
      <div>
        <dt>Fired</dt>
        <dd>{run.firedAt === undefined ? (isOpen(run.state) ? 'not yet' : 'never') : formatOwnTime(run.firedAt)}</dd>
      </div>
      <div>
        <dt>Referral</dt>
        <dd>{run.referral ?? none}</dd>
      </div>
      <div>
        <dt>Authorization</dt>
        <dd>
          {run.authorization ? (
            <Link
              to="/w/$workspace/authorizations/$authorization"
              params={{ workspace, authorization: run.authorization }}
            >
              {run.authorization}
            </Link>
          ) : (
            none
          )}
        </dd>
      </div>
      <div>
        <dt>Meters</dt>
        <dd>{run.meters.join(', ') || none}</dd>
      </div>
    </dl>
  );
}

/** How long each step took. */
export function RunTimes({ run, earlier }: { run: RunView; earlier: RunView | undefined }) {
  const rows = milestones(run, earlier);
  if (rows.length === 0) return null;
  return (
    <dl className="ms-support-facts" aria-label="Time to each step">
      {rows.map(({ name, ms, earlierMs }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {ms === undefined ? (isOpen(run.state) ? 'not yet' : 'not reached') : `after ${formatDuration(ms)}`}
            {earlierMs === undefined ? '' : ` (earlier ${formatDuration(earlierMs)})`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
