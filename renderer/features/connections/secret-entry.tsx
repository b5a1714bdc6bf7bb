/** Takes a secret in. On the desktop from the clipboard by the main side, so that it never passes this page; else typed. */
import { Button, Group, PasswordInput } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useCall } from '../../api/index.ts';

export type IncomingSecret = { value: string } | { clipboard: true };

interface SecretEntryProps {
  /** What it is, e.g. `API token`. */
  label: string;
  busy: boolean;
  onTake: (secret: IncomingSecret) => void;
}

export function SecretEntry({ label, busy, onTake }: SecretEntryProps) {
  const info = useCall('app.info', undefined);
  const field = useRef<HTMLInputElement>(null);
  const [typing, setTyping] = useState(false);
  const clipboard = info.data?.capabilities.clipboard === true;

  const takeTyped = (event: React.FormEvent) => {
    event.preventDefault();
    const value = field.current?.value ?? '';
    // The field is not React's: its text is dropped here and lives nowhere else.
    if (field.current) field.current.value = '';
    if (value.trim() !== '') onTake({ value });
  };

  if (clipboard && !typing) {
    return (
      <Group gap="xs">
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconClipboard size={14} aria-hidden />}
          onClick={() => onTake({ clipboard: true })}
        >
          Paste the copied {label}
        </Button>
        <Button variant="subtle" onClick={() => setTyping(true)}>
          Type it in
        </Button>
      </Group>
    );
  }
  return (
    <form onSubmit={takeTyped}>
      <Group gap="xs" wrap="nowrap">
        <PasswordInput
          ref={field}
          size="xs"
          aria-label={label}
          placeholder={`Paste the ${label}`}
          autoComplete="off"
          spellCheck={false}
          style={{ flex: 1, minWidth: '10rem' }}
        />
        <Button variant="default" type="submit" loading={busy}>
          Save
        </Button>
      </Group>
    </form>
  );
}
