/** Settings of the program: general, appearance, keys, data, privacy. What belongs to a workspace is on its connection page. */
import { NumberInput, SegmentedControl, Stack, Switch, Tabs, Title, useMantineColorScheme } from '@mantine/core';
import { useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { usePreference } from '../../ui/preferences.ts';
import { Screen } from '../../ui/screen.tsx';
import { Pending } from '../../ui/states.tsx';
import { DataSettings } from './data-settings.tsx';
import { KeysSettings } from './keys-settings.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { UpdateSettings } from './update-settings.tsx';

export function SettingsScreen() {
  return (
    <Screen title="Settings">
      <Tabs defaultValue="general" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="general">General</Tabs.Tab>
          <Tabs.Tab value="appearance">Appearance</Tabs.Tab>
          <Tabs.Tab value="keys">Keys</Tabs.Tab>
          <Tabs.Tab value="data">Data</Tabs.Tab>
          <Tabs.Tab value="privacy">Privacy</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="general" pt="md">
          <General />
        </Tabs.Panel>
        <Tabs.Panel value="appearance" pt="md">
          <Appearance />
        </Tabs.Panel>
        <Tabs.Panel value="keys" pt="md">
          <KeysSettings />
        </Tabs.Panel>
        <Tabs.Panel value="data" pt="md">
          <DataSettings />
        </Tabs.Panel>
        <Tabs.Panel value="privacy" pt="md">
          <PrivacySettings />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function General() {
  const settings = useCall('settings.get', undefined);
  const change = useCommand('settings.change');
  if (settings.error || !settings.data) return <Pending query={settings} label="Reading the settings" />;
  // Also when another tab is open by then: callbacks of `mutate` end with their component.
  const set = (next: Parameters<typeof change.mutate>[0]) =>
    void change.mutateAsync(next).then(() => settings.refetch(), notifyFailure);
  const setNumber = (name: 'patienceMinutes' | 'quietSeconds', text: string, most: number) => {
    const value = Number(text);
    if (text !== '' && Number.isInteger(value) && value >= 1) set({ [name]: Math.min(value, most) });
  };
  return (
    <Stack gap="lg" maw="40rem">
      <Switch
        label="Notify me when long tasks finish"
        description="Shows a system notification when a job or a test submission ends."
        checked={settings.data.notifications}
        onChange={(event) => set({ notifications: event.currentTarget.checked })}
      />
      <NumberInput
        label="Patience with test submissions, minutes"
        description="After so long, what a submission should have led to counts as missing. A run can also be judged at once."
        min={1}
        max={1440}
        allowDecimal={false}
        clampBehavior="blur"
        defaultValue={settings.data.patienceMinutes}
        onBlur={(event) => setNumber('patienceMinutes', event.currentTarget.value, 1440)}
        w="24rem"
      />
      <NumberInput
        label="Quiet that proves an indefinite wait, seconds"
        description="Scenarios that must stay pending pass once nothing has changed for so long."
        min={1}
        max={3600}
        allowDecimal={false}
        clampBehavior="blur"
        defaultValue={settings.data.quietSeconds}
        onBlur={(event) => setNumber('quietSeconds', event.currentTarget.value, 3600)}
        w="24rem"
      />
      <UpdateSettings settings={settings.data} onChange={set} />
    </Stack>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [contrast, setContrast] = usePreference<'normal' | 'more'>('contrast', 'normal');
  return (
    <Stack gap="md" maw="40rem">
      <Title order={2} id="scheme-title">
        Theme
      </Title>
      <SegmentedControl
        aria-labelledby="scheme-title"
        value={colorScheme}
        onChange={(value) => setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')}
        data={[
          { value: 'auto', label: 'Match the system' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        style={{ alignSelf: 'start' }}
      />
      <Switch
        label="High contrast"
        checked={contrast === 'more'}
        onChange={(event) => setContrast(event.currentTarget.checked ? 'more' : 'normal')}
      />
      <Dim size="sm">Zoom with Ctrl and plus or minus; the program works up to 200 %.</Dim>
    </Stack>
  );
}
