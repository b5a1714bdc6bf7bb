/** One token: its class, what it opens, its age, expiry, last use and last refusal. Never the token. */
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CheckView, TokenView } from '#shared/contract/connections.ts';
import { TOKEN_CLASS_OPENS, TOKEN_NAMES } from '#shared/resources.ts';
import { useNow } from '../../ui/clock.ts';
import { Dim } from '../../ui/dim.tsx';
import { FactList } from '../../ui/fact-table.tsx';
import { formatAge, formatDuration } from '../../ui/format.ts';
import { notify } from '../../ui/notify.ts';
import { useAction } from '../../ui/use-action.ts';
import { CheckList } from './checks.tsx';
import { secretChanges, useSecretChanges } from './secret-changes.ts';
import { type IncomingSecret, SecretEntry } from './secret-entry.tsx';
import { useCheckAgain } from './use-check-again.ts';

const RENEWAL = {
  refresh_token: 'automatically, with its refresh token',
  client_credentials: 'automatically, with client_id and client_secret',
  none: 'not automatically',
  lost: 'only by the customer: the service refused its refresh token',
} as const;

export function TokenCard({ workspace, token }: { workspace: string; token: TokenView }) {
  const { tokenClass, scope, present, renewal } = token;
  const [replacing, setReplacing] = useState(false);
  const { take, test, renew, forget, found } = useTokenActions(workspace, token);
  const pasted = tokenClass === 'api' || tokenClass === 'registration';
  const name = TOKEN_NAMES[tokenClass];
  return (
    <article className="ms-token" aria-label={scope === undefined ? name : `${name} of authorization ${scope}`}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {name}
          {scope === undefined ? '' : ` of authorization ${scope}`}
        </Text>
        <StateBadge token={token} />
      </Group>
      <Dim size="sm">Opens {TOKEN_CLASS_OPENS[tokenClass]}.</Dim>
      {present ? <Facts token={token} /> : null}
      {found ? <CheckList checks={[found]} /> : null}
      {replacing || (pasted && !present) ? (
        <SecretEntry
          label={name}
          busy={take.isPending}
          onTake={(secret) => take.run(secret, () => setReplacing(false))}
        />
      ) : null}
      <Group gap="xs">
        <Button
          variant="default"
          loading={test.isPending}
          disabled={!present && renewal !== 'client_credentials'}
          onClick={test.run}
        >
          Test
        </Button>
        {(tokenClass === 'client' && renewal === 'client_credentials') || renewal === 'refresh_token' ? (
          <Button variant="default" loading={renew.isPending} onClick={renew.run}>
            {present ? 'Renew' : 'Fetch'}
          </Button>
        ) : null}
        {present && tokenClass !== 'client' ? (
          <Button variant="default" onClick={() => setReplacing((now) => !now)}>
            Replace
          </Button>
        ) : null}
        {present ? (
          <Button variant="subtle" color="red" onClick={forget.run}>
            Forget
          </Button>
        ) : null}
      </Group>
    </article>
  );
}

/** What can be done with a token; `found` is what a test of the one that is here found. */
function useTokenActions(workspace: string, { tokenClass, scope }: TokenView) {
  const set = useAction('connections.setSecret');
  const importToken = useAction('connections.importToken');
  const forget = useAction('connections.forget');
  const renew = useAction('connections.renew');
  const test = useAction('connections.test');
  // With the registration token the addresses of the service are found.
  const checkAgain = useCheckAgain(workspace, tokenClass === 'registration' ? 'made' : undefined);
  const changes = useSecretChanges(tokenClass);
  const [found, setFound] = useState<{ check: CheckView; after: number }>();
  const target = { workspace, ...(scope === undefined ? {} : { scope }) };
  const name = TOKEN_NAMES[tokenClass];
  const tryIt = () => {
    const after = secretChanges.count(tokenClass);
    test.run({ ...target, tokenClass }, (check) => setFound({ check, after }));
  };
  const take = (secret: IncomingSecret, onSaved: () => void) => {
    const done = () => {
      onSaved();
      notify(`The ${name} was saved.`);
      setFound(undefined);
      checkAgain();
      tryIt();
    };
    if (tokenClass === 'api' || tokenClass === 'registration') set.run({ workspace, which: tokenClass, secret }, done);
    else if (scope !== undefined) importToken.run({ workspace, authorization: scope, what: 'access', secret }, done);
  };
  const renewIt = () =>
    renew.run({ ...target, tokenClass: tokenClass === 'client' ? 'client' : 'access' }, () => {
      notify(`A new ${name} was fetched.`);
      setFound(undefined);
      checkAgain();
    });
  const forgetIt = () =>
    forget.run({ ...target, which: tokenClass }, () => {
      setFound(undefined);
      checkAgain();
    });
  return {
    found: found?.after === changes ? found.check : undefined,
    take: { run: take, isPending: set.isPending || importToken.isPending },
    test: { run: tryIt, isPending: test.isPending },
    renew: { run: renewIt, isPending: renew.isPending },
    forget: { run: forgetIt },
  };
}

function StateBadge({ token }: { token: TokenView }) {
  const now = useNow(30_000);
  if (!token.present) return <Badge color="gray">missing</Badge>;
  if (token.renewal === 'lost') return <Badge color="red">ask the customer</Badge>;
  if (token.refusedAt !== undefined && token.refusedAt > (token.acceptedAt ?? 0))
    return <Badge color="red">refused</Badge>;
  if (token.expiresAt !== undefined && token.expiresAt <= now) return <Badge color="orange">expired</Badge>;
  return <Badge color="green">present</Badge>;
}

function Facts({ token }: { token: TokenView }) {
  const now = useNow(30_000);
  const ago = (at: number | undefined, without = 'never') =>
    at === undefined || at === 0 ? without : formatAge(now - at);
  const left = token.expiresAt === undefined ? undefined : token.expiresAt - now;
  const facts: [string, string][] = [
    ['Received', ago(token.obtainedAt, 'not known')],
    [
      left !== undefined && left <= 0 ? 'Expired' : 'Expires',
      left === undefined ? 'the service did not say' : left <= 0 ? formatAge(-left) : `in ${formatDuration(left)}`,
    ],
    ['Renewed', RENEWAL[token.renewal]],
    ['Last accepted', ago(token.acceptedAt)],
    ['Last refused', ago(token.refusedAt)],
    ...(token.granted === undefined ? [] : ([['Scope', token.granted]] satisfies [string, string][])),
  ];
  return <FactList facts={facts} className="ms-token-facts" />;
}
