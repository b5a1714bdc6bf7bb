/** Where secrets are kept; where that is weak, the user is told and asked. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { SecretsStatusView } from '#shared/contract/connections.ts';
import { useCall } from '../../api/index.ts';
import { useAction } from '../../ui/use-action.ts';
import { Notice } from './notice.tsx';

/** Shows itself only where there is something to decide or to know. `always` shows the good case, too. */
export function SecretsNotice({ always = false }: { always?: boolean }) {
  const status = useCall('secrets.status', undefined);
  const decide = useAction('secrets.decide');
  if (!status.data) return null;
  const { data } = status;
  const choose = (keep: 'disk' | 'session') => decide.run({ keep });
  const quiet = data.keeping === 'disk' && data.strength === 'os' && !data.problem && data.unreadable.length === 0;
  if (quiet && !always) return null;
  return (
    <Stack gap="xs">
      {data.problem ? <Notice color="red" title={data.problem.message} /> : null}
      {data.unreadable.length > 0 ? (
        <Notice
          color="orange"
          title={`Saved tokens or passwords of ${data.unreadable.map(({ workspace }) => workspace).join(', ')} cannot be opened here`}
        >
          They were sealed by {sealersWords(data)}. Enter them again, or open the program where they can be opened; they
          stay where they are.
        </Notice>
      ) : null}
      <Notice
        color={data.keeping === 'undecided' ? 'orange' : 'gray'}
        title={data.keeping === 'undecided' ? 'How should tokens and passwords be kept?' : secretsTitle(data)}
      >
        <Stack gap="xs">
          <Text size="sm">{explain(data)}</Text>
          <Group gap="xs">
            {data.keeping !== 'disk' ? (
              <Button variant="default" loading={decide.isPending} onClick={() => choose('disk')}>
                {data.strength === 'weak' ? 'Keep them on disk anyway' : 'Keep them on disk'}
              </Button>
            ) : null}
            {data.keeping !== 'session' ? (
              <Button variant="default" loading={decide.isPending} onClick={() => choose('session')}>
                This session only
              </Button>
            ) : null}
          </Group>
        </Stack>
      </Notice>
    </Stack>
  );
}

/** What sealed the secrets that cannot be opened here: backends by their names, or another computer's key of the one in use. */
export function sealersWords({ unreadable, backend }: Pick<SecretsStatusView, 'unreadable' | 'backend'>): string {
  const names = new Set(unreadable.map((one) => one.backend));
  return [...names]
    .map((name) => (name === backend ? `another key of “${name}”` : `“${name}”, which is not what keeps secrets now`))
    .join(', and by ');
}

/** How secrets are kept on this computer, in a few words. */
export function secretsTitle({ keeping, strength }: SecretsStatusView): string {
  if (keeping === 'undecided') return 'Tokens and passwords are held in memory until you decide';
  if (keeping === 'session') return 'Tokens and passwords are kept for this session only';
  return strength === 'os'
    ? 'Tokens and passwords are kept by the operating system'
    : 'Tokens and passwords are kept on disk, weakly protected';
}

function explain({ keeping, strength, backend }: SecretsStatusView): string {
  const weak = `This computer offers no keychain to the program (“${backend}”): whoever can read your files could read them.`;
  if (keeping === 'undecided')
    return `${weak} Until you decide, they are held in memory and gone when the program ends.`;
  if (keeping === 'session') return 'Nothing secret is written to disk; you enter them again after a restart.';
  return strength === 'os' ? `They are sealed with “${backend}” in a file that only you can read.` : weak;
}
