/** The check for newer versions: off until the user switches it on, and then it only notifies. */
import { Anchor, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ProgramSettings, UpdateView } from '#shared/contract/settings.ts';
import { useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatAge } from '../../ui/format.ts';
import { SetByAdministrator } from '../../ui/policy.tsx';
import { useAction } from '../../ui/use-action.ts';

interface UpdateSettingsProps {
  settings: ProgramSettings;
  isLocked: boolean;
  onChange: (change: Partial<ProgramSettings>) => void;
}

export function UpdateSettings({ settings, isLocked, onChange }: UpdateSettingsProps) {
  const known = useCall('updates.get', undefined, { fresh: true });
  const ask = useAction('updates.ask');
  const [feed, setFeed] = useState(settings.updateFeed);
  return (
    <Stack gap="xs">
      <Switch
        label="Check for a newer version once a day"
        description="Asks the address below for the newest version number, sending only the program's name and version. Nothing is downloaded or installed."
        checked={settings.updates}
        disabled={isLocked}
        onChange={(event) => onChange({ updates: event.currentTarget.checked })}
      />
      {isLocked ? <SetByAdministrator /> : null}
      {settings.updates ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ updateFeed: feed.trim() });
          }}
        >
          <Group gap="xs" align="end">
            <TextInput
              label="Address to check"
              placeholder="https://…"
              value={feed}
              readOnly={isLocked}
              onChange={(event) => setFeed(event.currentTarget.value)}
              style={{ flex: 1 }}
            />
            {isLocked ? null : (
              <Button type="submit" variant="default" disabled={feed.trim() === settings.updateFeed}>
                Save
              </Button>
            )}
            <Button
              variant="default"
              disabled={settings.updateFeed === '' || feed.trim() !== settings.updateFeed}
              loading={ask.isPending}
              onClick={() => ask.run(undefined, () => void known.refetch())}
            >
              Check now
            </Button>
          </Group>
          <Text size="sm" mt="xs" role="status">
            {known.data ? <UpdateState known={known.data} /> : null}
          </Text>
        </form>
      ) : null}
    </Stack>
  );
}

/** What is known of newer versions, in a sentence. */
export function UpdateState({ known }: { known: UpdateView }) {
  const open = useAction('app.openExternal');
  const now = useNow(30_000);
  const age = known.askedAt === undefined ? '' : ` Asked ${formatAge(now - known.askedAt)}.`;
  const { page } = known;
  switch (known.state) {
    case 'off':
      return 'Not checked. You can switch it on under Settings, General.';
    case 'unasked':
      return 'Not checked yet.';
    case 'current':
      return `You have the newest version.${age}`;
    case 'failed':
      return `${known.error?.message ?? 'The address could not be reached.'} ${known.error?.action ?? ''}${age}`;
    case 'newer':
      return (
        <>
          Version {known.version} is there.{' '}
          {page === undefined ? null : (
            <Anchor component="button" type="button" inherit onClick={() => open.run({ url: page })}>
              Read about it and download it
            </Anchor>
          )}
          {age}
        </>
      );
  }
}
