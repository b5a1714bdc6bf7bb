/** Narrows a list down to what carries a tag; nothing where no tag is used. */
import { Select } from '@mantine/core';
import { useCall } from '../../api/index.ts';

interface TagSelectProps {
  workspace: string;
  tag: string | undefined;
  onTag: (tag: string | undefined) => void;
}

export function TagSelect({ workspace, tag, onTag }: TagSelectProps) {
  const tags = useCall('tags.list', { workspace });
  const onMeters = tags.data?.filter(({ meters }) => meters > 0) ?? [];
  if (onMeters.length === 0 && tag === undefined) return null;
  return (
    <Select
      aria-label="Tag"
      size="xs"
      w={150}
      data={[...new Set([...onMeters.map((one) => one.tag), ...(tag === undefined ? [] : [tag])])]}
      value={tag ?? null}
      onChange={(value) => onTag(value ?? undefined)}
      placeholder="All tags"
      nothingFoundMessage="No such tag"
      searchable
      clearable
    />
  );
}
