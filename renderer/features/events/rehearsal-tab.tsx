/** The rehearsal bench: signed deliveries to oneself, spoiled in every way, answers that bring the resend, and an endpoint of one's own. */
import { Autocomplete, Button, Checkbox, Group, Select, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { Breakage } from '#shared/contract/events.ts';
import { eventTypeFact, KNOWN_EVENT_TYPES } from '#shared/event-types.ts';
import { call, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatCount, formatDuration } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { EndpointBench } from './endpoint-bench.tsx';
import { type RehearsalForm, sentOf, type UidName, uidsOf } from './rehearsed.ts';

const uidLabels: Record<UidName, string> = { authorization: 'Authorization', meter: 'Meter', form: 'Form' };

const breakages: Record<Breakage, string> = {
  none: 'Nothing: a valid delivery',
  wrong_secret: 'Signed with another secret',
  changed_byte: 'A byte changed after signing',
  missing_salt: 'No salt header',
  missing_signature: 'No signature header',
  not_json: 'Cut off, so that it is not JSON',
};

export function RehearsalTab({ workspace }: { workspace: string }) {
  return (
    <div className="ms-bench">
      <SendForm workspace={workspace} />
      <AnswerForm workspace={workspace} />
      <EndpointBench workspace={workspace} />
    </div>
  );
}

function SendForm({ workspace }: { workspace: string }) {
  const [form, setForm] = useState<RehearsalForm>({
    type: 'meter_intervals_added',
    count: 1,
    perRequest: 1,
    repeat: 1,
  });
  const send = useCommand('rehearsal.send');
  const set = (change: Partial<RehearsalForm>) => setForm((before) => ({ ...before, ...change }));
  const number = (name: 'count' | 'perRequest' | 'repeat', label: string, max: number) => (
    <NumberField
      label={label}
      min={1}
      max={max}
      whole
      value={form[name] ?? 1}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <section className="ms-panel ms-bench-part" aria-label="Send a test delivery to this receiver">
      <Title order={2}>Send a test delivery to this receiver</Title>
      <Dim size="sm">
        Signed with this workspace’s secret and sent to its own receiver over HTTP. These events are marked as rehearsal
        and start no sync.
      </Dim>
      <Autocomplete
        label="Type, known or not"
        data={[...KNOWN_EVENT_TYPES]}
        value={form.type}
        onChange={(type) => set({ type })}
      />
      <Group grow>
        {uidsOf(form.type).map((name) => (
          <TextInput
            key={name}
            label={uidLabels[name]}
            // Of a new type it is not known which it must have.
            placeholder={eventTypeFact(form.type) ? 'made up' : 'left out'}
            value={form[name] ?? ''}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
      </Group>
      <Group grow>
        {number('count', 'Events', 2000)}
        {number('perRequest', 'Per request', 500)}
        {number('repeat', 'Send each this many times', 5)}
      </Group>
      <Select
        label="What is wrong with it"
        data={Object.entries(breakages).map(([value, label]) => ({ value, label }))}
        value={form.breakage ?? 'none'}
        allowDeselect={false}
        onChange={(value) => set({ breakage: (value ?? 'none') as Breakage })} // one of the table above
      />
      <Checkbox
        label="Shuffled: newer events come before older ones"
        checked={form.shuffle ?? false}
        onChange={(event) => set({ shuffle: event.currentTarget.checked })}
      />
      <Group>
        <Button loading={send.isPending} onClick={() => send.mutate({ workspace, ...sentOf(form) })}>
          Send
        </Button>
      </Group>
      <div role="status">
        {send.data ? <Answers answers={send.data.answers} /> : null}
        {send.error ? (
          <Text size="sm" c="var(--ms-bad)">
            {send.error.message}
          </Text>
        ) : null}
      </div>
    </section>
  );
}

interface Answer {
  status?: number | undefined;
  error?: string | undefined;
  body: string;
  durationMs: number;
  events: number;
}

function Answers({ answers }: { answers: readonly Answer[] }) {
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const said = answer.status === undefined ? `no answer: ${answer.error}` : `${answer.status} ${answer.body}`;
    groups.set(said, [...(groups.get(said) ?? []), answer]);
  }
  return (
    <Table verticalSpacing={3}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Answer</Table.Th>
          <Table.Th className="ms-num">Requests</Table.Th>
          <Table.Th className="ms-num">Events</Table.Th>
          <Table.Th className="ms-num">Slowest</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...groups].map(([said, list]) => (
          <Table.Tr key={said}>
            <Table.Td className="ms-mono">{said}</Table.Td>
            <Table.Td className="ms-num">{formatCount(list.length)}</Table.Td>
            <Table.Td className="ms-num">{formatCount(list.reduce((sum, { events }) => sum + events, 0))}</Table.Td>
            <Table.Td className="ms-num">
              {formatDuration(Math.max(...list.map(({ durationMs }) => durationMs)))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function AnswerForm({ workspace }: { workspace: string }) {
  const [status, setStatus] = useState(500);
  const [times, setTimes] = useState(1);
  const run = (wanted: number) =>
    call('rehearsal.answerWith', { workspace, status, times: wanted }).then(
      () =>
        notify(
          wanted === 0
            ? 'Valid deliveries are answered with 200 again.'
            : `The next ${formatCount(wanted)} valid deliveries are answered with ${status}.`,
        ),
      notifyFailure,
    );
  return (
    <section className="ms-panel ms-bench-part" aria-label="Rehearse resends">
      <Title order={2}>Rehearse resends</Title>
      <Dim size="sm">
        The next valid deliveries get this answer, and their events are not kept, as if they could not be stored. The
        service resends them every hour for 72 hours; polling finds them sooner.
      </Dim>
      <Group grow>
        <NumberField label="Answer with status" min={200} max={599} whole value={status} onChange={setStatus} />
        <NumberField label="Deliveries" min={1} max={1000} whole value={times} onChange={setTimes} />
      </Group>
      <Group>
        <Button onClick={() => void run(times)}>Arm</Button>
        <Button variant="default" onClick={() => void run(0)}>
          Answer 200 again
        </Button>
      </Group>
      <Stack gap={2}>
        <Title order={3}>Replay a kept delivery</Title>
        <Dim size="sm">
          Open one in the list of deliveries and send it, byte for byte, to a receiver on this computer.
        </Dim>
      </Stack>
    </section>
  );
}
