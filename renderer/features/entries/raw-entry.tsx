/** An entry as it was received, with the request or file that it came from. */
import { Group, Stack, Text } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { formatOwnTime } from '../../ui/format.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { Pending } from '../../ui/states.tsx';
import { XmlView } from '../../ui/xml/xml-view.tsx';
import { AnonymiseButton } from '../conformance/anonymise-button.tsx';
import { CheckLink } from '../conformance/check-link.tsx';

export function RawEntry({ workspace, entry }: { workspace: string; entry: string }) {
  const raw = useCall('entries.raw', { workspace, id: entry });
  if (raw.error || !raw.data) return <Pending query={raw} label="Loading the entry" />;
  const { kind, href, source, xml, cut } = raw.data;
  return (
    <Stack gap="xs" flex={1} mih={0} miw={0}>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        <b>{kind}</b> {href ? `· ${href} ` : ''}· from {source.kind === 'file' ? 'file ' : ''}
        {source.kind === 'request' ? (
          <AnchorLink
            inherit
            to="/w/$workspace/requests"
            params={{ workspace }}
            search={source.requestId === undefined ? {} : { request: source.requestId }}
          >
            {source.label}
          </AnchorLink>
        ) : (
          source.label
        )}
        , {formatOwnTime(source.at)}
      </Text>
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          The whole document:
        </Text>
        <CheckLink workspace={workspace} search={{ source: source.id }} />
        <AnonymiseButton workspace={workspace} document={{ source: source.id }} size="compact-xs" />
      </Group>
      <XmlView xml={xml} cut={cut} label={`${kind} entry as received`} />
    </Stack>
  );
}
