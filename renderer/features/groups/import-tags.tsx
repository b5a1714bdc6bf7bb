/** Reads a CSV file of tags and says what came of it. The page reads the file itself: it is plain text. */
import { Alert, Button, Code, FileButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import type { ErrorValue } from '#shared/errors.ts';
import { asErrorValue, call } from '../../api/index.ts';
import { formatCounted } from '../../ui/format.ts';

interface Outcome {
  name: string;
  answer?: CallOutput<'tags.import'>;
  error?: ErrorValue;
}

export function ImportTagsButton({ workspace }: { workspace: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  const forget = useRef<() => void>(null);
  const open = async (file: File | null) => {
    if (!file) return;
    // Chosen again once it is corrected, the same file is news.
    forget.current?.();
    setBusy(true);
    try {
      setOutcome({ name: file.name, answer: await call('tags.import', { workspace, text: await file.text() }) });
    } catch (error) {
      setOutcome({ name: file.name, error: asErrorValue(error) });
    } finally {
      setBusy(false);
    }
  };
  const close = () => setOutcome(undefined);
  return (
    <>
      <FileButton resetRef={forget} accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void open(file)}>
        {(props) => (
          <Button
            variant="default"
            loading={busy}
            leftSection={<IconFileImport size={14} aria-hidden />}
            title="A first line with the columns meter and tag; also tags, note, group, authorization"
            {...props}
          >
            Import tags…
          </Button>
        )}
      </FileButton>
      <Modal opened={outcome !== undefined} onClose={close} size="lg" title={outcome?.name ?? ''}>
        <Stack gap="md">
          {outcome?.error ? <Refused error={outcome.error} /> : null}
          {outcome?.answer ? <Done {...outcome.answer} /> : null}
          <Group justify="flex-end">
            <Button onClick={close} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Done({ lines, meters, authorizations, tags, notes, groups, unused }: CallOutput<'tags.import'>) {
  const parts = [
    formatCounted(tags, 'tag'),
    formatCounted(notes, 'note'),
    ...(groups > 0 ? [formatCounted(groups, 'group')] : []),
  ];
  const subjects = [
    ...(meters > 0 || authorizations === 0 ? [formatCounted(meters, 'meter')] : []),
    ...(authorizations > 0 ? [formatCounted(authorizations, 'authorization')] : []),
  ];
  return (
    <Alert color="green" variant="light" role="status" title="Imported">
      <Text size="sm">
        {formatCounted(lines, 'line')}: {parts.join(', ')} for {subjects.join(' and ')}.
      </Text>
      {unused.length > 0 ? <Text size="sm">Columns that mean nothing here: {unused.join(', ')}.</Text> : null}
    </Alert>
  );
}

/** As `tags.import` says it: the first problems, a sentence each, and how many there are. */
function problemsOf({ details }: ErrorValue): { shown: string[]; count: number } {
  const shown = Array.isArray(details?.problems) ? details.problems.filter((one) => typeof one === 'string') : [];
  return { shown, count: typeof details?.count === 'number' ? details.count : shown.length };
}

function Refused({ error }: { error: ErrorValue }) {
  const { shown, count } = problemsOf(error);
  return (
    <Alert color="red" variant="light" role="alert" title="Nothing was imported">
      {shown.length > 0 ? (
        <List size="sm" spacing={2}>
          {shown.map((problem) => (
            <List.Item key={problem} style={{ overflowWrap: 'anywhere' }}>
              {problem}
            </List.Item>
          ))}
          {count > shown.length ? <List.Item>And {formatCounted(count - shown.length, 'other')}.</List.Item> : null}
        </List>
      ) : (
        <Text size="sm">
          {error.message} <Code>{error.code}</Code>
        </Text>
      )}
      <Text size="sm" mt="xs">
        {error.action}
      </Text>
    </Alert>
  );
}
