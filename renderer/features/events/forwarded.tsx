/** How an endpoint of one's own answered forwarded deliveries, and posting them on again. */
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { DeliveryRow } from '#shared/contract/events.ts';
import { queryKey, useCall, useCommand } from '../../api/index.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { arrivalTime } from './event-words.ts';
import { failedForwards, forwardWords, isTaken } from './forward-words.ts';

/** The most that are posted on at one click. */
const atOnce = 1_000;

function useForward(workspace: string) {
  const client = useQueryClient();
  const forward = useCommand('deliveries.forward');
  const run = (ids: number[]) =>
    forward.mutate(
      { workspace, ids },
      {
        onError: notifyFailure,
        onSuccess: async (answers) => {
          const failed = answers.filter((answer) => !isTaken(answer));
          notify(
            failed.length === 0
              ? `Your endpoint took ${answers.length === 1 ? 'it' : `all ${answers.length}`}.`
              : `Your endpoint did not take ${failed.length} of ${answers.length}: ${forwardWords(failed[0])}.`,
          );
          await client.invalidateQueries({ queryKey: queryKey('deliveries.list') });
          await client.invalidateQueries({ queryKey: queryKey('deliveries.get') });
        },
      },
    );
  return { run, isPending: forward.isPending };
}

/** Posts on again what the endpoint did not take; nothing where it took everything. */
export function ForwardFailed({ workspace, rows }: { workspace: string; rows: readonly DeliveryRow[] }) {
  const { run, isPending } = useForward(workspace);
  const failed = failedForwards(rows).slice(0, atOnce);
  if (failed.length === 0) return null;
  return (
    <Button size="compact-sm" variant="default" loading={isPending} onClick={() => run(failed)}>
      Forward {failed.length === 1 ? 'the one' : `the ${failed.length}`} not taken again
    </Button>
  );
}

/** The endpoint's answer to one delivery, and a button that posts it on now. */
export function Forwarded({ workspace, delivery }: { workspace: string; delivery: DeliveryRow }) {
  const { run, isPending } = useForward(workspace);
  const settings = useCall('events.settings', { workspace });
  const url = settings.data?.settings.forward.url;
  const { forward, verdict, id } = delivery;
  if (verdict !== 'good' || (forward === undefined && !url)) return null;
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between">
        <Text size="sm">
          {forward === undefined ? (
            'Not forwarded.'
          ) : (
            <>
              Forwarded {arrivalTime(forward.at)}: <b>{forwardWords(forward)}</b>
            </>
          )}
        </Text>
        {url ? (
          <Button variant="default" loading={isPending} onClick={() => run([id])}>
            {forward === undefined ? 'Forward' : 'Forward again'}
          </Button>
        ) : null}
      </Group>
      {forward?.body ? (
        <Code block tabIndex={0} aria-label="Beginning of the endpoint’s answer">
          {forward.body}
        </Code>
      ) : null}
      {forward === undefined ? null : (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {forward.url}
        </Text>
      )}
    </Stack>
  );
}
