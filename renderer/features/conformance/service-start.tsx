/** What a check of the service does, and the choice of what it may change. */
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ServiceCheck } from '#shared/contract/service-check.ts';
import type { Consent } from '#shared/service-check.ts';
import { useCommand } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';

interface ServiceStartProps {
  workspace: string;
  check: ServiceCheck;
  onStarted: () => void;
}

export function ServiceStart({ workspace, check, onStarted }: ServiceStartProps) {
  const { offers, isLive } = check;
  const begin = useCommand('conformance.startService');
  const [chosen, setChosen] = useState<readonly Consent[]>(() =>
    isLive ? [] : offers.filter(({ cannot }) => cannot === undefined).map(({ consent }) => consent),
  );
  const start = () =>
    begin.mutate({ workspace, consents: [...chosen] }, { onSuccess: onStarted, onError: notifyFailure });
  usePaletteActions([{ id: 'check-service', label: 'Check the service', group: 'Pre-check', run: start }]);
  return (
    <div className="ms-panel ms-check-start">
      <Stack gap="sm">
        <Text size="sm">
          <b>It reads first:</b> every address of the service with the right token, with each wrong one, a malformed one
          and none; query parameters that make sense and that do not; authorization and token requests with faults; ids,
          tokens and TLS.{' '}
          {isLive ? 'It sends one request a second: some hundred requests that the service has to refuse. ' : ''}
          Every request is in the request log.
        </Text>
        <fieldset className="ms-check-consents">
          <legend>
            <b>Then, only where you say so, what changes something.</b> It asks again before each of these.
          </legend>
          <Stack gap="xs">
            {offers.map(({ consent, title, what, cannot }) => (
              <Checkbox
                key={consent}
                label={title}
                description={cannot === undefined ? what : `${what} Not here: ${cannot}`}
                disabled={cannot !== undefined}
                checked={chosen.includes(consent)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked ? [...chosen, consent] : chosen.filter((one) => one !== consent),
                  )
                }
              />
            ))}
          </Stack>
        </fieldset>
        <Group>
          <Button loading={begin.isPending} onClick={start}>
            Check the service
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
