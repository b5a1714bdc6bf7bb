/** What was asked by hand in this workspace, as the request log keeps it; one click asks again. */
import { Badge, Button, Menu } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import { Dim } from '../../ui/dim.tsx';
import { formatOwnTime } from '../../ui/format.ts';
import { askedAgain, type ResourcesSearch } from './resources-address.ts';

/** Lines of the log; one of a redirect or a renewed token is not a question of its own. */
const LISTED = 200;

interface AskedBeforeProps {
  workspace: string;
  onAsk: (search: ResourcesSearch) => void;
}

export function AskedBefore(props: AskedBeforeProps) {
  return (
    <Menu position="bottom-end" width={460} withinPortal>
      <Menu.Target>
        <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />}>
          History
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="ms-resource-history" aria-label="Asked before">
        <Lines {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asked for whenever the menu is opened: no topic says that it grew. */
function Lines({ workspace, onAsk }: AskedBeforeProps) {
  const about = { kind: 'browser', id: 'resources' } as const;
  const asked = useCall('requests.list', { workspace, about, limit: LISTED }, { fresh: true });
  const lines = asked.data?.filter(({ id, call = id }) => call === id) ?? [];
  if (lines.length === 0) {
    return (
      <Menu.Item disabled>
        {asked.error ? asked.error.message : asked.data ? 'Nothing was asked yet.' : 'Loading…'}
      </Menu.Item>
    );
  }
  return lines.map((line) => {
    const again = askedAgain(line);
    return (
      <Menu.Item
        key={line.id}
        onClick={() => onAsk(again)}
        leftSection={
          <Badge variant="default" w={52}>
            {line.status ?? (line.error ? 'failed' : '…')}
          </Badge>
        }
        rightSection={<Dim>{formatOwnTime(line.at)}</Dim>}
      >
        {again.path}
        {again.api ? ' (JSON)' : ''}
      </Menu.Item>
    );
  });
}
