import { Code, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { FactTable } from '../../ui/fact-table.tsx';
import { formatBytes, formatDuration } from '../../ui/format.ts';
import { Screen } from '../../ui/screen.tsx';
import { Pending } from '../../ui/states.tsx';
import { secretsTitle } from '../connections/secrets-notice.tsx';
import { UpdateState } from '../settings/update-settings.tsx';

/** What this program is, where its data lies, and how it is doing. */
export function AboutScreen() {
  const info = useCall('app.info', undefined, { fresh: true });
  const secrets = useCall('secrets.status', undefined, { fresh: true });
  const updates = useCall('updates.get', undefined, { fresh: true });
  if (info.error || !info.data) return <Pending query={info} label="Loading program details" />;
  const { data } = info;
  const facts: [string, React.ReactNode][] = [
    ['Version', data.version],
    ['Newer version', updates.data ? <UpdateState key="updates" known={updates.data} /> : ''],
    ['Runs as', data.host === 'desktop' ? 'desktop program' : 'browser host'],
    ['Platform', data.platform],
    ['Data folder', <Code key="folder">{data.dataFolder}</Code>],
    ['Secrets', secrets.data ? secretsTitle(secrets.data) : ''],
    ['Memory of the main process', formatBytes(data.memory)],
    [
      'Start-up time',
      data.usableAt === undefined ? 'not measured yet' : formatDuration(data.usableAt - data.startedAt),
    ],
  ];
  return (
    <Screen title="About Meterscope">
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="xs">
          <Text>A desktop workbench for Green Button utility data that customers have authorised.</Text>
          <FactTable names="14rem" spacing={4} facts={facts} />
        </Stack>
        <Stack gap="xs">
          <Title order={2}>Parts</Title>
          <FactTable names="14rem" spacing={4} facts={Object.entries(data.versions)} />
        </Stack>
      </SimpleGrid>
      <Licences />
    </Screen>
  );
}

/** Licences of everything that is inside. */
function Licences() {
  const licences = useCall('about.licences', undefined);
  if (!licences.data || licences.data.length === 0) return null;
  return (
    <Stack gap="xs" mt="xl">
      <Title order={2}>Made with</Title>
      <details>
        <summary>
          <Text size="sm" c="dimmed" component="span">
            {licences.data.length} open-source packages are included, with thanks to their authors. Meterscope itself is
            under the MIT licence.
          </Text>
        </summary>
        <FactTable
          names="14rem"
          spacing={4}
          facts={licences.data.map(({ name, version, license, text }) => [
            name,
            <Licence key={name} line={`${version}, ${license}`} text={text} />,
          ])}
        />
      </details>
    </Stack>
  );
}

/** A licence by its name, and word by word where it is opened. */
function Licence({ line, text }: { line: string; text: string | undefined }) {
  if (text === undefined) return line;
  return (
    <details>
      <summary>{line}</summary>
      <Text size="xs" component="pre" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Text>
    </details>
  );
}
