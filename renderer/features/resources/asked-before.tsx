/** What was asked by hand in this workspace, as the request log keeps it: one click asks again, or fills the form with what acts. */
import { Badge, Button, Popover } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { Dim } from '../../ui/dim.tsx';
import { formatOwnTime } from '../../ui/format.ts';
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
  const { lines, error, isPending } = useAskedBefore(workspace);
  if (lines.length === 0) {
    return <Dim size="sm">{error ? error.message : isPending ? 'Loading…' : 'Nothing has been asked yet.'}</Dim>;
  }
  return (
    <ul className="ms-resource-entities" aria-label="Asked before">
      {lines.map(({ id, method, status, error: failure, at, again }) => (
        <li key={id}>
          <button
            type="button"
            className="ms-resource-name"
            onClick={() => onAsk(method === 'GET' ? again : { request: id })}
          >
            <Badge variant="default">{status ?? (failure ? 'failed' : '…')}</Badge>
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
