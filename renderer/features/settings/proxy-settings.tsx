/** Which proxy requests go through. */
import { Button, Group, Radio, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ProxySetting } from '#shared/contract/network.ts';
import { Dim } from '../../ui/dim.tsx';
import { notify } from '../../ui/notify.ts';
import { SetByAdministrator } from '../../ui/policy.tsx';
import { useAction } from '../../ui/use-action.ts';
import { SecretEntry } from '../connections/secret-entry.tsx';

interface ProxySettingsProps {
  proxy: ProxySetting;
  hasPassword: boolean;
  desktop: boolean;
  isLocked: boolean;
}

export function ProxySettings({ proxy, hasPassword, desktop, isLocked }: ProxySettingsProps) {
  const [next, setNext] = useState(proxy);
  const save = useAction('network.setProxy');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(next, () => notify('The proxy was saved.'));
  };
  return (
    <Stack gap="sm">
      <Title order={2}>Proxy</Title>
      {isLocked ? <SetByAdministrator but={next.mode === 'manual' ? 'the user name' : undefined} /> : null}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Radio.Group
            label="How requests leave this computer"
            value={next.mode}
            onChange={(mode) => setNext({ ...next, mode: mode === 'manual' || mode === 'none' ? mode : 'system' })}
          >
            <Stack gap="xs">
              <Radio
                value="system"
                disabled={isLocked && next.mode !== 'system'}
                label="As the system says"
                description={SYSTEM[desktop ? 'desktop' : 'browser']}
              />
              <Radio value="manual" disabled={isLocked && next.mode !== 'manual'} label="By hand" />
              <Radio
                value="none"
                disabled={isLocked && next.mode !== 'none'}
                label="None"
                description="Every service is asked directly."
              />
            </Stack>
          </Radio.Group>
          {next.mode === 'manual' ? <ManualFields proxy={next} isLocked={isLocked} onChange={setNext} /> : null}
          {isLocked && next.mode !== 'manual' ? null : (
            <Button
              type="submit"
              variant="default"
              loading={save.isPending}
              disabled={JSON.stringify(next) === JSON.stringify(proxy)}
              style={{ alignSelf: 'start' }}
            >
              Save the proxy
            </Button>
          )}
        </Stack>
      </form>
      {proxy.mode === 'manual' && proxy.user !== '' ? <Password has={hasPassword} /> : null}
    </Stack>
  );
}

const SYSTEM = {
  desktop: 'The proxy, exceptions and PAC file of the system’s network settings.',
  browser: 'The variables https_proxy, all_proxy and no_proxy with which the program was started.',
};

interface ManualFieldsProps {
  proxy: ProxySetting;
  /** All but the user name, which is the user's own. */
  isLocked: boolean;
  onChange: (next: ProxySetting) => void;
}

function ManualFields({ proxy, isLocked, onChange }: ManualFieldsProps) {
  return (
    <>
      <TextInput
        label="Address of the proxy"
        placeholder="http://proxy.example:3128"
        required
        value={proxy.address}
        readOnly={isLocked}
        onChange={(event) => onChange({ ...proxy, address: event.currentTarget.value })}
        spellCheck={false}
      />
      <TextInput
        label="User name"
        description="Only where the proxy wants a sign-in (Basic); its password is entered after saving."
        value={proxy.user}
        onChange={(event) => onChange({ ...proxy, user: event.currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
      />
      <Textarea
        label="Exceptions"
        description="Hosts that are asked directly, e.g. inner.example, *.lab.example, 10.0.0.0/8. This computer always is."
        rows={2}
        value={proxy.except}
        readOnly={isLocked}
        onChange={(event) => onChange({ ...proxy, except: event.currentTarget.value })}
        spellCheck={false}
      />
    </>
  );
}

function Password({ has }: { has: boolean }) {
  const set = useAction('network.setPassword');
  return (
    <section aria-label="Password of the proxy">
      <Text size="sm" fw={600}>
        Password of the proxy {has ? '' : '(not entered)'}
      </Text>
      <Dim>Kept as tokens are: sealed, and never shown.</Dim>
      <Group gap="xs" mt="xs">
        <SecretEntry
          label="proxy password"
          busy={set.isPending}
          onTake={(secret) => set.run({ secret }, () => notify('The password of the proxy was saved.'))}
        />
        {has ? (
          <Button variant="subtle" color="red" onClick={() => set.run({})}>
            Forget
          </Button>
        ) : null}
      </Group>
    </section>
  );
}
