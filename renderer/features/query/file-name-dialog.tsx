/** Asks for the name of a query's file. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { nameFault } from '#shared/query-file.ts';

interface FileNameProps {
  title: string;
  initial: string;
  onClose: () => void;
  /** Answers whether it was done. */
  onName: (name: string) => Promise<boolean>;
}

export function FileNameDialog({ title, initial, onClose, onName }: FileNameProps) {
  const [typed, setTyped] = useState(initial);
  const name = /\.sql$/i.test(typed.trim()) ? typed.trim() : `${typed.trim()}.sql`;
  const fault = nameFault(name);
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (fault === undefined) void onName(name).then((done) => done && onClose());
        }}
      >
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label="Name"
            description="Of a file in the folder of queries; it ends with .sql."
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fault}
          />
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={fault !== undefined}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
