/** The designed states of a screen without data: empty, loading, failed. Each says the next step. */
import './states.css';
import { Button, Code, Loader, Text, Title } from '@mantine/core';
import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asErrorValue } from '../api/index.ts';

/** What a query came to, as far as its failure goes. */
export interface Asked {
  data: unknown;
  error: unknown;
  refetch: () => Promise<unknown>;
  /** The data are the answer to an earlier question. */
  isPlaceholderData?: boolean;
}

interface Failure {
  error: unknown;
  /** Asks again what failed. */
  onRetry: () => void;
  /** Nothing is here to be shown; otherwise older data are, and stay on the screen beside the failure. */
  bare: boolean;
}

/** The failure of some queries that a screen shows together; undefined where none failed. */
export function failureOf(answers: readonly Asked[]): Failure | undefined {
  const failed = answers.filter(({ error }) => error !== null && error !== undefined);
  const first = failed[0];
  if (!first) return undefined;
  return {
    error: first.error,
    onRetry: () => void Promise.all(failed.map((one) => one.refetch())),
    bare: failed.some(({ data }) => data === undefined),
  };
}

/** For what shows the answer to an earlier question while the next is asked: it pales, once that takes more than a moment. */
export function ofEarlier(isEarlier = false) {
  return isEarlier ? ({ 'data-earlier': true, 'aria-busy': true } as const) : {};
}

/** Nothing here yet: what would be here, and how to get it. */
export function EmptyState(props: { icon?: Icon; title: string; children?: ReactNode; action?: ReactNode }) {
  const Drawn = props.icon;
  return (
    <div className="ms-state" role="status">
      {Drawn ? (
        <div className="ms-state-icon">
          <Drawn size={26} stroke={1.6} aria-hidden />
        </div>
      ) : null}
      <Title order={2}>{props.title}</Title>
      {props.children ? (
        <Text c="dimmed" maw={460} ta="center" component="div">
          {props.children}
        </Text>
      ) : null}
      {props.action}
    </div>
  );
}

/** There are rows, but none of them is shown: what to undo. */
export function NoMatch({ noun, children }: { noun: string; children: ReactNode }) {
  return (
    <EmptyState title={`No ${noun} match`}>
      <Text size="sm">{children}</Text>
    </EmptyState>
  );
}

/** It is being fetched. Appears after a moment, so that quick answers do not flicker. */
export function LoadingState(props: { label: string }) {
  return (
    <div className="ms-state ms-state-late" role="status" aria-live="polite">
      <Loader size="sm" type="dots" />
      <Text c="dimmed">{props.label}</Text>
    </div>
  );
}

/** It failed: what happened, what can be done, and a button that tries again. */
export function FailureState(props: { error: unknown; onRetry?: () => void; title?: string }) {
  const error = asErrorValue(props.error);
  return (
    <div className="ms-state" role="alert">
      <div className="ms-state-icon ms-state-bad">
        <IconAlertTriangle size={28} stroke={1.6} aria-hidden />
      </div>
      <Title order={2}>{props.title ?? 'Something went wrong'}</Title>
      <Text maw={520} ta="center">
        {error.message}
      </Text>
      {error.action ? (
        <Text c="dimmed" maw={520} ta="center">
          {error.action}
        </Text>
      ) : null}
      <Code>{error.code}</Code>
      {props.onRetry ? (
        <Button variant="default" onClick={props.onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}

/** In the place of an answer that is not here: why not, or that it is being fetched. */
export function Pending({ query: { error, refetch }, label }: { query: Asked; label: string }) {
  return error ? <FailureState error={error} onRetry={() => void refetch()} /> : <LoadingState label={label} />;
}

/** What is shown could not be brought up to date: why, and a button that tries again. The data stay where they are. */
export function RefreshFailure({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { message, action } = asErrorValue(error);
  return (
    <div className="ms-refresh-failure" role="alert">
      <IconAlertTriangle size={15} stroke={1.6} aria-hidden />
      <Text size="xs" flex="1 1 10rem">
        This could not be updated and may be out of date: {message} {action}
      </Text>
      {onRetry ? (
        <Button variant="default" size="compact-xs" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
