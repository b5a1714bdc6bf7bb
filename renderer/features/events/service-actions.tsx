/** What the log asks of the service: one event by its uid, and an end to the resends of many. */
import { Button, Group, Popover, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconZoomQuestion } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import { call, queryKey, useCommand } from '../../api/index.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { lookupWords, markedWords, markFailure } from './event-words.ts';
import { type EventsSearch, filterOf } from './events-address.ts';

/** The most events marked in one go: each is a request of its own, so more would take long. */
const markedAtOnce = 500;

/** Looks an event up by its uid, keeps it and opens it. */
export function LookUp({ workspace, onFound }: { workspace: string; onFound: (uid: string) => void }) {
  const [isOpen, popover] = useDisclosure(false);
  const [uid, setUid] = useState('');
  const look = useCommand('events.lookup');
  const trouble = look.error?.message ?? (look.data?.isSame === false ? lookupWords(look.data) : undefined);
  const run = () => {
    const wanted = uid.trim();
    if (wanted === '') return;
    look.mutate(
      { workspace, uid: wanted },
      {
        onSuccess: ({ isSame }) => {
          if (!isSame) return;
          popover.close();
          onFound(wanted);
        },
      },
    );
  };
  return (
    <Popover
      opened={isOpen}
      onChange={popover.toggle}
      position="bottom-end"
      shadow="md"
      width={300}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconButton icon={IconZoomQuestion} label="Look an event up at the service" onClick={popover.toggle} />
      </Popover.Target>
      <Popover.Dropdown p="sm">
        <Group gap={4} wrap="nowrap" align="end">
          <TextInput
            size="xs"
            flex={1}
            label="Uid of the event"
            value={uid}
            onChange={(event) => setUid(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') run();
            }}
          />
          <Button onClick={run} loading={look.isPending}>
            Look up
          </Button>
        </Group>
        {trouble === undefined ? null : (
          <Text size="xs" c="var(--ms-bad)" mt={4} role="alert">
            {trouble}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Tells the service that the events of the list arrived, which ends their resends. */
export function MarkDelivered({ workspace, search }: { workspace: string; search: EventsSearch }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { rows } = await call('events.list', { workspace, filter: filterOf(search), limit: markedAtOnce });
      if (rows.length === 0) return notify('Nothing is undelivered.');
      notifyMarked(await call('events.markDelivered', { workspace, uids: rows.map(({ uid }) => uid) }));
      await client.invalidateQueries({ queryKey: queryKey('events.list') });
    } catch (error) {
      notifyFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void run()}>
      Mark these delivered
    </Button>
  );
}

/** Says what came of marking events as delivered. */
export function notifyMarked(marks: CallOutput<'events.markDelivered'>): void {
  const failure = markFailure(marks);
  if (failure === undefined) notify(markedWords(marks));
  else notifyFailure(failure);
}
