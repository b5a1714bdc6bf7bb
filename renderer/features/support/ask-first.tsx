/** What acts on a service: nothing in a read-only workspace, and on a live one only after saying what it means. */
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCall } from '../../api/index.ts';

/** What is about to be done. */
interface Deed {
  /** On the button: "Fire residential". */
  name: string;
  /** What it means, each a sentence. */
  means: readonly string[];
  /** `confirmed`: the user was asked. */
  act: (confirmed: boolean) => void;
}

interface AskFirst {
  /** Does it, or asks first. */
  ask: (deed: Deed) => void;
  /** Nothing may be done here. */
  readOnly: boolean;
  /** To stand on the screen: the question, or why there is nothing to do. */
  dialog: ReactNode;
}

export function useAskFirst(workspace: string): AskFirst {
  const [asked, setAsked] = useState<Deed>();
  const workspaces = useCall('workspaces.list', undefined);
  const here = workspaces.data?.find(({ id }) => id === workspace);
  const close = () => setAsked(undefined);
  return {
    ask: (deed) => (here?.mode === 'live' ? setAsked(deed) : deed.act(false)),
    readOnly: here?.readOnly ?? false,
    dialog: (
      <>
        {here?.readOnly ? (
          <Alert color="gray" title="This workspace is read-only" variant="light">
            Nothing is sent that changes anything at the service. Its settings, under Connection, switch that off.
          </Alert>
        ) : null}
        <Modal opened={asked !== undefined} onClose={close} title={`${asked?.name ?? ''} on LIVE?`}>
          <Stack gap="sm">
            <Text>
              <b>{here?.name}</b> is a live workspace, with real customers behind it: {here?.baseUrl}
            </Text>
            {asked?.means.map((sentence) => (
              <Text key={sentence}>{sentence}</Text>
            ))}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" data-autofocus onClick={close}>
                Cancel
              </Button>
              <Button
                color="red"
                variant="light"
                onClick={() => {
                  close();
                  asked?.act(true);
                }}
              >
                {asked?.name} on LIVE
              </Button>
            </Group>
          </Stack>
        </Modal>
      </>
    ),
  };
}
