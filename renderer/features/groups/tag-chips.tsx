import './groups.css';
import { Badge } from '@mantine/core';
import { IconNote } from '@tabler/icons-react';
import { useCall } from '../../api/index.ts';
import type { TableColumn } from '../../ui/table/index.ts';

interface Marked {
  tags?: string[] | undefined;
  note?: string | undefined;
}

/** Tags in a line, and a sign where there is a note. */
export function TagChips({ tags = [], note }: Marked) {
  if (tags.length === 0 && note === undefined) return null;
  return (
    <span className="ms-tags" title={[tags.join(', '), note].filter(Boolean).join('\n')}>
      {tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" tt="none">
          {tag}
        </Badge>
      ))}
      {note === undefined ? null : <IconNote size={14} role="img" aria-label={`Note: ${note}`} />}
    </span>
  );
}

/** Tags of meters or authorizations in a table. Without any tag the room is for the other columns. */
export function useTagsColumns(workspace: string): readonly TableColumn<Marked>[] {
  const tags = useCall('tags.list', { workspace });
  return tags.data === undefined || tags.data.length === 0 ? none : columns;
}

const none: readonly TableColumn<Marked>[] = [];

const tagsColumn: TableColumn<Marked> = {
  id: 'tags',
  header: 'Tags',
  width: [7, 0.8],
  value: ({ tags }) => tags?.join('; '),
  render: (row) => <TagChips {...row} />,
  unsortable: true,
};

const columns: readonly TableColumn<Marked>[] = [tagsColumn];
