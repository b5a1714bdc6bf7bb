/** Settings of the program: general, appearance, network, keys, data, privacy. What belongs to a workspace is on its connection page. */
import { SegmentedControl, Stack, Switch, Tabs, Title, useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey, useCall, useCommand } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { notifyFailure } from '../../ui/notify.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SET_BY_ADMINISTRATOR, usePolicy } from '../../ui/policy.tsx';
import { usePreference } from '../../ui/preferences.ts';
import { Screen } from '../../ui/screen.tsx';
import { Pending } from '../../ui/states.tsx';
import { DataSettings } from './data-settings.tsx';
import { FormatsSettings } from './formats-settings.tsx';
import { KeysSettings } from './keys-settings.tsx';
import { NetworkSettings } from './network-settings.tsx';
import { PolicyNotice } from './policy-notice.tsx';
import { PrivacySettings } from './privacy-settings.tsx';
import { UpdateSettings } from './update-settings.tsx';

const NOTIFIED =
  'Of test submissions, batches, historical collections and jobs of more than a minute (but the demo’s) that have ended, not of cancelled ones; of a scheduled batch that began to fail; and of a newer version.';

const tabs = [
  { value: 'general', label: 'General', Content: General },
  { value: 'appearance', label: 'Appearance', Content: Appearance },
  { value: 'formats', label: 'Formats', Content: FormatsSettings },
  { value: 'network', label: 'Network', Content: NetworkSettings },
  { value: 'keys', label: 'Keys', Content: KeysSettings },
  { value: 'data', label: 'Data', Content: DataSettings },
  { value: 'privacy', label: 'Privacy', Content: PrivacySettings },
];

export function SettingsScreen() {
  return (
    <Screen title="Settings">
      <PolicyNotice />
      <Tabs defaultValue="general" keepMounted={false}>
        <Tabs.List>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, Content }) => (
          <Tabs.Panel key={value} value={value} pt="md">
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Screen>
  );
}

function General() {
  const settings = useCall('settings.get', undefined);
  const change = useCommand('settings.change');
  const cache = useQueryClient();
  const { isLocked } = usePolicy();
  if (settings.error || !settings.data) return <Pending query={settings} label="Reading the settings" />;
  // Also when another tab is open by then: callbacks of `mutate` end with their component.
  const set = (next: Parameters<typeof change.mutate>[0]) =>
    void change.mutateAsync(next).then(() => {
      void settings.refetch();
      // What is known of newer versions is of the address that is asked.
      void cache.invalidateQueries({ queryKey: queryKey('updates.get') });
    }, notifyFailure);
  const number = (name: 'patienceMinutes' | 'quietSeconds', max: number, label: string, description: string) => (
    <NumberField
      label={label}
      description={description}
      min={1}
      max={max}
      whole
      whenLeft
      value={settings.data[name]}
      onChange={(value) => set({ [name]: value })}
      w="24rem"
    />
  );
  return (
    <Stack gap="lg" maw="40rem">
      <Switch
        label="Notify me when long tasks finish"
        description={isLocked('notifications') ? SET_BY_ADMINISTRATOR : NOTIFIED}
        disabled={isLocked('notifications')}
        checked={settings.data.notifications}
        onChange={(event) => set({ notifications: event.currentTarget.checked })}
      />
      {number(
        'patienceMinutes',
        1440,
        'Patience with test submissions, minutes',
        'After this time, what a submission should have led to counts as missing. A run can also be judged at once.',
      )}
      {number(
        'quietSeconds',
        3600,
        'Quiet that proves an indefinite wait, seconds',
        'Scenarios that must stay pending pass once nothing has changed for this long.',
      )}
      <UpdateSettings settings={settings.data} isLocked={isLocked('updates')} onChange={set} />
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
