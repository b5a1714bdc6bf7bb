/** What the service itself says of an authorization or a meter: its status, and its notes, newest first. */
import { Badge, Group, Stack, Table, Text } from '@mantine/core';
import type { ServiceView } from '#shared/contract/portfolio.ts';
import { useNow } from '../../ui/clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatAge, formatDuration, formatOwnTime } from '../../ui/format.ts';

export function ServiceNotes({ service }: { service: ServiceView | undefined }) {
  const now = useNow(10_000);
  if (!service) {
    return <Text c="dimmed">Its status is not known yet. Fetching new data gets it; that needs the API token.</Text>;
  }
  const notes = [...service.notes].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {service.status ? <Badge color="gray">{service.status}</Badge> : null}
        {service.message ? <Text size="sm">{service.message}</Text> : null}
        {service.statusAt === undefined ? null : <Dim size="sm">{formatAge(now - service.statusAt)}</Dim>}
      </Group>
      {notes.length === 0 ? (
        <Text c="dimmed">No notes.</Text>
      ) : (
        <Table aria-label="Notes from the service" verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Written</Table.Th>
              <Table.Th>Note</Table.Th>
              <Table.Th>What it says</Table.Th>
              <Table.Th>Expected</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {notes.map((note, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes have no id, and their order is their own
              <Table.Tr key={index}>
                <Table.Td>{note.at === undefined ? '' : formatOwnTime(note.at)}</Table.Td>
                <Table.Td className="ms-mono">{note.type}</Table.Td>
                <Table.Td>{note.message}</Table.Td>
                <Table.Td>{etaWords(note.eta, now)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

function etaWords(eta: number | undefined, now: number): string {
  if (eta === undefined) return '';
  return eta > now ? `in ${formatDuration(eta - now)}` : `was expected ${formatAge(now - eta)}`;
}
