/** Chooses a group of meters, wherever meters are chosen; nothing where there is no group. */
import { Select } from '@mantine/core';
import { useCall } from '../../api/index.ts';

interface GroupSelectProps {
  workspace: string;
  /** Id of the chosen group. */
  group: string | undefined;
  onGroup: (group: string | undefined) => void;
  label?: string;
  /** Instead of "All meters". */
  placeholder?: string;
}

export function GroupSelect({
  workspace,
  group,
  onGroup,
  label = 'Group',
  placeholder = 'All meters',
}: GroupSelectProps) {
  const groups = useCall('groups.names', { workspace });
  if (!groups.data || (groups.data.length === 0 && group === undefined)) return null;
  return (
    <Select
      aria-label={label}
      size="xs"
      w={170}
      data={groups.data.map(({ id, name }) => ({ value: id, label: name }))}
      value={group ?? null}
      onChange={(value) => onGroup(value ?? undefined)}
      placeholder={placeholder}
      nothingFoundMessage="No such group"
      searchable
      clearable
    />
  );
}
