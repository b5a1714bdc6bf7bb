/** The state of an authorization's access_token: age, expiry, last use, last refusal. Never the token. */
import { Badge, Group, Text, Title } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { tokenWords } from './token-words.ts';

/** The access_token of an authorization; undefined until it is known, and for opened files, which have none. `uid` is the authorization's uid at the service. */
export function useAccessToken(workspace: string, uid: string | undefined) {
  const tokens = useCall('connections.tokens', { workspace, authorization: uid ?? '', most: 1 });
  const token = tokens.data?.tokens.find(({ tokenClass, scope }) => tokenClass === 'access' && scope === uid);
  return tokens.data && { token, isMissing: !token?.present };
}

export function TokenState({ workspace, uid }: { workspace: string; uid: string }) {
  const now = useNow(30_000);
  const known = useAccessToken(workspace, uid);
  if (!known) return null;
  const { token } = known;
  return (
    <>
      <Group gap="xs">
        <Title order={2}>access_token</Title>
        <Badge color={token?.present ? 'green' : 'gray'} data-testid="token-state">
          {token?.present ? 'present' : 'missing'}
        </Badge>
        <AnchorLink to="/w/$workspace/connection" params={{ workspace }} size="sm">
          Connection
        </AnchorLink>
      </Group>
      {token?.present ? <Text size="sm">{tokenWords(token, now)}</Text> : null}
    </>
  );
}
