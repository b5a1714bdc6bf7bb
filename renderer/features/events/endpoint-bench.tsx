/** The fault menu for an endpoint of one's own: what is sent, what it must answer, what it did, and against the last time. */
import { Autocomplete, Badge, Button, Group, Table, Text, TextInput, Title } from '@mantine/core';
import { IconCopy, IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultResult } from '#shared/contract/endpoint-rehearsal.ts';
import { endpointFault, leavesMachine } from '#shared/endpoint-address.ts';
import { type Comparison, FAULT_FACTS, FAULTS, type Fault } from '#shared/endpoint-faults.ts';
import { KNOWN_EVENT_TYPES } from '#shared/event-types.ts';
import { queryKey, useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatDuration } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { copyText, notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { Pending } from '../../ui/states.tsx';
import { answersWords, endpointMarkdown, endpointVerdictWords } from './endpoint-words.ts';
import { arrivalTime } from './event-words.ts';

const comparedColor: Record<Comparison, string> = {
  fixed: 'green',
  'still right': 'gray',
  'still wrong': 'orange',
  regressed: 'red',
};

/** What the made-up events are about, and how often "5xx until" is tried. */
interface Sent {
  type: string;
  authorization: string;
  meter: string;
  attempts: number;
}

export function EndpointBench({ workspace }: { workspace: string }) {
  const kept = useCall('rehearsal.endpoints', { workspace });
  const settings = useCall('events.settings', { workspace });
  const client = useQueryClient();
  const rehearse = useCommand('rehearsal.endpoint');
  const [typed, setTyped] = useState<string>();
  const [sent, setSent] = useState<Sent>({ type: 'meter_intervals_added', authorization: '', meter: '', attempts: 10 });
  if (kept.error || !kept.data) return <Pending query={kept} label="Loading the last rehearsal" />;
  const url = typed ?? kept.data[0]?.url ?? settings.data?.settings.forward.url ?? '';
  const rehearsal = kept.data.find((one) => one.url === url);
  const isReady = url !== '' && endpointFault(url) === undefined && !rehearse.isPending && sent.type !== '';
  const run = (faults: Fault[]) =>
    rehearse.mutate(
      { workspace, url, faults, ...sent },
      {
        onError: notifyFailure,
        onSuccess: () => client.invalidateQueries({ queryKey: queryKey('rehearsal.endpoints') }),
      },
    );
  return (
    <section className="ms-panel ms-bench-part ms-bench-whole" aria-label="Rehearse against your endpoint">
      <Title order={2}>Rehearse against your endpoint</Title>
      <Dim size="sm">
        Sends your webhook endpoint what the service sends, and what it must refuse, signed with this workspace’s
        secret. The events are made up, and none enters this log.
        {leavesMachine(url) ? ' This endpoint is not on this computer.' : ''}
      </Dim>
      <SentFields url={url} onUrl={setTyped} sent={sent} onSent={(change) => setSent({ ...sent, ...change })} />
      <Group>
        <Button disabled={!isReady} loading={rehearse.isPending} onClick={() => run([...FAULTS])}>
          Send all
        </Button>
        {rehearsal ? (
          <Button
            variant="default"
            leftSection={<IconCopy size={14} />}
            onClick={() => void copyText(endpointMarkdown(rehearsal), 'Copied the table as Markdown.')}
          >
            Copy as Markdown
          </Button>
        ) : null}
        <Text size="sm" role="status">
          {rehearse.isPending
            ? 'Sending …'
            : rehearsal
              ? summary(rehearsal.results)
              : 'Nothing has been sent there yet.'}
        </Text>
      </Group>
      <FaultTable
        results={rehearsal?.results ?? []}
        sending={rehearse.isPending ? rehearse.variables.faults : []}
        onSend={isReady ? (fault) => run([fault]) : undefined}
      />
    </section>
  );
}

interface SentFieldsProps {
  url: string;
  onUrl: (url: string) => void;
  sent: Sent;
  onSent: (change: Partial<Sent>) => void;
}

function SentFields({ url, onUrl, sent, onSent }: SentFieldsProps) {
  return (
    <div className="ms-fault-inputs">
      <TextInput
        label="Address to send to"
        placeholder="http://127.0.0.1:8080/webhook"
        value={url}
        error={url === '' ? undefined : endpointFault(url)}
        onChange={(event) => onUrl(event.currentTarget.value.trim())}
      />
      <Autocomplete
        label="Type of the events"
        data={[...KNOWN_EVENT_TYPES]}
        value={sent.type}
        onChange={(type) => onSent({ type })}
      />
      <TextInput
        label="Of authorization"
        placeholder="made up"
        value={sent.authorization}
        onChange={(event) => onSent({ authorization: event.currentTarget.value })}
      />
      <TextInput
        label="Of meter"
        placeholder="made up"
        value={sent.meter}
        onChange={(event) => onSent({ meter: event.currentTarget.value })}
      />
      <NumberField
        label="“5xx until”: attempts"
        min={1}
        max={60}
        whole
        value={sent.attempts}
        onChange={(attempts) => onSent({ attempts })}
      />
    </div>
  );
}

interface FaultTableProps {
  results: readonly FaultResult[];
  sending: readonly Fault[];
  /** Undefined while nothing can be sent. */
  onSend: ((fault: Fault) => void) | undefined;
}

function FaultTable({ results, sending, onSend }: FaultTableProps) {
  return (
    <Table verticalSpacing={4} aria-label="Faults" className="ms-faults">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="25%">Delivery</Table.Th>
          <Table.Th w="34%">Expected</Table.Th>
          <Table.Th>Answered</Table.Th>
          <Table.Th>Verdict</Table.Th>
          <Table.Th>Since last time</Table.Th>
          <Table.Th>Send</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {FAULTS.map((fault) => (
          <FaultRow
            key={fault}
            fault={fault}
            result={results.find((result) => result.fault === fault)}
            isSending={sending.includes(fault)}
            onSend={onSend && (() => onSend(fault))}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface FaultRowProps {
  fault: Fault;
  result: FaultResult | undefined;
  isSending: boolean;
  /** Undefined while nothing can be sent. */
  onSend: (() => void) | undefined;
}

function FaultRow({ fault, result, isSending, onSend }: FaultRowProps) {
  const { title, sends, expects, spec } = FAULT_FACTS[fault];
  const slowest = Math.max(0, ...(result?.answers ?? []).map(({ durationMs }) => durationMs));
  return (
    <Table.Tr>
      <Table.Td>
        <b>{title}</b>
        <Dim>{sends}</Dim>
      </Table.Td>
      <Table.Td>
        {expects}
        <Dim>Specification {spec}</Dim>
      </Table.Td>
      <Table.Td>
        {result ? answersWords(result.answers) : ''}
        {result ? (
          <Dim>
            {arrivalTime(result.at)}, slowest {formatDuration(slowest)}
          </Dim>
        ) : null}
        {result?.answers.at(-1)?.body ? (
          <Dim className="ms-mono">{result.answers.at(-1)?.body.slice(0, 120)}</Dim>
        ) : null}
      </Table.Td>
      <Table.Td>
        {result ? <Badge color={verdictColor(result)}>{endpointVerdictWords(result)}</Badge> : <Dim>not sent</Dim>}
      </Table.Td>
      <Table.Td>
        {result?.compared ? <Badge color={comparedColor[result.compared]}>{result.compared}</Badge> : null}
      </Table.Td>
      <Table.Td>
        <IconButton
          icon={IconPlayerPlay}
          label={`Send: ${title}`}
          disabled={onSend === undefined}
          loading={isSending}
          onClick={onSend}
        />
      </Table.Td>
    </Table.Tr>
  );
}

function verdictColor({ verdict }: FaultResult): string {
  if (verdict === 'unanswered') return 'gray';
  return verdict === 'right' ? 'green' : 'red';
}

/** `8 right, 2 wrong, 0 not judged`. */
function summary(results: readonly FaultResult[]): string {
  const count = (wanted: FaultResult['verdict']) => results.filter(({ verdict }) => verdict === wanted).length;
  const unanswered = count('unanswered');
  return `${count('right')} right, ${count('wrong')} wrong${unanswered > 0 ? `, ${unanswered} not judged` : ''}.`;
}
