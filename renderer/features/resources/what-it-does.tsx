/** Before a request that acts is sent: what it asks for, how many meters it is about, and what is known of money. */
import { Code, Text } from '@mantine/core';
import { matchOperation } from '#shared/json-operations.ts';
import { useCall } from '../../api/index.ts';
import { Sentences } from '../support/ask-first.tsx';
import { collectionAtStake, submissionsAtStake } from '../support/at-stake.ts';
import { doubtsAbout, membersOf, type SentByHand } from './operation-words.ts';
import { shownJsonPath } from './resources-address.ts';

interface WhatItDoesProps {
  workspace: string;
  sent: SentByHand;
  /** Base of the JSON API. */
  apiBase: string | undefined;
}

export function WhatItDoes({ workspace, sent, apiBase }: WhatItDoesProps) {
  const path = shownJsonPath(sent.path);
  const match = matchOperation(sent.method, path);
  const doubts = match ? doubtsAbout(match.operation, sent.body) : [];
  return (
    <>
      <Code block className="ms-resource-sent" aria-label="Method and address">
        {sent.method} {`${apiBase ?? ''}${path.startsWith('/') ? '' : '/'}${path}`}
      </Code>
      {doubts.length === 0 ? (
        <Meaning workspace={workspace} body={sent.body} match={match} />
      ) : (
        <>
          <Text fw={600}>The service will most likely refuse it: {doubts.join('; ')}.</Text>
          <Text>What it does if the service takes it, and at what price, is not known.</Text>
        </>
      )}
      <Text size="sm" c="dimmed">
        It is sent once, exactly as written, and never repeated by itself.
      </Text>
    </>
  );
}

interface MeaningProps extends Pick<WhatItDoesProps, 'workspace'> {
  body: string;
  match: ReturnType<typeof matchOperation>;
}

function Meaning({ workspace, body, match }: MeaningProps) {
  switch (match?.operation.name) {
    case 'test_submit':
      return <Submission workspace={workspace} body={body} />;
    case 'historical_collection':
      return <Collection workspace={workspace} body={body} />;
    case 'new_form':
      return (
        <Sentences
          of={[
            'A form will be made at the service, and stays there: no documented operation deletes it.',
            'It is about no meter, and triggers no collection.',
          ]}
        />
      );
    case 'delivery_status':
      return <Sentences of={[deliveryWords(match.uid ?? '', membersOf(body).isDelivered)]} />;
    default:
      return (
        <Sentences
          of={[
            'Meterscope does not know this operation: what it does, to how many meters and at what price, is not known.',
          ]}
        />
      );
  }
}

function Submission({ workspace, body }: Pick<MeaningProps, 'workspace' | 'body'>) {
  const { utility, scenario } = membersOf(body);
  const { data } = useCall('scenarios.catalogue', { workspace, utility }, { enabled: utility !== undefined });
  // What it says next is of the collection that a run triggers.
  const [sent = ''] = submissionsAtStake([scenario ?? 'none'], [utility ?? 'no utility'], data?.scenarios);
  return (
    <Sentences
      of={[
        sent,
        'Meterscope triggers no historical collection after it: that is a request of its own.',
        'It gets no verdict: for one, fire the scenario under Test submissions.',
      ]}
    />
  );
}

function Collection({ workspace, body }: Pick<MeaningProps, 'workspace' | 'body'>) {
  const { meters, months } = membersOf(body);
  const { data, error } = useCall(
    'collections.preview',
    { workspace, meters, months },
    { enabled: meters.length > 0, fresh: true },
  );
  return (
    <Sentences
      of={[
        ...collectionAtStake(meters, months, data),
        ...(error ? [`The meters could not be looked up: ${error.message}`] : []),
        'It is not followed: for its progress by meter, start it under Historical collections.',
      ]}
    />
  );
}

function deliveryWords(uid: string, isDelivered: boolean | undefined): string {
  const event = `event ${decodeURIComponent(uid)}`;
  if (isDelivered === undefined) return `The delivery status of ${event} will be changed.`;
  return isDelivered
    ? `The service will count ${event} as delivered, and stop sending it to its webhook.`
    : `The service will count ${event} as not delivered. Whether it sends it again is not documented.`;
}
