/** What is asked of the document: a profile, and function blocks in the place of those that are claimed or inferred. */
import { Group, MultiSelect, Select } from '@mantine/core';
import { useCall } from '../../api/index.ts';
import type { CheckSearch } from './check-address.ts';

interface DemandBarProps {
  search: CheckSearch;
  onSearch: (search: CheckSearch, replace?: boolean) => void;
}

export function DemandBar({ search, onSearch }: DemandBarProps) {
  const choices = useCall('conformance.choices', undefined).data;
  const { profile, blocks, ...rest } = search;
  const go = (next: { profile: string | undefined; blocks: readonly string[] }) =>
    onSearch(
      {
        ...rest,
        ...(next.profile === undefined ? {} : { profile: next.profile }),
        ...(next.blocks.length > 0 ? { blocks: next.blocks.join(',') } : {}),
      },
      true,
    );
  const chosen = blocks === undefined ? [] : blocks.split(',');
  return (
    <Group gap="xs" wrap="nowrap">
      <Select
        size="xs"
        w={200}
        aria-label="Profile"
        placeholder="No profile"
        clearable
        data={choices?.profiles.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={profile ?? null}
        onChange={(next) => go({ profile: next ?? undefined, blocks: chosen })}
      />
      <MultiSelect
        size="xs"
        w={225}
        aria-label="Function blocks asked for"
        placeholder={chosen.length === 0 ? 'Blocks: claimed, else inferred' : ''}
        clearable
        searchable
        data={choices?.blocks.map(({ id, name }) => ({ value: id, label: `${id} ${name}` })) ?? []}
        value={chosen}
        onChange={(next) => go({ profile, blocks: next.toSorted() })}
      />
    </Group>
  );
}
