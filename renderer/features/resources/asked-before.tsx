/** What was asked by hand in this workspace, as the request log keeps it: one click asks again, or fills the form with what acts. */
import { Button, Popover } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { Dim } from '../../ui/dim.tsx';
import { formatOwnTime } from '../../ui/format.ts';
import { StatusBadge } from '../requests/status-badge.tsx';
import type { ResourcesSearch } from './resources-address.ts';
import { useAskedBefore } from './use-asked-before.ts';

interface AskedBeforeProps {
  workspace: string;
  onAsk: (search: ResourcesSearch) => void;
}

export function AskedBefore({ workspace, onAsk }: AskedBeforeProps) {
  const [opened, setOpened] = useState(false);
  const ask = (search: ResourcesSearch) => {
    setOpened(false);
    onAsk(search);
  };
  return (
    <Popover position="bottom-end" width={460} opened={opened} onChange={setOpened} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setOpened((is) => !is)}
        >
          History
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="ms-resource-history">
        <Lines workspace={workspace} onAsk={ask} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Lines({ workspace, onAsk }: AskedBeforeProps) {
  const { calls, error, isPending } = useAskedBefore(workspace);
  if (calls.length === 0) {
    return <Dim size="sm">{error ? error.message : isPending ? 'Loading…' : 'Nothing has been asked yet.'}</Dim>;
  }
  return (
    <ul className="ms-resource-entities" aria-label="Asked before">
      {calls.map(({ first: { id, method, at }, last, again }) => (
        <li key={id}>
          <button
            type="button"
            className="ms-resource-name"
            onClick={() => onAsk(method === 'GET' ? again : { request: id })}
          >
            <StatusBadge request={last} />
            <span>
              {method === 'GET' ? '' : `${method} `}
              {again.path}
              {again.api ? ' (JSON)' : ''}
            </span>
            <Dim>
              {formatOwnTime(at)}
              {method === 'GET' ? '' : ' · only fills the form'}
            </Dim>
          </button>
        </li>
      ))}
    </ul>
  );
}
