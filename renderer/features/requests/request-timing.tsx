/** The time of a request by phase, each with a bar where it lies, and all tries of the same call. */
import { Anchor, Badge, Text } from '@mantine/core';
import type { RequestView } from '#shared/contract/requests.ts';
import { formatCounted, formatDuration, formatOwnTime } from '../../ui/format.ts';
import { phasesOf } from './phases.ts';
import { StatusBadge } from './status-badge.tsx';

export function RequestTiming({ request }: { request: RequestView }) {
  const phases = phasesOf(request);
  const total = phases.reduce((sum, { ms = 0 }) => sum + ms, 0);
  let before = 0;
  return (
    <table className="ms-request-phases" aria-label="Timing">
      <tbody>
        {phases.map(({ id, name, ms, said }) => {
          const from = before;
          before += ms ?? 0;
          return (
            <tr key={id} data-phase={id}>
              <th scope="row">{name}</th>
              <td className="ms-request-ms">{ms === undefined ? said : formatDuration(ms)}</td>
              <td className="ms-request-bar" aria-hidden>
                {ms === undefined || ms <= 0 ? null : (
                  <span style={{ marginInlineStart: `${(from / total) * 100}%`, width: `${(ms / total) * 100}%` }} />
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface TriesProps {
  tries: readonly RequestView[];
  current: string;
  onOpen: (id: string) => void;
}

/** All sends of a call as one group, with what lay between them. */
export function Tries({ tries, current, onOpen }: TriesProps) {
  return (
    <ol className="ms-request-tries" aria-label={`This call: ${formatCounted(tries.length, 'try', 'tries')}`}>
      {tries.map((one) => (
        <li key={one.id} aria-current={one.id === current || undefined}>
          {one.waitedMs > 0 ? (
            <Text size="xs" c="dimmed">
              waited {formatDuration(one.waitedMs)}
            </Text>
          ) : null}
          <StatusBadge request={one} />{' '}
          {one.id === current ? (
            <b>Try {one.attempt}</b>
          ) : (
            <Anchor component="button" type="button" size="sm" onClick={() => onOpen(one.id)}>
              Try {one.attempt}
            </Anchor>
          )}{' '}
          <Text span size="xs" c="dimmed">
            {formatOwnTime(one.at)}
            {one.durationMs === undefined ? '' : `, took ${formatDuration(one.durationMs)}`}
          </Text>
          {one.retryAfter === undefined ? null : (
            <Badge size="sm" ml={6} color="yellow" tt="none">
              Retry-After: {one.retryAfter}
            </Badge>
          )}
        </li>
      ))}
    </ol>
  );
}
