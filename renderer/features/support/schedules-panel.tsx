/** The schedules of a workspace: what runs when, when it comes next, and what became of the last time. */
import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ScheduleView } from '#shared/contract/schedules.ts';
import { bridge, invalidate, queryKey, useCall, useCommand } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatDuration } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { BatchLink } from './batch-link.tsx';
import { lastWords, minuteOf, resultWords, scheduleWords } from './schedule-words.ts';

/** Nothing where there is no schedule. */
export function SchedulesPanel({ workspace }: { workspace: string }) {
  const schedules = useSchedules(workspace);
  if (!schedules.data || schedules.data.length === 0) return null;
  return (
    <section className="ms-panel ms-schedules" aria-label="Schedules">
      <ul>
        {schedules.data.map((schedule) => (
          <Schedule key={schedule.id} workspace={workspace} schedule={schedule} />
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        Batches are sent while Meterscope runs. On a machine where it does not, let the machine's own scheduler call{' '}
        <code>meterscope test</code>.
      </Text>
    </section>
  );
}

/** Kept fresh while schedules and their runs change. */
function useSchedules(workspace: string) {
  const client = useQueryClient();
  useEffect(() => {
    const again = (of: { workspace: string }) => {
      if (of.workspace === workspace) invalidate(client, { queryKey: queryKey('schedules.list') });
    };
    again({ workspace });
    const ends = [bridge.subscribe('schedules.changed', again), bridge.subscribe('runs.changed', again)];
    return () => {
      for (const end of ends) end();
    };
  }, [client, workspace]);
  return useCall('schedules.list', { workspace });
}

function Schedule({ workspace, schedule }: { workspace: string; schedule: ScheduleView }) {
  const remove = useCommand('schedules.remove');
  const now = useNow(30_000);
  const { id, next, last, sending, result } = schedule;
  const words = scheduleWords(schedule);
  const unusual = last && lastWords(last, sending);
  return (
    <li data-schedule={id}>
      <div>
        <Text fw={600}>{words}</Text>
        <Text size="sm">
          Next: {minuteOf(next)}, in {formatDuration(Math.max(60_000, Math.ceil((next - now) / 60_000) * 60_000))}.{' '}
          {result ? (
            <>
              Last: {minuteOf(result.at)},{' '}
              <BatchLink workspace={workspace} batch={result.batch} words={resultWords(result)} />.
            </>
          ) : last ? null : (
            'It has not come up yet.'
          )}
        </Text>
        {unusual ? (
          <Text size="sm" data-testid="schedule-unusual">
            {unusual}
          </Text>
        ) : null}
      </div>
      <Button
        variant="default"
        aria-label={`Remove: ${words}`}
        loading={remove.isPending}
        onClick={() => remove.mutate({ workspace, id }, { onError: notifyFailure })}
      >
        Remove
      </Button>
    </li>
  );
}
