/** What is on its way into the workspace, each with its progress and a link to it. */
import { Text } from '@mantine/core';
import { formatCount, formatCounted, formatShare } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { jobProgress } from '../jobs/job-state.ts';
import type { Collecting } from './use-collecting.ts';

interface BeingCollectedProps {
  workspace: string;
  collecting: Collecting;
  /** Only collections of this meter (uid). */
  meter?: string;
}

export function BeingCollected({ workspace, collecting, meter }: BeingCollectedProps) {
  const collections = collecting.collections.filter(({ asked }) => meter === undefined || asked.includes(meter));
  if (collections.length === 0 && collecting.jobs.length === 0) {
    return !collecting.isKnown ? null : (
      <Text size="sm" c="dimmed" data-testid="collecting">
        Nothing is being collected. “Fetch what is new” asks for what the service has; “Collect history” has it fetch
        more.
      </Text>
    );
  }
  return (
    <ul className="ms-collecting" data-testid="collecting">
      {collections.map(({ id, meters, asked, months }) => (
        <li key={id}>
          <AnchorLink to="/w/$workspace/collections/$collection" params={{ workspace, collection: id }} size="sm">
            History of {formatCounted(asked.length, 'meter')}
          </AnchorLink>{' '}
          {months === undefined ? '' : `${formatCounted(months, 'month')}, `}
          {formatCount(meters.filter(({ state }) => state === 'finished').length)} of {formatCount(asked.length)} done
        </li>
      ))}
      {collecting.jobs.map((job) => {
        const share = jobProgress(job);
        return (
          <li key={job.id}>
            <AnchorLink to="/w/$workspace/jobs" params={{ workspace }} size="sm">
              {job.title}
            </AnchorLink>{' '}
            {[share === undefined ? job.state : `${formatShare(share)} done`, job.step].filter(Boolean).join(', ')}
          </li>
        );
      })}
    </ul>
  );
}
