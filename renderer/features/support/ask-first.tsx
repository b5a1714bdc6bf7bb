/**
 * What acts on a service: nothing in a read-only workspace, and on a live one only after saying what it means. What is written
 * by hand asks everywhere.
 */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useWorkspace } from '../../api/index.ts';

/** What is about to be done. */
interface Deed {
  /** On the button: "Fire residential". */
  name: string;
  /** What it means: sentences, or what shows them once they are known. */
  means: readonly string[] | ReactElement;
  /** `confirmed`: the user was asked. */
  act: (confirmed: boolean) => void;
}

interface Choices {
  /** Asks in a test workspace, too. */
  always?: boolean;
}

interface AskFirst {
  /** Does it, or asks first. */
  ask: (deed: Deed) => void;
  /** Nothing may be done here. */
  readOnly: boolean;
  /** To stand on the screen: the question, or why there is nothing to do. */
  dialog: ReactNode;
}

export function useAskFirst(workspace: string, { always = false }: Choices = {}): AskFirst {
  const [asked, setAsked] = useState<Deed>();
  const here = useWorkspace(workspace);
  const isLive = here?.mode === 'live';
  const where = isLive ? ' on LIVE' : '';
  const close = () => setAsked(undefined);
  return {
    ask: (deed) => (isLive || always ? setAsked(deed) : deed.act(false)),
    readOnly: here?.readOnly ?? false,
    dialog: (
      <>
        {here?.readOnly ? (
          <Alert color="gray" title="This workspace is read-only" variant="light">
            Nothing is sent that changes anything at the service. Its settings, under Connection, switch that off.
          </Alert>
        ) : null}
        <Modal opened={asked !== undefined} onClose={close} title={`${asked?.name ?? ''}${where}?`}>
          <Stack gap="sm">
            {here === undefined ? null : (
              <Text>
                <b>{here.name}</b> is a {isLive ? 'live workspace, with real customers behind it' : 'test workspace'}:{' '}
                {here.baseUrl}
              </Text>
            )}
            {asked === undefined ? null : 'length' in asked.means ? <Sentences of={asked.means} /> : asked.means}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" data-autofocus onClick={close}>
                Cancel
              </Button>
              <Button
                {...(isLive ? { color: 'red' } : {})}
                variant="light"
                disabled={here === undefined}
                onClick={() => {
                  close();
                  asked?.act(true);
                }}
              >
                {`${asked?.name ?? ''}${where}`}
              </Button>
            </Group>
          </Stack>
        </Modal>
      </>
    ),
  };
}

/** Each a paragraph. */
export function Sentences({ of }: { of: readonly string[] }) {
  return of.map((sentence) => <Text key={sentence}>{sentence}</Text>);
}
