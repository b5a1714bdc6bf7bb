import { Badge } from '@mantine/core';
import type { RequestView } from '#shared/contract/requests.ts';

/** How a request ended: its status, or that no answer came. */
export function StatusBadge({ request: { status, error, durationMs } }: { request: RequestView }) {
  const words = status ?? (error ? 'failed' : durationMs === undefined ? 'open' : 'cancelled');
  return (
    <Badge size="sm" color={colorOf(status, error !== undefined)}>
      {words}
    </Badge>
  );
}

function colorOf(status: number | undefined, failed: boolean): string {
  if (status === undefined) return failed ? 'red' : 'gray';
  if (status === 202 || status === 429) return 'yellow';
  // Answered well, and not what was asked for.
  if (status < 300) return failed ? 'red' : 'green';
  return status < 400 ? 'yellow' : 'red';
}
