/** Opens a scenario file, says what it will do, and runs it. The page reads the file itself: it is small and plain text. */
import { Alert, Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconFileCode } from '@tabler/icons-react';
import { useState } from 'react';
import type { ScenarioFilePreview } from '#shared/contract/scenario-files.ts';
import type { ErrorValue } from '#shared/errors.ts';
import { asErrorValue, call } from '../../api/index.ts';
import { ScenarioFileWords } from './scenario-file-words.tsx';

interface Opened {
  name: string;
  /** Undefined where it cannot be run. */
  preview?: ScenarioFilePreview;
  error?: ErrorValue;
}

/** A file that is to be run, and where. */
export interface OpenedFile {
  preview: ScenarioFilePreview;
  utilities: string[];
  form: string;
}

interface ScenarioFileButtonProps {
  /** Where a file is submitted that names no utility or form. */
  utilities: readonly string[];
  form: string;
  readOnly: boolean;
  onRun: (opened: OpenedFile) => void;
}

export function ScenarioFileButton({ utilities, form, readOnly, onRun }: ScenarioFileButtonProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const open = async (file: File | null) => {
    if (file) setOpened(await read(file));
  };
  return (
    <>
      <FileButton accept=".json,application/json" onChange={(file) => void open(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconFileCode size={14} aria-hidden />} {...props}>
            Open a scenario file…
          </Button>
        )}
      </FileButton>
      <Modal opened={opened !== undefined} onClose={close} size="lg" title={opened?.name ?? ''}>
        {opened?.preview ? (
          <Ready
            preview={opened.preview}
            utilities={utilities}
            form={form}
            readOnly={readOnly}
            onCancel={close}
            onRun={(run) => {
              close();
              onRun(run);
            }}
          />
        ) : (
          <Alert color="red" variant="light" title="This file cannot be run">
            <Text size="sm" className="ms-support-fault">
              {opened?.error?.message}
            </Text>
            <Text size="sm">{opened?.error?.action}</Text>
          </Alert>
        )}
      </Modal>
    </>
  );
}

async function read(file: File): Promise<Opened> {
  const { name } = file;
  try {
    return { name, preview: await call('scenarioFiles.read', { name, text: await file.text() }) };
  } catch (thrown) {
    return { name, error: asErrorValue(thrown) };
  }
}

interface ReadyProps extends ScenarioFileButtonProps {
  preview: ScenarioFilePreview;
  onCancel: () => void;
}

function Ready({ preview, readOnly, onCancel, onRun, ...given }: ReadyProps) {
  const submit = preview.file.steps[0]?.submit;
  const utilities = submit?.utility === undefined ? [...given.utilities] : [submit.utility];
  const form = submit?.form ?? given.form;
  const lacks = utilities.length === 0 ? 'utility' : form === '' ? 'form' : undefined;
  return (
    <Stack gap="sm">
      <ScenarioFileWords preview={preview} utilities={utilities} form={form} />
      {lacks === undefined ? null : (
        <Text size="sm" c="red">
          Choose a {lacks} on the screen behind first: the file names none.
        </Text>
      )}
      {readOnly ? <Text size="sm">This workspace is read-only, so nothing can be sent.</Text> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          data-autofocus
          disabled={readOnly || lacks !== undefined}
          onClick={() => onRun({ preview, utilities, form })}
        >
          Run this file
        </Button>
      </Group>
    </Stack>
  );
}
