/** The designed states of a screen without data: empty, loading, failed. Each says the next step. */
import './states.css';
import { Button, Code, Loader, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asErrorValue } from '../api/index.ts';

/** Nothing here yet: what would be here, and how to get it. */
export function EmptyState(props: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="ms-state" role="status">
      {props.icon ? <div className="ms-state-icon">{props.icon}</div> : null}
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
      <Title order={2}>{props.title ?? 'This did not work'}</Title>
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
