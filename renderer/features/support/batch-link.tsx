import { Link } from '@tanstack/react-router';

/** Leads to the results of all that was fired together. */
export function BatchLink({ workspace, batch, words }: { workspace: string; batch: string; words?: string }) {
  return (
    <Link to="/w/$workspace/support/batches/$batch" params={{ workspace, batch }}>
      {words ?? 'Batch of runs'}
    </Link>
  );
}
