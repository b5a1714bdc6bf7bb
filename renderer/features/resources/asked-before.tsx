/** What was asked by hand in this workspace, as the request log keeps it; one click asks again. */
import { Badge, Button, Popover } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatOwnTime } from '../../ui/format.ts';
import { askedAgain, type ResourcesSearch } from './resources-address.ts';

/** Lines of the log. */
const LISTED = 200;

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

/** Asked for whenever it is opened: no topic says that it grew. */
function Lines({ workspace, onAsk }: AskedBeforeProps) {
  const { lines, error, isFetching } = useAskedBefore(workspace);
  if (lines.length === 0) {
    return <Dim size="sm">{error ? error.message : isFetching ? 'Loading…' : 'Nothing was asked yet.'}</Dim>;
  }
  return (
    <ul className="ms-resource-entities" aria-label="Asked before">
      {lines.map((line) => {
        const again = askedAgain(line);
        return (
          <li key={line.id}>
            <button type="button" className="ms-resource-name" onClick={() => onAsk(again)}>
              <Badge variant="default">{line.status ?? (line.error ? 'failed' : '…')}</Badge>
              <span>
                {again.path}
                {again.api ? ' (JSON)' : ''}
              </span>
              <Dim>{formatOwnTime(line.at)}</Dim>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Newest first, each question once: a redirect or a renewed token is none of its own. */
function useAskedBefore(workspace: string) {
  const about = { kind: 'browser', id: 'resources' } as const;
  const { data, error, isFetching } = useCall('requests.list', { workspace, about, limit: LISTED }, { fresh: true });
  return { lines: data?.filter(({ id, call = id }) => call === id) ?? [], error, isFetching };
}
