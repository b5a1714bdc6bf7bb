/** What a run is about and how long each step took. */
import { Link } from '@tanstack/react-router';
import type { RunView } from '#shared/contract/scenarios.ts';
import { FactList } from '../../ui/fact-table.tsx';
import { formatDuration, formatOwnTime } from '../../ui/format.ts';
import { milestones } from './run-comparison.ts';
import { isOpen } from './run-words.ts';

export function RunObjects({ run }: { run: RunView }) {
  const { workspace } = run;
  const none = isOpen(run.state) ? 'none yet' : 'none';
  const authorization = run.authorization ? (
    <Link to="/w/$workspace/authorizations/$authorization" params={{ workspace, authorization: run.authorization }}>
      {run.authorization}
    </Link>
  ) : (
    none
  );
  return (
    <FactList
      className="ms-support-facts"
      facts={[
        ['Scenario, of a scenario file', run.file ? run.scenario : undefined],
        ['Fired', run.firedAt === undefined ? (isOpen(run.state) ? 'not yet' : 'never') : formatOwnTime(run.firedAt)],
        ['Referral', run.referral ?? none],
        ['Authorization', authorization],
        ['Meters', run.meters.join(', ') || none],
      ]}
    />
  );
}

/** How long each step took. */
export function RunTimes({ run, earlier }: { run: RunView; earlier: RunView | undefined }) {
  const rows = milestones(run, earlier);
  if (rows.length === 0) return null;
  return (
    <FactList
      className="ms-support-facts"
      label="Time to each step"
      facts={rows.map(({ name, ms, earlierMs }) => {
        const now = ms === undefined ? (isOpen(run.state) ? 'not yet' : 'not reached') : `after ${formatDuration(ms)}`;
        return [name, earlierMs === undefined ? now : `${now} (earlier ${formatDuration(earlierMs)})`];
      })}
    />
  );
}
