/** Everything that is known of one request: what was sent and answered, how long each part took, its tries, what it was for. */
import { Button, Code, Menu, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { InspectedRequest } from '#shared/contract/requests.ts';
import { TOKEN_NAMES } from '#shared/resources.ts';
import { useCall } from '../../api/index.ts';
import { type CopiedRequest, toCurl, toFetch, toPython } from '../../ui/copy-as.ts';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatBytes, formatCounted, formatDuration, formatOwnTime } from '../../ui/format.ts';
import { copyText } from '../../ui/notify.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import { Message } from './request-message.tsx';
import { RequestTiming, Tries } from './request-timing.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Subjects } from './subject-link.tsx';

interface RequestDetailProps {
  workspace: string;
  id: string;
  onOpen: (id: string) => void;
}

/** While it is under way it is asked for again and again. Milliseconds. */
const everyMs = 700;

export function RequestDetail({ workspace, id, onOpen }: RequestDetailProps) {
  const inspected = useCall(
    'requests.inspect',
    { workspace, id },
    { fresh: true, askAgainAfter: (answer) => (answer && answer.request.durationMs === undefined ? everyMs : false) },
  );
  if (inspected.error) return <FailureState error={inspected.error} onRetry={() => void inspected.refetch()} />;
  if (!inspected.data) return <LoadingState label="Loading the request" />;
  return <Inspected workspace={workspace} inspected={inspected.data} onOpen={onOpen} />;
}

interface InspectedProps extends Pick<RequestDetailProps, 'workspace' | 'onOpen'> {
  inspected: InspectedRequest;
}

function Inspected({ workspace, inspected, onOpen }: InspectedProps) {
  const { request, kept, tries, about } = inspected;
  return (
    <Stack gap="sm">
      <Code block tabIndex={0} aria-label="Method and address">
        {request.method} {request.url}
      </Code>
      <div className="ms-request-head">
        <StatusBadge request={request} />
        <Text size="sm">
          {formatOwnTime(request.at)}
          {request.durationMs === undefined ? '' : ` · ${formatDuration(request.durationMs)}`} ·{' '}
          {formatBytes(request.bytes)}
        </Text>
        <CopyAs copied={copiedOf(inspected)} />
      </div>
      {request.error ? (
        <Stack gap={4} role="alert">
          <Text c="var(--ms-bad)">{request.error.message}</Text>
          <Text c="dimmed">{request.error.action}</Text>
          <Code>{request.error.code}</Code>
        </Stack>
      ) : null}
      <Tabs defaultValue="overview" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="overview">Overview</Tabs.Tab>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="answer">Answer</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview" pt="sm">
          <Stack gap="xs">
            <Title order={3}>Timing</Title>
            <RequestTiming request={request} />
            <Title order={3}>Tries</Title>
            <Tries tries={tries} current={request.id} onOpen={onOpen} />
            <Title order={3}>Made for</Title>
            <Subjects workspace={workspace} request={request} about={about} />
            <Title order={3}>More</Title>
            <Facts inspected={inspected} />
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="request" pt="sm">
          {kept ? <Message name="Request" {...kept.sent} bytes={request.sentBytes} /> : <NothingKept />}
        </Tabs.Panel>
        <Tabs.Panel value="answer" pt="sm">
          {kept?.answer ? (
            <Message name="Answer" {...kept.answer} bytes={request.bytes} />
          ) : request.status === undefined ? (
            <Text size="sm">{request.durationMs === undefined ? 'There is no answer yet.' : 'No answer came.'}</Text>
          ) : (
            <NothingKept />
          )}
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Facts({ inspected: { request, brought, kept } }: { inspected: InspectedRequest }) {
  const { tokenClass, sentBytes, receivedBytes, bytes, id } = request;
  const size = (value: number | undefined) => (value === undefined ? 'not known' : formatBytes(value));
  const facts: [string, string | undefined][] = [
    ['Token class', tokenClass === 'none' ? 'none' : TOKEN_NAMES[tokenClass]],
    ['Sent', size(sentBytes)],
    ['Received', `${size(receivedBytes)} over the network, ${formatBytes(bytes)} unpacked`],
    ['HTTP version', kept?.answer?.httpVersion],
    [
      'Brought',
      brought &&
        [
          brought.entries === undefined ? undefined : formatCounted(brought.entries, 'entry', 'entries'),
          brought.readings === undefined ? undefined : formatCounted(brought.readings, 'reading'),
        ]
          .filter(Boolean)
          .join(', '),
    ],
    ['Id', id],
  ];
  return <FactTable facts={facts} names="9rem" spacing={3} />;
}

function NothingKept() {
  return (
    <Text size="sm" c="dimmed">
      Headers and body are not here: they were not kept, or were deleted since (by age, by size or by hand). "What is
      kept" above the log says what is kept now.
    </Text>
  );
}

function CopyAs({ copied }: { copied: CopiedRequest }) {
  const copy = (text: string) =>
    void copyText(
      text,
      copied.scheme === undefined ? 'Copied.' : 'Copied. The token is read from the environment: METERSCOPE_TOKEN.',
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-sm" ml="auto" leftSection={<IconCopy size={14} aria-hidden />}>
          Copy as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => copy(toCurl(copied))}>cURL</Menu.Item>
        <Menu.Item onClick={() => copy(toFetch(copied))}>fetch (Node)</Menu.Item>
        <Menu.Item onClick={() => copy(toPython(copied))}>Python</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Without what was kept, its line has to do. */
function copiedOf({ request, kept }: InspectedRequest): CopiedRequest {
  const { method, url, tokenClass, sentBytes } = request;
  const { headers = {}, body } = kept?.sent ?? {};
  const login = headers.authorization ?? (tokenClass === 'none' ? undefined : 'Bearer');
  const isWhole = body?.state === 'kept' ? !body.cut : body?.state === 'absent' || (sentBytes ?? 0) === 0;
  return {
    method,
    url,
    headers,
    scheme: login?.split(' ')[0],
    body: body?.state === 'kept' ? body.text : undefined,
    note: isWhole ? undefined : 'The body is not whole: it was not kept, or only its beginning was.',
  };
}
