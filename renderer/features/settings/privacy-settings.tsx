/** What leaves this computer, how secrets are kept, and the support bundle. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { formatBytes } from '../../ui/format.ts';
import { notify } from '../../ui/notify.ts';
import { Pending } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SecretsNotice } from '../connections/secrets-notice.tsx';

export function PrivacySettings() {
  const save = useAction('support.save');
  const settings = useCall('settings.get', undefined);
  return (
    <Stack gap="lg" maw="46rem">
      <Stack gap="xs">
        <Title order={2}>What leaves this computer</Title>
        {settings.data ? (
          <Text size="sm">
            Requests to the services of your workspaces, deliveries to an endpoint of your own where you forward or
            rehearse them, what you publish to a team server and ask of it,{' '}
            {settings.data.updates
              ? 'and once a day a check for a newer version, which is switched on under General.'
              : 'and nothing else. Checking for newer versions is off unless you switch it on under General.'}{' '}
            There is no telemetry and no crash upload.
          </Text>
        ) : (
          <Pending query={settings} label="Reading the settings" />
        )}
      </Stack>
      <Stack gap="xs">
        <Title order={2}>Tokens and secrets</Title>
        <SecretsNotice always />
      </Stack>
      <Stack gap="xs">
        <Title order={2}>Support bundle</Title>
        <Text size="sm">
          A zip file with versions, states, the newest requests and the log. Tokens, names, addresses and numbers of
          customers are taken out. It is saved on this computer; you decide whom you send it to.
        </Text>
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          loading={save.isPending}
          onClick={() =>
            save.run(undefined, ({ name, bytes, path, base64 }) => {
              if (base64 !== undefined) download(name, base64);
              else if (path === undefined) return;
              notify(`Saved ${path ?? name} (${formatBytes(bytes)}).`);
            })
          }
        >
          Save a support bundle …
        </Button>
      </Stack>
    </Stack>
  );
}

function download(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/zip' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
