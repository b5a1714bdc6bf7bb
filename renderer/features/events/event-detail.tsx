/** One event: what it says, how it came, its raw JSON, and what happened to the same object before and after. */
import { Badge, Button, Code, Group, Title } from '@mantine/core';
import { IconChartLine, IconCopy, IconUserCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { EventRow } from '#shared/contract/events.ts';
import type { CallOutput } from '#shared/contract/index.ts';
import { unreadableMembers } from '#shared/event-types.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { FactTable } from '../../ui/fact-table.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { RequestsLink } from '../requests/requests-link.tsx';
import { copyEvents } from './copy-events.ts';
import {
  arrivalTime,
  confirmedWords,
  happenedTime,
  lateWords,
  lookupWords,
  prettyJson,
  subjectOf,
  typeMeaning,
  typeWords,
  verdictWords,
  wayWords,
} from './event-words.ts';
import { notifyMarked } from './service-actions.tsx';

interface EventDetailProps {
  workspace: string;
  uid: string;
  onOpen: (uid: string | undefined) => void;
  onDelivery: (id: number) => void;
}

export function EventDetail({ workspace, uid, onOpen, onDelivery }: EventDetailProps) {
  const event = useCall('events.get', { workspace, uid });
  const act = useAct(workspace, uid);
  const { data } = event;
  return (
    <aside className="ms-event-detail ms-panel" aria-label="Event">
      {event.error ? (
        <>
          <FailureState error={event.error} onRetry={() => void event.refetch()} />
          <Button variant="default" onClick={() => act(call('events.lookup', { workspace, uid }), notifyLookup)}>
            Look it up at the service
          </Button>
        </>
      ) : data ? (
        <>
          <Head event={data} onCopy={() => void copyEvents(workspace, [uid])} onClose={() => onOpen(undefined)} />
          <Actions workspace={workspace} event={data} act={act} />
          <Facts event={data} />
          <Title order={3}>As received</Title>
          <Code block className="ms-event-json" tabIndex={0} aria-label="Raw JSON of the event">
            {prettyJson(data.json)}
          </Code>
          <Title order={3}>Deliveries</Title>
          <Deliveries event={data} onDelivery={onDelivery} />
          <Neighbours event={data} onOpen={onOpen} />
        </>
      ) : (
        <LoadingState label="Loading the event" />
      )}
    </aside>
  );
}

type Act = <Answer>(work: Promise<Answer>, notifyAnswer: (answer: Answer) => void) => void;

/** Says what the service answered about the event, and asks for the event again. */
function useAct(workspace: string, uid: string): Act {
  const client = useQueryClient();
  return (work, notifyAnswer) =>
    void work.then(async (answer) => {
      notifyAnswer(answer);
      await client.invalidateQueries({ queryKey: queryKey('events.get', { workspace, uid }) });
      await client.invalidateQueries({ queryKey: queryKey('events.list') });
    }, notifyFailure);
}

function notifyLookup(answer: CallOutput<'events.lookup'>): void {
  notify(lookupWords(answer));
}

function Head({ event, onCopy, onClose }: { event: EventRow; onCopy: () => void; onClose: () => void }) {
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <div style={{ minWidth: 0, flex: 1 }}>
        <Title order={2}>{typeWords(event.type)}</Title>
        <Dim>{typeMeaning(event.type)}</Dim>
      </div>
      <IconButton icon={IconCopy} label="Copy the JSON" onClick={onCopy} />
      <IconButton icon={IconX} label="Close the event" hint="Close (Esc)" onClick={onClose} />
    </Group>
  );
}

type WholeEvent = CallOutput<'events.get'>;

/** Where the event leads to, and what can be done about it. */
function Actions({ workspace, event, act }: { workspace: string; event: WholeEvent; act: Act }) {
  const { uid } = event;
  return (
    <Group gap="xs">
      {event.usagePointId ? (
        <ButtonLink
          to="/w/$workspace/meters/$usagePoint"
          params={{ workspace, usagePoint: event.usagePointId }}
          size="compact-sm"
          leftSection={<IconChartLine size={14} aria-hidden />}
        >
          Chart of the meter
        </ButtonLink>
      ) : null}
      {event.authorizationId ? (
        <ButtonLink
          to="/w/$workspace/authorizations/$authorization"
          params={{ workspace, authorization: event.authorizationId }}
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
        onClick={() => act(call('events.lookup', { workspace, uid }), notifyLookup)}
      >
        Confirm at the service
      </Button>
      <RequestsLink workspace={workspace} about={{ kind: 'event', id: uid }} size="compact-sm" />
      {event.delivered === false ? (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => act(call('events.markDelivered', { workspace, uids: [uid] }), notifyMarked)}
        >
          Mark delivered
        </Button>
      ) : null}
    </Group>
  );
}

function Deliveries({ event: { way, heldBy }, onDelivery }: { event: WholeEvent; onDelivery: (id: number) => void }) {
  if (heldBy.length === 0) {
    return <Dim>None: it was found by {way === 'lookup' ? 'a look-up' : 'a poll'}.</Dim>;
  }
  return (
    <ul className="ms-event-list">
      {heldBy.map((delivery) => (
        <li key={delivery.id}>
          <button type="button" onClick={() => onDelivery(delivery.id)}>
            <span className="ms-mono">{arrivalTime(delivery.at)}</span> {verdictWords[delivery.verdict]}, answered{' '}
            {delivery.answer}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Facts({ event }: { event: WholeEvent }) {
  const facts: [string, string | undefined][] = [
    ['Happened', event.happenedAt === undefined ? `${event.ts || 'no time'} (not readable)` : happenedTime(event)],
    ['Arrived', `${arrivalTime(event.arrivedAt)} by ${wayWords[event.way]}`],
    ['Late', lateWords(event)],
    ['Signature', event.signed ? 'good' : 'none: it came by the API'],
    ['Listed by the service', confirmedWords(event)],
    ['Unreadable', unreadableMembers(event).join(', ') || undefined],
    ['Delivered', event.delivered === undefined ? 'unknown' : event.delivered ? 'yes' : 'no'],
    ['About', subjectOf(event) || undefined],
    ['Authorization', event.authorization],
    ['Uid', event.uid],
    ['Unknown members', event.unknownMembers.join(', ') || undefined],
  ];
  return <FactTable facts={facts} names="8.5rem" />;
}

function Neighbours({ event, onOpen }: { event: WholeEvent; onOpen: (uid: string) => void }) {
  const { before, after } = event;
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
