/** What can be done with the query that is written: laid out anew, run, and ended while it runs. */
import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useShownKeys } from '../../ui/keymap.ts';

interface ActionsProps {
  /** Nothing is written. */
  isEmpty: boolean;
  isRunning: boolean;
  onFormat: () => void;
  onRun: () => void;
  onCancel: () => void;
}

export function QueryActions({ isEmpty, isRunning, onFormat, onRun, onCancel }: ActionsProps) {
  const keys = useShownKeys();
  return (
    <>
      <Button variant="default" onClick={onFormat} disabled={isEmpty}>
        Format
      </Button>
      {isRunning ? (
        <Button variant="default" leftSection={<IconPlayerStop size={14} aria-hidden />} onClick={onCancel}>
          Cancel
        </Button>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          title={`Run (${keys('act')})`}
          onClick={onRun}
          disabled={isEmpty}
        >
          Run
        </Button>
      )}
    </>
  );
}
