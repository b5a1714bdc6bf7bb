/** A request that may or may not have acted: it is not sent again, and where to look before one does it by hand. */
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { matchOperation } from '#shared/json-operations.ts';
import { Notice } from '../connections/notice.tsx';
import { LogLink } from './log-link.tsx';
import type { SentByHand } from './operation-words.ts';
import { shownJsonPath } from './resources-address.ts';

interface OutcomeUnknownProps {
  workspace: string;
  sent: SentByHand;
  /** Its id in the request log, where its answer does not name it. */
  requestId?: string | undefined;
  onFollow: (path: string) => void;
  /** What happened. */
  children: ReactNode;
}

export function OutcomeUnknown({ workspace, sent, requestId, onFollow, children }: OutcomeUnknownProps) {
  const shownBy = matchOperation(sent.method, shownJsonPath(sent.path))?.shownBy;
  return (
    <Notice color="orange" title="It is not known whether the service acted" role="alert">
      <Text size="sm">{children}</Text>
      <Text size="sm">It was sent once and is not sent again by itself. Look before you send it once more.</Text>
      <Group gap="xs" mt={6}>
        {shownBy === undefined ? null : (
          <Button size="compact-sm" variant="default" onClick={() => onFollow(shownBy)}>
            GET {shownBy}
          </Button>
        )}
        <LogLink workspace={workspace} requestId={requestId} size="compact-sm" />
      </Group>
    </Notice>
  );
}
