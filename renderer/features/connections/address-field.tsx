/** The address of a service. It is looked at as soon as it was entered: is it one, does a Green Button API answer there. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { CallOutput } from '#shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useNow } from '../../ui/clock.ts';
import { formatDuration } from '../../ui/format.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { SET_BY_ADMINISTRATOR, usePolicy } from '../../ui/policy.tsx';
import { CheckList } from './checks.tsx';

/** Id of its field in the page. */
export const ADDRESS_FIELD = 'service-address';

interface AddressFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function AddressField({ value, onChange }: AddressFieldProps) {
  const services = usePolicy().view?.services;
  const [found, setFound] = useState<CallOutput<'connections.checkAddress'>>();
  /** Since when it is looked at, epoch milliseconds. */
  const [since, setSince] = useState<number>();
  const entered = useRef(value);
  entered.current = value;
  const look = async (address: string) => {
    if (address.trim() === '') return;
    const began = Date.now();
    setSince(began);
    try {
      const answer = await call('connections.checkAddress', { baseUrl: address });
      // Another one may have been entered meanwhile: nothing is said of it here, nor is it replaced.
      if (entered.current !== address) return;
      setFound(answer);
      if (answer.baseUrl !== undefined) onChange(answer.baseUrl);
    } catch (thrown) {
      notifyFailure(thrown);
    } finally {
      setSince((newest) => (newest === began ? undefined : newest));
    }
  };
  const take = (suggestion: string) => {
    onChange(suggestion);
    void look(suggestion);
  };
  return (
    <Stack gap="xs">
      <TextInput
        id={ADDRESS_FIELD}
        label="Base URL"
        description={
          services === undefined
            ? 'The part before /DataCustodian and /api, with https'
            : `Allowed are ${services.join(', ')}. ${SET_BY_ADMINISTRATOR}`
        }
        placeholder="https://utility.example.com"
        required
        value={value}
        onChange={(event) => {
          setFound(undefined);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => void look(value)}
        spellCheck={false}
      />
      <div aria-live="polite">
        {since !== undefined ? <Looking since={since} /> : found ? <CheckList checks={found.checks} /> : null}
      </div>
      {since === undefined && found?.suggestion !== undefined ? (
        <Button variant="default" w="fit-content" onClick={() => take(found.suggestion ?? '')}>
          Use {found.suggestion}
        </Button>
      ) : null}
    </Stack>
  );
}

function Looking({ since }: { since: number }) {
  const now = useNow(1000);
  return (
    <Text size="sm">
      Looking … <span aria-hidden>{formatDuration(Math.max(0, now - since))}</span>
    </Text>
  );
}
