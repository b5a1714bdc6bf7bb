/** One authorization: its state, periods and scope, and its meters. */
import './authorizations.css';
import { Badge, SimpleGrid, Stack, Tabs, Text, Title, Tooltip } from '@mantine/core';
import { useEffect } from 'react';
import type { AuthorizationRow } from '#shared/contract/portfolio.ts';
import { asErrorValue, useCall } from '../../api/index.ts';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatAge, formatCount, formatUtcDay } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { rememberRecent } from '../../ui/recents.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, Pending } from '../../ui/states.tsx';
import { CheckLink } from '../conformance/check-link.tsx';
import { EventsLink } from '../events/events-link.tsx';
import { MarkButton } from '../groups/mark-dialog.tsx';
import { TagChips } from '../groups/tag-chips.tsx';
import { SyncButton } from '../jobs/sync-button.tsx';
import { MeterTable } from '../meters/meter-table.tsx';
import { CollectAuthorizationButton } from '../support/collect-button.tsx';
import { expiryWords, scopeParts, statusColor } from './authorization-words.ts';
import { CustomerTree } from './customer-tree.tsx';
import { ServiceNotes } from './service-notes.tsx';
import { TokenState, useAccessToken } from './token-state.tsx';

export function AuthorizationScreen({ workspace, authorization: id }: { workspace: string; authorization: string }) {
  const authorization = useCall('authorizations.get', { workspace, id });
  const token = useAccessToken(workspace, authorization.data?.uid);
  const opened = authorization.data?.id;
  useEffect(() => {
    if (opened !== undefined) rememberRecent(workspace, { kind: 'authorization', id: opened });
  }, [opened, workspace]);
  if (authorization.error && asErrorValue(authorization.error).code === 'authorization_unknown') {
    return (
      <EmptyState title="This authorization is not in the workspace" action={<SyncButton workspace={workspace} />}>
        It may be newer than the last fetch, or it was removed.
      </EmptyState>
    );
  }
  if (authorization.error || !authorization.data)
    return <Pending query={authorization} label="Loading the authorization" />;
  const { data } = authorization;
  const needsToken = token?.isMissing === true;
  return (
    <Screen
      title={data.customerName ?? `Authorization ${data.uid}`}
      crumbs={[
        <AnchorLink key="all" to="/w/$workspace/authorizations" params={{ workspace }} inherit>
          Authorizations
        </AnchorLink>,
      ]}
      facts={
        <>
          <Badge color={statusColor(data.status)}>{data.status.label}</Badge>
          <TagChips {...data} />
        </>
      }
      actions={
        <>
          <MarkButton workspace={workspace} kind="authorization" ids={[data.id]} />
          <EventsLink workspace={workspace} object={data.uid} />
          <CheckLink workspace={workspace} search={{ authorization: data.uid }} size="sm" />
          <CollectAuthorizationButton workspace={workspace} authorization={id} />
          {needsToken ? null : <SyncButton workspace={workspace} authorization={id} />}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <div className="ms-panel" style={{ padding: '0.6rem 0.8rem' }}>
          <Facts authorization={data} />
        </div>
        <div className="ms-panel" style={{ padding: '0.6rem 0.8rem' }}>
          <Stack gap="xs">
            <Title order={2}>Scope</Title>
            <Scope scope={data.scope} />
            <TokenState workspace={workspace} uid={data.uid} />
          </Stack>
        </div>
      </SimpleGrid>
      <Parts workspace={workspace} authorization={data} needsToken={needsToken} />
    </Screen>
  );
}

interface PartsProps {
  workspace: string;
  authorization: AuthorizationRow;
  needsToken: boolean;
}

/** What belongs to it: its meters, its customer, and what the service notes. */
function Parts({ workspace, authorization: { id, usagePoints, service }, needsToken }: PartsProps) {
  return (
    <Tabs defaultValue="meters" className="ms-tabs" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="meters">Meters ({usagePoints})</Tabs.Tab>
        <Tabs.Tab value="customer">Customer</Tabs.Tab>
        <Tabs.Tab value="notes">Status and notes ({service?.notes.length ?? 0})</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="customer">
        <div className="ms-panel" style={{ padding: '0.6rem 0.8rem', overflow: 'auto' }}>
          <CustomerTree workspace={workspace} authorization={id} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="notes">
        <div className="ms-panel" style={{ padding: '0.6rem 0.8rem', overflow: 'auto' }}>
          <ServiceNotes service={service} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="meters">
        <MeterTable
          workspace={workspace}
          authorization={id}
          empty={
            needsToken ? (
              <EmptyState
                title="This authorization has no access_token"
                action={
                  <AnchorLink to="/w/$workspace/connection" params={{ workspace }}>
                    Connection
                  </AnchorLink>
                }
              >
                Without one its data cannot be fetched. Ask the customer to authorize, or import a token, on the
                Connection page.
              </EmptyState>
            ) : (
              <EmptyState
                title="This authorization has no meters yet"
                action={<SyncButton workspace={workspace} authorization={id} />}
              >
                Its data has not been fetched yet, or the service has none.
              </EmptyState>
            )
          }
        />
      </Tabs.Panel>
    </Tabs>
  );
}

function Facts({ authorization }: { authorization: AuthorizationRow }) {
  const day = (seconds: number) => formatUtcDay(seconds * 1000);
  const periodWords = (period: AuthorizationRow['authorizedPeriod']) =>
    period && `${day(period.start)} – ${period.duration > 0 ? day(period.start + period.duration) : 'open end'}`;
  const facts: [string, string | undefined][] = [
    ['Uid', authorization.uid],
    ['Utility', authorization.service?.utility],
    ['Nickname', authorization.service?.nickname],
    ['Referral', authorization.service?.referrals.join(', ') || undefined],
    ['Authorized for', periodWords(authorization.authorizedPeriod)],
    ['Data published for', periodWords(authorization.publishedPeriod)],
    ['Access expires', expiryWords(authorization, Date.now()) || undefined],
    ['Readings', formatCount(authorization.readings)],
    [
      'Data',
      authorization.firstDay && authorization.lastDay
        ? `${authorization.firstDay} – ${authorization.lastDay}`
        : undefined,
    ],
    ['Fetched', authorization.syncedAt === undefined ? 'not yet' : formatAge(Date.now() - authorization.syncedAt)],
  ];
  return <FactTable facts={facts} names="9.5rem" />;
}

function Scope({ scope }: { scope: string | undefined }) {
  if (!scope) return <Text c="dimmed">The authorization names no scope.</Text>;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '0.35rem' }}>
      {scopeParts(scope).map(({ text, meaning }) => (
        <Tooltip key={text} label={meaning ?? 'As sent by the service'} openDelay={100}>
          <Badge variant="default" size="sm" tabIndex={0}>
            {meaning && text.startsWith('FB') ? `${text.slice(3)} ${meaning}` : text}
          </Badge>
        </Tooltip>
      ))}
    </div>
  );
}
