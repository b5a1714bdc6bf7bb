/** What keeps a workspace waiting whose data an earlier version wrote, and how far it is. */
import { Progress, Stack, Text, Title } from '@mantine/core';
import { openingShare, openingWords } from './opening-words.ts';
import { useStoreOpening } from './use-store-opening.ts';

export function StoreOpening({ workspace }: { workspace: string }) {
  const progress = useStoreOpening(workspace);
  if (!progress) return null;
  return (
    <Stack
      className="ms-panel"
      gap="xs"
      p="md"
      m="sm"
      role="status"
      aria-label="Opening the workspace"
      data-testid="opening"
    >
      <Title order={2}>Bringing this workspace up to date</Title>
      <Text size="sm">
        An earlier version of Meterscope wrote its data. Nothing is lost if the program ends meanwhile: it goes on at
        the next start.
      </Text>
      <Progress value={openingShare(progress) * 100} aria-label="Progress of bringing the workspace up to date" />
      <Text size="sm" c="dimmed">
        {openingWords(progress)}
      </Text>
    </Stack>
  );
}
