/** A request that acts: sent once, and what came of it. */
import { Text } from '@mantine/core';
import { useState } from 'react';
import type { ResourceAnswer } from '#shared/contract/resources.ts';
import { asErrorValue, useCommand } from '../../api/index.ts';
import { LoadingState } from '../../ui/states.tsx';
import { Notice } from '../connections/notice.tsx';
import type { SentByHand } from './operation-words.ts';
import { OutcomeUnknown } from './outcome-unknown.tsx';
import { AnswerView } from './resource-answer.tsx';

export interface Acting {
  /** What was sent from this form; undefined before. */
  sent: SentByHand | undefined;
  isPending: boolean;
  answer: ResourceAnswer | undefined;
  error: Error | null;
  send: (sent: SentByHand, confirmed: boolean) => void;
  /** Forgets what was sent. */
  reset: () => void;
}

/** @param form names what is on the screen: another one knows nothing of what this one sent */
export function useActing(workspace: string, form: string): Acting {
  const { mutate, reset, isPending, data, error } = useCommand('resources.send');
  const [last, setLast] = useState<{ form: string; sent: SentByHand }>();
  const isHere = last?.form === form;
  return {
    sent: isHere ? last.sent : undefined,
    isPending,
    answer: isHere ? data : undefined,
    error: isHere ? error : null,
    send: (sent, confirmed) => {
      setLast({ form, sent });
      mutate({ workspace, ...sent, confirmed });
    },
    reset: () => {
      setLast(undefined);
      reset();
    },
  };
}

interface ActedProps {
  workspace: string;
  act: Acting;
  sent: SentByHand;
  /** Asks for an address of the JSON API. */
  onFollow: (path: string) => void;
}

export function Acted({ workspace, act: { answer, error }, sent, onFollow }: ActedProps) {
  if (error) return <NoAnswer workspace={workspace} sent={sent} error={error} onFollow={onFollow} />;
  if (!answer) {
    return (
      <>
        <LoadingState label={`Sending the ${sent.method}`} />
        <Text size="sm" c="dimmed" ta="center">
          It goes on when you leave this page; its answer then stands in the history.
        </Text>
      </>
    );
  }
  return <AnswerView workspace={workspace} answer={answer} json sent={sent} onFollow={onFollow} />;
}

function NoAnswer({ error: thrown, ...rest }: { error: Error } & Omit<ActedProps, 'act'>) {
  const { message, action, details } = asErrorValue(thrown);
  // An error of the window itself, as of a lost connection to the program, says nothing about the service.
  if (details?.outcome === 'not_acted') {
    return (
      <Notice color="red" title={message} role="alert">
        {action} Nothing was changed at the service.
      </Notice>
    );
  }
  const requestId = typeof details?.requestId === 'string' ? details.requestId : undefined;
  return (
    <OutcomeUnknown {...rest} requestId={requestId}>
      {message}
    </OutcomeUnknown>
  );
}
