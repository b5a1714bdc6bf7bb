/** Leads meters from anywhere into a historical collection. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { call, useCall, useWorkspace } from '../../api/index.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';

interface CollectButtonProps {
  workspace: string;
  /** Uids at the service, or how to ask for them. */
  meters: readonly string[] | (() => Promise<readonly string[]>);
  /** Inside a toolbar. */
  compact?: boolean;
}

/** More uids than an address can hold are handed over beside it, see `chosenMeters`. */
const handedOver = new Map<string, readonly string[]>();

/** The meters of an address: uids separated by commas, or the key of a selection that was too long for it. */
export function chosenMeters(search: string | undefined): readonly string[] {
  if (search === undefined) return [];
  if (search.startsWith(KEY)) return handedOver.get(search) ?? [];
  return search.split(',').filter(Boolean);
}

const ADDRESS_HOLDS = 100;
const KEY = 'selection:';

function addressOf(meters: readonly string[]): string {
  if (meters.length <= ADDRESS_HOLDS) return meters.join(',');
  const key = `${KEY}${handedOver.size + 1}`;
  handedOver.set(key, meters);
  return key;
}

export function CollectButton({ workspace, meters, compact }: CollectButtonProps) {
  const navigate = useNavigate();
  const kind = useWorkspace(workspace)?.kind;
  // Files have no service that could collect anything.
  if (kind === undefined || kind === 'files') return null;
  const collect = async () => {
    try {
      const uids = typeof meters === 'function' ? await meters() : meters;
      if (uids.length === 0) {
        notify('There is no meter to collect yet.');
        return;
      }
      await navigate({ to: '/w/$workspace/collect', params: { workspace }, search: { meters: addressOf(uids) } });
    } catch (failure) {
      notifyFailure(failure);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={14} aria-hidden />}
      onClick={() => void collect()}
      {...(compact ? { size: 'compact-sm' } : {})}
    >
      Collect history
    </Button>
  );
}

/** All meters of an authorization. */
export function CollectAuthorizationButton({ workspace, authorization }: { workspace: string; authorization: string }) {
  const meters = async () => {
    const all = await call('usagePoints.ids', { workspace, authorization });
    return [...new Set(all.map(({ uid }) => uid))];
  };
  return <CollectButton workspace={workspace} meters={meters} />;
}

/** All meters of a group. */
export function CollectGroupButton({ workspace, group }: { workspace: string; group: string }) {
  const meters = useCall('groups.meters', { workspace, group });
  return <CollectButton workspace={workspace} meters={[...new Set(meters.data?.map(({ uid }) => uid) ?? [])]} />;
}
