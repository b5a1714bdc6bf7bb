/** One event: what it says, how it came, its raw JSON, and what happened to the same object before and after. */
import { ActionIcon, Badge, Button, Code, Group, Text, Title, Tooltip } from '@mantine/core';
import { IconChartLine, IconCopy, IconUserCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { EventRow } from '#shared/contract/events.ts';
import { unreadableMembers } from '#shared/event-types.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatDuration } from '../../ui/format.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { copyEvents } from './copy-events.ts';
import {
  arrivalTime,
  confirmedWords,
  happenedTime,
  prettyJson,
  subjectOf,
  typeMeaning,
  typeWords,
  verdictWords,
  wayWords,
} from './event-words.ts';

interface EventDetailProps {
  workspace: string;
  uid: string;
  onOpen: (uid: string | undefined) => void;
  onDelivery: (id: number) => void;
}

export function EventDetail({ workspace, uid, onOpen, onDelivery }: EventDetailProps) {
  const client = useQueryClient();
  const event = useCall('events.get', { workspace, uid });
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: queryKey('events.get', { workspace, uid }) });
    await client.invalidateQueries({ queryKey: queryKey('events.list') });
  };
  const act = (work: Promise<unknown>, done: string) =>
    work.then(async () => {
      notify(done);
      await refresh();
    }, notifyFailure);
  if (event.error) {
    return (
      <aside className="ms-event-detail ms-panel" aria-label="Event">
        <FailureState error={event.error} onRetry={() => void event.refetch()} />
        <Button
          variant="default"
          onClick={() => void act(call('events.lookup', { workspace, uid }), 'Found at the service.')}
        >
          Look it up at the service
        </Button>
      </aside>
    );
  }
  const { data } = event;
  return (
    <aside className="ms-event-detail ms-panel" aria-label="Event">
      {data ? (
        <>
          <Group gap="xs" wrap="nowrap" align="start">
            <div style={{ minWidth: 0, flex: 1 }}>
              <Title order={2}>{typeWords(data.type)}</Title>
              <Text size="xs" c="dimmed">
                {typeMeaning(data.type)}
              </Text>
            </div>
            <Tooltip label="Copy the JSON">
              <ActionIcon aria-label="Copy the JSON" onClick={() => void copyEvents(workspace, [uid])}>
                <IconCopy size={16} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Close (Esc)">
              <ActionIcon aria-label="Close the event" onClick={() => onOpen(undefined)}>
                <IconX size={16} />
              </ActionIcon>
            </Tooltip>
          </Group>
          <Group gap="xs">
            {data.usagePointId ? (
              <ButtonLink
                to="/w/$workspace/meters/$usagePoint"
                params={{ workspace, usagePoint: data.usagePointId }}
                size="compact-sm"
                leftSection={<IconChartLine size={14} aria-hidden />}
              >
                Chart of the meter
              </ButtonLink>
            ) : null}
            {data.authorizationId ? (
              <ButtonLink
                to="/w/$workspace/authorizations/$authorization"
                params={{ workspace, authorization: data.authorizationId }}
                variant="default"
                size="compact-sm"
                leftSection={<IconUserCheck size={14} aria-hidden />}
              >
                Authorization
              </ButtonLink>
            ) : null}
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => void act(call('events.lookup', { workspace, uid }), 'The service confirms this event.')}
            >
              Confirm at the service
            </Button>
            {data.delivered === false ? (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() =>
                  void act(call('events.markDelivered', { workspace, uids: [uid] }), 'Marked as delivered.')
                }
              >
                Mark delivered
              </Button>
            ) : null}
          </Group>
          <Facts event={data} unknownMembers={data.unknownMembers} />
          <Title order={3}>As received</Title>
          <Code block className="ms-event-json" tabIndex={0} aria-label="Raw JSON of the event">
            {prettyJson(data.json)}
          </Code>
          <Title order={3}>Deliveries</Title>
          {data.heldBy.length === 0 ? (
            <Text size="xs" c="dimmed">
              None: it was found by {data.way === 'lookup' ? 'a look-up' : 'a poll'}.
            </Text>
          ) : (
            <ul className="ms-event-list">
              {data.heldBy.map((delivery) => (
                <li key={delivery.id}>
                  <button type="button" onClick={() => onDelivery(delivery.id)}>
                    <span className="ms-mono">{arrivalTime(delivery.at)}</span> {verdictWords[delivery.verdict]},
                    answered {delivery.answer}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <Neighbours event={data} before={data.before} after={data.after} onOpen={onOpen} />
        </>
      ) : (
        <LoadingState label="Loading the event" />
      )}
    </aside>
  );
}

function Facts({ event, unknownMembers }: { event: EventRow; unknownMembers: readonly string[] }) {
  const facts: [string, string | undefined][] = [
    ['Happened', event.happenedAt === undefined ? `${event.ts || 'no time'} (not readable)` : happenedTime(event)],
    ['Arrived', `${arrivalTime(event.arrivedAt)} by ${wayWords[event.way]}`],
    [
      'Late',
      event.late && event.lateMs !== undefined
        ? `a newer event arrived ${formatDuration(event.lateMs)} earlier`
        : undefined,
    ],
    ['Signature', event.signed ? 'good' : 'none: it came by the API'],
    ['Listed by the service', confirmedWords(event)],
    ['Unreadable', unreadableMembers(event).join(', ') || undefined],
    ['Delivered', event.delivered === undefined ? 'unknown' : event.delivered ? 'yes' : 'no'],
    ['About', subjectOf(event) || undefined],
    ['Authorization', event.authorization],
    ['Uid', event.uid],
    ['Unknown members', unknownMembers.length > 0 ? unknownMembers.join(', ') : undefined],
  ];
  return <FactTable facts={facts} names="8.5rem" />;
}

interface NeighboursProps {
  event: EventRow;
  before: readonly EventRow[];
  after: readonly EventRow[];
  onOpen: (uid: string) => void;
}

function Neighbours({ event, before, after, onOpen }: NeighboursProps) {
  if (before.length + after.length === 0) return null;
  return (
    <>
      <Title order={3}>Before and after, {subjectOf(event)}</Title>
      <ol className="ms-event-list">
        {[...before, event, ...after].map((one) => (
          <li key={one.uid} aria-current={one.uid === event.uid}>
            <button type="button" onClick={() => onOpen(one.uid)} disabled={one.uid === event.uid}>
              <span className="ms-mono">{happenedTime(one)}</span> {typeWords(one.type)}
              {one.uid === event.uid ? (
                <Badge size="xs" ml={6}>
                  this one
                </Badge>
              ) : null}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
