/** What keeps a workspace waiting whose data an earlier version wrote, and how far it is. */
import { Progress, Stack, Text, Title } from '@mantine/core';
import { formatCount } from '../../ui/format.ts';
import { type OpeningProgress, useStoreOpening } from './use-store-opening.ts';

export function StoreOpening({ workspace }: { workspace: string }) {
  const progress = useStoreOpening(workspace);
  if (!progress) return null;
  return (
    <Stack className="ms-panel" gap="xs" p="md" role="status" aria-label="Opening the workspace" data-testid="opening">
      <Title order={2}>Bringing this workspace up to date</Title>
      <Text size="sm">
        An earlier version of Meterscope wrote its data. Nothing is lost if the program ends meanwhile: it goes on at the
        next start.
      </Text>
      <Progress value={openingShare(progress) * 100} aria-label="Progress of bringing the workspace up to date" />
      <Text size="sm" c="dimmed">
        {openingWords(progress)}
      </Text>
    </Stack>
  );
}

/** "Step 3 of 9. What lists say of meters: 5,000 of 30,000 meters". */
export function openingWords({ step, steps, what, done, of, noun }: OpeningProgress): string {
  const counted = done === undefined || of === undefined ? '' : `: ${formatCount(done)} of ${formatCount(of)} ${noun ?? ''}`;
  return `Step ${formatCount(step)} of ${formatCount(steps)}. ${what}${counted}`.trimEnd();
}

/** Share 0..1 of the steps that are done, each counted alike, whatever it takes. */
export function openingShare({ step, steps, done = 0, of = 0 }: OpeningProgress): number {
  return (step - 1 + (of > 0 ? done / of : 0)) / steps;
}
