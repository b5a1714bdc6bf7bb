/** The state of an authorization's access_token: age, expiry, last use, last refusal. Never the token. */
import { Badge, Group, Text, Title } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { tokenWords } from './token-words.ts';

/** `uid` is the authorization's uid at the service. Shows nothing for opened files, which have no tokens. */
export function TokenState({ workspace, uid }: { workspace: string; uid: string }) {
  const now = useNow(30_000);
  const tokens = useCall('connections.tokens', { workspace });
  if (!tokens.data) return null;
  const token = tokens.data.tokens.find(({ tokenClass, scope }) => tokenClass === 'access' && scope === uid);
  return (
    <>
      <Group gap="xs">
        <Title order={2}>access_token</Title>
        <Badge color={token?.present ? 'green' : 'gray'} data-testid="token-state">
          {token?.present ? 'there' : 'none'}
        </Badge>
        <AnchorLink to="/w/$workspace/connection" params={{ workspace }} size="sm">
          Connection
        </AnchorLink>
      </Group>
      {token?.present ? <Text size="sm">{tokenWords(token, now)}</Text> : null}
    </>
  );
}
